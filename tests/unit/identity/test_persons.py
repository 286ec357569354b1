"""Two pages: the same person, another one, or nobody can tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.domain.deid import IdentifierCandidates
from arbiter_fhir.domain.identity import MatchOutcome
from arbiter_fhir.identity.persons import compare_persons, identifying

Document = Callable[..., IdentifierCandidates]


def compared(document: Document, one: list[tuple[str, str]], other: list[tuple[str, str]]) -> MatchOutcome:
    return compare_persons(identifying(document(*one).items), identifying(document(*other).items))


@pytest.mark.parametrize(
    "one, other, outcome",
    [
        ([("name", "Alvarez, Maria T")], [("name", "Maria Alvarez")], MatchOutcome.MATCH),
        ([("name", "Maria Alvarez")], [("name", "ALVAREZ^MARIA")], MatchOutcome.MATCH),
        ([("name", "Maria Alvarez")], [("name", "Maria Alvarcz")], MatchOutcome.CLOSE),
        ([("name", "Maria Alvarez")], [("name", "Rosa Alvarez")], MatchOutcome.MISMATCH),
        ([("birth_date", "04/12/1970")], [("birth_date", "12-Apr-1970")], MatchOutcome.MATCH),
        ([("birth_date", "04/12/1970")], [("birth_date", "04/13/1981")], MatchOutcome.MISMATCH),
        ([("mrn", "MRN 001001")], [("mrn", "1001")], MatchOutcome.MATCH),
        ([("mrn", "1001")], [("mrn", "1002")], MatchOutcome.MISMATCH),
        ([("name", "Maria Alvarez")], [("mrn", "1001")], MatchOutcome.NOT_COMPARABLE),
        ([], [("mrn", "1001")], MatchOutcome.NOT_COMPARABLE),
        ([("birth_date", "unreadable")], [("birth_date", "04/12/1970")], MatchOutcome.NOT_COMPARABLE),
    ],
)
def test_identifiers_of_two_pages(
    document: Document, one: list[tuple[str, str]], other: list[tuple[str, str]], outcome: MatchOutcome
) -> None:
    assert compared(document, one, other) is outcome
    assert compared(document, other, one) is outcome


def test_one_difference_outweighs_every_agreement(document: Document) -> None:
    twins = (
        [("name", "Alvarez, Maria"), ("birth_date", "04/12/1970")],
        [
            ("name", "Alvarez, Rosa"),
            ("birth_date", "04/12/1970"),
        ],
    )
    assert compared(document, *twins) is MatchOutcome.MISMATCH


def test_clinicians_relatives_and_unlabelled_text_name_nobody(document: Document) -> None:
    items = document(
        ("name", "Dr. Osei", "clinician"),
        ("name", "Rosa Alvarez", "relative"),
        ("name", "Blood Bank", "unknown", False),
        ("sex", "F"),
        ("name", "  "),
    ).items
    assert identifying(items) == ()
