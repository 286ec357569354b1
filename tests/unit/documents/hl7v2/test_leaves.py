"""Leaves: what each stretch of a field is, after a look at whether its text can be that."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.hl7v2.leaves import leaves_of
from arbiter_fhir.domain.region import DeclaredContent
from tests.unit.documents.hl7v2.writing import PATIENT, message, parsed, segment

CLINICAL, NARRATIVE, DATE = DeclaredContent.CLINICAL, DeclaredContent.NARRATIVE, DeclaredContent.DATE


def leaves(name: str, number: int, **numbered: str) -> list[tuple[str, str, DeclaredContent]]:
    (found,), _ = parsed(message(PATIENT, segment(name, **numbered)))
    built = found.segments[-1]
    return [
        (leaf.path, leaf.text, leaf.declares)
        for repetition in built.repetitions(number)
        for leaf in leaves_of(built, number, repetition)
    ]


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("NM", "8.1", [("", "8.1", CLINICAL)]),
        ("NM", ">200", [("", ">200", CLINICAL)]),
        ("NM", "Mina Orlov", [("", "Mina Orlov", NARRATIVE)]),
        ("SN", ">^100", [(".1", ">", CLINICAL), (".2", "100", CLINICAL)]),
        ("SN", "^Mina", [(".2", "Mina", NARRATIVE)]),
        ("ST", "Negative", [("", "Negative", NARRATIVE)]),
        ("ST", "12.4", [("", "12.4", CLINICAL)]),
        ("ST", "1:80", [("", "1:80", CLINICAL)]),
        ("TX", "See Dr. Bexley", [("", "See Dr. Bexley", NARRATIVE)]),
        ("CWE", "26^Detected^SCT", [(".1", "26", CLINICAL), (".2", "Detected", CLINICAL), (".3", "SCT", CLINICAL)]),
        ("CE", "^typed by hand", [(".2", "typed by hand", NARRATIVE)]),
        ("CWE", "1^^L^^^^^^Mina said", [(".1", "1", CLINICAL), (".3", "L", CLINICAL), (".9", "Mina said", NARRATIVE)]),
        ("DT", "20260410", [("", "20260410", DATE)]),
        ("TS", "202604100815-0500", [("", "202604100815-0500", DATE)]),
        ("DT", "last spring", [("", "last spring", NARRATIVE)]),
        ("XPN", "Orlov^Pavel", [("", "Orlov, Pavel", DeclaredContent.PERSON_NAME)]),
        ("XTN", "(302)555-0147", [("", "(302)555-0147", DeclaredContent.PHONE)]),
        ("QQ", "whatever^it^is", [(".1", "whatever", NARRATIVE), (".2", "it", NARRATIVE), (".3", "is", NARRATIVE)]),
        ("", "free", [("", "free", NARRATIVE)]),
        ("NM", '""', [("", '""', CLINICAL)]),
    ],
)  # fmt: skip
def test_observation_values(kind: str, value: str, expected: list[tuple[str, str, DeclaredContent]]) -> None:
    assert leaves("OBX", 5, f2=kind, f3="1^One^L", f5=value) == expected


def test_a_family_name_with_its_parts_is_one() -> None:
    assert leaves("PID", 5, f5="van der Berg&van der&Berg^Anna") == [
        ("", "van der Berg, Anna", DeclaredContent.PATIENT_NAME)
    ]


def test_a_given_name_alone_has_no_comma() -> None:
    assert leaves("PID", 5, f5="^Anna^B") == [(".2", "Anna B", DeclaredContent.PATIENT_NAME)]


def test_repetitions_stand_for_themselves() -> None:
    assert [text for _, text, _ in leaves("PID", 5, f5="Orlov^Mina~Kovac^Mina")] == ["Orlov, Mina", "Kovac, Mina"]


def test_codes_that_are_running_text_are_text() -> None:
    (first, *_) = leaves("OBX", 8, f2="NM", f8="the patient Mina Orlov was not fasting")
    assert first[2] is NARRATIVE


def test_sub_components_have_their_place() -> None:
    assert leaves("OBR", 26, f26="600-7&Bacteria identified&LN^1^E. coli") == [
        (".1.1", "600-7", CLINICAL),
        (".1.2", "Bacteria identified", CLINICAL),
        (".1.3", "LN", CLINICAL),
        (".2", "1", CLINICAL),
        (".3", "E. coli", NARRATIVE),
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("31^Foreman^Erika", [(".1", "31", "identifier"), (".2", "Foreman, Erika", "clinician_name")]),
        ("31&Foreman&Erika^20260410", [(".1.1", "31", "identifier"), (".1.2", "Foreman, Erika", "clinician_name")]),
    ],
)
def test_a_reader_of_results_is_a_name_whether_its_parts_are_components_or_below(
    value: str, expected: list[tuple[str, str, str]]
) -> None:
    found = leaves("OBR", 32, f32=value)
    assert [(path, text, declares.value) for path, text, declares in found[:2]] == expected


def test_a_text_of_as_many_digits_as_a_telephone_number_is_no_measure() -> None:
    assert leaves("OBX", 5, f2="ST", f5="2175550188") == [("", "2175550188", NARRATIVE)]
    assert leaves("OBX", 5, f2="NM", f5="2175550188") == [("", "2175550188", CLINICAL)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("^Foreman^Erika", ["clinician_name"]),
        ("99^Foreman^Erika", ["identifier", "clinician_name"]),
        ("26^Detected^SCT", ["clinical", "clinical", "clinical"]),
        ("26^Detected^Local", ["clinical", "clinical", "clinical"]),
    ],
)
def test_a_name_in_a_field_of_codes_is_a_name(value: str, expected: list[str]) -> None:
    assert [declares.value for _, _, declares in leaves("OBR", 31, f31=value)] == expected
