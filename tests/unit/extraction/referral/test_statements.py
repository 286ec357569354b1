"""What a letter says of the referral."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.domain.statement import Statement
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.referral.letter import read_letter
from arbiter_fhir.extraction.referral.statements import referral_candidates
from tests.unit.extraction.clean_forms import At, form_page


def candidates(*lines: str | Sequence[At]) -> list[Candidate]:
    return list(referral_candidates(read_letter([form_page(lines)])))


def told(*lines: str | Sequence[At]) -> dict[str, str]:
    values = [candidate.value for candidate in candidates(*lines)]
    return {value.topic: value.text for value in values if isinstance(value, Statement)}


def test_labelled_statements() -> None:
    assert told(
        "To: Cardiology", "Reason for referral: Exertional chest tightness.", "Urgency: Urgent", "Sincerely, [PERSON_2]"
    ) == {
        "requested_service": "Cardiology",
        "reason": "Exertional chest tightness",
        "urgency": "Urgent",
        "referring_clinician": "[PERSON_2]",
    }


def test_a_letter_to_a_person_requests_no_service() -> None:
    assert told("To: [PERSON_4]") == {"referred_to": "[PERSON_4]"}


def test_the_ticked_urgency_counts() -> None:
    assert told("Priority: \u2610 Routine \u2612 Urgent \u2610 STAT") == {"urgency": "Urgent"}
    assert told("Priority: \u2610 Routine \u2610 Urgent") == {}


def test_a_sentence_counts_where_no_label_says_it() -> None:
    found = candidates("I am referring this patient to Neurology for evaluation of seizures.")
    assert {each.value.topic: each.value.text for each in found if isinstance(each.value, Statement)} == {
        "requested_service": "Neurology",
        "reason": "evaluation of seizures",
    }
    assert all(Reason.STATED_IN_PROSE in each.reasons for each in found)
    assert told("To: Cardiology", "I am referring this patient to Neurology for seizures.")["requested_service"] == (
        "Cardiology"
    )
