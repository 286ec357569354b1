"""Web addresses: with a scheme, with www, or a bare domain under a common top level."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognizers.recognizer import PatternRule, find_by_rules
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["UrlRecognizer"]

_PATH: Final = r"(?:[/?#][^\s<>\"')\]]*)?"
_RULES: Final = (
    # Over a line end, where a path goes on with a query or a number.
    PatternRule(
        re.compile(
            r"\bhttps?://[^\s<>\"')\]]{2,200}[/=&?-]\n(?=[^\s]{0,40}[=?&\d])[^\s<>\"')\]]{1,200}", re.IGNORECASE
        ),
        Strength.PATTERN,
        0.99,
    ),
    # Any domain with a path that has a number or a query: no abbreviation is written so.
    PatternRule(
        re.compile(
            r"(?<![\w@./-])(?:[a-z0-9-]{2,63}\.){1,4}[a-z]{2,12}/(?=[^\s<>\"')\]]{0,200}[\d=?&])[^\s<>\"')\]]{1,300}",
            re.IGNORECASE,
        ),
        Strength.PATTERN,
        0.85,
    ),
    PatternRule(re.compile(r"\b(?:https?|ftp|sftp)://[^\s<>\"')\]]{2,2000}", re.IGNORECASE), Strength.PATTERN, 0.99),
    PatternRule(re.compile(rf"\bwww\.[a-z0-9.-]{{3,253}}{_PATH}", re.IGNORECASE), Strength.PATTERN, 0.95),
    PatternRule(
        re.compile(
            rf"(?<![\w@.-])(?:[a-z0-9-]{{2,63}}\.){{1,4}}(?:com|org|net|edu|gov|mil|info|health|clinic|care|md|io|us|co)\b"
            rf"(?![\w@-]){_PATH}"
        ),
        Strength.PATTERN,
        0.8,
    ),
)


class UrlRecognizer:
    """Web addresses."""

    name = "url"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All addresses, without a full stop or comma that ends a sentence."""
        if "." not in reading.text:
            return
        for finding in find_by_rules(_RULES, reading, IdentifierKind.URL, self.name):
            end = finding.end
            while end > finding.start and reading.text[end - 1] in ".,;:":
                end -= 1
            yield finding.at(finding.start, end)
