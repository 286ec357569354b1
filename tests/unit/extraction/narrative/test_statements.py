from __future__ import annotations

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, Statement
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.narrative.statements import find_statements
from tests.unit.extraction.clean_pages import write_lines


def test_what_is_kept_as_said() -> None:
    found = find_statements(
        read_passages(
            write_lines("Chief Complaint: cough for 3 days", "Reason for Referral: chest pain", "Medications: none")
        )
    )
    read = [(each.fact_type, each.value) for each in found]
    assert read == [
        (FactType.CHIEF_CONCERN, Statement("chief_concern", "cough for 3 days")),
        (FactType.REFERRAL, Statement("reason_for_referral", "chest pain")),
        (FactType.OTHER, Statement("current_medications", "none", Assertion.ABSENT)),
    ]


def test_empty_answers_say_nothing() -> None:
    assert find_statements(read_passages(write_lines("Chief Complaint: n/a", "Medications: aspirin"))) == ()
