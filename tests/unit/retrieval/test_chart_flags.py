"""Flags of chart rows."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.lab_comparison import read_value
from arbiter_fhir.retrieval.chart_flags import derive_flag, stored_flag

NORMAL, HIGH, LOW = AbnormalFlag.NORMAL, AbnormalFlag.HIGH, AbnormalFlag.LOW


@pytest.mark.parametrize(
    "stored, flag",
    [
        ("no", NORMAL),
        ("high", HIGH),
        ("H", HIGH),
        ("vlow", AbnormalFlag.CRITICAL_LOW),
        ("HH", AbnormalFlag.CRITICAL_HIGH),
        ("A", AbnormalFlag.ABNORMAL),
        ("N", NORMAL),
        ("", None),
        ("maybe", None),
    ],
)
def test_stored_words(stored: str, flag: AbnormalFlag | None) -> None:
    assert stored_flag(stored) is flag


@pytest.mark.parametrize(
    "value, reference, flag",
    [
        ("8.1", "4.0-5.6", HIGH),
        ("4.0", "4.0 - 5.6", NORMAL),
        ("5.6", "4.0 to 5.6", NORMAL),
        ("3.9", "4.0\u20135.6", LOW),
        ("148", "<100", HIGH),
        ("100", "<100", HIGH),
        ("100", "<=100", NORMAL),
        ("99", "< 100", NORMAL),
        ("35", ">=40", LOW),
        ("40", ">40", LOW),
        ("41", ">40", NORMAL),
        ("<5", "70-99", LOW),
        ("<99", "70-99", None),
        (">500", "70-99", HIGH),
        (">80", "70-99", None),
        ("<5", "<10", NORMAL),
        ("<15", "<10", None),
        (">500", "<10", HIGH),
        (">=10", "<10", None),
        ("<30", ">=40", LOW),
        (">60", ">59", NORMAL),
        (">50", ">59", None),
        ("<60", ">59", None),
        ("Positive", "Negative", None),
        ("5", "Negative", None),
        ("5", "5.6-4.0", None),
        ("5", "", None),
        ("5", "4.0-5.6 (adults)", None),
    ],
)
def test_derived_flags_say_only_what_is_certain(value: str, reference: str, flag: AbnormalFlag | None) -> None:
    assert derive_flag(read_value(value), reference) is flag
