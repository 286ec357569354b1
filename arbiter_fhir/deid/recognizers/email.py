"""E-mail addresses, also where a scan put blanks around the at sign or a writer spelled it out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognizers.recognizer import PatternRule, find_by_rules
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["EmailRecognizer"]

# Lengths of RFC 5321 (64 for the local part) keep the search linear.
_LOCAL: Final = r"(?<![\w.+%-])[\w.+%'-]{1,64}"
_DOMAIN: Final = r"(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,12}\b"
_RULES: Final = (
    # Over a line end: behind a dash, a stop or the sign itself.
    PatternRule(
        re.compile(rf"(?<![\w.+%-])[\w.+%-]{{1,40}}(?:[.-]\n[\w.+%-]{{1,40}}@|@\n){_DOMAIN}", re.IGNORECASE),
        Strength.PATTERN,
        0.95,
    ),
    PatternRule(
        re.compile(
            r"(?<![\w.+%-])[\w+%-]{1,40}(?: ?\. ?[\w+%-]{1,40}){0,3} ?@ ?[a-z0-9-]{1,40} ?\. ?[a-z]{2,12}\b",
            re.IGNORECASE,
        ),
        Strength.PATTERN,
        0.85,
    ),
    PatternRule(re.compile(rf"{_LOCAL}@{_DOMAIN}", re.IGNORECASE), Strength.PATTERN, 0.99),
    PatternRule(re.compile(rf"{_LOCAL} ?@ ?{_DOMAIN}", re.IGNORECASE), Strength.PATTERN, 0.9),
    PatternRule(
        re.compile(rf"{_LOCAL} ?[(\[]at[)\]] ?[a-z0-9-]{{1,63}} ?(?:\.|[(\[]dot[)\]]) ?[a-z]{{2,12}}\b", re.IGNORECASE),
        Strength.PATTERN,
        0.9,
    ),
    PatternRule(
        re.compile(r"\be-?mail(?: address)?[ \t]*[:#][ \t]*(?P<value>[^\s,;]{1,64}[@©][^\s,;]{1,64})", re.IGNORECASE),
        Strength.LABELLED,
        0.99,
    ),
)


class EmailRecognizer:
    """E-mail addresses. No suffix list is consulted, so nothing is fetched."""

    name = "email"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All addresses."""
        if "@" in reading.text or "©" in reading.text or "at" in reading.text:
            yield from find_by_rules(_RULES, reading, IdentifierKind.EMAIL, self.name)
