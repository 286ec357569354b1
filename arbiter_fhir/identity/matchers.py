"""Each identifier field of a document compared with the chart's, one comparison at a time. Pure.

Blank never equals blank: a field that either side leaves empty is NOT_COMPARABLE, whatever the other side says.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from arbiter_fhir.domain.deid import CandidateField, IdentifierCandidate
from arbiter_fhir.domain.identity import ChartPatient, FieldComparison, MatchOutcome
from arbiter_fhir.identity.birth_dates import compare_birth_date
from arbiter_fhir.identity.names import compare_name

__all__ = ["compare_address", "compare_candidate", "compare_mrn", "compare_phone", "compare_sex", "compare_ssn"]

#: A shorter record number agrees by chance (OpenEMR numbers its first patients 1, 2, 3).
MRN_MIN_CHARS = 3

_MRN_LABEL = re.compile(
    r"^\s*(?:mrn|mr\s*#|medical record(?: number| no\.?)?|patient id|pid|chart(?: no\.?| #)?)\s*[:#]?\s*",
    re.IGNORECASE,
)
#: Characters that OCR takes for one another, folded to one of them.
_OCR_FOLD = str.maketrans("OQDIL|SBZG", "0001115826")
_EXTENSION = re.compile(r"\s*(?:ext|x)\.?\s*\d", re.IGNORECASE)
_SEXES = {
    "m": "male",
    "male": "male",
    "man": "male",
    "f": "female",
    "female": "female",
    "woman": "female",
}
_STREET_WORDS = {
    "street": "st",
    "avenue": "ave",
    "road": "rd",
    "drive": "dr",
    "lane": "ln",
    "boulevard": "blvd",
    "court": "ct",
    "place": "pl",
    "apartment": "apt",
    "north": "n",
    "south": "s",
    "east": "e",
    "west": "w",
}


def _not_comparable(field: str, detail: str = "") -> FieldComparison:
    return FieldComparison(field, MatchOutcome.NOT_COMPARABLE, detail)


def _record_number(text: str, *, folded: bool = False) -> str:
    """A record number without label, separators and leading zeros, upper case; ``folded``: OCR's doubles made one."""
    plain = re.sub(r"[\s\-./#:]", "", _MRN_LABEL.sub("", text)).upper()
    plain = plain.translate(_OCR_FOLD) if folded else plain
    letters = re.match(r"[A-Z]*", plain)
    prefix = letters.group() if letters else ""
    return prefix + plain[len(prefix) :].lstrip("0") if plain.strip("0") else ""


def compare_mrn(printed: str, own: str) -> FieldComparison:
    """Compare record numbers: separators and leading zeros do not count, an OCR confusion is CLOSE and never MATCH."""
    left, right = _record_number(printed), _record_number(own)
    if not left or not right:
        return _not_comparable("mrn")
    if left == right:
        if len(left) < MRN_MIN_CHARS:
            return FieldComparison("mrn", MatchOutcome.CLOSE, "mrn_too_short")
        return FieldComparison("mrn", MatchOutcome.MATCH)
    if _record_number(printed, folded=True) == _record_number(own, folded=True):
        return FieldComparison("mrn", MatchOutcome.CLOSE, "letter_for_digit")
    return FieldComparison("mrn", MatchOutcome.MISMATCH, "mrn_differs")


def compare_sex(printed: str, own: str) -> FieldComparison:
    """Compare sex where both sides say male or female; any other word is NOT_COMPARABLE, never a contradiction."""
    left, right = (_SEXES.get(text.strip().strip(".").casefold()) for text in (printed, own))
    if left is None or right is None:
        return _not_comparable("sex")
    outcome = MatchOutcome.MATCH if left == right else MatchOutcome.MISMATCH
    return FieldComparison("sex", outcome, "" if left == right else "sex_differs")


def compare_ssn(printed: str, own: str) -> FieldComparison:
    """Compare social security numbers: all nine digits where printed, the last four of a masked one."""
    left, right = (re.sub(r"\D", "", text) for text in (printed, own))
    if len(right) < 4 or len(left) < 4 or set(right) == {"0"}:
        return _not_comparable("ssn")
    whole = len(left) == len(right) == 9
    agree = left == right if whole else left[-4:] == right[-4:]
    outcome = MatchOutcome.MATCH if agree else MatchOutcome.MISMATCH
    return FieldComparison("ssn", outcome, ("" if whole else "last_four") if agree else "ssn_differs")


def _phone_digits(text: str) -> str:
    digits = re.sub(r"\D", "", _EXTENSION.split(text)[0])
    return digits[1:] if len(digits) == 11 and digits.startswith("1") else digits


def compare_phone(printed: str, own: tuple[str, ...]) -> FieldComparison:
    """Compare a phone number with all that the chart has. Another number is no contradiction: people change theirs."""
    left = _phone_digits(printed)
    if len(left) < 10:
        return _not_comparable("phone")
    if left in {_phone_digits(number) for number in own}:
        return FieldComparison("phone", MatchOutcome.MATCH)
    return _not_comparable("phone", "other_number")


def _address_words(text: str) -> tuple[str, ...]:
    words = re.findall(r"[a-z0-9]+", text.casefold())
    return tuple(_STREET_WORDS.get(word, word) for word in words)


def compare_address(printed: str, patient: ChartPatient) -> FieldComparison:
    """Compare an address by house number and street. Another address is no contradiction: people move."""
    street = _address_words(patient.street)
    words = _address_words(printed)
    if len(street) < 2 or not street[0].isdigit() or not words:
        return _not_comparable("address")
    if any(words[start : start + len(street)] == street for start in range(len(words))):
        return FieldComparison("address", MatchOutcome.MATCH)
    return _not_comparable("address", "other_address")


_COMPARE: dict[CandidateField, Callable[[str, ChartPatient], FieldComparison]] = {
    CandidateField.NAME: compare_name,
    CandidateField.BIRTH_DATE: lambda printed, patient: compare_birth_date(printed, patient.birth_date),
    CandidateField.MRN: lambda printed, patient: compare_mrn(printed, patient.mrn),
    CandidateField.SEX: lambda printed, patient: compare_sex(printed, patient.sex),
    CandidateField.SSN: lambda printed, patient: compare_ssn(printed, patient.ssn),
    CandidateField.PHONE: lambda printed, patient: compare_phone(printed, patient.phones),
    CandidateField.ADDRESS: compare_address,
}


def compare_candidate(candidate: IdentifierCandidate, patient: ChartPatient) -> FieldComparison:
    """Compare one identifier of the document with the same field of the chart."""
    return _COMPARE[candidate.field](candidate.value, patient)
