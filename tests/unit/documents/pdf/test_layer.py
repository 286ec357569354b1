"""Text layers: what is seen is read, in its place, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.pdf.layer import TextLayer, read_layer, turn_rect
from tests.unit.documents.papers import draw_lines, known_sample, make_pdf, picture_bytes


def layer_of(pdf: bytes) -> TextLayer:
    page = pymupdf.open(stream=pdf, filetype="pdf")[0]
    return read_layer(page.get_displaylist(), width=page.rect.width, height=page.rect.height)


def texts(layer: TextLayer) -> list[str]:
    return [word.text for word in layer.words]


def seen_and_hidden(draw: Any) -> tuple[list[str], int]:
    layer = layer_of(make_pdf(draw))
    return texts(layer), layer.hidden_words


def test_words_stand_where_mupdf_says() -> None:
    pdf = known_sample("open").content
    layer = layer_of(pdf)
    page = pymupdf.open(stream=pdf, filetype="pdf")[0]
    expected = sorted((w[4], round(w[0], 2), round(w[1], 2)) for w in page.get_text("words"))
    found = sorted(
        (w.text, round(w.box.x * page.rect.width, 2), round(w.box.y * page.rect.height, 2)) for w in layer.words
    )
    assert found == expected
    assert layer.hidden_words == layer.layer_under_picture == 0
    assert layer.pictures == ()


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_are_fractions_of_the_page_as_displayed(rotation: int) -> None:
    def draw(page: Any) -> None:
        page.insert_text((200, 200), "anchor")
        page.draw_rect(pymupdf.Rect(195, 180, 245, 205), color=(1, 0, 0), fill=None)
        page.set_cropbox(pymupdf.Rect(100, 100, 400, 500))
        page.set_rotation(rotation)

    pdf = make_pdf(draw)
    page = pymupdf.open(stream=pdf, filetype="pdf")[0]
    (word,) = layer_of(pdf).words
    # The red frame, found in the drawn page, must hold the word.
    drawn = page.get_pixmap(dpi=72, alpha=False)
    red = [
        (x, y)
        for y in range(drawn.height)
        for x in range(drawn.width)
        if drawn.pixel(x, y)[0] > 200 and drawn.pixel(x, y)[1] < 120
    ]
    left, right = min(x for x, _ in red) / drawn.width, max(x for x, _ in red) / drawn.width
    top, bottom = min(y for _, y in red) / drawn.height, max(y for _, y in red) / drawn.height
    x, y = word.box.center
    assert left < x < right
    assert top < y < bottom


def test_white_on_white_is_left_out_and_white_on_dark_is_read() -> None:
    def draw(page: Any) -> None:
        page.insert_text((50, 100), "plain")
        page.insert_text((50, 150), "ghost", color=(1, 1, 1))
        page.draw_rect(pymupdf.Rect(40, 180, 300, 210), fill=(0, 0, 0.4), color=None)
        page.insert_text((50, 200), "heading", color=(1, 1, 1))

    assert seen_and_hidden(draw) == (["plain", "heading"], 1)


def test_unpainted_text_is_left_out() -> None:
    def draw(page: Any) -> None:
        page.insert_text((50, 100), "plain")
        page.insert_text((50, 150), "nothing", render_mode=3)
        page.insert_text((50, 200), "glass", fill_opacity=0.0)

    layer = layer_of(make_pdf(draw))
    assert texts(layer) == ["plain"]
    assert layer.layer_under_picture == 2


def test_tiny_and_off_page_text_is_left_out() -> None:
    def draw(page: Any) -> None:
        page.insert_text((50, 100), "plain")
        page.insert_text((50, 150), "speck", fontsize=0.1)
        page.insert_text((700, 150), "outside")

    assert seen_and_hidden(draw) == (["plain"], 2)


def test_text_under_an_opaque_bar_is_left_out() -> None:
    def draw(page: Any) -> None:
        page.insert_text((50, 100), "Name: Secret Person here")
        page.draw_rect(pymupdf.Rect(84, 86, 158, 106), fill=(0, 0, 0), color=None)

    words, hidden = seen_and_hidden(draw)
    assert "Secret" not in words
    assert "Name:" in words
    assert "here" in words
    assert hidden >= 1


def test_text_painted_over_with_other_text_is_left_out() -> None:
    def draw(page: Any) -> None:
        page.insert_text((50, 100), "dose 50")
        page.draw_rect(pymupdf.Rect(45, 86, 120, 106), fill=(1, 1, 1), color=None)
        page.insert_text((50, 100), "dose 5")

    words, hidden = seen_and_hidden(draw)
    assert words == ["dose", "5"]
    assert hidden >= 1


def test_a_highlighter_hides_nothing() -> None:
    def draw(page: Any) -> None:
        page.insert_text((50, 100), "marked words")
        page.add_highlight_annot(pymupdf.Rect(48, 86, 140, 106))

    assert seen_and_hidden(draw) == (["marked", "words"], 0)


def test_shading_painted_before_its_text_hides_nothing() -> None:
    def draw(page: Any) -> None:
        page.draw_rect(pymupdf.Rect(40, 80, 300, 110), fill=(0.8, 0.8, 0.8), color=None)
        page.insert_text((50, 100), "shaded row")

    assert seen_and_hidden(draw) == (["shaded", "row"], 0)


def test_a_word_half_hidden_keeps_its_visible_letters() -> None:
    def draw(page: Any) -> None:
        page.insert_text((50, 100), "5", fontname="cour", fontsize=12)
        page.insert_text((57.2, 100), "0", fontname="cour", fontsize=12, color=(1, 1, 1))
        page.insert_text((50, 150), "plain")

    words, hidden = seen_and_hidden(draw)
    assert words == ["5", "plain"]
    assert hidden == 1


def test_layers_switched_off_are_not_read() -> None:
    def draw(page: Any) -> None:
        group = page.parent.add_ocg("draft", on=False)
        page.insert_text((50, 100), "plain")
        page.insert_text((50, 150), "draft", oc=group)

    assert seen_and_hidden(draw)[0] == ["plain"]


def test_form_values_that_show_are_words() -> None:
    def draw(page: Any) -> None:
        field = pymupdf.Widget()
        field.field_name = "result"
        field.field_type = pymupdf.PDF_WIDGET_TYPE_TEXT
        field.rect = pymupdf.Rect(50, 100, 200, 120)
        field.field_value = "7.5"
        page.add_widget(field)

    assert seen_and_hidden(draw) == (["7.5"], 0)


def test_letters_printed_twice_for_bold_count_once() -> None:
    def draw(page: Any) -> None:
        page.insert_text((50, 100), "BOLD")
        page.insert_text((50.3, 100), "BOLD")

    assert seen_and_hidden(draw)[0] == ["BOLD"]


def test_leaders_glued_to_words_part_them() -> None:
    def draw(page: Any) -> None:
        page.insert_text((50, 100), "Hemoglobin..........8.9")

    assert seen_and_hidden(draw)[0] == ["Hemoglobin", "..........", "8.9"]


def test_zero_width_letters_vanish_from_words() -> None:
    def draw(page: Any) -> None:
        page.insert_text((50, 100), "12\u00ad3", fontname="helv")

    words, _ = seen_and_hidden(draw)
    assert "\u00ad" not in "".join(words)


def test_an_ocr_layer_over_a_scan_is_told_from_hidden_text() -> None:
    scan = picture_bytes(draw_lines("Potassium 6.2 mmol/L"))

    def draw(page: Any) -> None:
        page.insert_image(page.rect, stream=scan)
        page.insert_text((50, 50), "Potassium 62 mmol/L", render_mode=3)

    layer = layer_of(make_pdf(draw, width=612, height=324))
    assert layer.words == ()
    assert layer.layer_under_picture == 3
    assert layer.hidden_words == 0
    assert layer.picture_share == 1.0


def test_text_painted_under_a_scan_is_not_read() -> None:
    scan = picture_bytes(draw_lines("Potassium 6.2 mmol/L"))

    def draw(page: Any) -> None:
        page.insert_text((50, 50), "Potassium 62")
        page.insert_image(page.rect, stream=scan)

    layer = layer_of(make_pdf(draw, width=612, height=324))
    assert layer.words == ()
    assert layer.layer_under_picture == 2


def test_turned_text_has_a_frame_of_its_own() -> None:
    def draw(page: Any) -> None:
        page.insert_text((300, 400), "upwards text", rotate=90)
        page.insert_text((50, 100), "plain")

    layer = layer_of(make_pdf(draw))
    frames = {word.text: word.frame for word in layer.words}
    assert frames == {"upwards": 270, "text": 270, "plain": 0}
    turned = {word.text: word for word in layer.words if word.frame == 270}
    assert turned["upwards"].right < turned["text"].left
    assert abs(turned["upwards"].top - turned["text"].top) < 0.5


def test_turning_a_rectangle_keeps_its_size() -> None:
    left, top, right, bottom = turn_rect((10.0, 20.0, 14.0, 50.0), 90)
    assert (right - left, bottom - top) == pytest.approx((30.0, 4.0))
