"""One file through the line without a database and without an EHR: pages, clean text, facts with citations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocType, DocumentPages
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.identity import divide
from arbiter_fhir.ports.documents import Deidentifier, Extraction, FactExtractor, PageReader, PagesForModel

__all__ = ["Preview", "PreviewPipeline"]


@dataclass(frozen=True, slots=True)
class Preview:
    """What was read from a file."""

    pages: DocumentPages
    clean: DeidentifiedDocument
    extraction: Extraction


class PreviewPipeline:
    """Reads a file; certainty speaks of the fact alone, since no chart is there to check identity."""

    def __init__(
        self, *, reader: PageReader, load_deidentifier: Callable[[], Deidentifier], extractor: FactExtractor
    ) -> None:
        self._reader = reader
        # Loading the language model takes seconds: a file that cannot be read should say so before.
        self._load_deidentifier = load_deidentifier
        self._extractor = extractor

    def extract(self, content: bytes, *, doc_type: DocType, source_id: str) -> Preview:
        """Pages, clean text and facts.

        Raises:
            ArbiterError: With the code of what is wrong with the file or the installation.
        """
        pages = self._reader.read(content, doc_type=doc_type)
        clean = self._load_deidentifier().deidentify(pages, patient=None)
        clean = replace(clean, parts=divide(clean, doc_type))
        extraction = self._extractor.extract(
            clean,
            doc_type=doc_type,
            source_id=source_id,
            for_model=PagesForModel(
                frozenset(page.number for page in clean.pages),
                lambda page, boxes: self._reader.redact(content, page, boxes),
            ),
        )
        return Preview(pages, clean, extraction)

    def deidentify(self, content: bytes, *, patient: ChartPatient | None) -> DeidentifiedDocument:
        """Clean text only, of any supported file or of plain text."""
        pages = self._reader.read(content, doc_type=None)
        return self._load_deidentifier().deidentify(pages, patient=patient)
