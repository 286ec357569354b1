from __future__ import annotations

import pytest

from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.evals.cases import KnownIdentifier
from arbiter_fhir.evals.phi_scan import find_leaks, telling_identifiers


def found(text: str, identifier: str, kind: IdentifierKind = IdentifierKind.PERSON, *, scanned: bool = False) -> bool:
    return bool(find_leaks(text, [KnownIdentifier(kind=kind, text=identifier)], scanned=scanned))


@pytest.mark.parametrize(
    ("identifier", "text"),
    [
        ("Ferreira-Quist, Marisol I", "patient FERREIRA QUIST MARISOL I was"),
        ("Ferreira-Quist, Marisol I", "ferreira-quist,\nmarisol  i"),
        ("Zhao", "Wen ZHAO."),
        ("José", "seen by Jose today"),
        ("O'Callaghan", "O'Callaghan"),
        ("MRN-4471902", "mrn: 4471902"),
        ("(309) 555-0142", "call 309.555.0142 now"),
        ("(309) 555-0142", "+13095550142"[2:]),
        ("04/10/2026", "04-10-2026"),
        ("thad@mail.example", "write to thad@mail.example"),
        ("203.0.113.47", "at 203.0.113.47;"),
    ],
)
def test_spellings_do_not_hide_an_identifier(identifier: str, text: str) -> None:
    assert found(text, identifier)


@pytest.mark.parametrize(
    ("identifier", "text"),
    [
        ("Mae", "maelstrom"),
        ("Zhao", "Zhaohua"),
        ("94", "94.1 and 194 and 941"[5:]),
        ("5520931", "15520931"),
        ("Halvorsen", "[PERSON_1] and [MRN_2]"),
        ("PERSON_1", "[PERSON_1]"),
        ("04/10/2026", "04/11/2026"),
    ],
)
def test_parts_of_other_words_are_no_identifier(identifier: str, text: str) -> None:
    assert not found(text, identifier)


def test_a_misread_name_is_found_on_scans_and_short_words_have_too_many_neighbours() -> None:
    assert found("Ha1vorsen", "Halvorsen", scanned=True)
    assert found("Halvorsem", "Halvorsen", scanned=True)
    assert not found("Halvorsem", "Halvorsen")
    assert not found("Hal", "Mal", scanned=True)
    assert not found("MRN-4471903", "MRN-4471902", IdentifierKind.MRN, scanned=True)


def test_a_leak_tells_kind_place_and_count() -> None:
    (leak,) = find_leaks("Zhao zhao", [KnownIdentifier(kind=IdentifierKind.PERSON, text="Zhao")])
    assert (leak.index, leak.kind, leak.count, leak.misread) == (0, IdentifierKind.PERSON, 2, False)


def test_short_numbers_and_clinical_dates_are_not_withheld_from_findings() -> None:
    name = KnownIdentifier(kind=IdentifierKind.PERSON, text="Zhao")
    age = KnownIdentifier(kind=IdentifierKind.AGE_OVER_89, text="94")
    date = KnownIdentifier(kind=IdentifierKind.DATE, text="2026-04-10", scope="text")
    assert telling_identifiers([name, age, date]) == (name,)
