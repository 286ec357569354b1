"""Pages drawn for people."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from arbiter_fhir.documents.picture import PICTURE_PIXELS, draw_page
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.papers import draw_lines, make_pdf, picture_bytes, typed_table


def test_a_pdf_page_is_drawn_in_its_shape() -> None:
    picture = draw_page(typed_table(), 1)
    assert picture.mode == "RGB"
    assert picture.width / picture.height == pytest.approx(612 / 792, abs=0.01)
    assert np.asarray(picture).min() < 60


def test_a_large_page_is_drawn_small() -> None:
    picture = draw_page(make_pdf(lambda _: None, width=12_000, height=9_000), 1)
    assert picture.width * picture.height <= PICTURE_PIXELS * 1.01


def test_frames_are_drawn_with_square_pixels() -> None:
    buffer = io.BytesIO()
    Image.fromarray(draw_lines("fax")[::2]).save(buffer, "TIFF", dpi=(200, 100))
    picture = draw_page(buffer.getvalue(), 1)
    assert picture.width / picture.height == pytest.approx(1700 / 900, abs=0.02)


@pytest.mark.parametrize("content", [typed_table(), picture_bytes(draw_lines("x"))])
@pytest.mark.parametrize("page", [0, 2, -1])
def test_a_page_that_is_not_there_is_named(content: bytes, page: int) -> None:
    with pytest.raises(DocumentError) as caught:
        draw_page(content, page)
    assert caught.value.code is ErrorCode.PAGES


def test_text_is_drawn_as_it_is_read() -> None:
    picture = draw_page(b"just text", 1)
    assert np.asarray(picture).min() < 100
