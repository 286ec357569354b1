"""How much of the site's documents a caller may see; what every statement on them is bounded by.

OpenEMR closes documents by their category. Which documents that leaves open is found out once for a request; whatever
reads facts, text or documents for a caller takes a view, and no bare number of a patient, so that nothing can be read
without the bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.tenant import DocumentId, PatientId

__all__ = ["EVERY_DOCUMENT", "OpenDocuments", "RecordView"]


@dataclass(frozen=True, slots=True)
class OpenDocuments:
    """The documents that a caller may see.

    Attributes:
        only: These and no others; ``None``: every one.
    """

    only: frozenset[DocumentId] | None

    @staticmethod
    def these(documents: Iterable[DocumentId]) -> OpenDocuments:
        """These and no others."""
        return OpenDocuments(frozenset(documents))

    def __contains__(self, document_id: DocumentId | None) -> bool:
        return self.only is None or document_id in self.only


#: For callers whom OpenEMR's categories do not concern: keys of the clinic, and who runs the installation.
EVERY_DOCUMENT: Final = OpenDocuments(None)


@dataclass(frozen=True, slots=True)
class RecordView:
    """One patient's record, as far as a caller may see it.

    Attributes:
        documents: The patient's documents that may be seen.
        closed_categories: Whether there are categories which the caller may not open and whose documents the site has
            read. It says nothing of this patient: it is the same for every record.
        closed_parts: Parts of the chart that OpenEMR does not open to the caller.
    """

    patient_id: PatientId
    documents: OpenDocuments
    closed_categories: bool = False
    closed_parts: frozenset[ChartPart] = frozenset()

    @staticmethod
    def whole(patient_id: PatientId) -> RecordView:
        """Everything of a patient, as keys of the clinic see it."""
        return RecordView(patient_id, EVERY_DOCUMENT)
