"""What a single fragment looks like, apart from where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass

from arbiter_fhir.extraction.laboratory.dates import is_date
from arbiter_fhir.extraction.laboratory.flags import is_flag
from arbiter_fhir.extraction.laboratory.geometry import Fragment
from arbiter_fhir.extraction.laboratory.ranges import is_range
from arbiter_fhir.extraction.laboratory.units import is_unit_like, ucum_of
from arbiter_fhir.extraction.laboratory.values import is_value_start, looks_misread, parse_value

__all__ = ["Shape", "shape_of"]

_NUMBER_IN_BRACKETS = re.compile(r"^[(\[]?[<>]?=?\d[\d.,]*(?:[-\u2013]\d[\d.,]*)?[)\]]?%?$")
_DASH = re.compile(r"^[-\u2013\u2014]$")
_COMPARATOR = re.compile(r"^[(\[]?(?:[<>]=?|\u2264|\u2265|=)$")


@dataclass(frozen=True, slots=True)
class Shape:
    """What a fragment could be; several can hold at once.

    Attributes:
        number: A number, also in brackets or as a range without blanks.
        value: A whole value: number, titre, result word.
        misread: A number in which letters seem to stand for digits.
        letters: Holds a letter.
    """

    number: bool
    value: bool
    misread: bool
    flag: bool
    unit: bool
    known_unit: bool
    range: bool
    dash: bool
    comparator: bool
    date: bool
    letters: bool


def shape_of(fragment: Fragment) -> Shape:
    """Look at one fragment."""
    text = fragment.text
    bare = text.strip("()[],;")
    number = bool(_NUMBER_IN_BRACKETS.match(text))
    return Shape(
        number=number,
        value=parse_value(text.strip(",;")) is not None or is_value_start(text.strip(",;")),
        misread=looks_misread(bare),
        flag=is_flag(text),
        unit=is_unit_like(bare),
        known_unit=ucum_of(bare) is not None,
        range=is_range(text),
        dash=bool(_DASH.match(text)),
        comparator=bool(_COMPARATOR.match(text)),
        date=is_date(fragment),
        letters=any(char.isalpha() for char in text),
    )
