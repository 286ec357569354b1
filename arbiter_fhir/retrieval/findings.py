"""Chart rows and stored facts as evidence items, and one item for a result that several of them say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from arbiter_fhir.domain.analyte import AnalyteIdentity, same_analyte
from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, EvidenceKind, EvidenceWords
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.lab_comparison import (
    chart_clinical_date,
    chart_identity,
    compare_measurements,
    fact_identity,
    fact_value,
    moment_of_date,
    read_value,
    same_moment,
)
from arbiter_fhir.domain.promotion import ChartLab
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.ports.records import FactRecord
from arbiter_fhir.retrieval.chart_flags import derive_flag, stored_flag

__all__ = ["Candidate", "ChartCleaner", "Clean", "candidate_of_chart", "candidate_of_fact", "merge", "to_item"]

#: The shortest identifiers that may stand as a bare number (record numbers) have more digits than this in practice; a
#: longer number goes through de-identification each time.
PLAIN_NUMBER_CHARS = 6

#: De-identifies a short text of the chart.
Clean = Callable[[str], DeidentifiedText]


@dataclass(slots=True)
class ChartCleaner:
    """Cleans the chart's text, each kind of row once: rows of one test differ in their number alone.

    Attributes:
        clean: De-identifies a text.
    """

    clean: Clean
    _known: dict[tuple[str, str, str], EvidenceWords] = field(default_factory=dict)

    def words(self, lab: LabResult) -> EvidenceWords:
        """The words of a chart row as clean text."""
        kind = (lab.test_name, lab.unit, lab.reference_range)
        number = _plain_number(lab)
        known = self._known.get(kind)
        if known is not None and number is not None:
            return replace(known, value=number)
        # The whole line at once: a name or a number reads differently in its row than alone.
        line = self.clean(" ".join(filter(None, (lab.test_name, lab.value, lab.unit, lab.reference_range))))
        name, value, unit, reference = (
            _cut(text, [line], self.clean) for text in (lab.test_name, lab.value, lab.unit, lab.reference_range)
        )
        words = EvidenceWords(name, value, unit, reference)
        self._known[kind] = words
        return words


def _plain_number(lab: LabResult) -> DeidentifiedText | None:
    """A value that is a plain number as clean text: so few digits are nobody's identifier."""
    printed = lab.value.strip()
    if lab.numeric is None or len(printed) > PLAIN_NUMBER_CHARS:
        return None
    exact = DeidentifiedText.compose("{}", lab.numeric)
    return exact if exact.value == printed else None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A result before it is chosen: its identity worked out once, its text not yet cleaned.

    Attributes:
        lab: The result.
        identity: Which test it is of.
        row: The chart row, where it is one.
        record: The stored fact, where it is one.
        also: Chart rows and facts that say the same.
    """

    lab: LabResult
    identity: AnalyteIdentity
    row: ChartLab | None = None
    record: FactRecord | None = None
    also: tuple[Candidate, ...] = ()

    @property
    def rank(self) -> int:
        """Which of several that say the same is shown first: a proven box, then any document, then the chart."""
        if self.record is None:
            return 2
        return 0 if self.record.fact.citation.box is not None else 1


def candidate_of_fact(record: FactRecord) -> Candidate:
    """A stored result as a candidate.

    Raises:
        ValueError: The fact is no laboratory result.
    """
    lab = record.fact.lab
    if lab is None:
        raise ValueError("the fact is no laboratory result")
    return Candidate(lab, fact_identity(lab), record=record)


def candidate_of_chart(row: ChartLab) -> Candidate:
    """A chart row as a candidate; a missing flag is worked out from its own range and marked as derived."""
    value = read_value(row.value)
    stored = stored_flag(row.abnormal)
    derived = None if row.abnormal.strip() else derive_flag(value, row.reference_range)
    lab = LabResult(
        test_name=row.name,
        value=row.value,
        unit=row.unit,
        reference_range=row.reference_range,
        flag_printed=row.abnormal,
        abnormal_flag=stored or derived,
        flag_derived=derived is not None,
        collection_date=chart_clinical_date(row),
        status=row.status,
        numeric=value.number,
        comparator=value.comparator,
        loinc=chart_identity(row).loinc,
    )
    return Candidate(lab, chart_identity(row), row=row)


def _say_the_same(one: Candidate, other: Candidate) -> bool:
    left, right = one.lab.collection_date, other.lab.collection_date
    if left is None or right is None or not (left.is_full_day and right.is_full_day):
        return False
    return (
        same_moment(moment_of_date(left), moment_of_date(right))
        and same_analyte(one.identity, other.identity)
        and compare_measurements(fact_value(one.lab), one.lab.unit, fact_value(other.lab), other.lab.unit).says_the_same
    )


def merge(candidates: Iterable[Candidate]) -> list[Candidate]:
    """One candidate per result: what the chart and documents say alike is one finding with all its places."""
    merged: list[Candidate] = []
    by_day: dict[object, list[int]] = {}
    for candidate in sorted(candidates, key=lambda each: each.rank):
        day = candidate.lab.collection_date.day if candidate.lab.collection_date else None
        places = by_day.setdefault(day, [])
        twin = next((place for place in places if _say_the_same(merged[place], candidate)), None)
        if twin is None:
            places.append(len(merged))
            merged.append(candidate)
        else:
            merged[twin] = replace(merged[twin], also=(*merged[twin].also, candidate))
    return merged


def to_item(candidate: Candidate, *, kind: EvidenceKind, score: float, clean: ChartCleaner) -> EvidenceItem:
    """A chosen candidate as an evidence item: now its chart text is cleaned."""
    words = _words(candidate, clean)
    record, row = candidate.record, candidate.row
    document_id = record.document_id if record else (row.document_id if row else None)
    return EvidenceItem(
        kind=kind,
        topic=Topic.LABS,
        subject=candidate.identity.stable,
        value=candidate.lab,
        words=words,
        observed=candidate.lab.collection_date,
        citation=_citation(candidate, words),
        also=tuple(_citation(other, _words_beside(other, words, clean)) for other in candidate.also),
        fact_id=record.fact_id if record else None,
        document_id=document_id,
        score=score,
        review_reasons=record.fact.reasons if record and kind is EvidenceKind.REVIEW_FINDING else (),
    )


def _words(candidate: Candidate, clean: ChartCleaner) -> EvidenceWords:
    lab = candidate.lab
    if candidate.record is None:
        return clean.words(lab)
    sources = [candidate.record.fact.citation.quote, candidate.record.fact.fact_text]
    name, value, unit, reference = (
        _cut(text, sources, clean.clean) for text in (lab.test_name, lab.value, lab.unit, lab.reference_range)
    )
    return EvidenceWords(name, value, unit, reference)


def _cut(text: str, sources: Sequence[DeidentifiedText], clean: Clean) -> DeidentifiedText:
    """The text cut out of a clean source, or cleaned by itself where no source holds it."""
    text = text.strip()
    if not text:
        return DeidentifiedText.compose("")
    for source in sources:
        start = source.value.find(text)
        if start >= 0:
            return source.slice(start, start + len(text))
    return clean(text)


def _words_beside(other: Candidate, shown: EvidenceWords, clean: ChartCleaner) -> EvidenceWords:
    """The words of a further place: those that are shown where it says them alike, else its own (8.10 beside 8.1)."""
    alike = (other.lab.value.strip(), other.lab.unit.strip()) == (shown.value.value, shown.unit.value)
    return shown if alike else _words(other, clean)


def _citation(candidate: Candidate, words: EvidenceWords) -> Citation:
    if candidate.record is not None:
        return candidate.record.fact.citation
    if candidate.row is None:
        raise ValueError("a candidate is a stored fact or a chart row")
    return Citation(
        source_type=SourceType.CHART,
        source_id=f"procedure_result:{candidate.row.result_id}",
        page_or_section="laboratory results",
        field_or_chunk_id="result",
        quote=DeidentifiedText.compose("{} {}", words.value, words.unit) if words.unit.value else words.value,
    )
