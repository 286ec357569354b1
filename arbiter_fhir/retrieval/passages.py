"""Text windows of a patient's documents for a question: by words and by meaning, fused, none below a threshold."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.evidence import Passage
from arbiter_fhir.domain.machine_speech import speaks_to_machine
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.evidence import TextPassage
from arbiter_fhir.retrieval.candidate import Candidate, Printed
from arbiter_fhir.retrieval.fusion import fuse_rankings
from arbiter_fhir.retrieval.sparse import bm25_scores, content_words

__all__ = ["ordering_lines", "passages_in_order", "search_passages"]

#: At most so many windows are quoted.
TOP_PASSAGES: Final = 3
#: Windows of an asked document, in reading order.
MOST_OF_DOCUMENT: Final = 12
#: A window is about the question where meaning alone is this near, or where its words are there and it is not far.
#: Measured with the bundled MiniLM on 25 questions over 9 windows of 8 documents, 11 of them answered there. All 11
#: found their window, which had two thirds of their words or more and lay at up to 0.85. Of the others none had more
#: than half of them that near; by meaning alone the nearest wrong window came at 0.61.
DENSE_ALONE: Final = 0.5
DENSE_WITH_WORDS: Final = 0.9
#: Of the question's words so large a part has to stand in a window that is found by words.
WORDS_SHARE: Final = 2 / 3
#: Boxes to tick as readers write them, and as forms print them in plain text.
_TICKS: Final = re.compile(r"[\u2610-\u2612\u25a0\u25a1\u2713\u2717]|\[[ xX]?\]|\( ?\)|_{3,}")
#: Endings that are cut off, longest first, and how much of a word has to stay.
_ENDINGS: Final = ("ations", "ation", "ings", "ing", "als", "al", "ed", "es", "s")
_LEAST_STEM: Final = 4
#: Labels under which laboratories and forms print who ordered, as HL7 v2 calls it as well (OBR-16), and a clinician.
_ORDERED: Final = re.compile(
    r"\b(?:(?:ordering|requesting|referring)(?: (?:provider|physician|clinician|doctor|practitioner|md))?|ordered by|"
    r"requested by|referred by)\b[ :]*(?:dr\.? |doctor )?\[PERSON_\d+\]",
    re.IGNORECASE,
)


def search_passages(question: str, passages: Sequence[TextPassage]) -> list[Candidate]:
    """The windows that speak of a question, best first.

    Never one with boxes to tick: beside an empty box a word says the opposite of what it seems to say, and which box
    belongs to which word is for extraction to tell. Nor one that speaks to a machine: what somebody wrote in there for
    a program is no finding about the patient.

    Args:
        question: Clean text of the question.
        passages: All windows of the patient, with their distances.
    """
    passages = [passage for passage in passages if _is_quotable(passage.text.value)]
    words = list(dict.fromkeys(map(_stem, content_words(question))))
    texts = [list(map(_stem, content_words(passage.text.value))) for passage in passages]
    scores = bm25_scores(texts, words)
    fitting = [index for index, passage in enumerate(passages) if _speaks(passage, set(texts[index]), words)]
    lexical = sorted((index for index in fitting if scores[index] > 0), key=lambda index: -scores[index])
    dense = sorted(
        (index for index in fitting if passages[index].distance is not None),
        key=lambda index: passages[index].distance or 0.0,
    )
    fused = fuse_rankings([ranking for ranking in (lexical, dense) if ranking])
    return [replace(_candidate(passages[index]), score=score) for index, score in fused[:TOP_PASSAGES]]


def passages_in_order(passages: Sequence[TextPassage]) -> list[Candidate]:
    """The windows of an asked document, from its beginning."""
    ordered = sorted(passages, key=lambda each: (each.document_id, each.page, each.start))
    return [_candidate(passage) for passage in ordered[:MOST_OF_DOCUMENT]]


def ordering_lines(passages: Sequence[TextPassage]) -> list[Candidate]:
    """What documents print of who ordered: the label and the clinician's placeholder, and nothing beside them."""
    found: dict[tuple[DocumentId, str], Candidate] = {}
    for passage in passages:
        for match in _ORDERED.finditer(passage.text.value):
            text = passage.text.slice(match.start(), match.end())
            made = replace(_candidate(passage), value=Passage(text))
            found.setdefault((passage.document_id, text.value), made)
    return list(found.values())


def _is_quotable(text: str) -> bool:
    return not _TICKS.search(text) and not speaks_to_machine(text)


def _speaks(passage: TextPassage, text: set[str], words: Sequence[str]) -> bool:
    distance = passage.distance
    if distance is not None and distance <= DENSE_ALONE:
        return True
    if not words:
        return False
    share = sum(word in text for word in words) / len(words)
    near = distance is None or distance <= DENSE_WITH_WORDS
    return share >= WORDS_SHARE and near


def _stem(word: str) -> str:
    """A word without the endings of plural, past and the like: ``walks`` is ``walk``, ``referral`` is ``referred``."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST_STEM:
            return word.removesuffix(ending)
    return word


def _candidate(passage: TextPassage) -> Candidate:
    return Candidate(
        Topic.DOCUMENTS,
        f"documents:{passage.document_id}",
        Passage(passage.text),
        None,
        Printed(""),
        passage=passage,
    )
