from __future__ import annotations

from datetime import UTC, datetime

import pytest

from arbiter_fhir.transport import RetryPolicy, retry_after_seconds

NOW = datetime(2026, 11, 30, 5, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, None),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("0", 0),
        (" 7 ", 7),
        ("900", 900),
        ("901", 900),
        ("9" * 400, 900),
        ("²", None),
        ("Mon, 30 Nov 2026 05:15:20 GMT", 20),
        ("Mon, 30 Nov 2026 00:15:20 -0500", 20),
        ("Monday, 30-Nov-26 05:15:20 GMT", 20),
        ("Mon Nov 30 05:15:20 2026", 20),
        ("Mon, 30 Nov 2026 05:00:00 GMT", 0),
        ("Mon, 30 Nov 2027 05:15:20 GMT", 900),
    ],
)
def test_both_forms_of_retry_after_are_read_and_capped(header: str | None, seconds: float | None) -> None:
    assert retry_after_seconds(header, now=NOW) == seconds


def test_pauses_grow_and_the_jitter_takes_or_adds_up_to_half() -> None:
    policy = RetryPolicy(pauses=(1, 2, 4))
    assert [policy.pause(n, asked=None, chance=0.5) for n in (1, 2, 3, 4)] == [1, 2, 4, None]
    assert [policy.pause(2, asked=None, chance=c) for c in (0.0, 1.0)] == [1, 3]


def test_what_the_server_asks_for_is_waited_out_when_short_and_handed_on_when_long() -> None:
    policy = RetryPolicy(longest_pause=5)
    assert policy.pause(1, asked=5, chance=0) == 5
    assert policy.pause(1, asked=0, chance=0) == 0
    assert policy.pause(1, asked=5.1, chance=0) is None
    assert policy.pause(3, asked=1, chance=0) is None
