"""Drawn words lie in their boxes: checked by the pixels."""

from __future__ import annotations

import numpy as np
import pytest

from arbiter_fhir.documents.pages import PageCollector, Ruling
from arbiter_fhir.documents.setting.picture import draw_set_page
from arbiter_fhir.documents.setting.typesetting import Cell, Piece, Style, Table, Tag, Typesetter
from arbiter_fhir.domain.document import Page
from arbiter_fhir.domain.region import RegionKind, RegionMark

SCALE = 2.0
TEXTS = ("Glucose", "gypqj", "\u00c4rzte", "13.5", "\u0416\u03a9", "\u6f22\u5b57", "\u05d0\u05d1", "WWWWWW", "illi")


def set_page() -> tuple[Page, tuple[Ruling, ...]]:
    collector = PageCollector()
    setter = Typesetter(collector)
    setter.block(
        Piece("Results "), Piece("hidden", (Tag(RegionKind.FIELD, "h", marks=(RegionMark.HIDDEN,)),)), style=Style.TITLE
    )
    setter.table(Table(tuple(tuple(Cell.of(text, at) for at, text in enumerate(TEXTS, 1)) for _ in range(3))))
    setter.finish()
    artwork = collector.artwork[1]
    assert isinstance(artwork, tuple)
    return collector.pages[0], artwork


def test_every_word_is_inked_in_its_box_and_nothing_beside_it() -> None:
    page, rulings = set_page()
    dark = np.asarray(draw_set_page(page, rulings, SCALE).convert("L")) < 160
    height, width = dark.shape
    rest = dark.copy()
    for word in page.words:
        box = word.box
        rows = slice(int(box.y * height) - 1, int(box.bottom * height) + 2)
        columns = slice(int(box.x * width) - 1, int(box.right * width) + 2)
        inked = np.nonzero(dark[rows, columns].any(axis=0))[0]
        assert inked.size, word.text
        # Side bearings apart, letters fill the box from side to side.
        assert np.ptp(inked) > 0.75 * box.width * width - 3, word.text
        rest[rows, columns] = False
    assert not rest.any()


def test_rules_are_light_and_hidden_words_gray() -> None:
    page, rulings = set_page()
    assert rulings
    picture = np.asarray(draw_set_page(page, rulings, SCALE))
    hidden = next(word for word in page.words if word.text == "hidden")
    plain = next(word for word in page.words if word.text == "Results")
    height, width, _ = picture.shape

    def darkest(box: object) -> int:
        part = picture[
            int(box.y * height) : int(box.bottom * height),  # type: ignore[attr-defined]
            int(box.x * width) : int(box.right * width),  # type: ignore[attr-defined]
        ]
        return int(part.min())

    assert darkest(plain.box) < 60 < 100 < darkest(hidden.box)
    y = int(rulings[0].top * SCALE)
    row = picture[y - 1 : y + 2, int(100 * SCALE)].mean(axis=1)
    assert 180 < row.min() < 250


@pytest.mark.parametrize("text", ["\U0001f600", "\uf0fe", "\u0e01\u0e02"])
def test_a_letter_that_no_font_has_shows_as_an_outline(text: str) -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    setter.block(Piece(text))
    setter.finish()
    picture = draw_set_page(collector.pages[0], (), SCALE)
    assert np.asarray(picture.convert("L")).min() < 200


def test_a_ticked_box_is_inked_and_an_empty_one_is_not() -> None:
    collector = PageCollector()
    setter = Typesetter(collector)
    setter.block(Piece("\u2610 no \u2612 yes"), style=Style.TITLE)
    setter.finish()
    page = collector.pages[0]
    dark = np.asarray(draw_set_page(page, (), 4.0).convert("L")) < 128
    height, width = dark.shape

    def middle(text: str) -> np.ndarray:
        box = next(word.box for word in page.words if word.text == text)
        x, y = box.x * width + 0.3 * box.width * width, (box.y + 0.55 * box.height) * height
        return dark[int(y) - 6 : int(y) + 6, int(x) - 6 : int(x) + 6]

    assert middle("\u2612").any()
    assert not middle("\u2610").any()
