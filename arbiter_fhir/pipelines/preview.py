"""One file through the line without a database and without an EHR: pages, clean text, facts with citations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocType, DocumentPages
from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.domain.statement import Statement
from arbiter_fhir.identity import divide
from arbiter_fhir.ports.documents import Deidentifier, Extraction, FactExtractor, PageReader, PagesForModel

__all__ = ["Preview", "PreviewPipeline"]


#: Types that one sheet of paper may be; a packet is what holds several. Workbooks and messages are told apart by their
#: content, and an error says so.
_ON_PAPER: Final = (DocType.LAB_PDF, DocType.INTAKE_FORM, DocType.REFERRAL_DOCX)
#: Topics of what a letter asks for, and no other sheet.
_ASKED_OF_A_COLLEAGUE: Final = frozenset({"reason", "requested_service", "urgency"})
#: Kinds of facts that any sheet of paper holds, whatever its type.
_ABOUT_THE_SHEET: Final = frozenset({FactType.DEMOGRAPHIC, FactType.OTHER})


@dataclass(frozen=True, slots=True)
class Preview:
    """What was read from a file."""

    pages: DocumentPages
    clean: DeidentifiedDocument
    extraction: Extraction

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found that a document of its type is kept for."""
        return all(fact.fact_type in _ABOUT_THE_SHEET for fact in self.extraction.facts)


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

    def fitting_type(self, preview: Preview, doc_type: DocType) -> DocType | None:
        """The other document type as which the most facts are found; ``None`` where none finds any.

        Read by rules alone: no model is asked about a guess.

        Args:
            preview: What was read.
            doc_type: As which it was read.
        """
        others = [each for each in _ON_PAPER if each is not doc_type]
        counted = {each: self._clinical_facts(preview.clean, each) for each in others}
        fields = any(region.kind is RegionKind.FORM_FIELD for page in preview.clean.pages for region in page.regions)
        if fields and counted.get(DocType.INTAKE_FORM):
            return DocType.INTAKE_FORM
        best = max(others, key=lambda each: counted[each])
        if counted[best]:
            return best
        packet = DocType.FAX_PACKET
        return packet if doc_type is not packet and self._clinical_facts(preview.clean, packet) else None

    def _clinical_facts(self, clean: DeidentifiedDocument, doc_type: DocType) -> int:
        """How many facts a type finds that are sure; of what only letters say, how many things."""
        divided = replace(clean, parts=divide(clean, doc_type))
        nothing = PagesForModel(frozenset(), lambda page, boxes: self._reader.redact(b"", page, boxes))
        found = self._extractor.extract(divided, doc_type=doc_type, source_id="", for_model=nothing)
        sure = [fact for fact in found.facts if fact.certainty is Certainty.VERIFIED]
        asked = {fact.value.topic for fact in sure if isinstance(fact.value, Statement)} & _ASKED_OF_A_COLLEAGUE
        clinical = [fact for fact in sure if fact.fact_type not in _ABOUT_THE_SHEET | {FactType.REFERRAL}]
        return len(clinical) + len(asked)

    def deidentify(self, content: bytes, *, patient: ChartPatient | None) -> DeidentifiedDocument:
        """Clean text only, of any supported file or of plain text."""
        pages = self._reader.read(content, doc_type=None)
        return self._load_deidentifier().deidentify(pages, patient=patient)
