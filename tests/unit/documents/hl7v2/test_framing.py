"""Frames, batches and line ends: every message of a file is found, whatever is wrapped around it."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.hl7v2.framing import begins_like_hl7, frame_messages
from arbiter_fhir.documents.hl7v2.limits import MAX_BYTES
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.hl7v2.writing import HEADER, PATIENT, message, report


def lines_of(content: bytes) -> tuple[list[tuple[str, ...]], list[str]]:
    warnings: list[str] = []
    return [framed.lines for framed in frame_messages(content, warnings.append)], warnings


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\r\r", "\n\n", "\r \n"])
def test_any_line_end(end: str) -> None:
    assert lines_of(message(PATIENT, end=end)) == ([(HEADER, PATIENT)], [])


def test_mixed_line_ends_and_none_at_the_end() -> None:
    assert lines_of(f"{HEADER}\n{PATIENT}\rEVN|A01\r\nNTE|1".encode())[0] == [(HEADER, PATIENT, "EVN|A01", "NTE|1")]


def test_frames_of_the_transport() -> None:
    framed = b"\x0b" + message(PATIENT) + b"\x1c\r"
    assert lines_of(framed + framed) == ([(HEADER, PATIENT), (HEADER, PATIENT)], [])


def test_what_stands_behind_a_frame_is_named_and_left_out() -> None:
    found, warnings = lines_of(b"\x0b" + message(PATIENT) + b"\x1c\rORLOV MINA\r")
    assert found == [(HEADER, PATIENT)]
    assert warnings == ["Text after the frame of message 1 was left out."]


def test_a_batch_with_its_envelope() -> None:
    batch = b"FHS|^~\\&|LAB\rBHS|^~\\&|LAB\r" + message(PATIENT) + message(PATIENT) + b"BTS|2\rFTS|1\r"
    assert lines_of(batch) == ([(HEADER, PATIENT), (HEADER, PATIENT)], [])


def test_a_batch_that_counts_otherwise() -> None:
    _, warnings = lines_of(message(PATIENT) + b"BTS|3\r")
    assert warnings == ["The batch says that it holds 3 messages; 1 were found up to its end."]


def test_one_message_without_a_sound_header_is_lost_alone() -> None:
    found, warnings = lines_of(b"MSH|^^^^|LAB\rPID|1\r" + message(PATIENT))
    assert found == [(HEADER, PATIENT)]
    assert warnings[0].startswith("Message 1 was left out:")


def test_text_before_the_first_header_is_named() -> None:
    found, warnings = lines_of(b"From the laboratory\r" + message(PATIENT))
    assert (len(found), warnings) == (1, ["Text before the first HL7 header was left out."])


def test_each_message_has_its_own_character_set() -> None:
    latin = (HEADER + "||||||8859/1\rPID|||||Müller\r").encode("latin-1")
    greek = (HEADER + "||||||8859/7\rPID|||||Νίκος\r").encode("iso8859-7")
    found, warnings = lines_of(latin + greek)
    assert [lines[1] for lines in found] == ["PID|||||Müller", "PID|||||Νίκος"]
    assert warnings == []


def test_the_header_decides_what_parts_the_character_set() -> None:
    content = "MSH!^~\\&!LAB!!!!!!ORU^R01!1!P!2.5!!!!!!8859/1~ISO IR87\rPID!!!!!Müller\r".encode("latin-1")
    assert lines_of(content)[0][0][1] == "PID!!!!!Müller"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"PID|1|\rOBX|1|", ErrorCode.HL7_HEADER),
        (b"msh|^~\\&|LAB\r", ErrorCode.HL7_HEADER),
        (b"MSH", ErrorCode.HL7_HEADER),
        (b"FHS|^~\\&|LAB\rFTS|0\r", ErrorCode.HL7_HEADER),
        (b"MSH|^~\\&|" + b"x" * MAX_BYTES, ErrorCode.TOO_LARGE),
        (b"MSH|^~\\&|LAB\rPID|\x00|1\r", ErrorCode.ENCODING),
    ],
)
def test_files_without_a_message(content: bytes, code: ErrorCode) -> None:
    with pytest.raises(DocumentError) as caught:
        lines_of(content)
    assert caught.value.code is code


@pytest.mark.parametrize(
    "content",
    [
        report(),
        b"\xef\xbb\xbf" + report(),
        b"\x0b" + report(),
        b"\r\n " + report(),
        report().decode().encode("utf-16"),
        report().decode().encode("utf-16-le"),
        b"FHS|^~\\&|LAB\r",
    ],
)
def test_files_that_begin_like_messages(content: bytes) -> None:
    assert begins_like_hl7(content)


@pytest.mark.parametrize(
    "content", [b"", b"MSH", b"MSHA|^~", b"Dear Dr. MSH|^", b"%PDF-1.7", b"msh|^~\\&|", b"\xff\xfeM"]
)
def test_files_that_do_not(content: bytes) -> None:
    assert not begins_like_hl7(content)
