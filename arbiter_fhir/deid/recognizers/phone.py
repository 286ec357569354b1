"""Phone, fax and pager numbers: North American in every grouping, with extensions, and international ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lab_rows import has_unit_after
from arbiter_fhir.deid.ocr_digits import DIGIT, is_mostly_digits
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["PhoneRecognizer"]

_D: Final = DIGIT
_SEP: Final = r"[ \t]?[-./ \t][ \t]?"
_EXTENSION: Final = r"(?:[ \t,;]{0,3}(?:x|ext?\.?|extension|opt\.?)[ \t:#.]{0,3}\d{1,6}\b)?"
#: North American numbering plan: area code and exchange begin with 2-9.
_GROUPED: Final = re.compile(
    rf"(?<![\w.+])(?:\+?1{_SEP}|\+1)?(?:\([ ]?[2-9]{_D}{{2}}[ ]?\)[ \t]?[-.]?[ \t]?|[2-9]{_D}{{2}}{_SEP})"
    rf"[2-9]{_D}{{2}}(?:{_SEP}){_D}{{4}}(?![\w])(?!-\d){_EXTENSION}",
    re.IGNORECASE,
)
#: Three, three and four digits set apart by strokes or stops, whatever the plan says: no measurement is written so.
_ANY_GROUPED: Final = re.compile(
    rf"(?<![\w.,/+-])(?:1[-.])?(?:\(\d{{3}}\)[ ]?\d{{3}}-\d{{4}}|\d{{3,4}}-\d{{3}}-\d{{4}}|\d{{3}}\.\d{{3}}\.\d{{4}})"
    rf"(?![\w-]|[./]\d){_EXTENSION}",
    re.IGNORECASE,
)
_SOLID: Final = re.compile(rf"(?<![\w.+-])(?:\+?1)?[2-9]\d{{2}}[2-9]\d{{6}}(?![\w.-]*\d){_EXTENSION}", re.IGNORECASE)
_PARTLY: Final = re.compile(
    rf"(?<![\w.+-])(?:\([2-9]\d{{2}}\)[ ]?[2-9]\d{{6}}|[2-9]\d{{2}}[-.][2-9]\d{{6}}|"
    rf"[2-9]\d{{5}}-\d{{4}})(?![\w-]){_EXTENSION}",
    re.IGNORECASE,
)
_LOCAL: Final = re.compile(
    rf"(?<![\w.(+/-])(?<!- )[2-9]\d{{2}}[-.](?P<line>\d{{4}})(?![\w]|[-/.]\d){_EXTENSION}", re.IGNORECASE
)
_INTERNATIONAL: Final = re.compile(
    rf"(?<![\w+])\+[1-9]\d{{0,2}}(?:[ \-.]?\(?\d{{1,5}}\)?){{2,6}}(?!\w){_EXTENSION}", re.IGNORECASE
)
#: A trunk zero and three groups, as in Europe: no result begins with such a zero.
_TRUNK: Final = re.compile(
    rf"(?<![\w.,/-])0\d{{2,4}}[ -](?:\d{{3,4}}[ -]\d{{3,4}}|\d{{6,7}})(?![\w.-]*\d){_EXTENSION}", re.IGNORECASE
)
#: The same where a line ends inside it: "(937)", and "555-0183" in the next line.
_BROKEN: Final = re.compile(
    rf"(?<![\w.+/-])(?:\+?1[-. ]?\n?)?(?:\([ ]?\d{{3}}[ ]?\)|\d{{3}}[-.])[ ]?\n?[ ]?\d{{3}}[-.][ ]?\n?[ ]?\d{{4}}"
    rf"(?![\w-]){_EXTENSION}",
    re.IGNORECASE,
)
#: Shapes that are telephone numbers without any label.
_SHAPES: Final = (
    (_GROUPED, 0.9),
    (_ANY_GROUPED, 0.8),
    (_PARTLY, 0.85),
    (_INTERNATIONAL, 0.85),
    (_TRUNK, 0.75),
    (_BROKEN, 0.8),
)
_LABEL: Final = (
    r"\b(?:tele?phone|phone|phn|tel|ph(?=[ ]?[.:#(])|fax|facsimile|cell(?:ular|[ -]?phone)?|mobile|pager|"
    r"beeper|call(?:ed)?(?: back)?(?: at)?|"
    r"reach(?:ed)?(?: (?:him|her|them|me|us))? at|contact(?: number)?|voice ?mail|text(?: at)?|whatsapp)\b"
)
_LABELLED: Final = re.compile(
    rf"{_LABEL}(?:[ \t]?(?:number|num|no|#|\((?:h|w|c|m|home|work|cell|mobile|day|evening)\)|is|was|at|"
    rf"on))*[ \t]{{0,3}}[:#.=]{{0,2}}[ \t]{{0,3}}"
    rf"(?P<value>(?:\+|\()?{_D}(?:[ \t\-./()]{{0,3}}{_D}){{6,14}})(?![\w]){_EXTENSION}",
    re.IGNORECASE,
)  # fmt: skip
#: A number behind its label that goes on in the next line: ten digits, or eleven with the country's.
_OVER_LINE_END: Final = re.compile(
    rf"{_LABEL}[ \t]{{0,3}}[:#.=]{{0,2}}[ \t]{{0,3}}(?P<value>(?:\+?1[-. ]?\n?)?\(?{_D}{{3}}\)?"
    rf"(?:[-. ]{{0,2}}\n?){_D}{{3}}(?:[-. ]{{0,2}}\n?){_D}{{4}})(?![\w]){_EXTENSION}",
    re.IGNORECASE,
)


class PhoneRecognizer:
    """Phone and fax numbers. A reference range or a count with a unit is none."""

    name = "phone"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All numbers; the extension belongs to the number."""
        text = reading.text
        for match in _LABELLED.finditer(text):
            if is_mostly_digits(match["value"]) and _is_grouped(match["value"]):
                yield self._finding(match.start("value"), match.end(), Strength.LABELLED, 0.99)
        for match in _OVER_LINE_END.finditer(text):
            if "\n" in match["value"] and is_mostly_digits(match["value"]):
                yield self._finding(match.start("value"), match.end(), Strength.LABELLED, 0.9)
        yield from self._unlabelled(reading)

    def _unlabelled(self, reading: Reading) -> Iterator[Finding]:
        text = reading.text
        for pattern, score in _SHAPES:
            for match in pattern.finditer(text):
                if is_mostly_digits(match[0]):
                    yield self._finding(*match.span(), Strength.PATTERN, score)
        for match in _SOLID.finditer(text):
            if not has_unit_after(text, match.end()) and not reading.in_lab_row(match.start()):
                yield self._finding(*match.span(), Strength.PATTERN, 0.7)
        for match in _LOCAL.finditer(text):
            # 200-1100 is a range: ends of ranges are round numbers.
            round_number = int(match["line"]) % 50 == 0
            unit = has_unit_after(text, match.end())
            if not round_number and not unit and not reading.in_lab_row(match.start()):
                yield self._finding(*match.span(), Strength.PATTERN, 0.6)

    def _finding(self, start: int, end: int, strength: Strength, score: float) -> Finding:
        return Finding(start, end, IdentifierKind.PHONE, strength, self.name, score)


def _is_grouped(text: str) -> bool:
    """Groups of two digits or more, no date, no decimals: "pH 8.0 5.0 - 8.0" is a result."""
    if re.fullmatch(r"\d{1,2}([/-])\d{1,2}\1\d{2,4}|\d{4}-\d\d-\d\d(?: \d\d)?", text.strip()):
        return False
    groups = re.findall(r"\w+", text)
    return all(len(group) >= 2 or group == "1" for group in groups)
