"""Column types convert and refuse."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy.dialects import mysql

from arbiter_fhir.store.columns import VECTOR_BYTES, UtcDateTime, Vector, code

DIALECT = mysql.dialect()


def test_times_are_stored_in_utc_and_come_back_aware() -> None:
    kind = UtcDateTime()
    noon = datetime(2026, 4, 10, 12, 0, tzinfo=timezone(timedelta(hours=-5)))
    stored = kind.process_bind_param(noon, DIALECT)
    assert stored == datetime(2026, 4, 10, 17, 0)  # noqa: DTZ001
    assert kind.process_result_value(stored, DIALECT) == noon.astimezone(UTC)
    assert kind.process_bind_param(None, DIALECT) is None
    assert kind.process_result_value(None, DIALECT) is None


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="aware"):
        UtcDateTime().process_bind_param(datetime(2026, 4, 10), DIALECT)  # noqa: DTZ001


def test_a_vector_has_its_length_or_is_refused() -> None:
    check = Vector().bind_processor(DIALECT)
    assert VECTOR_BYTES == 1536
    assert check(b"\1" * 1536) == b"\1" * 1536
    for wrong in (None, b"", b"\1" * 1535):
        with pytest.raises(ValueError, match="1536"):
            check(wrong)
    assert Vector().get_col_spec() == "VECTOR(384)"


def test_codes_are_compared_byte_by_byte() -> None:
    assert (code(8).charset, code(8).collation, code(8).length) == ("ascii", "ascii_bin", 8)
