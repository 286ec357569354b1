"""Numbers of clinicians and laboratories: NPI, DEA, state licence, CLIA, CAP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognizers.recognizer import PatternRule, find_by_rules
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["LicenseRecognizer"]

_NUMBER_WORD: Final = r"(?:[ ]?(?:numbers?|num\.?|no\b\.?|#|id))?"
_RULES: Final = (
    PatternRule(
        re.compile(
            r"\b(?:npi|upin|dea|clia|cap|(?:medical |state |nursing |physician |rn |md "
            r")?lic(?:en[sc]e)?\.?|licen[sc]ure|certification)"
            rf"{_NUMBER_WORD}[ \t]{{0,3}}[:#=.]{{0,2}}[ \t]{{0,3}}(?P<value>(?=[A-Z.-]{{0,5}}\d)[A-Z0-9][A-"
            rf"Z0-9.-]{{4,18}})(?!\w)",
            re.IGNORECASE,
        ),
        Strength.LABELLED,
        0.97,
    ),
    # DEA registration: two letters (or a letter and 9), seven digits; CLIA: two digits, D, seven digits.
    PatternRule(re.compile(r"(?<![\w-])[ABCDEFGHJKLMPRSTUX][A-Z9]\d{7}(?![\w-])"), Strength.PATTERN, 0.8),
    PatternRule(re.compile(r"(?<![\w-])\d{2}D\d{7}(?![\w-])"), Strength.PATTERN, 0.9),
)


class LicenseRecognizer:
    """Licence and registration numbers."""

    name = "license"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """Labelled numbers, and the shapes of DEA and CLIA numbers."""
        for finding in find_by_rules(_RULES, reading, IdentifierKind.LICENSE, self.name):
            if sum(sign.isdigit() for sign in reading.text[finding.start : finding.end]) >= 3:
                yield finding
