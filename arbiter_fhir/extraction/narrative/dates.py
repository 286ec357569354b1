"""Dates in narrative text: placeholders whose value de-identification kept, and bare years."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision

__all__ = ["first_date"]

_LABEL: Final = re.compile(r"\[DATE_\d+\]")
_YEAR: Final = re.compile(r"(?<![\d.,/-])(?:19|20)\d{2}(?![\d/%-]|[.,]\d|\s*(?:mg|mcg|units|ml))")


def first_date(text: str, dates: Mapping[str, ClinicalDate]) -> ClinicalDate | None:
    """The first date in a text; a year alone counts where no placeholder stands before it.

    Args:
        text: Clean text.
        dates: Date placeholders of the document with their values.
    """
    label = _LABEL.search(text)
    if label is not None:
        return dates.get(label[0])
    year = _YEAR.search(text)
    return ClinicalDate(date(int(year[0]), 1, 1), None, DatePrecision.YEAR) if year is not None else None
