"""Words that an annotation strikes out."""

from __future__ import annotations

import pymupdf
import pytest

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.pdf.reader import read_pdf
from arbiter_fhir.domain.region import RegionMark


def struck_page(rotation: int) -> bytes:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((60, 80), "Lisinopril 10 mg daily", fontsize=11)
    page.insert_text((60, 110), "Warfarin 5 mg daily", fontsize=11)
    page.add_strikeout_annot(page.search_for("Warfarin 5 mg"))
    page.set_rotation(rotation)
    return bytes(document.tobytes())


@pytest.mark.parametrize("rotation", [0, 180])
def test_struck_words_are_marked_hidden(rotation: int) -> None:
    collector = read_pdf(struck_page(rotation), Tesseract(), FileClock())
    (page,) = collector.pages
    marked = [
        page.text[start:end]
        for region in page.regions
        if RegionMark.HIDDEN in region.marks
        for start, end in region.spans
    ]
    assert marked == ["Warfarin", "5", "mg"]
    assert [warning.code.value for warning in collector.warnings] == ["W_HIDDEN"]


def test_a_page_without_annotations_has_none() -> None:
    document = pymupdf.open()
    document.new_page().insert_text((60, 80), "Lisinopril 10 mg daily", fontsize=11)
    (page,) = read_pdf(bytes(document.tobytes()), Tesseract(), FileClock()).pages
    assert page.regions == ()
