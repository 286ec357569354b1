"""Kinds of files, by their bytes."""

from __future__ import annotations

import io
import zipfile

import pytest

from arbiter_fhir.documents.limits import MAX_FILE_BYTES
from arbiter_fhir.documents.sniff import require_readable, sniff_media_type
from arbiter_fhir.domain.document import DocType, MediaType
from arbiter_fhir.errors import DocumentError, ErrorCode


def office(main: str, *, extra: str | None = None) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        package.writestr("[Content_Types].xml", f'<Types><Override ContentType="{main}"/></Types>')
        if extra:
            package.writestr(extra, "x")
    return buffer.getvalue()


WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"%PDF-1.7\nrest", MediaType.PDF),
        (b"junk\n" * 100 + b"%PDF-1.4\n", MediaType.PDF),
        (b"\x89PNG\r\n\x1a\n....", MediaType.PNG),
        (b"\xff\xd8\xff\xe0....", MediaType.JPEG),
        (b"II*\x00....", MediaType.TIFF),
        (b"MM\x00*....", MediaType.TIFF),
        (b"II+\x00\x08\x00", MediaType.TIFF),
        (b"MM\x00+\x00\x08", MediaType.TIFF),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 ", MediaType.WEBP),
        (office(WORD), MediaType.DOCX),
        (office(EXCEL), MediaType.XLSX),
        (b"MSH|^~\\&|LAB|", MediaType.HL7V2),
        (b"\xef\xbb\xbfMSH|^~\\&|LAB|", MediaType.HL7V2),
        (b"\x0bMSH|^~\\&|LAB|\r\x1c\r", MediaType.HL7V2),
        (b"FHS|^~\\&|LAB|", MediaType.HL7V2),
        (b"BHS!*~\\@!LAB", MediaType.HL7V2),
        (b"Glucose 105 mg/dL\n", MediaType.TEXT),
    ],
)
def test_kinds_are_recognised_by_content(content: bytes, expected: MediaType) -> None:
    assert sniff_media_type(content) is expected


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", ErrorCode.EMPTY),
        (b"x" * (MAX_FILE_BYTES + 1), ErrorCode.TOO_LARGE),
        (b" \r\n\t ", ErrorCode.TYPE),
        (b"\x00" * 40, ErrorCode.TYPE),
        (b"\x7fELF\x02\x01\x01\x00", ErrorCode.TYPE),
        (b"<html><body>hi</body></html>", ErrorCode.TYPE),
        (b"<?php echo 1;", ErrorCode.TYPE),
        (b"#!/bin/sh\nls\n", ErrorCode.TYPE),
        (b"msh|^~\\&|lab\xff", ErrorCode.TYPE),
        (b"\x1f\x8b\x08\x00rest", ErrorCode.UNSUPPORTED),
        (b"7z\xbc\xaf\x27\x1crest", ErrorCode.UNSUPPORTED),
        (b"Rar!\x1a\x07\x01\x00", ErrorCode.UNSUPPORTED),
        (b"a" * 257 + b"ustar" + b"b" * 100, ErrorCode.UNSUPPORTED),
        (b"\x00\x00\x00\x18ftypheic", ErrorCode.UNSUPPORTED),
        (b"  <svg xmlns='x'></svg>", ErrorCode.UNSUPPORTED),
        (b"%!PS-Adobe-3.0", ErrorCode.UNSUPPORTED),
        (b"GIF89a..", ErrorCode.UNSUPPORTED),
        (b"{\\rtf1 x}", ErrorCode.UNSUPPORTED),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99, ErrorCode.UNSUPPORTED),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            ErrorCode.ENCRYPTED,
        ),
        (b"PK\x03\x04broken", ErrorCode.CORRUPT),
        (office("application/vnd.ms-word.document.macroEnabled.main+xml"), ErrorCode.UNSUPPORTED),
        (office(WORD, extra="word/vbaProject.bin"), ErrorCode.UNSUPPORTED),
        (office("application/vnd.oasis.opendocument.text"), ErrorCode.UNSUPPORTED),
    ],
)
def test_what_is_refused_has_its_own_code(content: bytes, code: ErrorCode) -> None:
    with pytest.raises(DocumentError) as caught:
        sniff_media_type(content)
    assert caught.value.code is code


def test_a_plain_zip_is_never_unpacked() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        package.writestr("inner.pdf", b"%PDF-1.7")
    with pytest.raises(DocumentError) as caught:
        sniff_media_type(buffer.getvalue())
    assert caught.value.code is ErrorCode.UNSUPPORTED


@pytest.mark.parametrize("media_type", [MediaType.PDF, MediaType.PNG, MediaType.JPEG, MediaType.TIFF, MediaType.WEBP])
def test_a_lab_report_may_be_pdf_or_picture(media_type: MediaType) -> None:
    require_readable(media_type, DocType.LAB_PDF)


@pytest.mark.parametrize(
    ("media_type", "doc_type"),
    [
        (MediaType.DOCX, DocType.REFERRAL_DOCX),
        (MediaType.DOCX, DocType.INTAKE_FORM),
        (MediaType.XLSX, DocType.CLINICAL_WORKBOOK),
        (MediaType.HL7V2, DocType.HL7V2_MESSAGE),
    ],
)
def test_every_format_has_its_category(media_type: MediaType, doc_type: DocType) -> None:
    require_readable(media_type, doc_type)


@pytest.mark.parametrize(
    ("media_type", "doc_type"),
    [
        (MediaType.PDF, DocType.HL7V2_MESSAGE),
        (MediaType.PNG, DocType.CLINICAL_WORKBOOK),
        (MediaType.TEXT, DocType.LAB_PDF),
        (MediaType.XLSX, DocType.REFERRAL_DOCX),
        (MediaType.DOCX, DocType.CLINICAL_WORKBOOK),
    ],
)
def test_a_category_that_forbids_the_content_is_a_type_error(media_type: MediaType, doc_type: DocType) -> None:
    with pytest.raises(DocumentError) as caught:
        require_readable(media_type, doc_type)
    assert caught.value.code is ErrorCode.TYPE
