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
    assert standing_of("", "").status is None


@pytest.mark.parametrize(
    ("observation", "request_status", "status"),
    [
        ("F", "X", ResultStatus.CANCELLED),
        ("C", "X", ResultStatus.CANCELLED),
        ("F", "P", ResultStatus.PRELIMINARY),
        ("F", "p ", ResultStatus.PRELIMINARY),
        ("C", "R", ResultStatus.PRELIMINARY),
        ("F", "O", ResultStatus.REGISTERED),
        ("F", "I", ResultStatus.REGISTERED),
        ("F", "Y", ResultStatus.UNKNOWN),
        ("P", "F", ResultStatus.PRELIMINARY),
        ("X", "F", ResultStatus.CANCELLED),
        ("W", "X", ResultStatus.ENTERED_IN_ERROR),
        ("D", "P", ResultStatus.ENTERED_IN_ERROR),
        ("F", "F", ResultStatus.FINAL),
        ("F", "C", ResultStatus.FINAL),
        ("C", "F", ResultStatus.CORRECTED),
        ("F", "A", ResultStatus.FINAL),
        ("F", "", ResultStatus.FINAL),
    ],
)
def test_of_observation_and_request_the_one_that_settles_less_holds(
    observation: str, request_status: str, status: ResultStatus
) -> None:
    assert standing_of(observation, request_status).status is status


def test_a_cancelled_request_leaves_its_reason_to_observations_without_a_value() -> None:
    assert standing_of("F", "X").unresulted == "cancelled"
