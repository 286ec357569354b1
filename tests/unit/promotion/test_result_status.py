"""A result's status, as coded and as printed."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.domain.fact import ResultStatus
from arbiter_fhir.promotion.result_status import SETTLED, status_of


@pytest.mark.parametrize(
    ("printed", "status"),
    [
        ("", ResultStatus.FINAL),
        ("Final", ResultStatus.FINAL),
        ("CORRECTED  REPORT", ResultStatus.CORRECTED),
        ("amended", ResultStatus.CORRECTED),
        ("Preliminary", ResultStatus.PRELIMINARY),
        ("entered in error", ResultStatus.ENTERED_IN_ERROR),
        ("pending", ResultStatus.UNKNOWN),
        ("cancelled", ResultStatus.UNKNOWN),
    ],
)
def test_the_printed_word_says_the_status(build: Any, printed: str, status: ResultStatus) -> None:
    assert status_of(build.lab(status=printed)) is status


def test_the_coded_status_outweighs_the_word(build: Any) -> None:
    assert status_of(build.lab(status="final", result_status=ResultStatus.PRELIMINARY)) is ResultStatus.PRELIMINARY


def test_only_final_and_corrected_results_settle() -> None:
    assert sorted(SETTLED) == [ResultStatus.CORRECTED, ResultStatus.FINAL]
