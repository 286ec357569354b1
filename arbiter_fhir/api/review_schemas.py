"""The JSON of the review queue and of automation."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from arbiter_fhir.api.schemas import BoxOut, JobOut
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.review import AutomationMode, AutomationRule, ReviewReason, ReviewWord
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.pipelines.automation import RulePreview
from arbiter_fhir.pipelines.review_items import (
    Decided,
    Decision,
    FactView,
    IdentityFieldView,
    ReviewItem,
    ReviewPage,
    ReviewState,
    Told,
)

__all__ = [
    "AcceptAllIn",
    "AcceptedOut",
    "AutomationIn",
    "AutomationOut",
    "DecisionIn",
    "DecisionOut",
    "PreviewIn",
    "PreviewOut",
    "ReviewItemOut",
    "ReviewPageOut",
]

#: Longest note (contract between panel and service) and longest correction of one field.
NOTE_CHARS = 300
CORRECTION_CHARS = 255
MOST_TOGETHER = 500
MOST_RULES = 200
MOST_DAYS = 3660

_Item = Annotated[str, Field(pattern=r"^(identity|fact):[1-9][0-9]{0,18}$")]
_FactItem = Annotated[str, Field(pattern=r"^fact:[1-9][0-9]{0,18}$")]
_Version = Annotated[int, Field(ge=0)]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class DecisionIn(_In):
    """One decision about one item. A token must say of which document it is: OpenEMR closes documents to users."""

    patient_id: Annotated[int, Field(ge=1)]
    document_id: Annotated[int, Field(ge=1)] | None = None
    item: _Item
    version: _Version
    decision: ReviewWord
    reason: ReviewReason = ReviewReason.OTHER
    note: Annotated[str, Field(max_length=NOTE_CHARS)] = ""
    corrections: dict[str, Annotated[str, Field(max_length=CORRECTION_CHARS)]] | None = None

    def to_decision(self) -> Decision:
        """For the pipeline."""
        document_id = None if self.document_id is None else DocumentId(self.document_id)
        return Decision(
            self.item, self.version, self.decision, self.reason, self.note, self.corrections, document_id=document_id
        )


class AcceptAllIn(_In):
    """All facts of one document that nothing contradicts, accepted at once: item to the version that was seen."""

    patient_id: Annotated[int, Field(ge=1)]
    document_id: Annotated[int, Field(ge=1)]
    items: Annotated[dict[_FactItem, _Version], Field(min_length=1, max_length=MOST_TOGETHER)]


class ReasonOut(BaseModel):
    """A stable word and its sentence."""

    code: str
    sentence: str

    @staticmethod
    def of(told: Told) -> ReasonOut:
        """From the pipeline's."""
        return ReasonOut(code=told.code, sentence=told.sentence)


class ReviewCitationOut(BaseModel):
    """Where a fact stands; opened with `POST /v1/sources`."""

    source_id: str
    field_or_chunk_id: str
    page: int | None
    quote: str
    bounding_box: BoxOut | None

    @staticmethod
    def of(citation: Citation) -> ReviewCitationOut:
        """From the domain's."""
        return ReviewCitationOut(
            source_id=citation.source_id,
            field_or_chunk_id=citation.field_or_chunk_id,
            page=citation.page,
            quote=citation.quote.value,
            bounding_box=BoxOut.of(citation.box) if citation.box else None,
        )


class IdentityFieldOut(BaseModel):
    """One identifier on the paper and in the chart."""

    field: str
    label: str
    document: list[str]
    chart: str
    outcome: str

    @staticmethod
    def of(view: IdentityFieldView) -> IdentityFieldOut:
        """From the pipeline's."""
        return IdentityFieldOut(
            field=view.field, label=view.label, document=list(view.document), chart=view.chart, outcome=view.outcome
        )


class IdentityOut(BaseModel):
    """The identifiers of a part, side by side."""

    fields: list[IdentityFieldOut]


class FactFieldOut(BaseModel):
    """One field; ``paper`` is what was read where a person corrected it."""

    name: str
    label: str
    value: str
    editable: bool
    paper: str | None


class ReviewFactOut(BaseModel):
    """A fact with its fields."""

    fact_type: str
    text: str
    certainty: str
    confidence: float
    fields: list[FactFieldOut]

    @staticmethod
    def of(view: FactView) -> ReviewFactOut:
        """From the pipeline's."""
        return ReviewFactOut(
            fact_type=view.fact_type,
            text=view.text,
            certainty=view.certainty,
            confidence=round(view.confidence, 4),
            fields=[
                FactFieldOut(
                    name=each.name, label=each.label, value=each.value, editable=each.editable, paper=each.paper
                )
                for each in view.fields
            ],
        )


class ChartSideOut(BaseModel):
    """The chart's side of a conflict."""

    row: str
    text: str
    date: str


class DecidedOut(BaseModel):
    """The decision that holds."""

    decision: str
    by: str
    at: datetime | None
    note: str
    can_undo: bool

    @staticmethod
    def of(decided: Decided) -> DecidedOut:
        """From the pipeline's."""
        return DecidedOut(
            decision=decided.decision.value,
            by=decided.by,
            at=decided.at,
            note=decided.note,
            can_undo=decided.can_undo,
        )


class ReviewItemOut(BaseModel):
    """One item of the queue."""

    item: str
    kind: str
    version: int
    patient_id: int
    document_id: int
    doc_type: DocType
    page: int | None
    sentence: str
    reasons: list[ReasonOut]
    raised_at: datetime | None
    citation: ReviewCitationOut | None
    identity: IdentityOut | None
    fact: ReviewFactOut | None
    chart: list[ChartSideOut]
    decided: DecidedOut | None
    actions: list[str]
    state: ReviewState

    @staticmethod
    def of(item: ReviewItem) -> ReviewItemOut:
        """From the pipeline's."""
        fields = None if item.identity is None else [IdentityFieldOut.of(each) for each in item.identity]
        return ReviewItemOut(
            item=item.item,
            kind=item.kind.value,
            version=item.version,
            patient_id=item.patient_id,
            document_id=item.document_id,
            doc_type=item.doc_type,
            page=item.page,
            sentence=item.sentence,
            reasons=[ReasonOut.of(each) for each in item.reasons],
            raised_at=item.raised_at,
            citation=None if item.citation is None else ReviewCitationOut.of(item.citation),
            identity=None if fields is None else IdentityOut(fields=fields),
            fact=None if item.fact is None else ReviewFactOut.of(item.fact),
            chart=[ChartSideOut(row=each.row, text=each.text, date=each.date) for each in item.chart],
            decided=None if item.decided is None else DecidedOut.of(item.decided),
            actions=list(item.actions),
            state=item.state,
        )


class ReviewPageOut(BaseModel):
    """Some of the queue."""

    items: list[ReviewItemOut]
    counts: dict[str, int]
    next: str | None

    @staticmethod
    def of(page: ReviewPage) -> ReviewPageOut:
        """From the pipeline's."""
        return ReviewPageOut(
            items=[ReviewItemOut.of(each) for each in page.items], counts=dict(page.counts), next=page.next_cursor
        )


class DecisionOut(BaseModel):
    """What came of a decision."""

    item: ReviewItemOut
    job: JobOut | None


class AcceptedOut(BaseModel):
    """What came of accepting together."""

    decided: int
    job: JobOut | None


class RuleIn(_In):
    """A bar for one kind of fact of one type of document."""

    doc_type: DocType
    fact_type: FactType
    mode: AutomationMode
    min_confidence: Annotated[float, Field(ge=0, le=1)] = 0.0

    def to_rule(self) -> AutomationRule:
        """For the pipeline."""
        return AutomationRule(self.doc_type, self.fact_type.value, self.mode, self.min_confidence)


class AutomationIn(_In):
    """All bars of the site: what is not named has none."""

    rules: Annotated[list[RuleIn], Field(max_length=MOST_RULES)]


class RuleOut(BaseModel):
    """A bar."""

    doc_type: DocType
    fact_type: str
    mode: AutomationMode
    min_confidence: float

    @staticmethod
    def of(rule: AutomationRule) -> RuleOut:
        """From the domain's."""
        return RuleOut(
            doc_type=rule.doc_type, fact_type=rule.fact_type, mode=rule.mode, min_confidence=rule.min_confidence
        )


class AutomationOut(BaseModel):
    """All bars of the site."""

    rules: list[RuleOut]


class PreviewIn(AutomationIn):
    """Bars to try on what was read in the last days."""

    days: Annotated[int, Field(ge=1, le=MOST_DAYS)] = 90


class DecidedCountsOut(BaseModel):
    """What reviewers decided about facts that the bar would let through."""

    approved: int
    corrected: int
    kept: int
    rejected: int


class RulePreviewOut(RuleOut):
    """What a bar would have done. ``share_accepted`` is null where no decision was made: it was not measured."""

    would_write: int
    would_wait: int
    decided: DecidedCountsOut
    share_accepted: float | None

    @staticmethod
    def from_preview(preview: RulePreview) -> RulePreviewOut:
        """From the pipeline's."""
        counts = preview.decided
        return RulePreviewOut(
            **RuleOut.of(preview.rule).model_dump(),
            would_write=preview.would_write,
            would_wait=preview.would_wait,
            decided=DecidedCountsOut(
                approved=counts.approved, corrected=counts.corrected, kept=counts.kept, rejected=counts.rejected
            ),
            share_accepted=preview.share_accepted,
        )


class PreviewOut(BaseModel):
    """One preview for each bar."""

    days: int
    rules: list[RulePreviewOut]
