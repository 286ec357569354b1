"""Pages that are forms, read as a whole."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter_fhir.documents.picture import draw_page
from arbiter_fhir.documents.reading import read_pages
from arbiter_fhir.domain.document import DocType, DocumentPages, Page, WarningCode
from arbiter_fhir.domain.region import Region, RegionKind, RegionMark
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.forms import CHECKBOX, TEXT, FillableForm, draw_boxes
from tests.unit.documents.papers import make_pdf, picture_bytes


def read(content: bytes) -> DocumentPages:
    return read_pages(content, DocType.INTAKE_FORM)


def shown(page: Page, region: Region) -> str:
    return " ".join(page.text[start:end] for start, end in region.spans)


def of_kind(page: Page, kind: RegionKind) -> Sequence[Region]:
    return [region for region in page.regions if region.kind is kind]


def test_fields_and_boxes_are_regions_over_the_words_of_the_page() -> None:
    form = FillableForm()
    form.print("Reason for visit", 40, 111)
    form.add(TEXT, "concern", (140, 100, 340, 116), "Knee pain")
    form.add(CHECKBOX, "asthma", (40, 140, 50, 150), True)
    form.print("Asthma", 56, 149)
    page = read(form.finish()).pages[0]
    assert page.text.split("\n") == ["Reason for visit Knee pain", "\u2612 Asthma"]
    field, tick = page.regions
    assert (field.kind, field.path, shown(page, field)) == (RegionKind.FORM_FIELD, "concern", "Knee pain")
    assert (tick.kind, tick.path, shown(page, tick)) == (RegionKind.CHECKBOX, "asthma", "\u2612")
    assert tick.marks == (RegionMark.CHECKED,)


def test_what_a_field_holds_unlike_its_look_is_hidden_and_warned_of() -> None:
    form = FillableForm()
    form.add(TEXT, "allergies", (140, 100, 340, 116), "none")
    form.set_key("allergies", "V", "(penicillin)")
    result = read(form.finish())
    page = result.pages[0]
    assert page.text == "none"
    assert page.regions[0].marks == (RegionMark.HIDDEN,)
    assert [warning.code for warning in result.warnings] == [WarningCode.HIDDEN]
    assert "penicillin" not in result.warnings[0].message


def test_hidden_fields_are_warned_of_and_left_out() -> None:
    form = FillableForm()
    form.print("Allergies", 40, 111)
    form.add(TEXT, "secret", (140, 100, 340, 116), "morphine", field_display=1)
    result = read(form.finish())
    assert result.pages[0].text == "Allergies"
    assert [warning.code for warning in result.warnings] == [WarningCode.HIDDEN]


def test_a_value_that_nothing_draws_is_read_and_shown_in_the_picture() -> None:
    form = FillableForm()
    form.add(TEXT, "concern", (140, 100, 340, 116), "Knee pain")
    form.empty_look("concern")
    content = form.finish()
    page = read(content).pages[0]
    assert page.text == "Knee pain"
    box = page.words[0].box
    picture = draw_page(content, 1).convert("L")
    width, height = picture.size
    place = (int(box.x * width), int(box.y * height), int(box.right * width), int(box.bottom * height))
    assert picture.crop(place).getextrema()[0] < 120


@pytest.mark.parametrize("ticked", [True, False])
def test_drawn_squares_and_what_is_in_them(ticked: bool) -> None:
    def draw(page: object) -> None:
        page.draw_rect((40, 100, 50, 110), width=0.7)  # type: ignore[attr-defined]
        page.insert_text((56, 109), "Asthma", fontsize=11)  # type: ignore[attr-defined]
        if ticked:
            page.draw_line((41, 101), (49, 109), width=1)  # type: ignore[attr-defined]
            page.draw_line((41, 109), (49, 101), width=1)  # type: ignore[attr-defined]

    page = read(make_pdf(draw)).pages[0]
    assert page.text == ("\u2612 Asthma" if ticked else "\u2610 Asthma")
    assert page.regions[0].marks == ((RegionMark.CHECKED if ticked else RegionMark.UNCHECKED),)
    assert page.regions[0].spans == ((0, 1),)


def test_a_letter_typed_into_a_drawn_square_ticks_it_and_is_no_word() -> None:
    def draw(page: object) -> None:
        page.draw_rect((40, 100, 50, 110), width=0.7)  # type: ignore[attr-defined]
        page.insert_text((41.5, 109), "X", fontsize=10)  # type: ignore[attr-defined]
        page.insert_text((56, 109), "Asthma", fontsize=11)  # type: ignore[attr-defined]

    assert read(make_pdf(draw)).pages[0].text == "\u2612 Asthma"


def test_a_frame_around_a_flag_is_no_box_to_tick() -> None:
    def draw(page: object) -> None:
        page.insert_text((40, 109), "Glucose 240", fontsize=11)  # type: ignore[attr-defined]
        page.draw_rect((120, 98, 132, 110), width=0.7)  # type: ignore[attr-defined]
        page.insert_text((122, 108), "H", fontsize=10)  # type: ignore[attr-defined]

    page = read(make_pdf(draw)).pages[0]
    assert page.text == "Glucose 240 H"
    assert page.regions == ()


def test_box_characters_are_parted_from_words_and_marked() -> None:
    def draw(page: object) -> None:
        page.insert_htmlbox((40, 90, 300, 120), "<p>\u2612Asthma \u2610Gout</p>")  # type: ignore[attr-defined]

    page = read(make_pdf(draw)).pages[0]
    assert [word.text for word in page.words] == ["\u2612", "Asthma", "\u2610", "Gout"]
    assert [region.marks[0] for region in page.regions] == [RegionMark.CHECKED, RegionMark.UNCHECKED]


def test_boxes_of_a_scan_are_marks_beside_recognised_words() -> None:
    gray, drawn = draw_boxes(200, blur=0.5)
    page = read(picture_bytes(gray, dpi=(200, 200))).pages[0]
    boxes = of_kind(page, RegionKind.CHECKBOX)
    assert len(boxes) == len(drawn)
    checked = [RegionMark.CHECKED in region.marks for region in boxes]
    assert checked == [box.inside != "empty" for box in drawn]
    height, width = gray.shape
    word = next(word for word in page.words if word.start == boxes[0].spans[0][0])
    assert word.box.x * width == pytest.approx(drawn[0].left, abs=4)
    assert word.box.y * height == pytest.approx(drawn[0].top, abs=4)


def test_a_form_that_is_xml_alone_has_no_text() -> None:
    form = FillableForm()
    form.print("Please wait... If this message is not replaced", 40, 111)
    xref = form.document.get_new_xref()  # type: ignore[attr-defined]
    form.document.update_object(xref, "<</Fields[]/XFA(<xdp/>)>>")  # type: ignore[attr-defined]
    form.document.xref_set_key(form.document.pdf_catalog(), "AcroForm", f"{xref} 0 R")  # type: ignore[attr-defined]
    with pytest.raises(DocumentError) as refused:
        read(form.finish())
    assert refused.value.code is ErrorCode.NO_TEXT


def test_fields_that_point_at_each_other_end_in_a_coded_error() -> None:
    form = FillableForm()
    form.print("Allergies", 40, 111)
    form.add(TEXT, "one", (140, 100, 340, 116), "hives")
    widget = next(iter(form.page.widgets()))
    form.document.xref_set_key(widget.xref, "Parent", f"{widget.xref} 0 R")  # type: ignore[attr-defined]
    with pytest.raises(DocumentError) as refused:
        read(form.finish())
    assert refused.value.code is ErrorCode.CORRUPT


@pytest.mark.parametrize(("key", "value"), [("FT", "null"), ("Rect", "[0 0 0 0]"), ("V", "[1 2 3]"), ("F", "(x)")])
def test_a_page_is_read_whatever_a_field_claims(key: str, value: str) -> None:
    form = FillableForm()
    form.print("Allergies", 40, 111)
    form.add(TEXT, "one", (140, 100, 340, 116), "hives")
    form.set_key("one", key, value)
    assert "Allergies" in read(form.finish()).pages[0].text
