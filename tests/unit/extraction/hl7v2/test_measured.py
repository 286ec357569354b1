"""What is measured, and what name, code and unit leave open."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.hl7v2.measured import measured_of, unit_of
from arbiter_fhir.extraction.laboratory.analytes import SpecimenClass
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.hl7v2.messages import obx, only_segment


def reasons_of(**numbered: str) -> tuple[Reason, ...]:
    observation = only_segment(obx(**numbered))
    found = measured_of(observation, unit=unit_of(observation), specimen=None, is_number=True)
    assert found is not None
    return found.reasons


@pytest.mark.parametrize(
    ("field", "text", "ucum"),
    [
        ("mg/dL", "mg/dL", "mg/dL"),
        ("mg/dL^milligram per deciliter^UCUM", "mg/dL", "mg/dL"),
        ("MG^mg/dL^L", "MG", "mg/dL"),
        ("{copies}/mL^^UCUM", "{copies}/mL", "{copies}/mL"),
        ("XX^units of something^L^mmol/L^^UCUM", "XX", "mmol/L"),
        ("MMHG^^ISO+", "MMHG", "mm[Hg]"),
        ("MDC_DIM_BEAT_PER_MIN^^MDC", "MDC_DIM_BEAT_PER_MIN", "/min"),
        ("10^3/uL", "10^3/uL", "10*3/uL"),
        ("x10^6/uL", "x10^6/uL", "10*6/uL"),
        ("10^9/L^^UCUM", "10^9/L", "10*9/L"),
        ("10^blorbs", "10", None),
        ("g/dL^3/uL", "g/dL", "g/dL"),
        ("blorbs", "blorbs", None),
        ("", "", None),
        ('""', "", None),
    ],
)
def test_units(field: str, text: str, ucum: str | None) -> None:
    found = unit_of(only_segment(obx(f6=field)))
    assert (found.text, found.ucum) == (text, ucum)


def test_a_known_code_with_its_name_and_unit_leaves_nothing_open() -> None:
    assert reasons_of() == ()


@pytest.mark.parametrize(
    ("numbered", "reason"),
    [
        ({"f3": "2345-7^Sodium^LN"}, Reason.CODE_CONTRADICTS_NAME),
        ({"f3": "2345-8^Glucose^LN"}, Reason.CODE_INVALID),
        ({"f3": "ZZZ^Frobnicase^L"}, Reason.NAME_UNKNOWN),
        ({"f3": "77998-3^Age at investigation^LN", "f6": "a^year^UCUM", "f7": ""}, Reason.NAME_UNKNOWN),
        ({"f3": "123^456^L"}, Reason.NAME_UNCLEAR),
        ({"f6": ""}, Reason.UNIT_MISSING),
        ({"f6": "blorbs"}, Reason.UNIT_UNCLEAR),
        ({"f6": "mm[Hg]^^UCUM"}, Reason.UNIT_UNEXPECTED),
    ],
)
def test_doubts(numbered: dict[str, str], reason: Reason) -> None:
    assert reason in reasons_of(**numbered)


def test_a_local_code_gets_the_only_code_of_the_table() -> None:
    observation = only_segment(obx(f3="GLU^Glucose^L"))
    found = measured_of(observation, unit=unit_of(observation), specimen=SpecimenClass.BLOOD, is_number=True)
    assert found is not None
    assert found.loinc == "2345-7"
    assert [coding.code for coding in found.codes] == ["GLU"]


def test_a_sent_code_is_kept_even_where_the_table_does_not_hold_it() -> None:
    observation = only_segment(obx(f3="22316-4^Hepatitis B core antibody^LN", f6="[IU]/mL^^UCUM", f7="<0.50"))
    found = measured_of(observation, unit=unit_of(observation), specimen=None, is_number=True)
    assert found is not None
    assert (found.loinc, found.reasons) == ("22316-4", ())


def test_vital_signs_are_told_by_code() -> None:
    for field in ("8867-4^Heart rate^LN", "147842^MDC_ECG_HEART_RATE^MDC"):
        observation = only_segment(obx("72", f3=field, f6="/min^^UCUM", f7=""))
        found = measured_of(observation, unit=unit_of(observation), specimen=None, is_number=True)
        assert found is not None
        assert (found.is_vital_sign, Reason.NAME_UNKNOWN in found.reasons) == (True, False)


def test_without_a_name_nothing_is_measured() -> None:
    observation = only_segment(obx(f3=""))
    assert measured_of(observation, unit=unit_of(observation), specimen=None, is_number=True) is None


def test_a_code_may_name_the_test_more_exactly_than_its_words() -> None:
    assert reasons_of(f3="13457-7^LDL Cholesterol^LN") == ()
