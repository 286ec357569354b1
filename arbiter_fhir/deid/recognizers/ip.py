"""IP addresses, versions 4 and 6, and hardware addresses."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["IpRecognizer"]

_V4: Final = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)")
_V6: Final = re.compile(r"(?<![\w:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:])", re.IGNORECASE)
_MAC: Final = re.compile(r"(?<![\w:-])[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}(?![\w:-])", re.IGNORECASE)


class IpRecognizer:
    """Network addresses that the standard library accepts as such."""

    name = "ip"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All addresses; times such as 08:30:15 are none."""
        for pattern in (_V4, _V6):
            for match in pattern.finditer(reading.text):
                if _is_address(match[0]):
                    yield Finding(*match.span(), IdentifierKind.IP, Strength.PATTERN, self.name, 0.95)
        for match in _MAC.finditer(reading.text):
            yield Finding(*match.span(), IdentifierKind.IP, Strength.PATTERN, self.name, 0.9)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
