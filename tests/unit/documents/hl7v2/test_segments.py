"""Segments: wrapped text is joined again, and what is broken loses only itself."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.hl7v2.limits import MAX_SEGMENTS
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.hl7v2.writing import GLUCOSE, HEADER, PATIENT, REQUEST, message, parsed, report


def names(content: bytes) -> list[list[str]]:
    return [[segment.name for segment in each.segments] for each in parsed(content)[0]]


def test_segments_are_counted_by_name() -> None:
    (found,), warnings = parsed(report(GLUCOSE, GLUCOSE))
    assert [(segment.name, segment.occurrence, segment.position) for segment in found.segments] == [
        ("MSH", 1, 1), ("PID", 1, 2), ("OBR", 1, 3), ("OBX", 1, 4), ("OBX", 2, 5),
    ]  # fmt: skip
    assert warnings == []
    assert found.kind == ("ORU", "R01")


def test_wrapped_text_of_an_observation_goes_on() -> None:
    (found,), warnings = parsed(report("OBX|1|TX|1^Report^L||Lungs are clear.\nHeart | size is normal.||||||F"))
    assert found.segments[-1].text(5) == "Lungs are clear.\nHeart"
    assert warnings == []


def test_a_wrapped_note_goes_on() -> None:
    (found,), _ = parsed(report(GLUCOSE, "NTE|1|L|Fasting\nsince midnight"))
    assert found.segments[-1].text(3) == "Fasting\nsince midnight"


def test_wrapped_base64_goes_on() -> None:
    (found,), warnings = parsed(report("OBX|1|ED|1^Report^L||^AP^PDF^Base64^JVBE\nRi0x\nQUI=||||||F"))
    assert (found.segments[-1].text(5, 5), found.segments[-1].text(11)) == ("JVBE\nRi0x\nQUI=", "F")
    assert warnings == []


@pytest.mark.parametrize("broken", ["OB|2|NM|718-7", "obx|2|NM|718-7", "|||", "1BX|2", "complete nonsense"])
def test_a_broken_line_loses_only_itself(broken: str) -> None:
    (found,), warnings = parsed(report(GLUCOSE, broken, GLUCOSE))
    assert [segment.name for segment in found.segments][-2:] == ["OBX", "OBX"]
    assert found.segments[-2].text(11) == "F"
    assert warnings == ["A line is no HL7 segment and was left out (line 5 of message 1, after OBX)."]


def test_an_added_segment_goes_on_with_the_last_field() -> None:
    (found,), _ = parsed(report("OBX|1|TX|1^Report^L||Lungs are", "ADD| clear.||||||F"))
    assert (found.segments[-1].text(5), found.segments[-1].text(11)) == ("Lungs are clear.", "F")


def test_a_continued_message_is_one() -> None:
    first = message(PATIENT, REQUEST, "OBX|1|TX|1^Report^L||Lungs are", "DSC|next-7")
    second = message("ADD| clear.||||||F", GLUCOSE, header=HEADER + "||next-7")
    (found,), warnings = parsed(first + second)
    assert [segment.name for segment in found.segments][-2:] == ["OBX", "OBX"]
    assert (found.segments[-2].text(5), found.segments[-2].text(11)) == ("Lungs are clear.", "F")
    assert (found.segments[-1].occurrence, warnings) == (2, [])


def test_a_message_that_goes_on_elsewhere_says_so() -> None:
    _, warnings = parsed(message(PATIENT, "DSC|next-7"))
    assert warnings == ["1 message(s) go on in another one that is not in this file."]


def test_segments_are_bounded() -> None:
    with pytest.raises(DocumentError) as caught:
        parsed(message(PATIENT, REQUEST, *([GLUCOSE] * MAX_SEGMENTS)))
    assert caught.value.code is ErrorCode.TOO_LARGE


def test_as_many_segments_as_are_allowed() -> None:
    assert len(names(message(*(["NTE|1"] * (MAX_SEGMENTS - 1))))[0]) == MAX_SEGMENTS
