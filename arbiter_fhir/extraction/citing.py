"""From words on a clean page to a cited fact, the same way for every kind that is not a laboratory row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.fact import CitedFact, FactType, FactValue
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.extraction.certainty import NATIVE_READING, decide_certainty
from arbiter_fhir.extraction.grounding import prove_box, quote_words
from arbiter_fhir.extraction.place import is_hidden, place_of
from arbiter_fhir.extraction.reasons import WEIGHTS, Reason

__all__ = ["Source", "cite", "reading_confidence"]


@dataclass(frozen=True, slots=True)
class Source:
    """What a citation points into.

    Attributes:
        source_type: Kind of document.
        source_id: ``documents:123`` or a file label.
    """

    source_type: SourceType
    source_id: str


def reading_confidence(words: Iterable[CleanWord]) -> float:
    """How well words were read, 0-1: the weakest of those read optically; `NATIVE_READING` where none was."""
    read = [word.confidence for word in words if word.confidence is not None]
    return min(read) / 100 if read else NATIVE_READING


def cite(
    page: DeidentifiedPage,
    words: Sequence[CleanWord],
    *,
    fact_type: FactType,
    value: FactValue,
    fact_text: DeidentifiedText,
    field: str,
    source: Source,
    reasons: Iterable[Reason] = (),
    confidence: float | None = None,
    place: str = "",
) -> CitedFact:
    """The fact with its quote, its place, its proven box, and the certainty that all this allows.

    Where other words of the page lie in the box around the words (a statement that begins in mid-line and ends in the
    next), the whole lines are quoted instead, so that the box can be proven.

    Args:
        page: The page.
        words: The words that say the fact, all of this page, at least one.
        fact_type: Its kind.
        value: Its value; texts of it stand in the words.
        fact_text: One short clean sentence.
        field: Field path, such as ``allergies[0]``.
        source: What is cited.
        reasons: Every doubt about the reading; words that are struck out or hidden are doubted in any case.
        confidence: 0-1 before the doubts; by the words' own reading where ``None``.
        place: Where it stands in the words of its format; by the regions that hold the words where empty.
    """
    quoted, box = _grounded(page, words)
    doubts = [*reasons, *([Reason.BOX_NOT_PROVEN] if box is None else [])]
    if Reason.HIDDEN_TEXT not in doubts and is_hidden(page, words):
        doubts.append(Reason.HIDDEN_TEXT)
    sure = reading_confidence(words) if confidence is None else confidence
    for reason in set(doubts):
        sure *= WEIGHTS[reason].factor
    sure = round(min(max(sure, 0.0), 1.0), 4)
    certainty, kept = decide_certainty(doubts, sure)
    return CitedFact(
        fact_type=fact_type,
        value=value,
        fact_text=fact_text,
        citation=Citation(
            source_type=source.source_type,
            source_id=source.source_id,
            page_or_section=place or place_of(page, words),
            field_or_chunk_id=field,
            quote=quote_words(page, quoted),
            page=page.number,
            box=box,
        ),
        certainty=certainty,
        confidence=sure,
        reasons=tuple(reason.value for reason in kept),
        seal=FACT_SEAL,
    )


def _grounded(page: DeidentifiedPage, words: Sequence[CleanWord]) -> tuple[Sequence[CleanWord], BoundingBox | None]:
    box = prove_box(page, words)
    if box is not None:
        return words, box
    lines = {word.line for word in words}
    whole = [word for word in page.words if word.line in lines]
    return (whole, box) if (box := prove_box(page, whole)) is not None else (words, None)
