"""Pages as they are, at a width."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from arbiter_fhir.documents.bare_page import draw_bare_page
from arbiter_fhir.documents.picture import PICTURE_PIXELS
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.office_files import docx_of
from tests.unit.documents.papers import draw_lines, make_pdf, picture_bytes, typed_table


def size(png: bytes) -> tuple[int, int]:
    picture = Image.open(io.BytesIO(png))
    assert picture.format == "PNG"
    return picture.size


@pytest.mark.parametrize("width", [200, 1000, 2000])
def test_a_page_has_the_width_that_was_asked_for(width: int) -> None:
    png, pages = draw_bare_page(typed_table(), 1, width)
    assert size(png)[0] == pytest.approx(width, abs=1)
    assert pages == 1


def test_a_long_page_stays_within_the_pixels() -> None:
    png, _ = draw_bare_page(make_pdf(lambda _: None, width=300, height=12_000), 1, 2000)
    across, down = size(png)
    assert across * down <= PICTURE_PIXELS * 1.01


def test_a_scan_is_not_blown_up() -> None:
    scan = picture_bytes(draw_lines("fax"))
    assert size(draw_bare_page(scan, 1, 2000)[0])[0] == 1700
    assert size(draw_bare_page(scan, 1, 500)[0])[0] == 500


def test_frames_are_counted() -> None:
    buffer = io.BytesIO()
    frames = [Image.fromarray(draw_lines(word)) for word in ("one", "two", "three")]
    frames[0].save(buffer, "TIFF", dpi=(200, 200), save_all=True, append_images=frames[1:])
    assert draw_bare_page(buffer.getvalue(), 2, 300)[1] == 3


def test_a_format_without_pages_is_set_as_for_reading() -> None:
    png, pages = draw_bare_page(docx_of("<w:p><w:r><w:t>Glucose 105</w:t></w:r></w:p>"), 1, 600)
    assert size(png)[0] == pytest.approx(600, abs=1)
    assert pages == 1


@pytest.mark.parametrize(
    "name", ["hl7-oru-metabolic.hl7", "referral-letter-cardiology.docx", "fax-lab-and-letter.tiff", "WORKBOOK"]
)
def test_every_kind_of_document_can_be_looked_at(repository: Path, name: str) -> None:
    folder = repository / "fixtures" / "clinical-document-golden" / "sources"
    path = min(folder.glob("*.xlsx")) if name == "WORKBOOK" else folder / name
    png, pages = draw_bare_page(path.read_bytes(), 1, 400)
    assert size(png)[0] == pytest.approx(400, abs=1)
    assert pages >= 1


@pytest.mark.parametrize("page", [0, 2])
def test_a_page_that_is_not_there_is_named(page: int) -> None:
    with pytest.raises(DocumentError) as caught:
        draw_bare_page(typed_table(), page, 300)
    assert caught.value.code is ErrorCode.PAGES
