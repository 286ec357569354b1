"""Header lines without labels: ``SMITH, JOHN A (M) 03/12/1957 4410092``.

Where a line holds a person and a date and nothing else but sex and age, a bare number on it is the person's record
number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lab_rows import has_unit_after
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["numbers_after_names", "numbers_before_names", "numbers_beside_names"]

#: A number without a label is a record number from this many digits on.
MIN_DIGITS: Final = 5
#: Shorter numbers are ages, rooms and counts.
_BARE_NUMBER: Final = re.compile(
    r"(?<![\w.,/#-])#?[ ]?(?P<value>\d{3}[ ]\d{4}|\d{4,12}|\d{3,5}-\d{4,6}|[A-Z]{1,3}-?\d{4,10})(?![\w/-]|[.,]\d)"
)
#: What else may stand on such a line.
_WORDS: Final = re.compile(
    r"\b(?:m|f|male|female|sex|gender|age|aged?|dob|born|yo|y/o|yrs?|years?|old|mrn|id|no|pt|patient|name|"
    r"reference|ref|re|acct|account|page|of|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?<=page[ ])\d|"
    r"\d{1,3}[ ]?[mfy]?)\b|\[[A-Z_0-9]*\]",
    re.IGNORECASE,
)


def numbers_beside_names(reading: Reading, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Record numbers on lines that hold a person, a date and nothing that is none of a header.

    Args:
        reading: The page.
        findings: What was found on it already.
    """
    ordered = sorted(findings, key=lambda finding: finding.start)
    for line, group in groupby(ordered, key=lambda finding: reading.line_number(finding.start)):
        known = list(group)
        kinds = {finding.kind for finding in known}
        if not {IdentifierKind.PERSON, IdentifierKind.DATE} <= kinds:
            continue
        start, end = reading.line_span(line)
        rest = list(reading.text[start:end])
        for finding in known:
            rest[finding.start - start : min(finding.end, end) - start] = " " * (min(finding.end, end) - finding.start)
        left = "".join(rest)
        numbers = list(_BARE_NUMBER.finditer(left))
        if numbers and not any(sign.isalnum() for sign in _WORDS.sub(" ", _BARE_NUMBER.sub(" ", left))):
            for number in numbers:
                place = (start + number.start("value"), start + number.end("value"))
                yield Finding(*place, IdentifierKind.MRN, Strength.PATTERN, "header_line", 0.7)


#: A number right behind a name, as on a wristband: "Nyong, Bela F 1071733", "the name Bela Nyong and 92-73-831".
_BEHIND_NAME: Final = re.compile(
    r"[ \t,;(/#|]{1,5}(?:(?:and|[MF])[ ])?(?P<value>#?(?:[A-Z]{1,3}-?)?\d{5,12}|\d{2,4}(?:[- ]\d{2,5}){1,2})"
    r"(?![\w/-]|[.,]\d)"
)


#: A number right before a name that a date follows: "796 2103 Nyong Bela 04/01/1950".
_BEFORE_NAME: Final = re.compile(
    r"(?<![\w.,/#-])#?(?P<value>(?:[A-Z]{1,3}-?)?\d{6,12}|[A-Z]{2}[ ]\d{6,9}|\d{2,4}(?:[- ]\d{2,5}){1,2})[ ,|]{1,3}$"
)
#: What may stand between a name and the date behind it.
_TO_DATE: Final = re.compile(
    r"[ ,|(]{1,3}(?:(?:DOB|born|(?:mon|tues|wednes|thurs|fri|satur|sun)day),?[ ])?", re.IGNORECASE
)
#: How far before a name its number may begin.
_REACH: Final = 24


def numbers_before_names(reading: Reading, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Record numbers right before a person whom a date follows.

    Args:
        reading: The page.
        findings: What was found on it already.
    """
    dates = {finding.start for finding in findings if finding.kind is IdentifierKind.DATE}
    for finding in findings:
        if finding.kind is not IdentifierKind.PERSON:
            continue
        gap = _TO_DATE.match(reading.text, finding.end)
        if gap is None or not dates & set(range(finding.end, gap.end() + 1)):
            continue
        near = reading.text[max(0, finding.start - _REACH) : finding.start]
        match = _BEFORE_NAME.search(near)
        if match is not None:
            start = finding.start - len(near) + match.start("value")
            end = start + len(match["value"])
            yield Finding(start, end, IdentifierKind.MRN, Strength.PATTERN, "header_line", 0.6)


def numbers_after_names(reading: Reading, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Record numbers that stand right behind a person without any label.

    Args:
        reading: The page.
        findings: What was found on it already.
    """
    ends = {finding.end for finding in findings if finding.kind is IdentifierKind.PERSON}
    for finding in findings:
        # "Reference: M. Vance 05/06/1952 3440-45253": a day of birth may stand between.
        born = finding.kind is IdentifierKind.DATE and bool(ends & set(range(finding.start - 3, finding.start)))
        born = born and not reading.in_lab_row(finding.start)
        if finding.kind is not IdentifierKind.PERSON and not born:
            continue
        match = _BEHIND_NAME.match(reading.text, finding.end)
        # Digits in groups are no amount: "3440-45253 Copies to".
        if match is None or (match["value"].isdigit() and has_unit_after(reading.text, match.end())):
            continue
        if sum(sign.isdigit() for sign in match["value"]) >= MIN_DIGITS:
            yield Finding(*match.span("value"), IdentifierKind.MRN, Strength.PATTERN, "header_line", 0.6)
