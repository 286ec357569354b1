"""The right reader for the right bytes, and samples read whole."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter_fhir.documents.reading import read_pages
from arbiter_fhir.domain.document import DocType, MediaType, PageRoute
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.papers import draw_lines, known_sample, picture_bytes, scanned_pdf, typed_table


def test_pdf_and_picture_go_to_their_readers() -> None:
    typed = read_pages(typed_table(), DocType.LAB_PDF)
    assert (typed.media_type, typed.pages[0].route) == (MediaType.PDF, PageRoute.NATIVE)
    seen = read_pages(picture_bytes(draw_lines("Sodium 139 mmol/L")), DocType.LAB_PDF)
    assert (seen.media_type, seen.pages[0].text) == (MediaType.PNG, "Sodium 139 mmol/L")


@pytest.mark.parametrize(
    "content",
    [
        picture_bytes(np.full((800, 600), 255, dtype=np.uint8)),
        picture_bytes(np.zeros((800, 600), dtype=np.uint8)),
        picture_bytes(np.full((1, 1), 7, dtype=np.uint8)),
        scanned_pdf(np.full((800, 600), 250, dtype=np.uint8)),
    ],
)
def test_a_document_without_any_word_has_its_own_code(content: bytes) -> None:
    with pytest.raises(DocumentError) as caught:
        read_pages(content, DocType.LAB_PDF)
    assert caught.value.code is ErrorCode.NO_TEXT


def test_what_the_category_forbids_is_not_read() -> None:
    with pytest.raises(DocumentError) as caught:
        read_pages(b"MSH|^~\\&|LAB|CLINIC|", DocType.LAB_PDF)
    assert caught.value.code is ErrorCode.TYPE


@pytest.mark.parametrize("name", ["ruled", "leaders", "turned"])
def test_every_true_word_of_a_typed_sample_is_read_in_its_box(name: str) -> None:
    sample = known_sample(name)
    document = read_pages(sample.content, DocType.LAB_PDF)
    missing = 0
    total = 0
    for row in sample.truth.rows:
        for word in row.words:
            total += 1
            x, y = word.ink.x + word.ink.width / 2, word.ink.y + word.ink.height / 2
            missing += not any(
                each.text == word.text and each.box.x <= x <= each.box.right and each.box.y <= y <= each.box.bottom
                for each in document.pages[row.page - 1].words
            )
    assert total > 20
    assert missing == 0


def test_a_scanned_sample_reads_almost_like_its_typed_twin() -> None:
    typed = read_pages(known_sample("ruled").content, DocType.LAB_PDF).pages[0].text.split("\n")
    scanned = read_pages(known_sample("ruled", scanned=True).content, DocType.LAB_PDF).pages[0].text.split("\n")
    rows = [line for line in typed if any(unit in line for unit in ("mg/dL", "%"))]
    assert len(rows) >= 7
    assert sum(row in scanned for row in rows) >= len(rows) - 1
