"""A row, a fact or a text window before it is chosen: what it says, with its text not yet cleaned."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from arbiter_fhir.domain.analyte import AnalyteIdentity
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.evidence import ItemValue, WordRole
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.ports.evidence import TextPassage
from arbiter_fhir.ports.records import FactRecord

__all__ = ["Candidate", "ChartPlace", "Printed"]


@dataclass(frozen=True, slots=True)
class ChartPlace:
    """A row of the chart.

    Attributes:
        table: OpenEMR's table.
        section: Where a reader finds it: ``allergies``, ``laboratory results``.
        field: The column, or the sign of a row with several.
        document_id: The document that the row names as its source.
    """

    table: str
    record_id: int
    section: str
    field: str
    document_id: DocumentId | None = None

    @property
    def source_id(self) -> str:
        """``lists:12``."""
        return f"{self.table}:{self.record_id}"


@dataclass(frozen=True, slots=True)
class Printed:
    """The words as they stand in the chart or in the fact's value.

    Attributes:
        details: Those that are said, in the order of a sentence; none empty.
        person: Name of a clinician, as the chart has it: an identifier, never in clean text.
    """

    name: str
    value: str = ""
    unit: str = ""
    reference_range: str = ""
    details: tuple[tuple[WordRole, str], ...] = ()
    person: str = field(default="", repr=False)

    @property
    def pieces(self) -> tuple[str, ...]:
        """All texts but the person's name."""
        texts = (self.name, self.value, self.unit, self.reference_range, *(text for _, text in self.details))
        return tuple(text.strip() for text in texts if text.strip())

    @property
    def line(self) -> str:
        """All of them in one line, as they are cleaned: a name or a number reads differently in its row than alone."""
        return " ".join(self.pieces)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may become an item. Exactly one of `place`, `record` and `passage` says where it stands.

    Attributes:
        names: Normalised names by which a question may ask for it, lower case.
        identity: Which test or sign a measured value is of.
        moved: Further days on which the entry was changed: recorded, ended.
        also: Others that say the same.
        score: Retrieval score.
        near: It does not bear the asked name, but another one that may have been meant (`nearby`).
    """

    topic: Topic
    subject: str
    value: ItemValue
    observed: ClinicalDate | None
    printed: Printed
    place: ChartPlace | None = None
    record: FactRecord | None = None
    passage: TextPassage | None = None
    names: frozenset[str] = frozenset()
    identity: AnalyteIdentity | None = None
    moved: tuple[date, ...] = ()
    also: tuple[Candidate, ...] = ()
    score: float = 1.0
    near: bool = False

    @property
    def lab(self) -> LabResult:
        """The measured value.

        Raises:
            TypeError: It is none.
        """
        if not isinstance(self.value, LabResult):
            raise TypeError("the candidate is no measured result")
        return self.value

    @property
    def boxed(self) -> bool:
        """Whether it stands in a document at a proven place."""
        return self.record is not None and self.record.fact.citation.box is not None

    @property
    def document_id(self) -> DocumentId | None:
        """The source document, where there is one."""
        if self.record is not None:
            return self.record.document_id
        if self.passage is not None:
            return self.passage.document_id
        return self.place.document_id if self.place is not None else None

    @property
    def everywhere(self) -> tuple[Candidate, ...]:
        """Itself and the others that say the same."""
        return (self, *self.also)
