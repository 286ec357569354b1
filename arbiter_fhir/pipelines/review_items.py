"""What a reviewer sees and gives back: items of the review queue, and what came of a decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.job import Job
from arbiter_fhir.domain.review import ReviewReason, ReviewWord
from arbiter_fhir.domain.tenant import DocumentId, PatientId

__all__ = [
    "Accepted",
    "ChartSide",
    "Decided",
    "Decision",
    "DecisionMade",
    "FactFieldView",
    "FactView",
    "IdentityFieldView",
    "ReviewItem",
    "ReviewKind",
    "ReviewPage",
    "ReviewState",
    "Told",
]


class ReviewKind(StrEnum):
    """What is to be decided: whose document it is, whether a fact is right, or which of two sides."""

    IDENTITY = "identity"
    FACT = "fact"
    CONFLICT = "conflict"


class ReviewState(StrEnum):
    """How far an item is."""

    WAITING = "waiting"  # for a person
    READ_AGAIN = "read_again"  # decided; the document is being read again, which carries the decision out
    NOT_CARRIED_OUT = "not_carried_out"  # decided; the document could not be read again
    DECIDED = "decided"  # and carried out
    SETTLED = "settled"  # nobody was asked


@dataclass(frozen=True, slots=True)
class Told:
    """A stable reason word with its sentence for people."""

    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class IdentityFieldView:
    """One identifier, on the paper and in the chart. Raw: for this reviewer's eyes alone."""

    field: str
    label: str
    document: tuple[str, ...]
    chart: str
    outcome: str


@dataclass(frozen=True, slots=True)
class FactFieldView:
    """One field of a fact's value as text."""

    name: str
    label: str
    value: str
    editable: bool
    paper: str | None = None


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact with its fields."""

    fact_type: str
    text: str
    certainty: str
    confidence: float
    fields: tuple[FactFieldView, ...]


@dataclass(frozen=True, slots=True)
class ChartSide:
    """What the chart says instead; ``row`` as in ``procedure_result:45``."""

    row: str
    text: str
    date: str


@dataclass(frozen=True, slots=True)
class Decided:
    """The decision that holds, and whether it can be undone."""

    decision: ReviewWord
    by: str
    at: datetime | None
    note: str
    can_undo: bool


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """One thing to decide.

    Attributes:
        item: ``identity:12`` or ``fact:34``.
        version: Opaque: another one after each decision, and for everything else that is shown beside the fact; a
            decision has to name it.
        raised_at: When the document was read, or the fact found.
        actions: What may be decided now.
        state: How far it is; what is shown of a decided item is what will be once the document was read again.
    """

    item: str
    kind: ReviewKind
    version: int
    patient_id: PatientId
    document_id: DocumentId
    doc_type: DocType
    page: int | None
    sentence: str
    reasons: tuple[Told, ...]
    raised_at: datetime | None
    citation: Citation | None = None
    identity: tuple[IdentityFieldView, ...] | None = None
    fact: FactView | None = None
    chart: tuple[ChartSide, ...] = ()
    decided: Decided | None = None
    actions: tuple[str, ...] = ()
    state: ReviewState = ReviewState.WAITING


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """Some of the queue: what waits first, then (for one patient) what was decided.

    Attributes:
        counts: How many wait, by `ReviewKind` word.
        next_cursor: Ask on with it; ``None`` at the end.
    """

    items: tuple[ReviewItem, ...]
    counts: Mapping[str, int]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as a reviewer gives it.

    Attributes:
        version: The item's version that the reviewer saw.
        note: As typed; it passes de-identification before it is kept.
        corrections: Field name to text; only with `APPROVE`.
        document_id: The document that the item must be of; ``None``: any of the patient's.
    """

    item: str
    version: int
    decision: ReviewWord
    reason: ReviewReason = ReviewReason.OTHER
    note: str = ""
    corrections: Mapping[str, str] | None = None
    document_id: DocumentId | None = None


@dataclass(frozen=True, slots=True)
class DecisionMade:
    """The item as it stands now, and the job that carries the decision out."""

    item: ReviewItem
    job: Job | None


@dataclass(frozen=True, slots=True)
class Accepted:
    """How many facts were accepted together, and the job that writes them."""

    decided: int
    job: Job | None
