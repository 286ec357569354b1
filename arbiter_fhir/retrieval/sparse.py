"""BM25 over a handful of short texts: exact words such as the name of a rare test."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

__all__ = ["bm25_scores", "content_words"]

#: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009): usual values.
K1 = 1.2
B = 0.75

_WORD = re.compile(r"[a-z0-9]+")
#: Words of a question that say nothing about its topic.
_STOP_WORDS = """
a about all and any are as at been by can current did do does ever for from get give had has have her his how i if in is
it its last lab laboratory labs latest level levels list look looks many me most much my number of on or our out over
patient patients please recent recently report reports result results s show tell test tests than that the their them
then there these this those to up us value values was we were what when where which who with you your newest date
dates day days record records chart document documents find found see seen finding findings abnormal normal high low
flag flagged check checked taken measured blood serum plasma
he she him himself herself why use uses used using history prior past noted note notes mention mentioned says said file
"""
_STOP = frozenset(_STOP_WORDS.split())


def content_words(text: str) -> list[str]:
    """The words of a text that may name a topic, lower case; placeholders and stop words left out."""
    plain = re.sub(r"\[[A-Z_]+_\d+\]", " ", text).casefold()
    return [word for word in _WORD.findall(plain) if word not in _STOP]


def bm25_scores(documents: Sequence[Sequence[str]], query: Sequence[str]) -> list[float]:
    """One score per document, 0 where no word of the query stands in it; comparable within one call only.

    Args:
        documents: Words of each document.
        query: Words of the query; repeated words count once.
    """
    if not documents:
        return []
    counts = [Counter(words) for words in documents]
    mean = sum(len(words) for words in documents) / len(documents) or 1.0
    scores = [0.0] * len(documents)
    for term in dict.fromkeys(query):
        holding = sum(term in count for count in counts)
        if not holding:
            continue
        weight = math.log(1 + (len(documents) - holding + 0.5) / (holding + 0.5))
        for index, count in enumerate(counts):
            frequency = count[term]
            if frequency:
                length = len(documents[index])
                scores[index] += weight * frequency * (K1 + 1) / (frequency + K1 * (1 - B + B * length / mean))
    return scores
