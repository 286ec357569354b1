"""Enclosed documents: as many pages for drawing as for reading, and a broken one breaks nothing."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.hl7v2.enclosed import read_enclosed
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.domain.document import MediaType
from arbiter_fhir.errors import DocumentError
from tests.unit.documents.papers import make_pdf, write_table

PDF = make_pdf(write_table, write_table)


def tiff(frames: int) -> bytes:
    images = [Image.new("L", (400, 300), 255) for _ in range(frames)]
    out = io.BytesIO()
    images[0].save(out, "TIFF", save_all=True, append_images=images[1:])
    return out.getvalue()


def test_a_pdf_is_read() -> None:
    collector = read_enclosed(PDF, MediaType.PDF, Tesseract(), FileClock())
    assert ["Glucose" in page.text for page in collector.pages] == [True, True]


@pytest.mark.parametrize(("content", "media_type"), [(PDF, MediaType.PDF), (tiff(3), MediaType.TIFF)])
def test_drawing_sees_the_same_pages(content: bytes, media_type: MediaType) -> None:
    blank = read_enclosed(content, media_type, None, FileClock())
    read = read_enclosed(content, media_type, Tesseract(), FileClock())
    assert len(blank.pages) == len(read.pages)


def test_text_is_read() -> None:
    collector = read_enclosed(b"Impression: normal.", MediaType.TEXT, None, FileClock())
    assert collector.pages[0].text == "Impression: normal."


def test_what_does_not_open_is_refused() -> None:
    with pytest.raises(DocumentError):
        read_enclosed(PDF[:200], MediaType.PDF, Tesseract(), FileClock())


def test_pages_that_cannot_be_read_are_there_and_empty() -> None:
    collector = read_enclosed(PDF, MediaType.PDF, Tesseract(), FileClock(seconds=0.0))
    assert [page.text for page in collector.pages] == ["", ""]
    assert collector.warnings[0].message == "Page 1 of an embedded document could not be read (E_TIMEOUT)."
