from __future__ import annotations

from datetime import datetime

import pytest

from arbiter_fhir.domain.fact import AbnormalFlag, Certainty
from arbiter_fhir.evals.cases import Route
from devstack.golden.expectations import (
    HELD_BACK,
    derivable_flag,
    expected_facts,
    name_identifiers,
    patient_identifiers,
    previous_forbidden,
)
from devstack.golden.panels import COAGULATION, RENAL
from devstack.golden.people import LABORATORIES, PATIENTS
from devstack.samples import LAYOUTS, LabReport, TrueRow, sample


@pytest.mark.parametrize(
    ("value", "reference", "flag"),
    [
        ("85", "70 - 99", AbnormalFlag.NORMAL),
        ("70", "70 - 99", AbnormalFlag.NORMAL),
        ("69.9", "70 - 99", AbnormalFlag.LOW),
        ("1,101", "15 - 150", AbnormalFlag.HIGH),
        ("199", "<200", AbnormalFlag.NORMAL),
        ("200", "< 200", AbnormalFlag.HIGH),
        ("40", ">= 40", AbnormalFlag.NORMAL),
        ("59", ">59", AbnormalFlag.LOW),
        ("Negative", "Negative", AbnormalFlag.NORMAL),
        ("Trace", "Negative", None),
        (">60", ">= 60", None),
        ("19", "Not Estab.", None),
        ("6-10", "0 - 5", None),
    ],
)
def test_what_value_and_range_say(value: str, reference: str, flag: AbnormalFlag | None) -> None:
    assert derivable_flag(value, reference) is flag


def rows(name: str) -> tuple[TrueRow, ...]:
    return sample(name).truth.rows


def test_a_complete_typed_row_must_be_certain_and_a_scanned_one_may_be() -> None:
    typed = expected_facts(rows("ruled"), Route.TYPED)
    assert {fact.certainty for fact in typed} == {(Certainty.VERIFIED,)}
    scanned = expected_facts(rows("ruled"), Route.SCANNED)
    assert all(Certainty.NEEDS_REVIEW in fact.certainty for fact in scanned)


def test_a_row_without_a_full_date_must_be_held_back() -> None:
    for collected in ("", "2026", "2026-04"):
        facts = expected_facts(rows("ruled"), Route.TYPED, collected=collected)
        assert all(fact.collection_date == collected for fact in facts)
    incomplete = expected_facts([row for row in rows("panel-dates") if not row.collected], Route.TYPED)
    assert all(fact.certainty == HELD_BACK for fact in incomplete)


def test_parts_are_the_words_of_the_row() -> None:
    fact = expected_facts(rows("ruled"), Route.TYPED)[0]
    assert [part.text for part in fact.parts] == ["Hemoglobin A1c", "8.1", "H", "%", "4.0 - 5.6"]


def test_rows_without_a_result_are_no_facts() -> None:
    names = {fact.value for fact in expected_facts(rows("panel-dates"), Route.TYPED)}
    assert not names & {"TNP", "Pending"}


def test_names_are_known_whole_and_in_parts() -> None:
    texts = [part.text for part in name_identifiers("Dr. Ildiko O'Szymanski-Reyes, MD")]
    assert texts == ["Dr. Ildiko O'Szymanski-Reyes, MD", "Ildiko", "O'Szymanski", "Reyes"]


def test_only_what_the_layout_prints_is_an_identifier() -> None:
    moment = datetime(2026, 3, 2, 7, 35)  # noqa: DTZ001
    report = LabReport((RENAL,), moment, moment, moment, "G2603-0244", LABORATORIES[0])
    full = {part.text for part in patient_identifiers(PATIENTS[1], report, LAYOUTS["ruled"])}
    assert {PATIENTS[1].mrn, PATIENTS[1].street, PATIENTS[1].phone, "Nwachukwu"} <= full
    short = {part.text for part in patient_identifiers(PATIENTS[1], report, LAYOUTS["lines"])}
    assert PATIENTS[1].mrn in short
    assert not {PATIENTS[1].street, PATIENTS[1].phone} & short


def test_an_earlier_value_that_equals_the_current_one_is_not_forbidden() -> None:
    forbidden = previous_forbidden([RENAL, COAGULATION])
    assert all(item.value for item in forbidden)
    assert ("INR", "2.3") in {(item.test_name, item.value) for item in forbidden}
