"""A source that somebody opens: where a fact stands in its document, or why that is not shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.tenant import DocumentId

__all__ = ["Decided", "Fallback", "OpenedSource", "Withheld", "WithheldReason"]


class WithheldReason(StrEnum):
    """Why a source is not shown."""

    DELETED = "deleted"
    WITHDRAWN = "withdrawn"
    MOVED = "moved"
    REPLACED = "replaced"
    IDENTITY = "identity_not_trusted"
    NOT_READ = "not_read"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"


_SENTENCES = {
    WithheldReason.DELETED: "This document was deleted in OpenEMR; nothing of it is shown any more.",
    WithheldReason.WITHDRAWN: "This document was withdrawn: it is no longer in a category that is read.",
    WithheldReason.MOVED: "This document was moved to another patient's chart; it says nothing about this one.",
    WithheldReason.REPLACED: "This document was replaced since it was read; the new version is read first.",
    WithheldReason.IDENTITY: "Whose document this is has to be decided by a reviewer before it is shown.",
    WithheldReason.NOT_READ: "This document has not been read yet, or could not be read.",
    WithheldReason.SUPERSEDED: "A later document or a new reading took the place of this; open the newer one.",
    WithheldReason.REJECTED: "A reviewer rejected this: the page does not say so, or it is no fact about this patient.",
}


@dataclass(frozen=True, slots=True)
class Withheld:
    """A refusal to show a source."""

    reason: WithheldReason

    @property
    def message(self) -> str:
        """The reason as a sentence for the clinician."""
        return _SENTENCES[self.reason]


class Fallback(StrEnum):
    """What is shown where no box is proven."""

    NONE = "none"  # there is a box
    PAGE = "page"
    SECTION = "section"


@dataclass(frozen=True, slots=True)
class Decided:
    """What a reviewer decided about a fact."""

    decision: str
    by: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenedSource:
    """Where a fact or a passage stands, in clean text.

    Attributes:
        withheld: Why it is not shown; then nothing but the document is told.
        quarantined: Shown to a reviewer although the identity is open to doubt, or the fact was rejected.
        pages: How many pages the document has; ``None`` where that is not known.
        quote: Verbatim de-identified quote.
        field: Field path in the document.
        text: The fact in a sentence, or the passage.
        certainty: Of the fact; ``None`` for a passage.
        reasons: Stable words that say why the certainty is what it is.
        chart_row: The row of OpenEMR's own tables that says it, such as ``procedure_result:45``.
    """

    document_id: DocumentId
    doc_type: DocType
    identity_status: IdentityStatus | None
    withheld: Withheld | None = None
    quarantined: bool = False
    page: int | None = None
    pages: int | None = None
    boxes: tuple[BoundingBox, ...] = ()
    quote: str = ""
    field: str = ""
    section: str = ""
    text: str = ""
    certainty: Certainty | None = None
    confidence: float | None = None
    reasons: tuple[str, ...] = ()
    read_at: datetime | None = None
    chart_row: str | None = None
    outcome: PromotionOutcome | None = None
    review: Decided | None = None

    @property
    def fallback(self) -> Fallback:
        """What is shown in place of a box."""
        if self.boxes:
            return Fallback.NONE
        return Fallback.SECTION if self.page is None else Fallback.PAGE
