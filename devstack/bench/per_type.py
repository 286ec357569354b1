"""One document of each type through the line's stages, beside what the usual library needs to read the same bytes."""

from __future__ import annotations

import io
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import docx
import openpyxl
from hl7apy.parser import parse_message  # type: ignore[import-untyped]  # it has no types

from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.domain.document import DocType
from devstack.bench.deid.contents import content_of
from devstack.bench.deid.file_formats import hl7v2_message, referral_docx, workbook_xlsx
from devstack.bench.deid.paper_formats import faxed, fillable_form
from devstack.bench.deid.scribe import Scribe
from devstack.bench.engines import InProcessReader, LineParts, RecordingTesseract, words_of
from devstack.bench.rounds import Ratio, Spread, measure, ratio_of, spread_of
from devstack.samples import DEMO_SAMPLE, sample

__all__ = ["STAGES", "TypeBench", "bench_types"]

STAGES = ("read", "de-identify", "extract")


@dataclass(frozen=True, slots=True)
class TypeBench:
    """What one type costs.

    Attributes:
        pages: Pages of the document.
        stage_ms: Wall time of each stage in milliseconds a document.
        per_second: Documents (messages) a second through all stages, one process.
        pages_per_second: The same in pages.
        peer: What reads the same bytes beside it.
        read_ratio: Cost of our reading stage as a multiple of the peer's.
    """

    name: str
    pages: int
    stage_ms: dict[str, Spread]
    per_second: float
    pages_per_second: float
    peer: str
    read_ratio: Ratio


@dataclass(frozen=True, slots=True)
class _Case:
    name: str
    doc_type: DocType
    content: bytes
    peer: str
    read_with_peer: Callable[[], object]


def bench_types(parts: LineParts, *, rounds: int, progress: Callable[[str], None]) -> tuple[TypeBench, ...]:
    """Measure every type.

    Args:
        parts: The line's stages.
        rounds: Rounds in which our reader and the peer take turns; at least 2.
        progress: Told before each type.
    """
    found = []
    for case in _cases():
        progress(case.name)
        found.append(_bench(parts, case, rounds))
    return tuple(found)


def _bench(parts: LineParts, case: _Case, rounds: int) -> TypeBench:
    reader = InProcessReader()
    stage_ms: dict[str, list[float]] = {stage: [] for stage in STAGES}
    ours, peers = [], []
    pages = 0
    for number in range(rounds + 1):
        peer = measure(case.read_with_peer)
        own = measure(lambda: reader.read(case.content, doc_type=case.doc_type))
        document = reader.read(case.content, doc_type=case.doc_type)
        pages = len(document.pages)
        started = time.perf_counter()
        clean = parts.deidentifier.deidentify(document, patient=None)
        cleaned = time.perf_counter()
        parts.extractor.extract(clean, doc_type=case.doc_type, source_id="bench")
        extracted = time.perf_counter()
        if not number:
            # The first round warms caches.
            continue
        ours.append(own)
        peers.append(peer)
        for stage, seconds in zip(STAGES, (own.wall, cleaned - started, extracted - cleaned), strict=True):
            stage_ms[stage].append(1000 * seconds)
    spreads = {stage: spread_of(values) for stage, values in stage_ms.items()}
    seconds = sum(spread.median for spread in spreads.values()) / 1000
    return TypeBench(case.name, pages, spreads, 1 / seconds, pages / seconds, case.peer, ratio_of(ours, peers))


def _cases() -> tuple[_Case, ...]:
    pick = random.Random("bench")
    content = content_of(pick, "letter", sentences_wanted=12, rows=8)
    message, _ = hl7v2_message(content, Scribe(content.cast, pick))
    letter, book = referral_docx(content, pick), workbook_xlsx(content, pick)
    form, fax = fillable_form(content), faxed(content, pick)
    typed, scan = sample(DEMO_SAMPLE).content, sample(DEMO_SAMPLE, scanned=True).content
    return (
        _Case("HL7 v2 message", DocType.HL7V2_MESSAGE, message, "hl7apy", lambda: _hl7apy(message)),
        _Case("typed lab PDF", DocType.LAB_PDF, typed, "PyMuPDF words", lambda: words_of(typed)),
        _Case("fillable intake PDF", DocType.INTAKE_FORM, form, "PyMuPDF words", lambda: words_of(form)),
        _Case("referral DOCX", DocType.REFERRAL_DOCX, letter, "python-docx text", lambda: _docx_text(letter)),
        _Case("workbook XLSX", DocType.CLINICAL_WORKBOOK, book, "openpyxl values", lambda: _cell_values(book)),
        _Case(
            "scanned lab PDF", DocType.LAB_PDF, scan, "one Tesseract call a page", _recognition(scan, DocType.LAB_PDF)
        ),
        _Case("fax TIFF", DocType.FAX_PACKET, fax, "one Tesseract call a page", _recognition(fax, DocType.FAX_PACKET)),
    )


def _hl7apy(message: bytes) -> list[str]:
    """Every field of every segment as text."""
    parsed = parse_message(message.decode(), find_groups=False)
    return [field.to_er7() for segment in parsed.children for field in segment.children]


def _docx_text(content: bytes) -> list[str]:
    """The text of paragraphs and table cells."""
    document = docx.Document(io.BytesIO(content))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return [*(paragraph.text for paragraph in document.paragraphs), *cells]


def _cell_values(content: bytes) -> list[object]:
    """The values of all cells of all sheets."""
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    return [value for sheet in book for row in sheet.iter_rows(values_only=True) for value in row]


def _recognition(content: bytes, doc_type: DocType) -> Callable[[], object]:
    """Tesseract alone on the bitmap that the line gives it first for each page."""
    recorder = RecordingTesseract()
    pages = len(InProcessReader(recorder).read(content, doc_type=doc_type).pages)
    firsts = recorder.calls[:: max(1, len(recorder.calls) // pages)][:pages]
    return lambda: [Tesseract().read_words(*each) for each in firsts]
