"""Values are looked at before they are written."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.row_fit import require_fit


def test_what_fits_passes() -> None:
    require_fit("lists", {"title": "x" * 255, "activity": 1, "begdate": datetime(2026, 4, 10), "severity_al": None})  # noqa: DTZ001


@pytest.mark.parametrize(
    "values",
    [
        {"title": "x" * 256},
        {"title": "half \ud83d"},
        {"begdate": datetime(2026, 4, 10, tzinfo=UTC)},
        {"begdate": datetime(2026, 4, 10, 0, 0, 0, 5)},  # noqa: DTZ001
    ],
)
def test_what_a_column_would_change_is_refused_without_repeating_it(values: dict[str, object]) -> None:
    with pytest.raises(ChartError) as raised:
        require_fit("lists", values)
    assert raised.value.code is ErrorCode.EHR_WRITE
    assert "lists." in raised.value.message
    assert "xxx" not in raised.value.message


def test_a_column_that_we_do_not_rely_on_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        require_fit("lists", {"user": "admin"})
