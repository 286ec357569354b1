"""Numbers of things that belong to somebody: plates, devices, orders, tickets, cards, rooms, names on other sites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lab_rows import has_unit_after
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["ThingRecognizer"]

_NO: Final = r"(?:[ ]?(?:numbers?|num\b\.?|no\b\.?|nbr|#|id\b|code))?"
_LINK: Final = r"[ ]{0,2}[:#=]?[ ]{0,2}#?[ ]?"
#: Letters, digits and dashes in groups; a further group behind a blank has digits alone.
_VALUE: Final = (
    r"(?P<value>(?-i:[A-Z]{1,4}[ -])?(?=[A-Z-]{0,12}\d)[A-Z0-9]+(?:[-/][A-Z0-9]+|[ ]\d{3,})*)(?![\w])(?!\.\d)"
)
#: What a label says of the number behind it, and how many digits that has at least.
_LABELLED: Final = (
    (
        re.compile(
            rf"\b(?:(?:license|licence|number)[ ])?plate{_NO}{_LINK}{_VALUE}|"
            rf"\bdriver'?s?[ ](?:lic\b\.?|licence|license){_NO}{_LINK}"
            r"(?P<driver>(?-i:[A-Z])[ ]?\d{3}(?:[ -]?\d{3}){2,3})(?!\w)",
            re.IGNORECASE,
        ),
        3,
    ),
    (re.compile(rf"(?<![\w/])(?:s/n|sn|ser(?:ial)?\b\.?){_NO}{_LINK}{_VALUE}", re.IGNORECASE), 4),
    (re.compile(rf"\blot{_NO}{_LINK}(?=\d*[A-Z]){_VALUE}", re.IGNORECASE), 3),
    (
        re.compile(
            r"\b(?:order|rx|prescription|check|cheque|inv(?:oice)?\.?|auth(?:orization)?|confirmation|"
            r"ticket|docket|kit|randomi[sz]ation|subject|study|badge|voucher|job|run|incident|referral|c-file|unit|bus|"
            rf"policy|grp|group|case|file|cert){_NO}{_LINK}{_VALUE}",
            re.IGNORECASE,
        ),
        5,
    ),
    (re.compile(rf"\b(?:subject|inv|docket|kit|randomi[sz]ation|study[ ]id){_NO}{_LINK}{_VALUE}", re.IGNORECASE), 4),
)
#: Last digits of a card, an account or a social security number.
_LAST: Final = re.compile(
    r"\b(?:ending(?:[ ]in)?|last[ ](?:four|4)(?:[ ]digits)?(?:[ ]of[ ]\w+)?)[ ]?[:#]?[ ](?P<value>\d{4})"
    r"(?![\w]|[.,/]\d)|"
    r"(?<![\w-])(?:[xX*\u2022]{4}[- ]?){1,3}(?P<masked>\d{4})(?!\w)",
    re.IGNORECASE,
)
#: A device's identifier as its bar code holds it (GS1: application identifiers in brackets).
_UDI: Final = re.compile(r"\(01\)\d{14}(?:\(\d{2}\)[A-Z0-9]{1,20})*")
_ROOM: Final = re.compile(
    r"\b(?:rm|room|bed|cubicle)\b\.?[ ]?(?:no\.?[ ]?|#[ ]?)?(?P<value>(?=[A-Z]{0,2}\d)[A-Z]{0,2}\d{0,4}[A-Z]?"
    r"(?:-[A-Z0-9]{1,3})?)(?![\w/%]|[.,]\d|[ ](?:mg|days?|hours?|weeks?|rest))",
    re.IGNORECASE,
)
#: Desks and pagers: "Pager 7-4418", "Ext 55012", "x4471".
_EXTENSION: Final = re.compile(
    r"\b(?:pager|beeper|ext\b\.?|extension|direct|dial|phone|voicemail|vm)[ ]?[:#]?[ ]?#?(?P<value>x?\d(?:-?\d){3,5})"
    r"(?![\w/%]|[.,-]\d|[ ]?(?:mg|mcg|ml|units))|(?<![\w.])(?P<short>x\d{3,5})(?![\w.])",
    re.IGNORECASE,
)
#: A trunk code before a country's, and five groups of two as in France.
_ABROAD: Final = re.compile(
    r"(?<![\w.,/-])(?:(?:00|011)[ -]?[1-9]\d{0,2}(?:[ -]?\(?\d{1,5}\)?){2,5}|0[1-9](?:[ .]\d\d){4})(?![\w/]|[.,-]\d)"
)
#: Names of accounts on other sites: "@storm.chaser99", "Venmo @Penny-Cash-4".
_HANDLE: Final = re.compile(
    r"(?<![\w@.])@(?P<value>(?=[A-Za-z._-]{0,24}(?:\d|[A-Z_.-]))[A-Za-z][\w.-]{3,29})(?<![.-])|"
    r"\b(?i:instagram|ig|venmo|cash ?app|skype|snapchat|tiktok|gamer ?tag|screen ?name|handle|user ?name)\b[ :]{1,3}"
    r"(?P<named>(?=@|[A-Za-z.:-]{0,29}[\d_])@?[A-Za-z][\w.:@-]{3,29})(?<![.:-])"
)
MIN_ROOM_SIGNS: Final = 2
MIN_DIGITS_ABROAD: Final = 9
_SHAPES: Final = (
    (_LAST, IdentifierKind.ID),
    (_EXTENSION, IdentifierKind.PHONE),
    (_HANDLE, IdentifierKind.ID),
    (_UDI, IdentifierKind.ID),
    (_ABROAD, IdentifierKind.PHONE),
)


class ThingRecognizer:
    """Numbers and names of things, by their labels and shapes."""

    name = "things"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All such numbers; amounts with a unit and numbers in rows of results are none."""
        yield from self._labelled(reading)
        yield from self._shaped(reading)
        for match in _ROOM.finditer(reading.text):
            if len(match["value"]) >= MIN_ROOM_SIGNS and any(sign.isdigit() for sign in match["value"]):
                yield self._finding(*match.span("value"), IdentifierKind.ADDRESS, 0.6)

    def _labelled(self, reading: Reading) -> Iterator[Finding]:
        for pattern, least in _LABELLED:
            for match in pattern.finditer(reading.text):
                group = "value" if match["value"] else "driver"
                digits = sum(sign.isdigit() for sign in match[group])
                if digits >= least and not has_unit_after(reading.text, match.end()):
                    yield self._finding(*match.span(group), IdentifierKind.ID, 0.7)

    def _shaped(self, reading: Reading) -> Iterator[Finding]:
        for pattern, kind in _SHAPES:
            for match in pattern.finditer(reading.text):
                if pattern is _ABROAD and sum(sign.isdigit() for sign in match[0]) < MIN_DIGITS_ABROAD:
                    continue
                group: str | int = next((name for name, value in match.groupdict().items() if value), 0)
                # No result is written like these.
                sure = pattern in {_ABROAD, _UDI, _HANDLE} or match[0][:5].lower() in {"pager", "beepe"}
                if sure or not reading.in_lab_row(match.start()):
                    yield self._finding(*match.span(group), kind, 0.75)

    def _finding(self, start: int, end: int, kind: IdentifierKind, score: float) -> Finding:
        return Finding(start, end, kind, Strength.PATTERN, self.name, score)
