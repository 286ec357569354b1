"""Files that end in a coded error: encrypted, broken, blank, not what the name says."""

from __future__ import annotations

from collections.abc import Iterator

import pymupdf

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ErrorCode
from arbiter_fhir.evals.cases import Category, EvalCase, KnownIdentifier, Route
from arbiter_fhir.evals.corpus import FixtureRole
from devstack.golden.documents import OFFICE_SCAN, GoldenDocument
from devstack.golden.expectations import name_identifiers
from devstack.samples.scan import scan_pages

__all__ = ["unreadable_cases"]

_NAME = "Persephone Abernathy-Kuznetsov"


def unreadable_cases() -> Iterator[GoldenDocument]:
    """One document for each way in which a PDF cannot be read; three of them hold a name that must not leave."""
    named = tuple(name_identifiers(_NAME))
    typed = _one_line(f"Patient: {_NAME}   Potassium 4.4 mmol/L")
    yield _document("encrypted", "opens with a password only", ErrorCode.ENCRYPTED, _encrypted(typed), named)
    yield _document("broken", "the first hundred bytes of a PDF", ErrorCode.CORRUPT, typed[:100], ())
    blank, _ = scan_pages(_one_line(""), dpi=100, seed=7, quality=OFFICE_SCAN)
    yield _document("blank", "a scan of an empty sheet", ErrorCode.NO_TEXT, blank, ())
    note = f"Patient: {_NAME}. This is a text file that was renamed.\n".encode()
    yield _document("renamed", "a text file named like a PDF", ErrorCode.TYPE, note, named)


def _one_line(text: str) -> bytes:
    document = pymupdf.open()
    page = document.new_page(width=612, height=792)
    if text:
        page.insert_text((72, 90), text, fontsize=10)
    return bytes(document.tobytes(no_new_id=True))


def _encrypted(pdf: bytes) -> bytes:
    document = pymupdf.open(stream=pdf, filetype="pdf")
    return bytes(
        document.tobytes(encryption=pymupdf.PDF_ENCRYPT_RC4_128, owner_pw="owner", user_pw="secret", no_new_id=True)
    )


def _document(
    name: str, title: str, error: ErrorCode, content: bytes, identifiers: tuple[KnownIdentifier, ...]
) -> GoldenDocument:
    case = EvalCase(
        id=f"unreadable-{name}",
        title=title,
        categories=(Category.UNREADABLE,),
        source=f"unreadable-{name}.pdf",
        doc_type=DocType.LAB_PDF,
        layout="none",
        route=Route.SCANNED if name == "blank" else Route.TYPED,
        pages=0,
        identifiers=identifiers,
        error=error,
    )
    return GoldenDocument(case, content, FixtureRole.UNREADABLE_SOURCE, reproducible=name != "encrypted")
