"""The formats that the bench writes, and how often each comes up."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.document import DocType
from devstack.bench.deid.contents import PROSE, Content, content_of
from devstack.bench.deid.file_formats import hl7v2_message, referral_docx, workbook_xlsx
from devstack.bench.deid.paper_formats import faxed, fillable_form, plain_text, scanned_pdf, typed_pdf
from devstack.bench.deid.scribe import Injected, Scribe

__all__ = ["BenchDocument", "documents"]


@dataclass(frozen=True, slots=True)
class BenchDocument:
    """One document with its truth.

    Attributes:
        format: Name of the format.
        doc_type: As the line would be told; ``None`` for plain text.
        recognised: Whether it is a picture.
        injected: Every identifier in it.
    """

    format: str
    doc_type: DocType | None
    recognised: bool
    data: bytes
    content: Content
    injected: tuple[Injected, ...]


Write = Callable[[Content, random.Random], bytes]


@dataclass(frozen=True, slots=True)
class _Format:
    name: str
    doc_type: DocType | None
    share: int
    write: Write
    rows: int = 0
    recognised: bool = False
    margins: bool = False


def _written_later(content: Content, pick: random.Random) -> bytes:  # noqa: ARG001 - a message also adds to the truth
    return b""


_FORMATS: Final = (
    _Format("plain text", None, 24, plain_text),
    _Format("typed PDF", DocType.LAB_PDF, 18, typed_pdf, rows=4, margins=True),
    _Format("fillable PDF", DocType.INTAKE_FORM, 12, lambda content, _: fillable_form(content)),
    _Format("Word", DocType.REFERRAL_DOCX, 14, referral_docx, rows=3),
    _Format("Excel", DocType.CLINICAL_WORKBOOK, 12, workbook_xlsx, rows=5),
    _Format("HL7 v2", DocType.HL7V2_MESSAGE, 12, _written_later, rows=4),
    _Format("scanned PDF", DocType.LAB_PDF, 4, scanned_pdf, rows=3, recognised=True, margins=True),
    _Format("fax TIFF", DocType.FAX_PACKET, 4, faxed, rows=2, recognised=True, margins=True),
)


def documents(count: int, seed: int) -> Iterator[BenchDocument]:
    """``count`` documents; the same seed gives the same ones.

    Formats come in the proportion of their shares, each kind of prose equally often.
    """
    total = sum(each.share for each in _FORMATS)
    owed = [0.0] * len(_FORMATS)
    for number in range(count):
        for at, each in enumerate(_FORMATS):
            owed[at] += each.share / total
        chosen = max(range(len(_FORMATS)), key=lambda at: owed[at])
        owed[chosen] -= 1
        yield _document(_FORMATS[chosen], number, seed)


def _document(made: _Format, number: int, seed: int) -> BenchDocument:
    pick = random.Random(f"{seed}:{number}")
    content = content_of(pick, PROSE[number % len(PROSE)], rows=made.rows, margins=made.margins)
    if made.doc_type is DocType.HL7V2_MESSAGE:
        data, header = hl7v2_message(content, Scribe(content.cast, pick))
    else:
        data, header = made.write(content, pick), ()
    return BenchDocument(made.name, made.doc_type, made.recognised, data, content, (*content.injected, *header))
