"""Chosen candidates as evidence items: their text cleaned, their placeholders under the question's namespace."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from typing import Final

from arbiter_fhir.domain.chart_record import ChartOrder
from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, EvidenceKind, EvidenceWords, ItemValue, Passage, WordRole
from arbiter_fhir.domain.fact import CitedFact, LabResult
from arbiter_fhir.ports.evidence import TextPassage
from arbiter_fhir.ports.records import FactRecord
from arbiter_fhir.retrieval.candidate import Candidate, Printed
from arbiter_fhir.retrieval.cleaning import ChartCleaner, cut, empty_text
from arbiter_fhir.retrieval.namespace import Namespace

__all__ = ["ItemMaker"]

#: The shortest identifiers that may stand as a bare number (record numbers) have more digits than this in practice; a
#: longer number goes through de-identification each time.
PLAIN_NUMBER_CHARS: Final = 6
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class ItemMaker:
    """Makes the items of one question.

    Attributes:
        cleaner: For the chart's text.
        namespace: For placeholders.
    """

    cleaner: ChartCleaner
    namespace: Namespace

    def items(self, candidates: Sequence[Candidate], *, waiting: bool = False) -> list[EvidenceItem]:
        """One item for each candidate, in their order.

        Args:
            candidates: What was chosen.
            waiting: They need a person.
        """
        self.cleaner.prepare(
            _line(each.printed) for candidate in candidates for each in candidate.everywhere if each.place is not None
        )
        return [self._item(candidate, waiting=waiting) for candidate in candidates]

    def _item(self, candidate: Candidate, *, waiting: bool) -> EvidenceItem:
        words = self._words(candidate)
        record = candidate.record
        kind = EvidenceKind.DOCUMENT_FACT if record is not None else EvidenceKind.CHART
        if candidate.passage is not None:
            kind = EvidenceKind.PASSAGE
        return EvidenceItem(
            kind=EvidenceKind.REVIEW_FINDING if waiting else kind,
            topic=candidate.topic,
            subject=candidate.subject,
            value=self._value(candidate, words),
            words=words,
            observed=candidate.observed,
            citation=self._citation(candidate, words),
            also=tuple(self._citation(other, self._words_beside(other, candidate, words)) for other in candidate.also),
            fact_id=record.fact_id if record is not None else None,
            document_id=candidate.document_id,
            score=candidate.score,
            review_reasons=record.fact.reasons if record is not None and waiting else (),
        )

    def _value(self, candidate: Candidate, words: EvidenceWords) -> ItemValue:
        """The value with clean texts: those of the chart as its words have them, those of a document renumbered."""
        document_id = candidate.document_id
        if isinstance(candidate.value, Passage):
            if document_id is None:
                return candidate.value
            return Passage(self.namespace.of_document(candidate.value.text, document_id))
        if candidate.record is None:
            return _with_clean_texts(candidate.value, candidate.printed, words)
        return self.namespace.value(candidate.value, candidate.record.document_id)

    def _words(self, candidate: Candidate) -> EvidenceWords:
        if candidate.passage is not None:
            return EvidenceWords(empty_text(), empty_text(), empty_text(), empty_text())
        printed = candidate.printed
        piece = self._chart_piece(printed) if candidate.record is None else self._fact_piece(candidate.record)
        number = _plain_number(candidate) if candidate.record is None else None
        details = [(role, piece(text)) for role, text in printed.details]
        if printed.person.strip():
            details.append((WordRole.PERSON, self.namespace.person(printed.person)))
        return EvidenceWords(
            piece(printed.name),
            number if number is not None else piece(printed.value),
            piece(printed.unit),
            piece(printed.reference_range),
            tuple((role, text) for role, text in details if text.value),
        )

    def _chart_piece(self, printed: Printed) -> Callable[[str], DeidentifiedText]:
        line = self.cleaner.line(_line(printed))
        return lambda text: self.namespace.of_piece(self.cleaner.piece(text, line))

    def _fact_piece(self, record: FactRecord) -> Callable[[str], DeidentifiedText]:
        """A fact's texts are words of its clean quote or sentence; what is in neither is cleaned once more."""
        sources = [record.fact.citation.quote, record.fact.fact_text]

        def piece(text: str) -> DeidentifiedText:
            found = cut(text, sources)
            if found is not None:
                return self.namespace.of_document(found, record.document_id)
            return self.namespace.of_piece(self.cleaner.line(text), record.document_id, text)

        return piece

    def _words_beside(self, other: Candidate, shown: Candidate, words: EvidenceWords) -> EvidenceWords:
        """The words of a further place: those that are shown where it says them alike, else its own (8.10, 8.1)."""
        if isinstance(other.value, LabResult) and isinstance(shown.value, LabResult):
            alike = (other.value.value.strip(), other.value.unit.strip()) == (words.value.value, words.unit.value)
            return words if alike else self._words(other)
        return self._words(other) if other.record is None else words

    def _citation(self, candidate: Candidate, words: EvidenceWords) -> Citation:
        if candidate.record is not None:
            cited = self.namespace.citation(candidate.record.fact.citation, candidate.record.document_id)
            said = _said_by_reviewer(candidate.record.fact)
            return replace(cited, page_or_section=f"{cited.page_or_section}, {said}") if said else cited
        if candidate.passage is not None:
            return self._passage_citation(candidate, candidate.passage)
        if candidate.place is None:
            raise ValueError("a candidate is a stored fact, a text window or a chart row")
        return Citation(
            source_type=SourceType.CHART,
            source_id=candidate.place.source_id,
            page_or_section=candidate.place.section,
            field_or_chunk_id=candidate.place.field,
            quote=_quote(words),
        )

    def _passage_citation(self, candidate: Candidate, passage: TextPassage) -> Citation:
        told = candidate.value.text if isinstance(candidate.value, Passage) else passage.text
        return Citation(
            source_type=SourceType(passage.doc_type.value),
            source_id=f"documents:{passage.document_id}",
            page_or_section=f"page {passage.page}",
            field_or_chunk_id=f"chunks:{passage.chunk_id}",
            quote=self.namespace.of_document(told, passage.document_id),
            page=passage.page,
        )


def _with_clean_texts(value: ItemValue, printed: Printed, words: EvidenceWords) -> ItemValue:
    """A chart row's value: whatever de-identification changed in its words is changed in it as well."""
    pairs = [
        (printed.name, words.name.value),
        (printed.value, words.value.value),
        (printed.unit, words.unit.value),
        (printed.reference_range, words.reference_range.value),
        *zip((text for _, text in printed.details), (text.value for _, text in words.details), strict=False),
    ]
    clean = {raw: made for raw, made in pairs if raw != made}
    if not clean:
        return value
    if isinstance(value, ChartOrder):
        return replace(value, tests=())
    texts = {each.name: getattr(value, each.name) for each in fields(value)}
    changed = {name: clean[text] for name, text in texts.items() if type(text) is str and text in clean}
    return replace(value, **changed)  # type: ignore[arg-type]


def _line(printed: Printed) -> str:
    """The line that is cleaned for a row: rows that differ in a plain number share it."""
    return replace(printed, value="7").line if _is_plain(printed.value) else printed.line


def _said_by_reviewer(fact: CitedFact) -> str:
    """What a reader of the citation has to know: a person stands for the fact, or changed it."""
    if fact.review is None or not fact.is_approved:
        return ""
    return "corrected by a reviewer" if fact.review.paper is not None else "approved by a reviewer"


def _quote(words: EvidenceWords) -> DeidentifiedText:
    """What a chart row is quoted with: value and unit of a result, else its name and details."""
    if words.value.value:
        pieces = [words.value, words.unit]
    else:
        pieces = [words.name, *(text for role, text in words.details if role is not WordRole.PERSON)]
    return DeidentifiedText.join(" ", [piece for piece in pieces if piece.value])


def _is_plain(printed: str) -> bool:
    printed = printed.strip()
    return bool(_NUMBER.fullmatch(printed)) and len(printed) <= PLAIN_NUMBER_CHARS


def _plain_number(candidate: Candidate) -> DeidentifiedText | None:
    """A value that is a plain number as clean text: so few digits are nobody's identifier."""
    printed = candidate.printed.value.strip()
    if not _is_plain(printed):
        return None
    exact = DeidentifiedText.compose("{}", Decimal(printed))
    return exact if exact.value == printed else None
