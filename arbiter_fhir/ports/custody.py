"""Who may look behind placeholders, and how it is shown that nothing of a withdrawn document is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from arbiter_fhir.domain.deid import PhiMap
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.records import ChartRowRecord, PartRecord

__all__ = ["DerivedCount", "DocumentTrace", "PhiMapReader"]


class PhiMapReader(Protocol):
    """The way back from placeholders to values, for an authorised caller only (re-identification account)."""

    def read(self, patient_id: PatientId, document_id: DocumentId) -> PhiMap:
        """The document's placeholder map; empty where there is none.

        Raises:
            DeidentificationError: A row does not decrypt as what it claims to be.
        """
        ...


@dataclass(frozen=True, slots=True)
class DerivedCount:
    """How many rows of one table came from a document: still usable, and kept for history only."""

    active: int
    inactive: int


class DocumentTrace(Protocol):
    """Proof of withdrawal: what is left of a document in our own tables."""

    def chart_rows(self, document_id: DocumentId) -> Sequence[ChartRowRecord]:
        """The chart rows that the document speaks for, each with all its sources."""
        ...

    def trace(self, document_id: DocumentId) -> Mapping[str, DerivedCount]:
        """Table name to counts, for every table that holds something derived from a document."""
        ...

    def parts(self, document_id: DocumentId) -> Sequence[PartRecord]:
        """The parts of a document that count, with the identity decision on each."""
        ...
