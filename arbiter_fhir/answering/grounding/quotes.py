"""Quotations: a passage of a document or of a guideline stands in its own words, whole, with its right attribution."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.answering.wording.quotations import attribution, is_whole_quote, passage_intro
from arbiter_fhir.domain.evidence import EvidenceItem, Passage
from arbiter_fhir.domain.guideline import GuidelinePassage

__all__ = ["wrong_guideline", "wrong_passage"]


def wrong_guideline(text: str, passages: Sequence[GuidelinePassage]) -> str:
    """What is wrong with a sentence of guidance; empty where it is an attribution and whole sentences of its passage.

    Args:
        text: The sentence.
        passages: What it cites.
    """
    if len(passages) != 1:
        return "one_passage_at_a_time"
    passage = passages[0]
    head, tail = (": “", "”") if passage.chunk.quoted else (", in summary: ", "")
    lead = f"{attribution(passage)}{head}"
    if not text.startswith(lead) or not text.endswith(tail):
        return "attribution_not_in_evidence"
    said = text[len(lead) : len(text) - len(tail)]
    whole = is_whole_quote(said, passage.chunk.text, marked=passage.chunk.quoted)
    return "" if whole else "words_not_in_passage"


def wrong_passage(text: str, cited: Sequence[EvidenceItem]) -> str | None:
    """What is wrong with a quotation of a document; ``None`` where no passage is cited.

    Args:
        text: The sentence.
        cited: What it cites.
    """
    passages = [item for item in cited if isinstance(item.value, Passage)]
    if not passages:
        return None
    if len(cited) != 1:
        return "one_passage_at_a_time"
    for item in passages:
        lead = f"{passage_intro(item.citation)}: “"
        if isinstance(item.value, Passage) and text.startswith(lead) and text.endswith("”."):
            quote = text[len(lead) : len(text) - len("”.")]
            return "" if is_whole_quote(quote, item.value.text) else "words_not_in_passage"
    return "passage_retold"
