"""Dates without a year in questions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

import pytest

from arbiter_fhir.deid import DateOrder, PresidioDeidentifier
from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.question import in_small_letters, with_years
from arbiter_fhir.domain.identity import ChartPatient

TODAY = date(2026, 6, 1)


@pytest.mark.parametrize(
    "text, meant",
    [
        ("A1c on March 14?", "A1c on March 14 2026?"),
        ("A1c on Sept 3rd", "A1c on Sept 3rd 2025"),
        ("K on 14 march", "K on 14 march 2026"),
        ("K since 3/14", "K since 3/14/2026"),
        ("labs from 12/24", "labs from 12/24/2025"),
        ("labs since may 5", "labs since may 5 2026"),
        ("A1c on Feb 29", "A1c on Feb 29 2024"),
        ("may 5 tablets be too many", "may 5 tablets be too many"),
        ("hydrocodone 5/325", "hydrocodone 5/325"),
        ("BP 120/80", "BP 120/80"),
        ("A1c on 3/14/2025", "A1c on 3/14/2025"),
        ("A1c on March 14, 2025", "A1c on March 14, 2025"),
        ("A1c in March 2025", "A1c in March 2025"),
        ("K since January", "K since January 2026"),
        ("BPs in Aug", "BPs in Aug 2025"),
        ("labs between January and March", "labs between January 2026 and March 2026"),
        ("labs from Nov to Feb 2025", "labs from Nov 2024 to Feb 2025"),
        ("did they march on", "did they march on"),
        ("A1c on 2/31", "A1c on 2/31"),
    ],
)
def test_year_of_the_last_such_day(text: str, meant: str) -> None:
    assert with_years(text, TODAY, DateOrder.MONTH_FIRST) == meant


def test_order_of_the_site_decides() -> None:
    assert with_years("K since 3/8", TODAY, DateOrder.DAY_FIRST) == "K since 3/8/2025"
    assert with_years("K since 3/8", TODAY, DateOrder.MONTH_FIRST) == "K since 3/8/2026"


def test_dates_come_with_the_clean_question(deidentifier: PresidioDeidentifier, patient: ChartPatient) -> None:
    asked = deidentifier.deidentify_question(
        "potassium on March 14 and on 4/2/2025", patient=patient, today=TODAY, words=WORDS
    )
    assert asked.text.value == "potassium on [DATE_2] and on [DATE_1]"
    assert {label: meant.iso for label, meant in asked.dates.items()} == {
        "[DATE_1]": "2025-04-02",
        "[DATE_2]": "2026-03-14",
    }


@dataclass(frozen=True)
class Words:
    """Knows some words."""

    known: frozenset[str]

    def knows(self, word: str) -> bool:
        return word in self.known

    def resembles(self, word: str) -> bool:
        return False

    def named_in(self, text: str) -> list[tuple[int, int]]:
        return [match.span() for match in re.finditer("labs|potassium", text)]


KNOWN = {"lytes", "and", "coags", "iron", "show", "labs", "max", "dose", "what", "is", "the", "for", "compare", "with"}
WORDS = Words(frozenset(KNOWN))


@pytest.mark.parametrize(
    "text, written",
    [
        ("Lytes and Coags", "lytes and coags"),
        ("Show Labs", "show labs"),
        ("Iron Smith labs", "Iron Smith labs"),
        ("Max dose", "Max dose"),
        ("Mrs. Iron", "Mrs. Iron"),
        ("What Is The Potassium", "what is The Potassium"),
        ("Compare with John", "compare with John"),
        ("A1C", "A1C"),
    ],
)
def test_known_words_lose_their_capital_where_no_name_is_near(text: str, written: str) -> None:
    assert in_small_letters(text, load_lexicon(), WORDS) == written


def test_a_capital_makes_no_name_of_a_known_word(deidentifier: PresidioDeidentifier, patient: ChartPatient) -> None:
    asked = deidentifier.deidentify_question("Lytes and Coags of John Smith", patient=patient, today=TODAY, words=WORDS)
    assert asked.text.value == "lytes and coags of [PERSON_1]"
