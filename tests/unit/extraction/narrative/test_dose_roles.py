"""Which of several amounts is taken."""

from __future__ import annotations

import re

import pytest

from arbiter_fhir.domain.statement import Medication, MedicationStatus
from arbiter_fhir.extraction.narrative.dose_roles import DoseRole, roles_of
from arbiter_fhir.extraction.narrative.medications import find_medications
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines

TAKEN, FORMER, PROPOSED = DoseRole.TAKEN, DoseRole.FORMER, DoseRole.PROPOSED


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("metformin 500 mg", [TAKEN]),
        ("metformin 500 mg twice daily, increase to 1000 mg", [TAKEN, PROPOSED]),
        ("metformin: increase to 1000 mg", [PROPOSED]),
        ("metformin was on 500 mg, now 250 mg", [FORMER, TAKEN]),
        ("metformin 500 mg, now 250 mg", [FORMER, TAKEN]),
        ("metformin 500 mg (was 250 mg)", [TAKEN, FORMER]),
        ("metformin decrease from 1000 mg to 500 mg", [TAKEN, PROPOSED]),
        ("metformin decreased from 1000 mg to 500 mg", [FORMER, TAKEN]),
        ("metformin increased to 1000 mg", [TAKEN]),
        ("metformin was increased to 1000 mg", [TAKEN]),
        ("metformin will be increased to 1000 mg", [PROPOSED]),
        ("We will increase metformin to 1000 mg", [PROPOSED]),
        ("Increase lisinopril, continue metformin 500 mg", [TAKEN]),
        ("Target dose of metformin is 1000 mg", [PROPOSED]),
        ("metformin 500 mg, doctor wants 1000 mg", [TAKEN, PROPOSED]),
        ("Recommend metformin 500 mg", [TAKEN]),
        ("metformin 500 mg every morning, 1000 mg every evening", [TAKEN, TAKEN]),
        ("metformin 500 mg -> 1000 mg", [TAKEN, PROPOSED]),
        ("metformin 500 mg, titrate up to 1000 mg then 2000 mg", [TAKEN, PROPOSED, PROPOSED]),
    ],
)
def test_roles(text: str, roles: list[DoseRole]) -> None:
    amounts = [found.span() for found in re.finditer(r"\d+ mg", text)]
    assert roles_of(text, text.index("metformin") + len("metformin"), amounts) == roles


@pytest.mark.parametrize(
    ("line", "strength", "dose", "frequency", "reason"),
    [
        ("Metformin 500 mg BID, increase to 1000 mg daily", "500 mg", "", "BID", Reason.DOSE_PROPOSED),
        ("Lisinopril: increase to 20 mg daily", "", "", "", Reason.DOSE_PROPOSED),
        ("Metformin was on 500 mg BID, now 250 mg daily", "250 mg", "", "daily", Reason.DOSE_CHANGING),
        ("Furosemide decrease from 40 mg to 20 mg daily", "40 mg", "", "", Reason.DOSE_PROPOSED),
    ],
)
def test_the_dose_is_the_one_that_is_taken(line: str, strength: str, dose: str, frequency: str, reason: Reason) -> None:
    (found,) = find_medications(read_passages(write_lines("Medications:", line)))
    assert isinstance(found.value, Medication)
    assert (found.value.strength, found.value.dose, found.value.frequency) == (strength, dose, frequency)
    assert reason in found.reasons


def test_what_is_switched_to_is_planned() -> None:
    line = "Please switch atorvastatin 40 mg to rosuvastatin 20 mg."
    old, new = (each.value for each in find_medications(read_passages(write_lines(line))))
    assert isinstance(old, Medication)
    assert isinstance(new, Medication)
    assert (old.status is MedicationStatus.INTENDED, new.status) == (False, MedicationStatus.INTENDED)
