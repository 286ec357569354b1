"""Status of observations: HL7 tables 0085 and 0123."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import ResultStatus
from arbiter_fhir.extraction.hl7v2.status import standing_of


@pytest.mark.parametrize(
    ("code", "status", "unresulted"),
    [
        ("F", ResultStatus.FINAL, "value_missing"),
        ("C", ResultStatus.CORRECTED, "value_missing"),
        ("P", ResultStatus.PRELIMINARY, "pending"),
        ("R", ResultStatus.PRELIMINARY, "pending"),
        ("S", ResultStatus.PRELIMINARY, "pending"),
        ("I", ResultStatus.REGISTERED, "pending"),
        ("X", ResultStatus.CANCELLED, "cancelled"),
        ("W", ResultStatus.ENTERED_IN_ERROR, "value_missing"),
        ("D", ResultStatus.ENTERED_IN_ERROR, "value_missing"),
        ("U", ResultStatus.FINAL, "value_missing"),
        ("f", ResultStatus.FINAL, "value_missing"),
        ("Q", ResultStatus.UNKNOWN, "value_missing"),
    ],
)
def test_observations(code: str, status: ResultStatus, unresulted: str) -> None:
    standing = standing_of(code, "")
    assert (standing.status, standing.unresulted) == (status, unresulted)


def test_the_request_speaks_for_observations_that_say_nothing() -> None:
    assert standing_of("", "P").status is ResultStatus.PRELIMINARY
    assert standing_of("F", "P").status is ResultStatus.FINAL
    assert standing_of("", "").status is None
