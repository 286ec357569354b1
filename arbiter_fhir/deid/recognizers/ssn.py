"""US social security numbers: grouped, labelled, masked to the last four, or misread by an optical reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.ocr_digits import DIGIT, is_mostly_digits
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognizers.recognizer import PatternRule, find_by_rules
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["SsnRecognizer"]

_LABEL: Final = (
    r"\b(?:ssn|s\.s\.n\.?|ss ?(?:#|no\b\.?)|soc(?:ial)?\.? ?sec(?:urity)?\.?(?: ?(?:number|num|no\b\.?|#))?)"
)
_MASK: Final = r"[Xx*#•]"
_GROUPED: Final = re.compile(
    rf"(?<![\w-])(?:{DIGIT}{{3}}|{_MASK}{{3}})[- ]?(?:{DIGIT}{{2}}|{_MASK}{{2}})[- ]{DIGIT}{{4}}(?![\w-])"
)
_LABELLED: Final = re.compile(
    rf"{_LABEL}(?:[^\w\n]{{0,4}}(?:is|ending in|last (?:4|four)|number|digits|of)\b){{0,3}}[^\w\n]{{0,4}}"
    rf"(?P<value>(?:{DIGIT}|{_MASK})(?:[ \-.]?(?:{DIGIT}|{_MASK})){{3,10}})(?!\w)",
    re.IGNORECASE,
)
_LAST_FOUR: Final = re.compile(
    rf"\blast (?:4|four)(?: digits)? (?:of )?(?:the |her |his |their )?{_LABEL}[^\w\n]{{0,4}}(?:is |are )?"
    r"(?P<value>\d{4})\b",
    re.IGNORECASE,
)
_RULES: Final = (
    PatternRule(_GROUPED, Strength.PATTERN, 0.9),
    PatternRule(_LABELLED, Strength.LABELLED, 0.99),
    PatternRule(_LAST_FOUR, Strength.LABELLED, 0.99),
)


class SsnRecognizer:
    """Social security numbers; also taxpayer numbers of the same shape."""

    name = "ssn"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All numbers, labelled or in the grouping 3-2-4."""
        for finding in find_by_rules(_RULES, reading, IdentifierKind.SSN, self.name):
            value = reading.text[finding.start : finding.end]
            if is_mostly_digits(value.replace("X", "").replace("x", "")):
                yield finding
