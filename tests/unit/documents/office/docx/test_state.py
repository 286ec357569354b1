"""Counters and fields of a document that is being read."""

from __future__ import annotations

from arbiter_fhir.documents.limits import MAX_CELLS
from arbiter_fhir.documents.office.docx.numbering import Numbering
from arbiter_fhir.documents.office.docx.state import OpenField, Place, ReadingState
from arbiter_fhir.documents.office.docx.styles import StyleSheet
from arbiter_fhir.domain.region import RegionKind, RegionMark


def test_things_are_counted_by_kind() -> None:
    state = ReadingState(StyleSheet(None), Numbering(None))
    assert [state.next_of("table"), state.next_of("paragraph"), state.next_of("table")] == [1, 1, 2]
    state.cells = MAX_CELLS
    assert not state.has_room


def test_text_shows_only_outside_of_field_codes() -> None:
    state = ReadingState(StyleSheet(None), Numbering(None))
    assert state.shows_text
    state.fields.append(OpenField())
    assert not state.shows_text
    state.fields[0].in_code = False
    assert state.shows_text
    state.fields[0].drops_result = True
    assert not state.shows_text


def test_a_place_marks_a_stretch_once() -> None:
    place = Place(RegionKind.CELL, "table 1", marks=(RegionMark.HIDDEN,))
    assert place.tag(RegionMark.HIDDEN, RegionMark.INSERTED).marks == (RegionMark.HIDDEN, RegionMark.INSERTED)
