"""Value, unit and time: when two results say the same."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import Comparator, LabResult
from arbiter_fhir.domain.lab_comparison import (
    LabMoment,
    canonical_unit,
    chart_clinical_date,
    fact_value,
    moment_of_chart,
    moment_of_date,
    read_value,
    same_moment,
)
from arbiter_fhir.domain.promotion import ChartLab
from arbiter_fhir.domain.tenant import PatientId


@pytest.mark.parametrize(
    "text, canonical",
    [
        ("7.20", "7.2"),
        (" 7.2 ", "7.2"),
        ("1,234", "1234"),
        ("1,234.50", "1234.5"),
        ("0.0", "0"),
        ("100", "100"),
        (".5", "0.5"),
        ("<5", "<5"),
        ("< 5.0", "<5"),
        ("≥60", ">=60"),
        ("1:80", "1:80"),
        ("1 : 80", "1:80"),
        ("Pos", "positive"),
        ("Non-Reactive", "nonreactive"),
        ("NONE DETECTED.", "not detected"),
        ("12,34", "12,34"),
        ("8.1 H", "8.1 h"),
        ("", ""),
    ],
)
def test_values_have_one_spelling(text: str, canonical: str) -> None:
    assert read_value(text).canonical == canonical


@pytest.mark.parametrize(
    "one, other",
    [("7.2", "7.3"), ("5", "<5"), ("<5", "<=5"), ("Positive", "Negative"), ("1:80", "1:160"), ("12", "1,2")],
)
def test_different_values_stay_different(one: str, other: str) -> None:
    assert read_value(one).canonical != read_value(other).canonical


def test_a_facts_exact_number_counts_before_its_print() -> None:
    lab = LabResult(test_name="x", value="8,1", numeric=Decimal("8.1"), comparator=Comparator.LESS)
    assert fact_value(lab).canonical == "<8.1"
    assert fact_value(LabResult(test_name="x", value="Pos")).canonical == "positive"


@pytest.mark.parametrize(
    "spellings",
    [
        ("K/uL", "x10E3/uL", "10^3/µL", "x10^3/mcL", "10*3/uL", "Thousand/uL", "10³/μL", "x10(3)/uL"),
        ("M/uL", "10e6/uL", "x10^6/uL", "million/mcL"),
        ("mL/min/1.73 m²", "mL/min/{1.73_m2}", "ML/MIN/1.73M2", "mL/min/1.73"),
        ("mg/dL", "MG/DL", "mg / dl"),
        ("mcg/dL", "ug/dL", "µg/dL"),
        ("%", "percent"),
    ],
)
def test_spellings_of_a_unit_are_one_unit(spellings: tuple[str, ...]) -> None:
    assert len({canonical_unit(unit) for unit in spellings}) == 1


def test_different_units_stay_different() -> None:
    units = ["mg/dL", "mmol/L", "g/dL", "ug/dL", "mg/L", "10^3/uL", "10^9/L", "10^6/uL", "%", "U/L", "IU/L", ""]
    assert len({canonical_unit(unit) for unit in units}) == len(units)


MORNING, NOON = time(8, 30), time(12, 0)
DAY = date(2026, 4, 10)


@pytest.mark.parametrize(
    "one, other, same",
    [
        (LabMoment(DAY, None), LabMoment(DAY, None), True),
        (LabMoment(DAY, MORNING), LabMoment(DAY, None), True),
        (LabMoment(DAY, MORNING), LabMoment(DAY, MORNING), True),
        (LabMoment(DAY, MORNING), LabMoment(DAY, NOON), False),
        (LabMoment(DAY, None), LabMoment(date(2026, 4, 11), None), False),
    ],
)
def test_same_time(one: LabMoment, other: LabMoment, same: bool) -> None:
    assert same_moment(one, other) is same
    assert same_moment(other, one) is same


def chart(**moments: datetime | None) -> ChartLab:
    fields = {"observed_at": None, "collected_at": None, **moments}
    return ChartLab(1, 1, PatientId(1), "", "x", "1", "", "", "", status="final", document_id=None, **fields)


def test_collection_counts_before_the_report_and_midnight_is_no_time() -> None:
    collected, reported = datetime(2026, 4, 10, 8, 30, 59), datetime(2026, 4, 12, 9, 0)  # noqa: DTZ001
    assert moment_of_chart(chart(collected_at=collected, observed_at=reported)) == LabMoment(DAY, MORNING)
    assert moment_of_chart(chart(observed_at=datetime(2026, 4, 10))) == LabMoment(DAY, None)  # noqa: DTZ001
    assert moment_of_chart(chart()) is None
    assert chart_clinical_date(chart()) is None
    shown = chart_clinical_date(chart(collected_at=collected))
    assert shown is not None
    assert shown.iso == "2026-04-10T08:30"
    midnight = ClinicalDate(DAY, time(0, 0), DatePrecision.MINUTE)
    assert moment_of_date(midnight) == LabMoment(DAY, None)
    assert moment_of_date(midnight).canonical == "2026-04-10"


@given(st.text(max_size=30))
def test_any_text_is_a_value_of_some_kind(text: str) -> None:
    value = read_value(text)
    assert read_value(value.canonical).canonical == value.canonical
