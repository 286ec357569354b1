"""The engines alone, at the settings that the line uses, and the line itself in this process and through its child."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pymupdf
import tldextract.tldextract
from presidio_analyzer import AnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider

from arbiter_fhir.bootstrap.reading import build_deidentifier, build_extractor, build_reader
from arbiter_fhir.deid.language_model import MODEL_NAME
from arbiter_fhir.documents.ocr.bitmap import Gray
from arbiter_fhir.documents.ocr.tesseract import OcrCall, OcrWord, Tesseract
from arbiter_fhir.documents.reading import read_pages
from arbiter_fhir.domain.document import BoundingBox, DocType, DocumentPages
from arbiter_fhir.domain.redaction import RedactedPicture
from arbiter_fhir.pipelines.preview import Preview, PreviewPipeline
from arbiter_fhir.ports.documents import Deidentifier, FactExtractor, PageReader
from arbiter_fhir.settings import Settings

__all__ = [
    "InProcessReader",
    "LineParts",
    "RecordingTesseract",
    "product_parts",
    "run_line",
    "stock_findings",
    "stock_presidio",
    "words_of",
]


@dataclass(slots=True)
class RecordingTesseract(Tesseract):
    """The recognizer that the line calls, noting what it is given and how long it takes."""

    calls: list[tuple[Gray, OcrCall]] = field(default_factory=list)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        Tesseract.__init__(self)

    def read_words(self, gray: Gray, call: OcrCall) -> list[OcrWord] | None:
        """As the line's own."""
        self.calls.append((gray.copy(), call))
        started = time.perf_counter()
        words = Tesseract.read_words(self, gray, call)
        self.seconds += time.perf_counter() - started
        return words


@dataclass(frozen=True, slots=True)
class LineParts:
    """The three stages, to be measured together or apart."""

    reader: PageReader
    deidentifier: Deidentifier
    extractor: FactExtractor

    def through_child(self) -> PreviewPipeline:
        """The line as the product runs it."""
        return PreviewPipeline(
            reader=self.reader, load_deidentifier=lambda: self.deidentifier, extractor=self.extractor
        )

    def in_one_process(self, tesseract: Tesseract | None = None) -> PreviewPipeline:
        """The same line with a reader in this process."""
        reader = InProcessReader(tesseract)
        return PreviewPipeline(reader=reader, load_deidentifier=lambda: self.deidentifier, extractor=self.extractor)


class InProcessReader:
    """Reads without a child process: what the child does, without what it costs to have one. For measuring only."""

    def __init__(self, tesseract: Tesseract | None = None) -> None:
        self._tesseract = tesseract

    def read(self, content: bytes, *, doc_type: DocType | None) -> DocumentPages:
        """Read all pages here."""
        return read_pages(content, doc_type, tesseract=self._tesseract)

    def redact(self, content: bytes, page_number: int, boxes: Sequence[BoundingBox]) -> RedactedPicture:
        """As the line does it; nothing that is measured here asks for it."""
        return build_reader().redact(content, page_number, boxes)


def product_parts() -> LineParts:
    """The line's parts as the product wires them."""
    return LineParts(build_reader(), build_deidentifier(Settings().date_order), build_extractor())


def run_line(line: PreviewPipeline, content: bytes) -> Preview:
    """One document through the line."""
    return line.extract(content, doc_type=DocType.LAB_PDF, source_id="bench")


def stock_presidio() -> Callable[[str], object]:
    """Presidio with all its own recognizers and the full spaCy pipeline of the same model."""
    engine = _stock_engine()
    return lambda text: engine.analyze(text=text, language="en")


def stock_findings() -> Callable[[str], list[tuple[int, int]]]:
    """The same Presidio, as offsets of what it finds at its default threshold."""
    engine = _stock_engine()
    return lambda text: [(found.start, found.end) for found in engine.analyze(text=text, language="en")]


def _stock_engine() -> AnalyzerEngine:
    # Its e-mail recognizer would fetch a list from the network at first use; it is pinned to the list in the package.
    tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=(), cache_dir=None)
    provider = NlpEngineProvider(
        nlp_configuration={
            "nlp_engine_name": "spacy",
            "models": [{"lang_code": "en", "model_name": MODEL_NAME}],
        }
    )
    return AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])


def words_of(content: bytes) -> list[str]:
    """Bare PyMuPDF: the words of each page, opening the file included; pages as text."""
    with pymupdf.open(stream=content, filetype="pdf") as document:
        return [" ".join(str(word[4]) for word in page.get_text("words")) for page in document]
