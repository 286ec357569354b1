from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import MedicationStatus
from arbiter_fhir.extraction.narrative.medication_status import status_of


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Takes DRUG daily", "active"),
        ("Currently on DRUG", "active"),
        ("Continue DRUG", "active"),
        ("discontinued aspirin, increase DRUG to 50 mg", "active"),
        ("stopped aspirin, restart DRUG", "intended"),
        ("Discontinued DRUG", "stopped"),
        ("DRUG was stopped in May", "stopped"),
        ("DRUG (d/c'd)", "stopped"),
        ("No longer taking DRUG", "stopped"),
        ("DRUG on hold before surgery", "on-hold"),
        ("Hold DRUG", "on-hold"),
        ("DRUG daily, hold if SBP is low", "unknown"),
        ("Not taking DRUG", "not-taken"),
        ("Never started DRUG", "not-taken"),
        ("Stopped taking DRUG because of dizziness", "stopped"),
        ("Start DRUG tomorrow", "intended"),
        ("Will start DRUG", "intended"),
        ("Started DRUG", "active"),
        ("Consider DRUG", "intended"),
        ("DRUG", "unknown"),
        ("Stopped smoking. Takes DRUG", "active"),
        ("DRUG 20 mg daily for 5 days, then 10 mg for 5 days, then stop", "unknown"),
        ("DRUG 20 mg daily, then held, finished in May", "stopped"),
        ("Stopped the old one but takes DRUG", "active"),
    ],
)
def test_what_the_words_say(text: str, status: str) -> None:
    at = text.index("DRUG")
    found, cue = status_of(text, at, at + 4)
    assert found is MedicationStatus(status)
    assert (cue is None) == (found is MedicationStatus.UNKNOWN)
