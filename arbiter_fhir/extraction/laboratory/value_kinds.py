"""Kinds of value that a test cannot have: a titre of what is measured in units, a grade beside a range of numbers."""

from __future__ import annotations

from arbiter_fhir.extraction.laboratory.analytes import Analyte, units_of
from arbiter_fhir.extraction.laboratory.values import ValueKind, is_grade, parse_value

__all__ = ["is_unlike_test"]


def is_unlike_test(printed: str, analyte: Analyte | None, *, bounded: bool) -> bool:
    """Whether a value is of a kind that its test cannot have.

    Args:
        printed: The value.
        analyte: The test; ``None`` where it is not known.
        bounded: The reference range is one of numbers.
    """
    parsed = parse_value(printed)
    known = units_of(analyte) if analyte else frozenset[str]()
    titre = parsed is not None and parsed.kind is ValueKind.TITRE and bool(known) and "" not in known
    return titre or (is_grade(printed) and bounded)
