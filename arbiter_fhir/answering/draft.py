"""The deterministic composer: evidence to sentences, each with its citations. It adds nothing of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arbiter_fhir.answering.contradiction import at_one_time, contradict
from arbiter_fhir.answering.sections import LISTED, abnormal, missing_sentences
from arbiter_fhir.answering.wording import DateLabels, measured, result_sentence
from arbiter_fhir.domain.answer import Claim, Draft, Section
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem
from arbiter_fhir.domain.question import Intent

__all__ = ["compose_draft"]

#: Tests whose newest results stand behind "none is abnormal".
NONE_CITES = 20


@dataclass(slots=True)
class _Writer:
    """Collects claims, and gives every cited place one number."""

    dates: DateLabels
    claims: list[Claim] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)

    def add(self, section: Section, text: DeidentifiedText, items: Sequence[EvidenceItem] = ()) -> None:
        numbers = [self._number(citation) for item in items for citation in (item.citation, *item.also)]
        self.claims.append(Claim(section, text, tuple(dict.fromkeys(numbers))))

    def _number(self, citation: Citation) -> int:
        if citation not in self.citations:
            self.citations.append(citation)
        return self.citations.index(citation)

    def draft(self) -> Draft:
        return Draft(tuple(self.claims), tuple(self.citations), dict(self.dates.labels))


def compose_draft(bundle: EvidenceBundle) -> Draft:
    """Write the draft of an answer: findings, what needs a person, what is missing.

    Args:
        bundle: Evidence with at least one finding or one item in review.
    """
    texts = [text for item in (*bundle.findings, *bundle.review) for text in _texts(item)]
    writer = _Writer(DateLabels.clear_of(texts))
    shown = _findings(bundle, writer)
    # A list of what is abnormal leaves normal values out; where one contradicts a value shown, that is said too.
    whole = bundle.question.intent is Intent.ABNORMAL_LIST
    _contradictions(bundle.findings if whole else shown, writer)
    for item in bundle.review[:LISTED]:
        _review(item, writer)
    for sentence in missing_sentences(bundle):
        writer.add(Section.MISSING, sentence)
    return writer.draft()


def _texts(item: EvidenceItem) -> tuple[DeidentifiedText, ...]:
    words = item.words
    return words.name, words.value, words.unit, words.reference_range


def _findings(bundle: EvidenceBundle, writer: _Writer) -> list[EvidenceItem]:
    """Write the section of findings; gives the items shown."""
    findings = bundle.findings
    if bundle.question.intent is Intent.ABNORMAL_LIST:
        return _abnormal_list(findings, writer)
    if bundle.question.intent is Intent.LIST and not bundle.question.analytes and bundle.question.latest_only:
        return _write_all(_newest_day(findings), writer)
    if bundle.question.latest_only or bundle.question.intent is Intent.FACTUAL_LOOKUP:
        return _newest_of_each(findings, writer)
    return _write_all(findings, writer)


def _write_all(items: Sequence[EvidenceItem], writer: _Writer) -> list[EvidenceItem]:
    shown = list(items[:LISTED])
    for item in shown:
        writer.add(Section.PATIENT_FINDINGS, result_sentence(item, writer.dates), [item])
    return shown


def _newest_day(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The results of the newest day; all of them where none has a date."""
    days = [item.observed.day for item in items if item.observed is not None]
    if not days:
        return list(items)
    return [item for item in items if item.observed is not None and item.observed.day == max(days)]


def _by_test(items: Sequence[EvidenceItem]) -> list[list[EvidenceItem]]:
    tests: dict[str, list[EvidenceItem]] = {}
    for item in items:
        tests.setdefault(item.subject, []).append(item)
    return list(tests.values())


def _newest_of_each(items: Sequence[EvidenceItem], writer: _Writer) -> list[EvidenceItem]:
    """The newest result of each test, and how many earlier ones there are."""
    shown = []
    for results in _by_test(items):
        newest = [result for result in results if at_one_time(results[0], result)] or results[:1]
        shown += _write_all(newest, writer)
        earlier = [result for result in results if result not in newest and result.observed is not None]
        if earlier:
            name = newest[0].words.name
            text = (
                DeidentifiedText.compose("There is one earlier result for {}.", name)
                if len(earlier) == 1
                else DeidentifiedText.compose("There are {} earlier results for {}.", len(earlier), name)
            )
            writer.add(Section.PATIENT_FINDINGS, text, earlier)
        undated = [result for result in results if result not in newest and result.observed is None]
        shown += _write_all(undated, writer)
    return shown


def _abnormal_list(items: Sequence[EvidenceItem], writer: _Writer) -> list[EvidenceItem]:
    """What is flagged or out of range, and of how many."""
    found = abnormal(items)
    if not items:
        return []
    if not found:
        newest = [results[0] for results in _by_test(items)][:NONE_CITES]
        text = (
            DeidentifiedText.compose("The one result read is not flagged and not out of its range.")
            if len(items) == 1
            else DeidentifiedText.compose("None of the {} results read is flagged or out of its range.", len(items))
        )
        writer.add(Section.PATIENT_FINDINGS, text, newest)
        return []
    if len(items) > 1:
        text = DeidentifiedText.compose(
            "{} of the {} results read are flagged or out of their range.", len(found), len(items)
        )
        writer.add(Section.PATIENT_FINDINGS, text, found)
    for item in found[:LISTED]:
        sentence = result_sentence(item, writer.dates, name_flagger=True)
        writer.add(Section.PATIENT_FINDINGS, sentence, [item])
    return found[:LISTED]


def _contradictions(items: Sequence[EvidenceItem], writer: _Writer) -> None:
    """Say where two sources differ about one test at one time: both stay, a person decides."""
    for results in _by_test(items):
        for index, one in enumerate(results):
            for other in results[index + 1 :]:
                if contradict(one, other) and one.observed is not None:
                    text = DeidentifiedText.compose(
                        "The sources differ on {} for {}: {} and {}.",
                        _names(one, other),
                        writer.dates.label(one.observed),
                        measured(one),
                        measured(other),
                    )
                    writer.add(Section.NEEDS_REVIEW, text, [one, other])


def _names(one: EvidenceItem, other: EvidenceItem) -> DeidentifiedText:
    """The test's name; both names where the sources print it differently."""
    if one.words.name.value == other.words.name.value:
        return one.words.name
    return DeidentifiedText.compose("{} and {}", one.words.name, other.words.name)


def _review(item: EvidenceItem, writer: _Writer) -> None:
    sentence = result_sentence(item, writer.dates)
    text = DeidentifiedText.compose("Not confirmed: {}", sentence)
    if item.review_reasons:
        # Reasons are stable words of our own rules, never text of the document.
        reasons = [DeidentifiedText.compose(reason.replace("_", " ")) for reason in item.review_reasons]
        text = DeidentifiedText.compose("{} Reason: {}.", text, DeidentifiedText.join(", ", reasons))
    writer.add(Section.NEEDS_REVIEW, text, [item])
