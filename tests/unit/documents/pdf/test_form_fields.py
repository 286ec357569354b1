"""Fields of fillable PDFs."""

from __future__ import annotations

import time

import pytest

from arbiter_fhir.documents.pdf.form_fields import (
    MOST_FIELDS,
    has_form,
    is_dynamic_form,
    read_page_fields,
    show_field_values,
)
from arbiter_fhir.documents.pdf.reader import open_pdf
from arbiter_fhir.documents.ticks.marks import TickState
from tests.unit.documents.forms import CHECKBOX, CHOICE, RADIO, TEXT, FillableForm
from tests.unit.documents.papers import make_pdf, write_table

SIZE = {"width": 612.0, "height": 792.0}


def test_fields_and_ticks_are_read_with_their_places() -> None:
    form = FillableForm()
    form.add(TEXT, "concern", (100, 100, 300, 116), "Knee pain")
    form.add(CHOICE, "sex", (100, 130, 200, 146), "Female", choice_values=["Male", "Female"])
    form.add(CHECKBOX, "asthma", (100, 160, 110, 170), True)
    form.add(CHECKBOX, "gout", (100, 180, 110, 190), False)
    form.add(RADIO, "smoker", (100, 200, 110, 210), True)
    fields = read_page_fields(open_pdf(form.finish())[0], **SIZE)
    assert [(field.name, field.value) for field in fields.fields] == [("concern", "Knee pain"), ("sex", "Female")]
    assert [(tick.name, tick.state) for tick in fields.ticks] == [
        ("asthma", TickState.TICKED),
        ("gout", TickState.EMPTY),
        ("smoker", TickState.TICKED),
    ]
    assert fields.fields[0].box.x == pytest.approx(100 / 612)
    assert fields.fields[0].box.y == pytest.approx(100 / 792)
    assert fields.unseen == 0


@pytest.mark.parametrize("display", [1, 3])
def test_hidden_fields_with_a_value_are_counted_only(display: int) -> None:
    form = FillableForm()
    form.add(TEXT, "secret", (100, 100, 300, 116), "hidden words", field_display=display)
    form.add(TEXT, "blank", (100, 130, 300, 146), "", field_display=display)
    fields = read_page_fields(open_pdf(form.finish())[0], **SIZE)
    assert (fields.fields, fields.unseen) == ((), 1)


@pytest.mark.parametrize(
    ("key", "value", "state"),
    [("AS", "/Off", TickState.UNCLEAR), ("V", "/Off", TickState.UNCLEAR), ("V", "null", TickState.TICKED)],
)
def test_a_tick_that_its_value_contradicts_is_unclear(key: str, value: str, state: TickState) -> None:
    form = FillableForm()
    form.add(CHECKBOX, "asthma", (100, 160, 110, 170), True)
    form.set_key("asthma", key, value)
    fields = read_page_fields(open_pdf(form.finish())[0], **SIZE)
    assert [tick.state for tick in fields.ticks] == [state]


def test_a_value_without_a_look_is_drawn_when_asked() -> None:
    form = FillableForm()
    form.add(TEXT, "concern", (100, 100, 300, 116), "Knee pain")
    form.empty_look("concern")
    document = open_pdf(form.finish())
    assert "Knee" not in document[0].get_text()
    show_field_values(document, 0)
    assert "Knee pain" in document[0].get_text()


def test_fields_of_a_turned_page_lie_where_it_shows_them() -> None:
    form = FillableForm()
    form.add(TEXT, "concern", (100, 100, 300, 116), "Knee pain")
    form.page.set_rotation(90)
    fields = read_page_fields(open_pdf(form.finish())[0], width=792.0, height=612.0)
    box = fields.fields[0].box
    assert box.x == pytest.approx((792 - 116) / 792)
    assert box.y == pytest.approx(100 / 612)


def test_files_without_fields_are_no_forms() -> None:
    document = open_pdf(make_pdf(write_table))
    assert not has_form(document)
    assert not is_dynamic_form(document)


def test_a_form_in_xml_alone_is_told() -> None:
    document = open_pdf(make_pdf(write_table))
    xref = document.get_new_xref()
    document.update_object(xref, "<</Fields[]/XFA(<xdp/>)>>")
    document.xref_set_key(document.pdf_catalog(), "AcroForm", f"{xref} 0 R")
    assert is_dynamic_form(open_pdf(document.tobytes()))


def test_no_more_fields_are_looked_at_than_a_form_can_have(monkeypatch: pytest.MonkeyPatch) -> None:
    form = FillableForm()
    for number in range(6):
        form.add(TEXT, f"field{number}", (100, 100 + 20 * number, 300, 116 + 20 * number), "x")
    monkeypatch.setattr("arbiter_fhir.documents.pdf.form_fields.MOST_FIELDS", 4)
    assert MOST_FIELDS > 1000
    assert len(read_page_fields(open_pdf(form.finish())[0], **SIZE).fields) == 4


def test_names_and_values_come_from_the_fields_above() -> None:
    form = FillableForm()
    form.add(TEXT, "patient.allergies.first", (100, 100, 300, 116), "latex")
    fields = read_page_fields(open_pdf(form.finish())[0], **SIZE)
    assert [(field.name, field.value) for field in fields.fields] == [("patient.allergies.first", "latex")]


@pytest.mark.parametrize(("value", "read"), [("[(hives) (rash)]", "hives rash"), ("/latex", "latex"), ("42", "")])
def test_values_of_all_kinds(value: str, read: str) -> None:
    form = FillableForm()
    form.add(TEXT, "reaction", (100, 100, 300, 116), "x")
    form.set_key("reaction", "V", value)
    fields = read_page_fields(open_pdf(form.finish())[0], **SIZE)
    assert [field.value for field in fields.fields] == [read]


def test_many_fields_take_no_time_to_speak_of() -> None:
    form = FillableForm(height=3000)
    for number in range(300):
        form.add(TEXT, f"field{number}", (100, 10 + 9 * number, 200, 18 + 9 * number), "x")
    document = open_pdf(form.finish())
    before = time.process_time()
    show_field_values(document, 0)
    assert len(read_page_fields(document[0], width=612.0, height=3000.0).fields) == 300
    assert time.process_time() - before < 2
