"""Record numbers, sex, social security numbers, phones, addresses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.domain.deid import CandidateField, IdentifierCandidate, IdentifierRole
from arbiter_fhir.domain.identity import ChartPatient, MatchOutcome
from arbiter_fhir.identity.matchers import (
    compare_address,
    compare_candidate,
    compare_mrn,
    compare_phone,
    compare_sex,
    compare_ssn,
)

MATCH, CLOSE, MISMATCH, NOT_COMPARABLE = MatchOutcome


@pytest.mark.parametrize(
    "printed, own, outcome",
    [
        ("1001", "1001", MATCH),
        ("0001001", "1001", MATCH),
        ("10-01", "1001", MATCH),
        ("MRN: 1001", "1001", MATCH),
        ("mr 000123", "MR123", MATCH),
        ("1OO1", "1001", CLOSE),
        ("l001", "1001", CLOSE),
        ("MRB123", "MR8123", CLOSE),
        ("7", "7", CLOSE),
        ("1002", "1001", MISMATCH),
        ("A1001", "1001", MISMATCH),
        ("10010", "1001", MISMATCH),
        ("", "", NOT_COMPARABLE),
        ("", "1001", NOT_COMPARABLE),
        ("1001", "", NOT_COMPARABLE),
        ("000", "0", NOT_COMPARABLE),
    ],
)
def test_record_numbers(printed: str, own: str, outcome: MatchOutcome) -> None:
    assert compare_mrn(printed, own).outcome is outcome


@pytest.mark.parametrize(
    "printed, own, outcome",
    [
        ("F", "Female", MATCH),
        ("male", "M", MATCH),
        ("M", "Female", MISMATCH),
        ("", "", NOT_COMPARABLE),
        ("unknown", "UNK", NOT_COMPARABLE),
        ("X", "Female", NOT_COMPARABLE),
    ],
)
def test_sex(printed: str, own: str, outcome: MatchOutcome) -> None:
    assert compare_sex(printed, own).outcome is outcome


@pytest.mark.parametrize(
    "printed, own, outcome",
    [
        ("900-12-3456", "900123456", MATCH),
        ("XXX-XX-3456", "900-12-3456", MATCH),
        ("***-**-9999", "900-12-3456", MISMATCH),
        ("901-12-3456", "900-12-3456", MISMATCH),
        ("", "", NOT_COMPARABLE),
        ("3456", "", NOT_COMPARABLE),
        ("0000", "000-00-0000", NOT_COMPARABLE),
    ],
)
def test_social_security_numbers(printed: str, own: str, outcome: MatchOutcome) -> None:
    assert compare_ssn(printed, own).outcome is outcome


@pytest.mark.parametrize(
    "printed, own, outcome",
    [
        ("555.010.2233", ("(555) 010-2233",), MATCH),
        ("+1 555 010 2233 ext 4", ("555-999-0000", "5550102233"), MATCH),
        ("555 010 9999", ("5550102233",), NOT_COMPARABLE),
        ("010-2233", ("5550102233",), NOT_COMPARABLE),
        ("", ("",), NOT_COMPARABLE),
    ],
)
def test_phones_agree_and_never_contradict(printed: str, own: tuple[str, ...], outcome: MatchOutcome) -> None:
    assert compare_phone(printed, own).outcome is outcome


@pytest.mark.parametrize(
    "printed, outcome",
    [
        ("14 Birch St, Springfield", MATCH),
        ("14 birch street", MATCH),
        ("15 Birch Street", NOT_COMPARABLE),
        ("", NOT_COMPARABLE),
    ],
)
def test_addresses_agree_and_never_contradict(
    printed: str, outcome: MatchOutcome, patient: Callable[..., ChartPatient]
) -> None:
    assert compare_address(printed, patient()).outcome is outcome


def test_an_empty_street_agrees_with_nothing(patient: Callable[..., ChartPatient]) -> None:
    assert compare_address("", patient(street="")).outcome is NOT_COMPARABLE


@pytest.mark.parametrize(
    "field, value",
    [
        (CandidateField.NAME, "Alvarez, Maria"),
        (CandidateField.BIRTH_DATE, "04/12/1970"),
        (CandidateField.MRN, "1001"),
        (CandidateField.SEX, "F"),
        (CandidateField.SSN, "900-12-3456"),
        (CandidateField.PHONE, "555-010-2233"),
        (CandidateField.ADDRESS, "14 Birch Street"),
    ],
)
def test_each_field_is_compared_with_its_own_kind(
    field: CandidateField, value: str, patient: Callable[..., ChartPatient]
) -> None:
    comparison = compare_candidate(IdentifierCandidate(field, value, IdentifierRole.PATIENT, 1, None, True), patient())
    assert comparison.field == field.value
    assert comparison.outcome is MATCH
