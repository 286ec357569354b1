"""What a file is, judged by its bytes alone; names and claimed types are not looked at."""

from __future__ import annotations

from typing import Final

from arbiter_fhir.documents.hl7v2.delimiters import header_error
from arbiter_fhir.documents.hl7v2.framing import begins_like_hl7
from arbiter_fhir.documents.limits import MAX_FILE_BYTES
from arbiter_fhir.documents.office.zip_bounds import open_zip
from arbiter_fhir.domain.document import DocType, MediaType
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["IMAGE_TYPES", "require_readable", "sniff_media_type"]

#: A PDF may carry junk before its header, up to here (ISO 32000-1 annex H.3, note 13).
PDF_HEADER_WINDOW: Final = 1024

_CONTENT_TYPES: Final = "[Content_Types].xml"
#: How large the part that tells an Office file's kind may be.
CONTENT_TYPES_BYTES: Final = 1024 * 1024

IMAGE_TYPES: Final = frozenset({MediaType.PNG, MediaType.JPEG, MediaType.TIFF, MediaType.WEBP})

_PAGES: Final = IMAGE_TYPES | {MediaType.PDF}

#: Kinds in plain words.
_NAMES: Final = {
    MediaType.PDF: "a PDF",
    MediaType.PNG: "a PNG picture",
    MediaType.JPEG: "a JPEG picture",
    MediaType.TIFF: "a TIFF picture",
    MediaType.WEBP: "a WEBP picture",
    MediaType.DOCX: "a Word document",
    MediaType.XLSX: "an Excel workbook",
    MediaType.HL7V2: "an HL7 v2 message",
    MediaType.TEXT: "plain text",
}

#: What each document type may be by content. A referral may come as a scan of the letter, a form may be kept in Word.
_ACCEPTED: Final = {
    DocType.LAB_PDF: _PAGES,
    DocType.INTAKE_FORM: _PAGES | {MediaType.DOCX},
    DocType.FAX_PACKET: _PAGES,
    DocType.REFERRAL_DOCX: _PAGES | {MediaType.DOCX},
    DocType.CLINICAL_WORKBOOK: frozenset({MediaType.XLSX}),
    DocType.HL7V2_MESSAGE: frozenset({MediaType.HL7V2}),
}

_OLE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
#: Name of the stream in which Office keeps an encrypted document (MS-OFFCRYPTO 2.3.4).
_ENCRYPTED_PACKAGE: Final = "EncryptedPackage".encode("utf-16-le")

#: Magic numbers at the very start. The order is that of the table only.
_IMAGE_MAGIC: Final[tuple[tuple[bytes, MediaType], ...]] = (
    (b"\x89PNG\r\n\x1a\n", MediaType.PNG),
    (b"\xff\xd8\xff", MediaType.JPEG),
    (b"II*\x00", MediaType.TIFF),
    (b"MM\x00*", MediaType.TIFF),
    (b"II+\x00", MediaType.TIFF),
    (b"MM\x00+", MediaType.TIFF),
)

#: Known kinds of files that are refused by name: never unpacked, never guessed at.
_REFUSED_MAGIC: Final[tuple[tuple[bytes, str], ...]] = (
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"8BPS", "a Photoshop picture"),
    (b"\x00\x00\x01\x00", "an icon"),
    (b"SIMPLE  =", "a FITS picture"),
    (b"\x00\x00\x00\x0cjP  ", "a JPEG 2000 picture"),
    (b"\xff\x4f\xff\x51", "a JPEG 2000 picture"),
    (b"\xd7\xcd\xc6\x9a", "a Windows metafile"),
    (b"\x01\x00\x00\x00l\x00\x00\x00", "a Windows metafile"),
    (b"%!PS", "a PostScript file"),
    (b"\xc5\xd0\xd3\xc6", "a PostScript file"),
    (b"{\\rtf", "a rich text file"),
)

_LEADING_BLANKS: Final = b"\x0b \t\r\n"
_UTF8_BOM: Final = b"\xef\xbb\xbf"


def sniff_media_type(content: bytes) -> MediaType:
    """The media type of ``content``.

    Raises:
        DocumentError: E_EMPTY for no bytes, E_TOO_LARGE beyond the cap, E_ENCRYPTED for an encrypted Office file,
            E_UNSUPPORTED for a known kind that is refused, E_CORRUPT and E_BOMB for a zip that is broken or goes beyond
            the bounds, E_TYPE for everything else.
    """
    if not content:
        raise DocumentError(ErrorCode.EMPTY, "The file has no bytes; upload it again.")
    if len(content) > MAX_FILE_BYTES:
        raise DocumentError(
            ErrorCode.TOO_LARGE, f"The file is larger than {MAX_FILE_BYTES // 1024 // 1024} MiB; split it."
        )
    for magic, media_type in _IMAGE_MAGIC:
        if content.startswith(magic):
            return media_type
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return MediaType.WEBP
    if content.startswith(_OLE):
        raise _refuse_ole(content)
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return _sniff_zip(content)
    _refuse_known(content)
    if b"%PDF-" in content[:PDF_HEADER_WINDOW]:
        return MediaType.PDF
    return _sniff_text(content)


def require_readable(media_type: MediaType, doc_type: DocType | None) -> None:
    """Check that a document of ``doc_type`` may be ``media_type``.

    Raises:
        DocumentError: E_TYPE where the document type forbids the content, E_HL7_HEADER for text that should be a
            message and has no header.
    """
    if doc_type is DocType.HL7V2_MESSAGE and media_type is MediaType.TEXT:
        raise header_error("(MSH) is missing")
    if doc_type is not None and media_type not in _ACCEPTED[doc_type]:
        fitting = [each.value for each in _ACCEPTED if media_type in _ACCEPTED[each]]
        remedy = f" ({' or '.join(fitting)} takes it)" if fitting else ""
        raise DocumentError(
            ErrorCode.TYPE,
            f"The file is {_NAMES[media_type]}, which the document type {doc_type.value} does not take; move the "
            f"document to the right category{remedy}.",
        )


def _refuse_ole(content: bytes) -> DocumentError:
    """The error for a compound file: encrypted Office, or one of the old Office formats."""
    if _ENCRYPTED_PACKAGE in content:
        return DocumentError(ErrorCode.ENCRYPTED, "The Office file is protected by a password; store it without one.")
    return DocumentError(
        ErrorCode.UNSUPPORTED, "The file has an old Office format (doc, xls, msg); store it as PDF instead."
    )


def _refuse_known(content: bytes) -> None:
    """Raise E_UNSUPPORTED for kinds that have a name and no reader."""
    kind: str | None = next((name for magic, name in _REFUSED_MAGIC if content.startswith(magic)), None)
    if content[4:8] == b"ftyp":
        kind = "a HEIC picture or a film"
    elif content[257:262] == b"ustar":
        kind = "a tar archive"
    elif content[:1024].lstrip(_UTF8_BOM + b" \t\r\n").lower().startswith(b"<svg"):
        kind = "an SVG drawing"
    if kind is not None:
        raise DocumentError(
            ErrorCode.UNSUPPORTED, f"The file is {kind}, which is not read; store it as PDF, PNG, JPEG or TIFF."
        )


def _sniff_zip(content: bytes) -> MediaType:
    """DOCX or XLSX by the content types that the package declares; nothing else of it is unpacked."""
    package = open_zip(content)
    if _CONTENT_TYPES not in package.names:
        raise DocumentError(
            ErrorCode.UNSUPPORTED, "The file is a zip archive, which is never unpacked; upload its files singly."
        )
    declared = package.read(_CONTENT_TYPES, CONTENT_TYPES_BYTES)
    if declared.startswith((b"\xff\xfe", b"\xfe\xff")):
        declared = declared.decode("utf-16", "replace").encode("utf-8")
    if b"macroEnabled" in declared or any(name.casefold().endswith("vbaproject.bin") for name in package.names):
        raise DocumentError(
            ErrorCode.UNSUPPORTED, "The Office file carries macros, which is not accepted; store it as PDF."
        )
    if b"wordprocessingml.document.main+xml" in declared or b"wordprocessingml.template.main+xml" in declared:
        return MediaType.DOCX
    if b"spreadsheetml.sheet.main+xml" in declared or b"spreadsheetml.template.main+xml" in declared:
        return MediaType.XLSX
    raise DocumentError(ErrorCode.UNSUPPORTED, "The file is an Office format that is not read; store it as PDF.")


def _sniff_text(content: bytes) -> MediaType:
    """HL7 v2 or plain text; markup, scripts and binary rubbish are refused."""
    if begins_like_hl7(content):
        return MediaType.HL7V2
    body = content.removeprefix(_UTF8_BOM).lstrip(_LEADING_BLANKS).removeprefix(_UTF8_BOM)
    printable = bool(body.strip(b"\x00 \t\r\n\f")) and b"\x00" not in body
    if printable and not body.startswith((b"<", b"#!", b"%")):
        try:
            body.decode("utf-8")
        except UnicodeDecodeError:
            printable = False
        if printable:
            return MediaType.TEXT
    raise DocumentError(
        ErrorCode.TYPE, "The content is no kind of document that is known here; store it as PDF, PNG, JPEG or TIFF."
    )
