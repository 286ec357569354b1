from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import Assertion, Problem, Statement
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.narrative.procedures import find_immunizations, find_procedures
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


def read(*lines: str) -> list[tuple[str, str]]:
    document = write_lines(*lines)
    values = [each.value for each in find_procedures(read_passages(document), dates=document.dates)]
    return [(v.name, v.onset.iso if v.onset else "") for v in values if isinstance(v, Problem)]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("appendectomy 1998, cholecystectomy 2005", [("appendectomy", "1998"), ("cholecystectomy", "2005")]),
        ("C-section x2", [("C-section", "")]),
        ("Left knee replacement, 2018", [("knee replacement", "2018")]),
        ("None", []),
        ("no prior surgeries", []),
        ("Something-plasty 2001", [("Something-plasty", "2001")]),
    ],
)
def test_surgical_histories(line: str, wanted: list[tuple[str, str]]) -> None:
    assert read("Past Surgical History:", line) == wanted


def test_sentences_say_that_it_was_done() -> None:
    assert read("HPI:", "She is s/p appendectomy in 2001.") == [("appendectomy", "2001")]
    assert read("HPI:", "Discussed colonoscopy.") == []
    assert read("Plan:", "Colonoscopy next year.") == []


def test_rows_and_unknown_names() -> None:
    assert read("Procedure           Date", "Hysterectomy        01/02/2010") == [("Hysterectomy", "2010-01-02")]
    (unknown,) = find_procedures(read_passages(write_lines("Surgical History:", "Something-plasty")))
    assert unknown.reasons == (Reason.NAME_UNKNOWN,)


def test_vaccines_given_and_declined() -> None:
    found = find_immunizations(
        read_passages(write_lines("Immunizations: Influenza 10/01/2023, Tdap 2019, Shingrix declined"))
    )
    values = [each.value for each in found]
    assert [(v.text, v.assertion.value) for v in values if isinstance(v, Statement)] == [
        ("Influenza [DATE_1]", "present"),
        ("Tdap 2019", "present"),
        ("Shingrix declined", "absent"),
    ]
    assert find_immunizations(read_passages(write_lines("HPI:", "Had influenza."))) == ()


@pytest.mark.parametrize(
    "line", ["Knee replacement - scheduled for next month", "Hysterectomy, planned", "Cataract surgery pending"]
)
def test_an_operation_to_come_is_in_doubt(line: str) -> None:
    found = find_procedures(read_passages(write_lines("Past surgical history", line)))
    assert found
    assert all(Reason.STATED_AS_UNCERTAIN in each.reasons for each in found)


def test_a_vaccine_not_yet_given_is_none() -> None:
    (candidate,) = find_immunizations(read_passages(write_lines("Immunizations", "COVID-19 not yet")))
    assert isinstance(candidate.value, Statement)
    assert candidate.value.assertion is Assertion.ABSENT


def test_a_plan_before_the_name_is_a_plan() -> None:
    (candidate,) = find_procedures(read_passages(write_lines("Past surgical history", "planned: hip replacement 2027")))
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


@pytest.mark.parametrize(
    ("line", "assertion", "doubted"),
    [
        ("MMR exempt", Assertion.ABSENT, False),
        ("Pneumovax - allergic", Assertion.ABSENT, False),
        ("Flu shot: 2025, declined 2026", Assertion.ABSENT, True),
        ("Tetanus: unknown", Assertion.PRESENT, True),
        ("Tdap 2020", Assertion.PRESENT, False),
    ],
)
def test_vaccines_that_were_not_given_or_nobody_knows_of(line: str, assertion: Assertion, doubted: bool) -> None:
    (found,) = find_immunizations(read_passages(write_lines("Immunizations", line)))
    assert isinstance(found.value, Statement)
    assert found.value.assertion is assertion
    assert (Reason.STATED_AS_UNCERTAIN in found.reasons) is doubted
