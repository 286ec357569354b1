"""Network addresses."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.ip import IpRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from 192.168.10.4 at night", ["192.168.10.4"]),
        ("host 2001:db8::8a2e:370:7334 up", ["2001:db8::8a2e:370:7334"]),
        ("device 00:1A:2B:3C:4D:5E", ["00:1A:2B:3C:4D:5E"]),
    ],
)
def test_addresses_are_found(text: str, expected: list[str]) -> None:
    assert found(IpRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "08:30:15",
        "12:05",
        "400.300.200.100",
        "version 1.2.3",
        "ratio 1:80",
    ],
)
def test_times_and_versions_are_no_addresses(text: str) -> None:
    assert found(IpRecognizer(), text) == []
