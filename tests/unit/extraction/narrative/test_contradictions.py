from __future__ import annotations

import pytest

from arbiter_fhir.extraction.narrative.contradictions import concept_of, drop_echoes, mark_contradictions
from arbiter_fhir.extraction.narrative.narrative_text import read_narrative
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


def clashing(*lines: str) -> list[str]:
    return [
        concept_of(each)
        for each in read_narrative(write_lines(*lines))
        if Reason.CONTRADICTED_IN_DOCUMENT in each.reasons
    ]


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (("Allergies: NKDA", "Penicillin - hives"), ["no_known_drug_allergies", "penicillins"]),
        (("Allergies: NKDA", "Shellfish - hives"), []),
        (("Allergies: NKA", "Shellfish - hives"), ["no_known_allergies", "shellfish"]),
        (("Allergies: latex", "HPI:", "No latex allergy."), ["latex", "latex"]),
        (("Medications", "Lisinopril 10 mg daily", "Lisinopril 10 mg - stopped"), ["lisinopril", "lisinopril"]),
        (("Medications", "Lisinopril 10 mg daily", "Lisinopril 20 mg daily"), ["lisinopril", "lisinopril"]),
        (("Medications", "Lisinopril 10 mg daily", "Metformin 500 mg - stopped"), []),
        (("Medications: none", "Medications", "Aspirin 81 mg daily"), ["current_medications: none", "aspirin"]),
        (("PMH: HTN", "HPI:", "She denies hypertension."), ["hypertension", "hypertension"]),
        (("PMH: HTN", "HPI:", "She has hypertension."), []),
    ],
)
def test_statements_that_cannot_both_hold(lines: tuple[str, ...], wanted: list[str]) -> None:
    assert sorted(clashing(*lines)) == sorted(wanted)


def test_prose_that_repeats_a_list_is_dropped() -> None:
    found = read_narrative(write_lines("HPI:", "He has gout and asthma.", "PMH: gout"))
    assert [concept_of(each) for each in found] == ["asthma", "gout"]
    assert drop_echoes(found) == found
    assert mark_contradictions(()) == ()


def test_prose_that_tells_another_amount_is_no_echo_and_leaves_the_list_open() -> None:
    lines = ("Medications:", "Lisinopril 20 mg daily", "HPI:", "Increase lisinopril to 40 mg daily.")
    listed, told = read_narrative(write_lines(*lines))
    assert Reason.DOSE_PROPOSED in told.reasons
    assert Reason.DOSE_CHANGING in listed.reasons


def test_prose_without_an_amount_or_with_the_same_is_an_echo() -> None:
    for told in ("Continue lisinopril 20 mg daily.", "She takes lisinopril."):
        (listed,) = read_narrative(write_lines("Medications:", "Lisinopril 20 mg daily", "HPI:", told))
        assert Reason.DOSE_CHANGING not in listed.reasons
