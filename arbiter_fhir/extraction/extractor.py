"""The extractor: one reader for each document type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Protocol

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.extraction.hl7v2 import read_hl7v2_messages
from arbiter_fhir.extraction.intake.report import read_intake_form
from arbiter_fhir.extraction.laboratory.report import read_laboratory_report
from arbiter_fhir.extraction.packet import read_fax_packet
from arbiter_fhir.extraction.referral.report import read_referral_letter
from arbiter_fhir.extraction.silent_logs import unread_log_lines
from arbiter_fhir.extraction.silent_names import unread_names
from arbiter_fhir.extraction.silent_results import unread_results
from arbiter_fhir.extraction.standing import doubt_by_standing
from arbiter_fhir.extraction.workbook import read_workbook
from arbiter_fhir.ports.documents import Extraction, PagesForModel

__all__ = ["RuleExtractor"]


class _TypeReader(Protocol):
    """Reads the facts of one document type."""

    def __call__(self, document: DeidentifiedDocument, *, doc_type: DocType, source_id: str) -> Extraction: ...


_READERS: Final[Mapping[DocType, _TypeReader]] = {
    DocType.CLINICAL_WORKBOOK: read_workbook,
    DocType.LAB_PDF: read_laboratory_report,
    DocType.FAX_PACKET: read_fax_packet,
    DocType.HL7V2_MESSAGE: read_hl7v2_messages,
    DocType.INTAKE_FORM: read_intake_form,
    DocType.REFERRAL_DOCX: read_referral_letter,
}
#: Documents that tell results among other things; a laboratory's report looks for what it has not read by itself.
_TOLD_IN_WORDS: Final = frozenset({DocType.INTAKE_FORM, DocType.REFERRAL_DOCX, DocType.FAX_PACKET})


class RuleExtractor:
    """Reads facts by rules alone; meets `FactExtractor`."""

    def extract(
        self,
        document: DeidentifiedDocument,
        *,
        doc_type: DocType,
        source_id: str,
        for_model: PagesForModel | None = None,  # noqa: ARG002 - rules look at words, never at pictures
    ) -> Extraction:
        """Read the facts of a document.

        Args:
            document: The clean document.
            doc_type: What the category says it is.
            source_id: For citations: ``documents:123`` or a file label.
            for_model: Not used here.

        Returns:
            Facts in reading order, what was not taken with its reason, and warnings.
        """
        found = _READERS[doc_type](document, doc_type=doc_type, source_id=source_id)
        if doc_type is not DocType.HL7V2_MESSAGE:
            found = replace(found, rejected=(*found.rejected, *unread_log_lines(document, found)))
        if doc_type in _TOLD_IN_WORDS:
            found = replace(found, rejected=(*found.rejected, *unread_results(document, found)))
            found = replace(found, rejected=(*found.rejected, *unread_names(document, found)))
        return doubt_by_standing(document, found, doc_type)
