"""Lines to write on that are empty, and those that are not."""

from __future__ import annotations

import io

import pymupdf
import pytest
from docx import Document

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.office.docx import read_docx
from arbiter_fhir.documents.pdf.reader import read_pdf
from arbiter_fhir.domain.document import Page
from arbiter_fhir.domain.region import RegionKind, RegionMark


def page_of(*runs: tuple[float, float, str]) -> Page:
    document = pymupdf.open()
    page = document.new_page()
    for left, base, text in runs:
        page.insert_text((left, base), text, fontsize=11)
    (read,) = read_pdf(bytes(document.tobytes()), Tesseract(), FileClock()).pages
    return read


def blanks(page: Page) -> list[tuple[str, bool]]:
    return [
        (page.text[region.spans[0][0] : region.spans[0][1]], RegionMark.UNCHECKED in region.marks)
        for region in page.regions
        if region.kind is RegionKind.BLANK
    ]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Ibuprofen ________", [("Ibuprofen", True)]),
        ("Migraine: ________", [("Migraine:", True)]),
        ("Migraine:________", [("Migraine:", True)]),
        ("Sulfa drugs ........", [("Sulfa drugs", True)]),
        ("Latex ____ Codeine ____ Shellfish ____", [("Latex", True), ("Codeine", True), ("Shellfish", True)]),
        ("____ Epilepsy", [("Epilepsy", True)]),
        # Glued to its line, or with an amount: what was typed before the rest of a line looks the same.
        ("Ibuprofen________", [("Ibuprofen", False)]),
        ("Lisinopril 10 mg daily ________", [("Lisinopril 10 mg daily", False)]),
        # Answered.
        ("Ibuprofen ____ rash", []),
        ("Ibuprofen ________rash________", []),
        ("Sodium ........ 139", []),
        ("Allergies: ibuprofen ________", []),
        ("Migraine", []),
        ("Blood pressure 120-80", []),
    ],
)
def test_one_line(line: str, wanted: list[tuple[str, bool]]) -> None:
    assert blanks(page_of((60, 100, line), (60, 130, "Thank you"))) == wanted


def test_words_over_the_line_answer_it() -> None:
    assert blanks(page_of((60, 100, "Ibuprofen ____________"), (122, 99, "hives"))) == []


def test_another_column_does_not_answer() -> None:
    page = page_of((60, 100, "Ibuprofen ________"), (320, 100, "Asthma yes"))
    assert blanks(page) == [("Ibuprofen", True)]
    assert page.text == "Ibuprofen Asthma yes"


def test_a_name_in_another_cell_than_its_line_may_be_an_answer_itself() -> None:
    assert blanks(page_of((60, 100, "Ibuprofen"), (200, 100, "________"))) == [("Ibuprofen", False)]
    assert blanks(page_of((60, 100, "Migraine:"), (200, 100, "________"))) == [("Migraine:", True)]


def test_a_page_that_is_set_keeps_them_too() -> None:
    document = Document()
    document.add_paragraph("Ibuprofen ________")
    document.add_paragraph("Codeine ____ rash")
    content = io.BytesIO()
    document.save(content)
    (page,) = read_docx(content.getvalue(), Tesseract(), FileClock()).pages
    assert page.text == "Ibuprofen\nCodeine rash"
    assert blanks(page) == [("Ibuprofen", True)]


def test_rules_on_their_own_stand_beside_nothing() -> None:
    assert blanks(page_of((60, 100, "History"), (60, 130, "________________________"), (60, 160, "Gout"))) == []
