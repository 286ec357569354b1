"""Which of a patient's numbers and names speak for him."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.region import DeclaredContent
from tests.unit.documents.hl7v2.writing import fields, message, read, segment

MRN, OTHER = DeclaredContent.PATIENT_MRN, DeclaredContent.IDENTIFIER


def declared(field: str, **numbered: str) -> list[DeclaredContent | None]:
    found = fields(read(message(segment("PID", **numbered))))
    return [region.declares for path, (_, region) in found.items() if path.startswith(f"PID[1]-{field}")]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ("884213", [MRN]),
        ("884213~77~99", [MRN, MRN, MRN]),
        ("884213^^^^PI~77^^^^MR", [OTHER, MRN]),
        ("884213^^^^MR~77^^^^MR", [MRN, MRN]),
        ("884213^^^^MR~111-22-3333^^^^SS", [MRN, DeclaredContent.PATIENT_SSN]),
    ],
)
def test_numbers(numbers: str, expected: list[DeclaredContent]) -> None:
    found = [each for each in declared("3", f3=numbers) if each is not DeclaredContent.CLINICAL]
    assert found == expected


def test_older_fields_speak_only_where_the_newer_one_is_empty() -> None:
    assert declared("2", f2="884213") == [MRN]
    assert declared("4", f4="884213") == [MRN]
    assert declared("2", f2="884213", f3="77") == [OTHER]


def test_the_first_name_speaks_and_all_are_names() -> None:
    name, other = DeclaredContent.PATIENT_NAME, DeclaredContent.PERSON_NAME
    assert declared("5", f5="Orlov^Mina~Kovac^Mina") == [name, other]
    assert declared("9", f5="Orlov^Mina", f9="Orlova^Minka") == [other]


def test_other_segments_stay_as_they_are() -> None:
    found = fields(read(message(segment("NK1", f2="Orlov^Pavel~Orlov^Pasha"))))
    assert {region.declares for path, (_, region) in found.items() if path.startswith("NK1")} == {
        DeclaredContent.RELATIVE_NAME
    }
