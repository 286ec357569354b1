"""Doubts from where a fact stands in a document."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import BoundingBox, DocType, PageRoute
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType
from arbiter_fhir.domain.region import Region, RegionKind
from arbiter_fhir.extraction.extractor import RuleExtractor
from arbiter_fhir.extraction.standing import COARSE_PAGE_CONFIDENCE
from tests.unit.extraction.clean_pages import write_lines

LETTER, FORM = DocType.REFERRAL_DOCX, DocType.INTAKE_FORM


def read(document: DeidentifiedDocument, doc_type: DocType = LETTER) -> dict[str, CitedFact]:
    found = RuleExtractor().extract(document, doc_type=doc_type, source_id="documents:9")
    return {fact.citation.quote.value: fact for fact in found.facts}


@pytest.mark.parametrize("doc_type", [LETTER, FORM])
def test_lists_below_an_introduced_relative_wait_for_a_person(doc_type: DocType) -> None:
    facts = read(
        write_lines(
            "Re: [PERSON_1], DOB: 03/04/1970",
            "Allergies: Codeine",
            "His brother [PERSON_2], DOB 11/12/1981:",
            "Allergies: Latex",
            "Medications: Warfarin 2 mg daily",
        ),
        doc_type,
    )
    assert facts["Codeine"].certainty is Certainty.VERIFIED
    for quote in ("Latex", "Warfarin 2 mg daily"):
        assert facts[quote].certainty is Certainty.NEEDS_REVIEW
        assert "speaks_of_another" in facts[quote].reasons


def test_family_history_is_about_relatives_anyway() -> None:
    facts = read(write_lines("Her aunt [PERSON_2]:", "Family history:", "Mother: gout"))
    (told,) = [fact for fact in facts.values() if fact.fact_type is FactType.FAMILY_HISTORY]
    assert told.reasons == ()


def test_a_list_by_hearsay_waits_for_a_person() -> None:
    facts = read(write_lines("Home meds per wife:", "Warfarin 2 mg daily", "Allergies: Latex"))
    assert facts["Warfarin 2 mg daily"].certainty is Certainty.NEEDS_REVIEW
    assert facts["Latex"].certainty is Certainty.VERIFIED


@pytest.mark.parametrize("kind", [RegionKind.FOOTER, RegionKind.HEADER])
def test_running_lines_are_never_certain(kind: RegionKind) -> None:
    document = write_lines("Allergies: Codeine", "", "Allergies: Latex")
    page = document.pages[0]
    start = page.text.value.rindex("Allergies")
    region = Region(kind, "footer 1", ((start, len(page.text.value)),))
    facts = read(replace(document, pages=(replace(page, regions=(region,)),)))
    assert facts["Codeine"].certainty is Certainty.VERIFIED
    assert all(fact.certainty is Certainty.NEEDS_REVIEW for quote, fact in facts.items() if "Latex" in quote)


def optically_read(*lines: str, others: float = 96.0) -> DeidentifiedDocument:
    """A scanned page: the words of its last line were read with another confidence than the rest."""
    document = write_lines(*lines, route=PageRoute.OCR, confidence=96.0)
    page = document.pages[0]
    last = page.words[-1].line
    words = tuple(replace(word, confidence=others) if word.line == last else word for word in page.words)
    return replace(document, pages=(replace(page, words=words),))


LIST = ("Allergies:", "Codeine", "Latex", "Thank you for filling in both sides of this sheet")


@pytest.mark.parametrize(("others", "coarse"), [(COARSE_PAGE_CONFIDENCE - 10, True), (96.0, False)])
def test_a_page_read_coarsely_fills_no_list(others: float, coarse: bool) -> None:
    facts = read(optically_read(*LIST, others=others), FORM)
    assert {"page_read_coarsely" in facts[quote].reasons for quote in ("Codeine", "Latex")} == {coarse}


def test_ink_beside_an_entry_that_nobody_read_holds_it_back() -> None:
    document = optically_read("Allergies:", "Latex", "Codeine", "We will see you next month at the front desk again")
    page = document.pages[0]
    beside = replace(page.words[2], text="Codeine")
    ink = replace(beside, text="7", confidence=31.0, box=BoundingBox(0.6, beside.box.y, 0.01, beside.box.height))
    marked = replace(page, words=(*page.words[:3], ink, *page.words[3:]))
    facts = read(replace(document, pages=(marked,)), FORM)
    assert [fact.reasons for fact in facts.values() if fact.citation.quote.value.startswith("Codeine")] != [()]
    assert facts["Latex"].certainty is Certainty.VERIFIED


@pytest.mark.parametrize(("ambiguous", "certainty"), [(False, Certainty.VERIFIED), (True, Certainty.NEEDS_REVIEW)])
def test_a_date_of_which_day_and_month_may_be_swapped_is_for_a_person(ambiguous: bool, certainty: Certainty) -> None:
    document = write_lines("Medications:", "Warfarin 2 mg daily since 02/10/2026")
    dates = {label: replace(when, ambiguous=ambiguous) for label, when in document.dates.items()}
    (fact,) = read(replace(document, dates=dates)).values()
    assert fact.certainty is certainty
    assert ("date_ambiguous" in fact.reasons) is ambiguous
