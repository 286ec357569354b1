"""The sample documents hold what their truth says, at the places that it names."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image

from devstack.samples import LAYOUTS, POOR_SCAN, SAMPLE_NAMES, Box, SampleDocument, sample
from devstack.samples.scan import turn_box


def overlap(left: Box, right: Box) -> float:
    width = min(left.x + left.width, right.x + right.width) - max(left.x, right.x)
    height = min(left.y + left.height, right.y + right.height) - max(left.y, right.y)
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / (left.width * left.height + right.width * right.height - shared)


def words_of(document: SampleDocument) -> list[list[tuple[str, Box]]]:
    pages = []
    with pymupdf.open(stream=document.content, filetype="pdf") as pdf:
        for page in pdf:
            words = []
            for x0, y0, x1, y1, text, *_ in page.get_text("words"):
                rect = pymupdf.Rect(x0, y0, x1, y1) * page.rotation_matrix
                width, height = page.rect.width, page.rect.height
                words.append((text, Box(rect.x0 / width, rect.y0 / height, rect.width / width, rect.height / height)))
            pages.append(words)
    return pages


def test_every_layout_has_a_sample() -> None:
    assert set(SAMPLE_NAMES) == set(LAYOUTS)
    assert len(LAYOUTS) >= 12


@pytest.mark.parametrize("name", SAMPLE_NAMES)
def test_every_word_of_the_truth_stands_where_it_says(name: str) -> None:
    document = sample(name)
    pages = words_of(document)
    for row in document.truth.rows:
        for word in row.words:
            found = [overlap(box, word.box) for text, box in pages[row.page - 1] if text == word.text]
            assert max(found, default=0.0) > 0.95, f"{row.test_name}: a word of the row is elsewhere"


@pytest.mark.parametrize("name", SAMPLE_NAMES)
def test_rows_are_made_of_their_words(name: str) -> None:
    for row in sample(name).truth.rows:
        said = [word.text for word in row.words]
        assert row.value.split()[0] in " ".join(said)
        assert all(part in " ".join(said) for part in row.test_name.split())
        assert row.ink.height <= row.box.height
        assert row.collected.startswith("202")


def test_the_same_sample_is_the_same_file() -> None:
    assert sample("ruled").content == sample("ruled").content
    assert sample("ruled", scanned=True, seed=5).content == sample("ruled", scanned=True, seed=5).content


def test_a_scan_is_a_picture_whose_words_lie_under_the_turned_boxes() -> None:
    document = sample("ruled", scanned=True, seed=5, quality=POOR_SCAN)
    assert words_of(document) == [[]]
    with pymupdf.open(stream=document.content, filetype="pdf") as pdf:
        image = pdf.extract_image(pdf[0].get_images()[0][0])
    gray = np.asarray(Image.open(io.BytesIO(image["image"])).convert("L"))
    height, width = gray.shape
    for row in document.truth.rows:
        for word in row.words:
            ink = word.ink
            inside = gray[
                int(ink.y * height) : int((ink.y + ink.height) * height) + 1,
                int(ink.x * width) : int((ink.x + ink.width) * width) + 1,
            ]
            assert inside.min() < 128, f"{row.test_name}: no ink under the box"


def test_a_box_turns_about_the_middle_of_the_page() -> None:
    box = Box(0.7, 0.5, 0.1, 0.02)
    turned = turn_box(box, 90, width=100, height=100)
    # A quarter turn to the left takes what is right of the middle above it.
    assert turned.y + turned.height == pytest.approx(0.3)
    assert turned.x == pytest.approx(0.5)
    same = turn_box(box, 0, width=100, height=50)
    assert (same.x, same.y, same.width, same.height) == pytest.approx((0.7, 0.5, 0.1, 0.02))


def test_truth_and_file_can_be_written(tmp_path: Path) -> None:
    document = sample("long")
    path = document.write(tmp_path)
    assert path.read_bytes() == document.content
    truth = json.loads(json.dumps(document.truth.as_json()))
    assert truth["person"]["birth_date"] == document.truth.person.birth_date.isoformat()
    assert max(row["page"] for row in truth["rows"]) == 2
