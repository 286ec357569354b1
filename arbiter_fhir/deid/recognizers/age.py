"""Ages over 89, which identify (45 CFR 164.514(b)(2)(i)(C)); ages up to 89 are kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["AgeRecognizer"]

#: 90 to 129: nobody on record grew older than 122.
_OLD: Final = r"(?P<value>9\d|1[012]\d)"
_TENS: Final = (
    r"(?P<value>(?:ninety|one hundred(?: and)?|a hundred(?: and)?)(?:[ -](?:one|two|three|four|five|six|seven|"
    r"eight|nine|ten))?)"
)
_YEARS: Final = r"[ -]?(?:years?|yrs?|y)\b[.]?"
_PATTERNS: Final = (
    re.compile(
        rf"(?<![\d./]){_OLD}(?:{_YEARS}[ -]?(?:old|of age)|[ -]?y\.?[ /]?o\b|-year\b|[ -]?yrs?[ .]*old)", re.IGNORECASE
    ),
    re.compile(rf"\b{_TENS}{_YEARS}[ -]?(?:old|of age)\b", re.IGNORECASE),
    re.compile(
        r"\b(?:ages?|aged|age is|age of|age at (?:visit|collection|exam(?:ination)?|death|onset|diagnosis)|"
        r"current age)"
        rf"(?:[ ]?/[ ]?(?:sex|gender))?[ \t]*[:=]?[ \t]*{_OLD}(?!\d|\.\d|%)",
        re.IGNORECASE,
    ),
    re.compile(rf"\bsex[ ]?/[ ]?age[ \t]*[:=]?[ \t]*(?:[MFU]|male|female)[ /,]*{_OLD}(?!\d|\.\d|%)", re.IGNORECASE),
    re.compile(
        rf"(?<![\d./-]){_OLD}[ -]?(?:y\.?o\.?|yo)?[ ]?(?:male|female|man|woman|gentleman|lady|widow|widower)\b",
        re.IGNORECASE,
    ),
    re.compile(rf"(?<![\d./-]){_OLD}yo?[ ]?[MF]\b", re.IGNORECASE),
    # "91F with dementia" at the beginning; "99F" is a temperature.
    re.compile(
        rf"(?:^|(?<=\. )){_OLD}[MF](?=[ ](?:with|w/|c/o|s/p|hx|h/o|here|admitted|presents|presenting|from|who)\b)"
    ),
    re.compile(rf"(?<![\d./-]){_OLD}\+[ ]?(?:y\.?o\b|years?|yrs?)", re.IGNORECASE),
    re.compile(rf"(?<![\d./-]){_OLD}[ ](?:birthdays|(?:years|yrs)(?=[,.;]|$))", re.IGNORECASE),
    re.compile(
        rf"\b(?:died|passed(?: away)?|deceased|lived to|dementia|stroke|cancer|mi)[ ](?:at|to be)[ ]{_OLD}"
        r"(?!\d|\.\d|%|[ ]?mg)",
        re.IGNORECASE,
    ),
    re.compile(rf"\bturn(?:ed|s|ing)? {_OLD}\b(?! ?(?:%|degrees|mg))", re.IGNORECASE),
    re.compile(
        rf"(?:,|\bis|\bwas) {_OLD}, (?=(?:was|is|has|had|who|presents|presented|seen|lives|comes)\b)", re.IGNORECASE
    ),
    re.compile(
        rf"\b(?:who|he|she|patient|pt|mother|father)(?:'s| is| was)? (?:now |turned |turns )?{_OLD}"
        r"(?=[,.;]| (?:and|but|now)\b)(?!\.\d)",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:in )?(?:his|her|their) (?P<value>(?:early |mid |late )?(?:9\d|1[01]\d)'?s)\b", re.IGNORECASE),
)
#: Of them, those of a form's label and its value.
_LABELLED: Final = _PATTERNS[2:4]


class AgeRecognizer:
    """Ages of 90 and more. Only the number is replaced, so that the sentence stays readable."""

    name = "age"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All ages over 89 that words around them show to be ages."""
        # Prose wraps anywhere ("who\nis 91,"); a label and its value stand on one line.
        prose = reading.text.replace("\n", " ")
        for pattern in _PATTERNS:
            for match in pattern.finditer(reading.text if pattern in _LABELLED else prose):
                yield Finding(*match.span("value"), IdentifierKind.AGE_OVER_89, Strength.LABELLED, self.name, 0.95)
