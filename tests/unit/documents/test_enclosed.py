"""Files inside a file become pages, read or bare, the same number either way."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.enclosed import add_enclosed_file
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.pages import Enclosed, PageCollector
from arbiter_fhir.domain.document import MediaType, PageRoute, WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.papers import draw_lines, picture_bytes, typed_table


def test_a_picture_is_read_and_can_be_drawn_again() -> None:
    content = picture_bytes(draw_lines("Potassium 6.2 mmol/L", "seen today"))
    collector = PageCollector()
    assert add_enclosed_file(collector, content, MediaType.PNG, Tesseract(), FileClock()) == 1
    assert collector.pages[0].route is PageRoute.OCR
    assert "seen today" in collector.pages[0].text
    assert collector.artwork[1] == Enclosed(content, 1)


def test_without_recognition_the_pages_are_the_same_and_bare() -> None:
    read, bare = PageCollector(), PageCollector()
    for collector, program in ((read, Tesseract()), (bare, None)):
        collector.add_native((), width=612, height=792)
        assert add_enclosed_file(collector, typed_table(), MediaType.PDF, program, FileClock()) == 1
    assert [page.number for page in read.pages] == [page.number for page in bare.pages]
    assert "Glucose" in read.pages[1].text
    assert bare.pages[1].text == ""


def test_a_file_that_takes_too_long_stands_unread() -> None:
    collector = PageCollector()
    add_enclosed_file(collector, picture_bytes(draw_lines("x")), MediaType.PNG, Tesseract(), FileClock(0))
    assert collector.pages[0].words == ()
    assert [warning.code for warning in collector.warnings] == [WarningCode.PARTIAL]


def test_a_broken_file_is_refused_before_any_page() -> None:
    collector = PageCollector()
    with pytest.raises(DocumentError) as caught:
        add_enclosed_file(collector, b"\x89PNG\r\n\x1a\nbroken", MediaType.PNG, Tesseract(), FileClock())
    assert caught.value.code is ErrorCode.CORRUPT
    assert collector.pages == []
