"""Pieces of one identifier are one mention and have one placeholder."""

from __future__ import annotations

from datetime import date

from arbiter_fhir.deid.dates import DateOrder
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.folding import fold
from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.mentions import assign
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognition import RecognizedPage
from arbiter_fhir.deid.spans import merge_spans
from arbiter_fhir.domain.deid import IdentifierKind
from tests.unit.deid.written_pages import write_page


def placeholders(text: str, *found: tuple[str, IdentifierKind, str]) -> list[str]:
    page = write_page(text)
    folded = fold(page.text)
    findings = [
        Finding(at, at + len(words), kind, Strength.PATTERN, "x", 0.9, group=group)
        for words, kind, group in found
        for at in (page.text.index(words),)
    ]
    recognized = RecognizedPage(page, folded, Reading(folded.text), [], findings)
    spans = [merge_spans(findings, page.text)]
    made = assign([recognized], spans, load_lexicon(), today=date(2026, 5, 1), site_order=DateOrder.MONTH_FIRST)
    return [placeholder.label for placeholder in made.placeholders]


def test_pieces_of_a_name_are_one_person() -> None:
    person = IdentifierKind.PERSON
    found = placeholders("Ildiko x Reyes y Bela", ("Ildiko", person, "g"), ("Reyes", person, "g"), ("Bela", person, ""))
    assert found == ["[PERSON_1]", "[PERSON_1]", "[PERSON_2]"]


def test_pieces_of_a_date_are_one_date() -> None:
    day = IdentifierKind.DATE
    found = placeholders(
        "April x 10, 2026 y 04/10/2026", ("April", day, "g"), ("10, 2026", day, "g"), ("04/10/2026", day, "")
    )
    assert found == ["[DATE_1]"] * 3
