"""From a model's proposals to facts: every word of a fact is cut from the page, none is taken from the answer."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.fact import CitedFact, FactType, FactValue, LabResult, RejectedCandidate
from arbiter_fhir.domain.statement import Allergy, Assertion, FamilyHistory, Medication, Problem, Statement
from arbiter_fhir.extraction.citing import Source, cite
from arbiter_fhir.extraction.grounding import quote_words
from arbiter_fhir.extraction.injection import speaks_to_machine
from arbiter_fhir.extraction.laboratory.units import ucum_of
from arbiter_fhir.extraction.laboratory.values import parse_value
from arbiter_fhir.extraction.model.finding import find_words
from arbiter_fhir.extraction.model.proposals import (
    AllergyProposal,
    FamilyProposal,
    LabProposal,
    MedicationProposal,
    ProblemProposal,
    Proposal,
    StatementProposal,
)
from arbiter_fhir.extraction.narrative.assertion import assertion_of
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["Grounded", "ground_proposals"]

_DATE_LABEL = re.compile(r"\[DATE_\d+\]")
_TOPICS = {
    "chief_concern": FactType.CHIEF_CONCERN,
    "social_history": FactType.SOCIAL_HISTORY,
    "referral_reason": FactType.REFERRAL,
    "requested_service": FactType.REFERRAL,
    "urgency": FactType.REFERRAL,
    "other": FactType.OTHER,
}


@dataclass(frozen=True, slots=True)
class Grounded:
    """What of an answer stands on the page."""

    facts: tuple[CitedFact, ...]
    rejected: tuple[RejectedCandidate, ...]


@dataclass(slots=True)
class _Reading:
    """One proposal beside its quote.

    Attributes:
        quote: The words that were found on the page, as clean text.
        around: The lines that the quote stands on, and the one before.
        missing: Whether a field says what the quote does not hold.
        claims_otherwise: Whether the text around claims something else than the model does.
    """

    quote: DeidentifiedText
    around: str
    missing: bool = field(default=False)
    claims_otherwise: bool = field(default=False)

    def cut(self, text: str) -> str:
        """The field as it stands in the quote; empty where it does not stand there."""
        if not text.strip():
            return ""
        pattern = r"\s+".join(re.escape(piece) for piece in text.split())
        # Whole words and whole numbers: 8.1 does not stand in 18.1 or 8.15.
        found = re.search(rf"(?<![\w.,]){pattern}(?!\w|[.,]\d)", self.quote.value, re.IGNORECASE)
        if found is None:
            self.missing = True
            return ""
        return found[0]

    def claim(self, target: str, said: Assertion) -> Assertion:
        """What the text claims of the target: our own rules decide against a model that overlooks a denial."""
        start = self.around.find(target)
        ours = assertion_of(self.around, start, start + len(target)) if target and start >= 0 else said
        self.claims_otherwise = self.claims_otherwise or ours is not said
        return said if ours is Assertion.PRESENT else ours


def ground_proposals(
    proposals: Sequence[Proposal],
    page: DeidentifiedPage,
    *,
    dates: Mapping[str, ClinicalDate],
    source: Source,
    first: int,
) -> Grounded:
    """Facts of those proposals whose quote and essential words stand on the page.

    Args:
        proposals: What the model says of this page.
        page: The page.
        dates: Values of date placeholders.
        source: What is cited.
        first: Number of the first fact, for field paths.
    """
    facts: list[CitedFact] = []
    rejected: list[RejectedCandidate] = []
    nothing = DeidentifiedText.compose("")
    for proposal in proposals:
        places = find_words(proposal.quote, page.words)
        if not places:
            # What does not stand on the page is the model's own text: it is counted, and shown to nobody.
            rejected.append(RejectedCandidate(page.number, "model_quote_not_found", nothing))
            continue
        reading = _Reading(quote_words(page, places[0]), _around(page, places[0]))
        value = _value_of(proposal, reading, page, dates)
        if value is None:
            rejected.append(RejectedCandidate(page.number, "model_value_not_in_quote", reading.quote))
            continue
        facts.append(
            cite(
                page,
                places[0],
                fact_type=_kind(proposal),
                value=value,
                fact_text=reading.quote,
                field=f"model_facts[{first + len(facts)}]",
                source=source,
                reasons=_doubts(reading, places),
            )
        )
    return Grounded(tuple(facts), tuple(rejected))


def _around(page: DeidentifiedPage, words: Sequence[CleanWord]) -> str:
    lines = {word.line for word in words}
    near = {*lines, min(lines) - 1}
    return " ".join(word.text for word in page.words if word.line in near)


def _doubts(reading: _Reading, places: Sequence[tuple[CleanWord, ...]]) -> list[Reason]:
    doubts = [Reason.MODEL_READ]
    if reading.missing:
        doubts.append(Reason.MODEL_FIELD_NOT_IN_QUOTE)
    if reading.claims_otherwise:
        doubts.append(Reason.MODEL_ASSERTION)
    if len(places) > 1:
        doubts.append(Reason.MODEL_QUOTE_REPEATED)
    if speaks_to_machine(reading.quote.value):
        doubts.append(Reason.INSTRUCTION_IN_DOCUMENT)
    return doubts


def _kind(proposal: Proposal) -> FactType:
    return _TOPICS[proposal.topic] if isinstance(proposal, StatementProposal) else FactType(proposal.kind)


def _value_of(
    proposal: Proposal, reading: _Reading, page: DeidentifiedPage, dates: Mapping[str, ClinicalDate]
) -> FactValue | None:
    """The structured value from words of the quote alone; ``None`` where its essential words are not there."""
    cut = reading.cut
    essential = ""
    value: FactValue | None = None
    match proposal:
        case LabProposal():
            return _lab(proposal, reading, page, dates)
        case MedicationProposal():
            essential, value = _medication(proposal, reading)
        case AllergyProposal():
            essential = cut(proposal.substance)
            value = Allergy(
                essential,
                reaction=cut(proposal.reaction),
                severity=cut(proposal.severity),
                assertion=reading.claim(essential, proposal.assertion),
            )
        case ProblemProposal():
            essential = cut(proposal.name)
            value = Problem(essential, assertion=reading.claim(essential, proposal.assertion))
        case FamilyProposal():
            essential = cut(proposal.condition)
            value = FamilyHistory(cut(proposal.relation), essential)
        case StatementProposal():
            essential = cut(proposal.text)
            value = Statement(proposal.topic, essential)
    return value if essential else None


def _medication(proposal: MedicationProposal, reading: _Reading) -> tuple[str, Medication]:
    name = reading.cut(proposal.name)
    value = Medication(
        name=name,
        strength=reading.cut(proposal.strength),
        dose=reading.cut(proposal.dose),
        route=reading.cut(proposal.route),
        frequency=reading.cut(proposal.frequency),
        as_needed=proposal.as_needed,
        status=proposal.status,
    )
    return name, value


def _lab(
    proposal: LabProposal, reading: _Reading, page: DeidentifiedPage, dates: Mapping[str, ClinicalDate]
) -> LabResult | None:
    name, printed, unit = (reading.cut(text) for text in (proposal.test_name, proposal.value, proposal.unit))
    parsed = parse_value(printed) if printed else None
    if not name or parsed is None:
        return None
    return LabResult(
        test_name=name,
        value=printed,
        unit=unit,
        reference_range=reading.cut(proposal.reference_range),
        flag_printed=reading.cut(proposal.flag),
        collection_date=_date_on(page, proposal.collection_date, dates, reading),
        numeric=parsed.numeric,
        comparator=parsed.comparator,
        ucum=ucum_of(unit) if unit else None,
    )


def _date_on(
    page: DeidentifiedPage, label: str, dates: Mapping[str, ClinicalDate], reading: _Reading
) -> ClinicalDate | None:
    """The date of a placeholder that stands on this page; anything else is a doubt."""
    if not label.strip():
        return None
    if not _DATE_LABEL.fullmatch(label) or label not in page.text.value or label not in dates:
        reading.missing = True
        return None
    return dates[label]
