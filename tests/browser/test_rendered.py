"""Documents that have no pages (Word, Excel, HL7) are drawn as pages; the frame is around the very cell or field."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.page_picture import drawn_box, page_picture, read_in
from tests.browser.stage import Stage
from tests.browser.visit import Visits, ask

#: Pixels of the picture at the largest zoom.
LARGEST_WIDTH = 2000


class Case(NamedTuple):
    """What leads to a place of a document, and what stands there: the golden case says so, not the product."""

    whose: str
    question: str
    statement: str
    section: str
    framed: str
    beside: str


CASES = {
    "letter": Case(
        "referred",
        "current medications?",
        "Losartan",
        "table 3, row 2",
        framed="Losartan 50 mg tablet PO daily",
        beside="Drug Strength Directions Insulin glargine units bedtime",
    ),
    "workbook": Case(
        "admitted",
        "BNP?",
        "BNP",
        "Results!B6:E6",
        framed="BNP 412 pg/mL 100",
        beside="2026 Test Value Unit Troponin Magnesium 88 1.9",
    ),
    "message": Case(
        "admitted",
        "any allergies?",
        "Penicillin",
        "AL1[1]",
        framed="Drug allergy Penicillin Anaphylaxis",
        beside="AL1 Allergen Aspirin Hives Diagnosis",
    ),
}


def asked(visits: Visits, stage: Stage, case: Case) -> tuple[Page, Locator]:
    """Ask; gives the page and the statement's first chip."""
    page = visits.patient(getattr(stage, case.whose))
    return page, ask(page, case.question).locator("li", has_text=case.statement).locator(".af-chip").first


def sharpen(page: Page) -> None:
    """Ask for the largest picture: print of a few pixels is not read."""
    page.locator(".af-box").wait_for()
    zoom = page.get_by_role("button", name="Zoom in")
    while zoom.is_enabled():
        zoom.click()
    expect(page.locator(".af-page")).to_have_js_property("naturalWidth", LARGEST_WIDTH)


@pytest.mark.parametrize("name", CASES)
def test_the_frame_is_around_the_cell_or_field_and_nothing_else(visits: Visits, stage: Stage, name: str) -> None:
    case = CASES[name]
    page, chip = asked(visits, stage, case)
    chip.click()
    page.locator(".af-box").wait_for()
    expect(page.locator(".af-source .af-place")).to_contain_text(case.section)
    visits.picture(page, f"source-{name}-light")
    sharpen(page)
    expect(page.locator(".af-box")).to_have_count(1)
    framed = read_in(page_picture(page), drawn_box(page))
    assert re.search(".*".join(map(re.escape, case.framed.split())), framed), framed
    assert not [word for word in case.beside.split() if word in framed], framed


@contextlib.contextmanager
def place_forgotten(stage: Stage, document: int, *names: str) -> Iterator[None]:
    """Facts that wait lose a part of their place, as those have that are found nowhere on it."""
    site = stage.clinic.site
    kept = stage.clinic.rows(
        "SELECT id, citation_json FROM clinical_document_facts WHERE document_id = %s AND certainty = 'needs_review'",
        document,
    )

    def store(rows: Iterator[tuple[object, str]]) -> None:
        with site.mariadb.connect(f"arbiter_{site.site}") as connection, connection.cursor() as cursor:
            for fact, citation in rows:
                cursor.execute("UPDATE clinical_document_facts SET citation_json = %s WHERE id = %s", (citation, fact))
            connection.commit()

    store((fact, json.dumps(json.loads(str(citation)) | dict.fromkeys(names))) for fact, citation in kept)
    try:
        yield
    finally:
        store((fact, str(citation)) for fact, citation in kept)


def test_a_fact_without_a_place_shows_its_page_or_its_section(visits: Visits, stage: Stage) -> None:
    # One that waits for a person: a verified fact always has its place.
    case = Case("admitted", "digoxin level?", "Digoxin", "Old!B2:E2", "", "")
    page, chip = asked(visits, stage, case)
    document = stage.documents["workbook"]
    with place_forgotten(stage, document, "bounding_box"):
        chip.click()
        page.locator(".af-page").wait_for()
        expect(page.locator(".af-source")).to_contain_text("the whole page is its source")
        expect(page.locator(".af-box")).to_have_count(0)
        visits.picture(page, "source-without-place-light")
    with place_forgotten(stage, document, "bounding_box", "page"):
        page, chip = asked(visits, stage, case)
        chip.click()
        expect(page.locator(".af-source")).to_contain_text("its section is shown")
        expect(page.locator(".af-excerpt")).to_contain_text("Digoxin 2.6 ng/mL")
        expect(page.locator(".af-page")).to_have_count(0)
