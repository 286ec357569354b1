from __future__ import annotations

import io

import pymupdf
from PIL import Image

from arbiter_fhir.documents.child_process.wire import LabelledBox
from arbiter_fhir.documents.redaction import draw_redacted
from arbiter_fhir.domain.document import BoundingBox


def page_with_name() -> bytes:
    with pymupdf.open() as document:
        document.set_metadata({"title": "Quenneville"})
        page = document.new_page(width=400, height=200)
        page.insert_text((40, 60), "Quenneville", fontsize=20)
        page.insert_text((40, 150), "Glucose 105", fontsize=20)
        return bytes(document.tobytes())


def test_a_box_is_black_with_its_margin_and_the_rest_is_as_it_was() -> None:
    black = BoundingBox(40 / 400, 44 / 200, 110 / 400, 20 / 200)
    png = draw_redacted(page_with_name(), 1, [LabelledBox(black, "", "#ffffff")])
    picture = Image.open(io.BytesIO(png)).convert("L")
    bare = Image.open(io.BytesIO(draw_redacted(page_with_name(), 1, []))).convert("L")
    width, height = picture.size
    covered = (
        round(black.x * width) - 4,
        round(black.y * height) - 4,
        round(black.right * width) + 4,
        round(black.bottom * height) + 4,
    )
    assert picture.crop(covered).getextrema() == (0, 0)
    below = (0, height // 2, width, height)
    assert picture.crop(below).tobytes() == bare.crop(below).tobytes()
    assert b"Quenneville" not in png
