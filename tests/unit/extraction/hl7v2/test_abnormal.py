"""Flags: the strongest counts, some say nothing about the range, unknown ones are said to be."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import SusceptibilityInterpretation
from arbiter_fhir.extraction.hl7v2.abnormal import interpretation_of, read_flags
from arbiter_fhir.extraction.laboratory.flags import Direction


@pytest.mark.parametrize(
    ("printed", "direction", "unclear"),
    [
        ((), None, False),
        (("N",), Direction.NORMAL, False),
        (("H",), Direction.HIGH, False),
        (("LL",), Direction.CRITICAL_LOW, False),
        (("H", "HH"), Direction.CRITICAL_HIGH, False),
        (("A", "H"), Direction.HIGH, False),
        ((">",), Direction.HIGH, False),
        (("<",), Direction.LOW, False),
        (("AA",), Direction.CRITICAL, False),
        (("U",), None, False),
        (("H", "U"), Direction.HIGH, False),
        (("POS",), Direction.ABNORMAL, False),
        (("S",), None, False),
        (("??",), None, True),
        (("H", "??"), Direction.HIGH, True),
    ],
)
def test_flags(printed: tuple[str, ...], direction: Direction | None, unclear: bool) -> None:
    found = read_flags(printed)
    assert (found.direction, found.unclear) == (direction, unclear)


def test_categories_of_susceptibility() -> None:
    assert interpretation_of("R") is SusceptibilityInterpretation.RESISTANT
    assert interpretation_of("susceptible") is SusceptibilityInterpretation.SUSCEPTIBLE
    assert interpretation_of("MS") is SusceptibilityInterpretation.SUSCEPTIBLE
    assert interpretation_of("96") is None
