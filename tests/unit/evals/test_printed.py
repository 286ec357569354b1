from __future__ import annotations

import pytest

from arbiter_fhir.evals.printed import same_name, same_print


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("< 100", "<100", True),
        ("4.0 - 5.6", "4.0\u20135.6", True),
        ("(4.0 - 5.6)", "4.0-5.6", True),
        (">= 40", "≥40", True),
        ("8.1", "8.7", False),
        ("8.1", "81", False),
        ("1,012", "1012", False),
        ("7.0", "7.00", False),
        ("mg/dL", "mg/dl", False),
        ("", "0", False),
        ("(a) and (b)", "a) and (b", False),
    ],
)
def test_same_print(one: str, other: str, same: bool) -> None:
    assert same_print(one, other) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Hemoglobin A1c", "Hemoglobin Alc", True),
        ("T4, Free", "T4 Free", True),
        ("CO2", "C02", True),
        ("Sodium", "Sodiurn", True),
        ("AST", "ALT", False),
        ("T3, Free", "T4, Free", False),
    ],
)
def test_same_name(one: str, other: str, same: bool) -> None:
    assert same_name(one, other) is same
