from __future__ import annotations

from datetime import date

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.extraction.narrative.dates import first_date

DATES = {"[DATE_1]": ClinicalDate(date(2024, 3, 5), None, DatePrecision.DAY)}


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("since [DATE_1]", "2024-03-05"),
        ("in 2015", "2015"),
        ("[DATE_9] 2015", None),
        ("2000 mg daily", None),
        ("1500", None),
        ("12/2015/3", None),
        ("none", None),
    ],
)
def test_first_date(text: str, iso: str | None) -> None:
    found = first_date(text, DATES)
    assert (found.iso if found else None) == iso
