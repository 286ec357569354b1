"""Files of messages: parts, attachments, and an end within bounds for whatever comes."""

from __future__ import annotations

import base64

import pytest

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.hl7v2.limits import MAX_ATTACHMENTS, MAX_BYTES
from arbiter_fhir.documents.hl7v2.reader import read_hl7v2
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.reading import read_pages
from arbiter_fhir.domain.document import DocType, MediaType, PartKind, WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.hl7v2.writing import (
    GLUCOSE,
    HEADER,
    PATIENT,
    REQUEST,
    fields,
    message,
    read,
    report,
    told,
)
from tests.unit.documents.papers import make_pdf, write_table

OTHER = PATIENT.replace("884213", "550091").replace("Orlov^Mina", "Haas^Jonas")
PDF = make_pdf(write_table)


def carrying(content: bytes) -> str:
    return f"OBX|9|ED|11502-2^Report^LN||LAB^AP^PDF^Base64^{base64.b64encode(content).decode()}||||||F"


def test_a_message_is_one_part() -> None:
    (part,) = read(report()).parts()
    assert (part.kind, part.first_page, part.last_page, part.parent) == (PartKind.MESSAGE, 1, 1, None)


def test_each_patient_of_a_message_is_a_part() -> None:
    collector = read(message(PATIENT, REQUEST, GLUCOSE, OTHER, REQUEST, GLUCOSE))
    assert [part.kind for part in collector.parts()] == [PartKind.MESSAGE, PartKind.MESSAGE]
    texts = ["".join(page.text for page in collector.pages if page.part == number) for number in (1, 2)]
    assert ["Orlov" in text for text in texts] == [True, False]
    assert ["Haas" in text for text in texts] == [False, True]
    assert "OBX[2]-5" in fields(collector)


def test_each_message_of_a_file_is_a_part_and_paths_say_which() -> None:
    collector = read(report() + report("OBX|1|NM|2345-7^Glucose^LN||101|mg/dL|||||F"))
    found = fields(collector)
    assert len(collector.parts()) == 2
    assert (found["MSG[1]/OBX[1]-5"][0], found["MSG[2]/OBX[1]-5"][0]) == ("96", "101")


def test_an_embedded_document_is_a_part_behind_its_message() -> None:
    collector = read_hl7v2(report(GLUCOSE, carrying(PDF)) + report(), Tesseract(), FileClock())
    parts = collector.parts()
    assert [(part.kind, part.parent) for part in parts] == [
        (PartKind.MESSAGE, None), (PartKind.ATTACHMENT, 1), (PartKind.MESSAGE, None),
    ]  # fmt: skip
    assert "Potassium" in collector.pages[1].text
    assert fields(collector)["MSG[1]/OBX[2]-5.5"][0] == f"(embedded document, {len(PDF)} bytes)"


def test_drawing_finds_the_same_pages() -> None:
    content = report(GLUCOSE, carrying(PDF)) + report()
    drawn, seen = read(content), read_hl7v2(content, Tesseract(), FileClock())
    assert [page.part for page in drawn.pages] == [page.part for page in seen.pages]


def test_a_broken_attachment_loses_only_itself() -> None:
    collector = read_hl7v2(report(GLUCOSE, carrying(PDF[:300])), Tesseract(), FileClock())
    assert len(collector.parts()) == 1
    assert told(collector) == ["The document in OBX[2] could not be read (E_CORRUPT)."]


def test_attachments_are_bounded() -> None:
    collector = read(report(*([carrying(PDF)] * (MAX_ATTACHMENTS + 2))))
    assert sum(part.kind is PartKind.ATTACHMENT for part in collector.parts()) == MAX_ATTACHMENTS
    assert sum("no more than" in message for message in told(collector)) == 2


def test_an_inflating_attachment_is_bounded() -> None:
    bomb = carrying(
        b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" + (100_000).to_bytes(4, "big") * 2 + b"\x08\x00\x00\x00\x00"
    )
    collector = read_hl7v2(report(GLUCOSE, bomb), Tesseract(), FileClock())
    assert len(collector.parts()) == 1
    assert told(collector)[0].startswith("The document in OBX[2] could not be read (E_")


def test_pointers_are_named_and_never_followed() -> None:
    collector = read(report("OBX|1|RP|1^R^L||http://10.0.0.1/x^PACS^IM^JPEG"))
    (warning,) = collector.warnings
    assert (warning.code, warning.message) == (
        WarningCode.EXTERNAL, "OBX[1] points to a document elsewhere, which was not fetched.",
    )  # fmt: skip


@pytest.mark.parametrize("segments", [(PATIENT, GLUCOSE), (PATIENT, GLUCOSE, REQUEST)])
def test_results_without_a_request_are_refused(segments: tuple[str, ...]) -> None:
    with pytest.raises(DocumentError) as caught:
        read(message(*segments))
    assert caught.value.code is ErrorCode.HL7_STRUCT


def test_results_without_a_request_lose_only_their_message() -> None:
    collector = read(message(PATIENT, GLUCOSE) + report())
    assert len(collector.parts()) == 1
    assert told(collector) == ["Message 1 was left out: an observation (OBX) stands before any request (OBR)."]


def test_a_patients_own_observations_may_stand_first_from_2_7_1_on() -> None:
    assert read(message(PATIENT, GLUCOSE, REQUEST, GLUCOSE, header=HEADER.replace("2.5.1", "2.8"))).pages


@pytest.mark.parametrize("share", range(1, 10))
def test_a_file_that_was_cut_off_ends_in_pages_or_a_coded_error(share: int) -> None:
    whole = report(GLUCOSE, carrying(PDF), "NTE|1||Fasting")
    try:
        collector = read_hl7v2(whole[: len(whole) * share // 10], Tesseract(), FileClock())
    except DocumentError as error:
        assert error.code in {ErrorCode.HL7_HEADER, ErrorCode.HL7_STRUCT}  # noqa: PT017
    else:
        assert collector.pages


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (report("OBX|1|TX|1^A^L||" + "x" * MAX_BYTES), ErrorCode.TOO_LARGE),
        (report("OBX|1|TX|1^A^L||" + "x " * 1_500_000), ErrorCode.TOO_LARGE),
        (report("OBX|1|CE|1^A^L||" + "^" * 10_000), ErrorCode.TOO_LARGE),
        (report("OBX|1|CE|1^A^L||" + "a&" * 10_000), ErrorCode.TOO_LARGE),
        (report("OBX|1|CE|1^A^L||" + "a~" * 50_000), ErrorCode.TOO_LARGE),
        (report("OBX|1|TX|1^A^L||a\x00b"), ErrorCode.ENCODING),
        (report().replace(b"Orlov", b"Orl\xed\xa0\x80v"), ErrorCode.ENCODING),
    ],
)
def test_hostile_files_end_in_a_coded_error(content: bytes, code: ErrorCode) -> None:
    with pytest.raises(DocumentError) as caught:
        read(content)
    assert caught.value.code is code
    assert "Orlov" not in caught.value.message


def test_the_whole_line_of_reading_knows_messages() -> None:
    found = read_pages(b"\x0b" + report() + b"\x1c\r", DocType.HL7V2_MESSAGE)
    assert found.media_type is MediaType.HL7V2
    assert [part.kind for part in found.parts] == [PartKind.MESSAGE]


def test_wide_letters_are_read() -> None:
    found = read_pages(report().decode().encode("utf-16"), DocType.HL7V2_MESSAGE)
    assert "Orlov, Mina R" in found.pages[0].text


def test_an_assumed_character_set_is_told() -> None:
    collector = read(report().replace(b"Orlov", "Örlov".encode()))
    assert [(warning.code, warning.message) for warning in collector.warnings] == [
        (
            WarningCode.LOW_CONFIDENCE,
            "Message 1 declares no character set and was read as UTF-8 (MSH-18).",
        )
    ]
    assert "Örlov, Mina R" in collector.pages[0].text


@pytest.mark.parametrize("content", [b"msh|^~\\&|LAB\rPID|1\r", b"PID|1\rOBX|1\r", b"Dear Dr. Bexley"])
def test_text_without_a_header_is_no_message(content: bytes) -> None:
    with pytest.raises(DocumentError) as caught:
        read_pages(content, DocType.HL7V2_MESSAGE)
    assert caught.value.code is ErrorCode.HL7_HEADER
