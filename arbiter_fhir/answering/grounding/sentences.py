"""One sentence against what it cites: dispatch by section and by what the sentence does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbiter_fhir.answering.composing.choice import nearest
from arbiter_fhir.answering.contradiction import contradict
from arbiter_fhir.answering.grounding.claims import clauses_of, covers, wrong_clauses
from arbiter_fhir.answering.grounding.comparing import wrong_comparison
from arbiter_fhir.answering.grounding.counting import wrong_count
from arbiter_fhir.answering.grounding.index import EvidenceIndex
from arbiter_fhir.answering.grounding.phrases import Speakable, speakable_of, speakable_pressure
from arbiter_fhir.answering.grounding.quotes import wrong_passage
from arbiter_fhir.answering.grounding.reading import read_sentence
from arbiter_fhir.answering.wording.conflicts import CONFLICT_HEADS, NOT_CONFIRMED, SOURCES_DIFFER, values_sentence
from arbiter_fhir.answering.wording.dates import DateLabels, filled
from arbiter_fhir.answering.wording.review import reason_words
from arbiter_fhir.answering.wording.timing import ASKED_DAY, distance_words
from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.evidence import Conflict, ConflictKind, EvidenceBundle, EvidenceItem, EvidenceKind

__all__ = ["ungrounded"]


def ungrounded(
    section: Section,
    text: str,
    places: Sequence[Citation],
    *,
    index: EvidenceIndex,
    dates: Mapping[str, ClinicalDate],
) -> str:
    """What is wrong with a sentence, as a stable word; empty where it stands in what it cites.

    Args:
        section: Where it stands.
        text: The sentence with date labels.
        places: The places that it cites, all of them of the evidence.
        index: All evidence.
        dates: Date labels of the draft.
    """
    confirmed = section is Section.PATIENT_FINDINGS
    check = _Check(index.cited(places, confirmed=confirmed), places, index, dates)
    return check.finding(text) if confirmed else check.doubt(text)


@dataclass(frozen=True, slots=True)
class _Check:
    """One sentence's surroundings: what it cites, by which places, in which evidence and draft."""

    cited: Sequence[EvidenceItem]
    places: Sequence[Citation]
    index: EvidenceIndex
    dates: Mapping[str, ClinicalDate]

    def finding(self, text: str) -> str:
        """What is wrong with a sentence of the findings."""
        counted = wrong_count(text, self.cited, self.index, self.dates)
        return self._said(text) if counted is None else counted

    def doubt(self, text: str) -> str:
        """What is wrong with a sentence of what needs a person: a contradiction, or an unconfirmed finding."""
        if text.startswith(SOURCES_DIFFER):
            return self._values(text)
        for kind, head in CONFLICT_HEADS.items():
            if text.startswith(head):
                known = _is_conflict(kind, self.cited, self.index.bundle)
                return self.words(text.removeprefix(head), beside=True) if known else "no_such_conflict"
        if not text.startswith(NOT_CONFIRMED):
            return "not_marked_as_unconfirmed"
        return self._unconfirmed(text.removeprefix(NOT_CONFIRMED))

    def _values(self, text: str) -> str:
        """What is wrong with a sentence about two values of one time: it is worked out again."""
        if len(self.cited) != 2 or not _differ(self.cited, self.index.bundle):
            return "sources_agree"
        labels = DateLabels.clear_of([text])
        right = {
            filled(values_sentence(one, other, labels).value, labels.labels)
            for one, other in (self.cited, self.cited[::-1])
        }
        return "" if filled(text, self.dates) in right else "values_not_in_evidence"

    def _unconfirmed(self, text: str) -> str:
        body, _, reasons = text.partition(" Reason: ")
        if not self.cited or any(item.kind is not EvidenceKind.REVIEW_FINDING for item in self.cited):
            return "confirmed_called_unconfirmed"
        if reasons and all(reasons != f"{reason_words(item.review_reasons)}." for item in self.cited):
            return "reason_not_in_evidence"
        return self._said(body)

    def _said(self, text: str) -> str:
        wrong = wrong_passage(text, self.cited)
        return self.words(text) if wrong is None else wrong

    def words(self, text: str, *, beside: bool = False) -> str:
        """Read the sentence and look at each claim; the first thing that is wrong."""
        if ASKED_DAY in text:
            rest = _without_distance(text, self.cited, self.index, self.dates)
            if rest is None:
                return "distance_not_in_evidence"
            text = rest
        things = _things(self.cited, self.index, self.dates, beside=beside)
        reading = read_sentence(text, things, self.dates)
        if reading.problem:
            return _sharper(reading.problem, text, things, self.dates)
        clauses = clauses_of(reading)
        if not clauses:
            return "says_nothing"
        problem = wrong_clauses(clauses, things) or wrong_comparison(reading.compares, clauses, things, self.index)
        return problem or ("" if covers(clauses, things, self.places) else "citation_not_used")


def _differ(cited: Sequence[EvidenceItem], bundle: EvidenceBundle) -> bool:
    one, other = cited
    if one.lab is None or other.lab is None or one.observed is None:
        return False
    return contradict(one, other) or _is_conflict(ConflictKind.VALUES_DIFFER, cited, bundle)


def _is_conflict(kind: ConflictKind, cited: Sequence[EvidenceItem], bundle: EvidenceBundle) -> bool:
    ids = {id(item) for item in cited}
    return any(conflict.kind is kind and _ids(conflict) == ids for conflict in bundle.conflicts)


def _ids(conflict: Conflict) -> set[int]:
    return {id(conflict.one), id(conflict.other)}


def _things(
    cited: Sequence[EvidenceItem], index: EvidenceIndex, dates: Mapping[str, ClinicalDate], *, beside: bool
) -> list[Speakable]:
    """What the sentence can speak of: the cited items, and blood pressures of which both halves are cited."""
    items = [speakable_of(item, index.bundle, dates, beside=beside) for item in cited]
    return [*items, *(speakable_pressure(reading, index.bundle.today) for reading in index.pressures_of(cited))]


def _without_distance(
    text: str, cited: Sequence[EvidenceItem], index: EvidenceIndex, dates: Mapping[str, ClinicalDate]
) -> str | None:
    """The sentence without its distance from the day asked about; ``None`` where that is not the distance."""
    window = index.bundle.question.when
    day = window.around if window is not None else None
    if day is None or len({item.observed for item in cited}) != 1:
        return None
    item = cited[0]
    if any(all(each is not one for each in nearest(index.of_test(one.subject), day)) for one in cited):
        return None
    labels = DateLabels()
    tail = filled(distance_words(item, day, labels).value, labels.labels)
    start = text.rfind(", ", 0, text.find(ASKED_DAY) + 1)
    return f"{text[:start]}." if start > 0 and filled(text[start:], dates) == f"{tail}." else None


def _sharper(problem: str, text: str, things: Sequence[Speakable], dates: Mapping[str, ClinicalDate]) -> str:
    """A word that says more than that something was left over: what the sentence should have said and does not."""
    folded = text.casefold()
    for thing in things:
        phrases = thing.phrases
        labels = [label for label in dates if dates[label] == phrases.observed]
        if phrases.dated and not any(label in text for label in labels):
            return "date_not_in_evidence"
        if phrases.names and not any(name and name.casefold() in folded for name in phrases.names):
            return "test_not_named"
        for group, texts in phrases.must.items():
            if not any(each in text for each in texts):
                return group
    return problem
