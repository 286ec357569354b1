"""The sweep for numbers, addresses and birth dates that the chart holds, however they are grouped or misread."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lab_rows import has_unit_after
from arbiter_fhir.deid.lexicon import Lexicon, plain
from arbiter_fhir.deid.ocr_digits import digits_of, misread_pattern
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind, IdentifierRole
from arbiter_fhir.domain.identity import ChartPatient

__all__ = ["NumberSweep"]

#: A number shorter than this could be any result; only its label tells (OpenEMR's default `pubpid` is the small `pid`).
MIN_DIGITS: Final = 4
#: From this length on a number is sought inside longer ones too, such as bar codes (security.md 4.2, item 5).
MIN_EMBEDDED: Final = 6
_MONTHS: Final = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_LETTERS_AND_ZERO: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0"
_SEPARATOR: Final = r"[\s\-_./]{1,2}"
_WORDS_BETWEEN: Final = r"[\s,.#]{1,4}"


@dataclass(frozen=True, slots=True)
class _Sought:
    """A pattern and what it finds."""

    pattern: re.Pattern[str]
    kind: IdentifierKind
    role: IdentifierRole
    careful: bool
    lettered: bool = False


class NumberSweep:
    """Looks for a patient's numbers, addresses and birth date.

    Args:
        patient: The chart's patient.
        lexicon: Word lists.
        further: Values that a document itself labelled, to be found again where no label stands: value and kind.
    """

    def __init__(
        self,
        patient: ChartPatient | None,
        lexicon: Lexicon,
        further: Iterable[tuple[str, IdentifierKind]] = (),
    ) -> None:
        self._sought: list[_Sought] = []
        if patient is not None:
            self._add_patient(patient, lexicon)
        for value, kind in further:
            self._add_number(value, kind, IdentifierRole.UNKNOWN)

    def _add_patient(self, patient: ChartPatient, lexicon: Lexicon) -> None:
        role = IdentifierRole.PATIENT
        self._add_number(patient.mrn, IdentifierKind.MRN, role)
        self._add_number(patient.ssn, IdentifierKind.SSN, role)
        for number in patient.other_identifiers:
            self._add_number(number, IdentifierKind.ID, role)
        for phone in patient.phones:
            self._add_phone(phone)
        for email in patient.emails:
            if "@" in email:
                blanks = r"\s?".join(re.escape(part) for part in re.split(r"(@|\.)", email.strip()) if part)
                self._add(blanks, IdentifierKind.EMAIL, role)
        if patient.birth_date is not None:
            self._add(_birth_date(patient.birth_date), IdentifierKind.DATE, role, careful=True)
        self._add_address(patient, lexicon)

    def _add(self, pattern: str, kind: IdentifierKind, role: IdentifierRole, *, careful: bool = False) -> None:
        self._sought.append(_Sought(re.compile(pattern, re.IGNORECASE), kind, role, careful))

    def _add_number(self, value: str, kind: IdentifierKind, role: IdentifierRole) -> None:
        signs = "".join(sign for sign in value if sign.isalnum())
        if len(signs) >= MIN_DIGITS and not digits_of(signs):
            # "S-KIDNEY": no digit tells that it is a number, so only its own signs and borders do.
            parts = [re.escape(part) for part in re.split(r"[\W_]+", value.strip()) if part]
            pattern = re.compile(rf"(?<![\w-]){_SEPARATOR.join(parts)}(?![\w-])")
            self._sought.append(_Sought(pattern, kind, role, careful=False, lettered=True))
        if len(signs) < MIN_DIGITS or not digits_of(signs):
            return
        self._add(_number_pattern(signs), kind, role, careful=signs.isdigit())
        bare = signs.lstrip(_LETTERS_AND_ZERO)
        # "MRN-0044812" is also printed as 44812.
        if bare != signs and len(bare) >= MIN_EMBEDDED - 1 and bare.isdigit():
            self._add(_number_pattern(bare), kind, role, careful=True)

    def _add_phone(self, phone: str) -> None:
        digits = digits_of(phone)[-10:]
        if len(digits) < 7:
            return
        separator = r"[\s\-./()]{0,3}"
        extension = r"(?:[ ]{0,2}(?:x|ext\.?)[ ]?\d{1,6})?"
        area = rf"(?:\+?1{separator})?\(?{misread_pattern(digits[:-7], '')}{separator}" if digits[:-7] else ""
        local = misread_pattern(digits[-7:], separator)
        optional = rf"(?:{area})?" if area else ""
        self._add(
            rf"(?<![\w.]){optional}{local}(?!\w){extension}", IdentifierKind.PHONE, IdentifierRole.PATIENT, careful=True
        )

    def _add_address(self, patient: ChartPatient, lexicon: Lexicon) -> None:
        role = IdentifierRole.PATIENT
        words = re.findall(r"[^\W_]+", patient.street)
        if len(words) >= 2:
            flexible = [misread_pattern(word, "") if word.isdigit() else _street_word(word) for word in words]
            self._add(rf"(?<!\w){_WORDS_BETWEEN.join(flexible)}(?!\w)", IdentifierKind.ADDRESS, role)
            if words[0][0].isdigit():
                self._add(
                    rf"(?<!\w){_WORDS_BETWEEN.join(flexible[:2])}(?!\w)(?:[ ]\w{{2,9}}\.?(?=[,\n;]))?",
                    IdentifierKind.ADDRESS,
                    role,
                )
            names = [word for word in words if not any(sign.isdigit() for sign in word)]
            # The street without its number, where its name is more than a word and "Street".
            if len(names) >= 2 and all(lexicon.is_only_word(plain(word)) for word in names[:2]):
                # "Osprey Court": words in small letters are words.
                street = rf"(?<!\w){_WORDS_BETWEEN.join(map(re.escape, names[:2]))}(?!\w)"
                self._sought.append(_Sought(re.compile(street), IdentifierKind.ADDRESS, role, careful=False))
            elif len(names) >= 2:
                self._add(
                    rf"(?<!\w){_WORDS_BETWEEN.join(map(re.escape, names[:2]))}(?!\w)", IdentifierKind.ADDRESS, role
                )
        city = patient.city.strip()
        if len(city) >= 3:
            pattern = r"\s+".join(re.escape(word) for word in city.split())
            if all(lexicon.is_ambiguous(plain(word)) or lexicon.is_only_word(plain(word)) for word in city.split()):
                pattern = (
                    rf"(?:(?<=\bin )|(?<=\bfrom )|(?<=\bnear )|(?<=\bof )){pattern}(?!\w)|"
                    rf"(?<!\w){pattern}(?=,?\s{{1,2}}[A-Z]{{2}}\b)"
                )
                self._sought.append(_Sought(re.compile(pattern), IdentifierKind.LOCATION, role, careful=True))
            else:
                self._add(rf"(?<!\w){pattern}(?!\w)", IdentifierKind.LOCATION, role)
        code = digits_of(patient.postal_code)[:5]
        if len(code) == 5:
            self._add(
                rf"(?<![\w.,/-]){misread_pattern(code, '')}(?:-?\d{{4}})?(?![\w/]|[.,]\d)",
                IdentifierKind.ADDRESS,
                role,
                careful=True,
            )

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All places where one of the values stands. A number with a unit after it, or a result's, is none."""
        text = reading.text
        for sought in self._sought:
            for match in sought.pattern.finditer(text):
                start, end = match.span()
                lettered = sought.lettered or any(sign.isdigit() for sign in match[0])
                if not lettered and sought.kind in _NUMERIC:
                    continue
                if sought.careful and (has_unit_after(text, end) or self._in_result(reading, start, end)):
                    continue
                yield Finding(start, end, sought.kind, Strength.CHART, "number_sweep", 1.0, sought.role)

    @staticmethod
    def _in_result(reading: Reading, start: int, end: int) -> bool:
        """Short numbers in a row of results are results."""
        return end - start < MIN_EMBEDDED and reading.in_lab_row(start)


#: Street words and their short forms (USPS Publication 28, appendix C).
_STREET_FORMS: Final = tuple(
    frozenset(forms.split())
    for forms in (
        "street st str", "avenue ave av", "boulevard blvd", "road rd", "drive dr", "lane ln", "court ct", "circle cir",
        "place pl", "terrace ter terr", "trail trl", "parkway pkwy", "highway hwy", "square sq", "apartment apt unit",
        "suite ste",
        "north n", "south s", "east e", "west w", "saint st", "mount mt", "fort ft", "point pt", "heights hts",
        "route rte",
    )
)  # fmt: skip


def _street_word(word: str) -> str:
    """A pattern for a word of a street's name, in its long and short forms."""
    forms = {form for each in _STREET_FORMS if word.lower() in each for form in each}
    return rf"(?:{'|'.join(sorted(map(re.escape, forms), key=len, reverse=True))})\b" if forms else re.escape(word)


_NUMERIC: Final = frozenset(
    {
        IdentifierKind.MRN,
        IdentifierKind.SSN,
        IdentifierKind.ID,
        IdentifierKind.PHONE,
        IdentifierKind.ACCOUNT,
        IdentifierKind.ACCESSION,
    }
)


def _number_pattern(signs: str) -> str:
    """A pattern for a number: a long one anywhere, with the whole run of letters and digits that it stands in."""
    if len(signs) >= MIN_EMBEDDED:
        return rf"(?<![A-Za-z0-9])[A-Za-z0-9]{{0,24}}?{misread_pattern(signs)}[A-Za-z0-9]{{0,24}}"
    return rf"(?<![\w.,/-])0{{0,6}}{misread_pattern(signs, '[ -]?')}(?![\w/]|[.,]\d)"


def _birth_date(day: date) -> str:
    """A pattern for the birth date in every order and grouping, day and month swapped included."""
    separator = r"[\s./\-_]{1,3}"
    month, number = _one_or_two_digits(day.month), _one_or_two_digits(day.day)
    full = misread_pattern(str(day.year), "")
    short = f"{day.year % 100:02d}"
    year = f"(?:{full}|'?{short})"
    name = _MONTHS[day.month - 1]
    named = f"(?:{name}|{name[:3]}\\.?)"
    ordinal = rf"{number}(?:st|nd|rd|th)?"
    compact = [
        f"{day.month:02d}{day.day:02d}{day.year}",
        f"{day.year}{day.month:02d}{day.day:02d}",
        f"{day.day:02d}{day.month:02d}{day.year}",
    ]
    forms = [
        rf"{month}{separator}{number}{separator}{year}",
        rf"{number}{separator}{month}{separator}{year}",
        rf"{full}{separator}{month}{separator}{number}",
        rf"{named}[\s,.\-]{{0,3}}{ordinal}[\s,.\-]{{1,3}}{year}",
        rf"{ordinal}[\s,.\-]{{0,3}}(?:of )?{named}[\s,.\-]{{0,3}}{year}",
        *(misread_pattern(each, "[ ]?") for each in compact),
    ]
    return rf"(?<![\w.])(?:{'|'.join(forms)})(?![\w]|\.\d)"


def _one_or_two_digits(number: int) -> str:
    shape = misread_pattern(str(number), "")
    return f"[0Oo]?{shape}" if number < 10 else shape
