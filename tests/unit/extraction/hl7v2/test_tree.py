"""Segments come back from the regions of pages as they were sent."""

from __future__ import annotations

from arbiter_fhir.extraction.hl7v2.tree import holds_placeholder, read_segments, without_placeholders
from tests.unit.extraction.hl7v2.messages import PATIENT, REQUEST, clean, message, obx, only_segment, report


def test_segments_and_fields() -> None:
    segments = read_segments(clean(report(obx())).pages)
    assert [segment.path for segment in segments] == ["MSH[1]", "PID[1]", "OBR[1]", "OBX[1]"]
    found = segments[-1]
    assert (found.text(3), found.text(3, 2), found.text(3, 3)) == ("2345-7", "Glucose", "LN")
    assert (found.text(5), found.text(6), found.text(7), found.text(9)) == ("96", "mg/dL", "70-99", "")
    assert [word.text for leaf in found.field(3) for word in leaf.words] == ["2345-7", "Glucose", "LN"]


def test_repetitions_and_nulls() -> None:
    found = only_segment(obx(f8="H~HH", f7='""'))
    assert found.repetitions(8) == [1, 2]
    assert (found.text(8, repetition=2), found.text(8)) == ("HH", "H")
    assert (found.is_null(7), found.is_null(6)) == (True, False)


def test_an_empty_segment_is_seen() -> None:
    found = only_segment("OBX|1")
    assert (found.name, found.leaves) == ("OBX", ())


def test_a_text_over_several_lines_and_pages_is_one_leaf() -> None:
    sentence = "The lungs are clear and the heart is of normal size. "
    found = only_segment(obx(sentence * 120, "TX"))
    leaf = found.leaf(5)
    assert leaf is not None
    assert leaf.text == (sentence * 120).strip()
    assert len({words.page.number for words, _, _ in leaf.stretches}) > 1


def test_messages_and_parts_are_told() -> None:
    other = PATIENT.replace("884213", "550091")
    segments = read_segments(clean(report(obx()) + message(PATIENT, REQUEST, obx(), other, REQUEST, obx())).pages)
    seen = [(segment.message, segment.part, segment.path) for segment in segments if segment.name == "OBX"]
    assert seen == [(1, 1, "MSG[1]/OBX[1]"), (2, 2, "MSG[2]/OBX[1]"), (2, 3, "MSG[2]/OBX[2]")]


def test_placeholders_are_what_a_name_leaves() -> None:
    (_, patient, *_) = read_segments(clean(report(obx())).pages)
    assert patient.text(5) == "[PERSON_1]"


def test_placeholders_are_told_from_brackets() -> None:
    assert holds_placeholder("seen by [PERSON_12] today")
    assert not holds_placeholder("SARS-CoV-2 Ag [Presence] in Serum [< 2.0]")
    assert without_placeholders("seen by [PERSON_12]").split() == ["seen", "by"]
