"""The JSON of the API: what comes in, what goes out."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from arbiter_fhir.domain.answer import Answer, AnswerTable
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact_value import value_to_json
from arbiter_fhir.domain.job import Job
from arbiter_fhir.pipelines.query import MAX_QUESTION_CHARS
from arbiter_fhir.ports.records import ChartRowRecord
from arbiter_fhir.ports.stores import FactRecord, PartRecord

__all__ = [
    "AnswerOut",
    "BoxOut",
    "ChartRowOut",
    "ChartSourceOut",
    "CitationOut",
    "DocumentIn",
    "FactOut",
    "JobOut",
    "MappingIn",
    "MappingOut",
    "PartOut",
    "QuestionIn",
    "TableOut",
    "TableRowOut",
]


class _In(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


class QuestionIn(_In):
    """A question about one patient, named by OpenEMR's pid or by the external id (`pubpid`)."""

    patient_id: Annotated[int | None, Field(ge=1)] = None
    patient_external_id: Annotated[str | None, Field(min_length=1, max_length=64)] = None
    question: Annotated[str, Field(min_length=1, max_length=MAX_QUESTION_CHARS)]
    follows: Annotated[
        str | None,
        Field(
            pattern=r"^[0-9A-Za-z_-]{1,64}$",
            description="request_id of the answer before, for a question that leans on it; kept for a day, and only for"
            " the same caller and patient.",
        ),
    ] = None


class DocumentIn(_In):
    """A document stored in OpenEMR that should be looked at now."""

    document_id: Annotated[int, Field(ge=1)]


class MappingIn(_In):
    """What documents of one OpenEMR category are read as."""

    category_id: Annotated[int, Field(ge=1)]
    doc_type: DocType
    active: bool = True


class MappingOut(BaseModel):
    """An active mapping."""

    category_id: int
    doc_type: DocType


class BoxOut(BaseModel):
    """A box on a page: fractions of width and height from the top left."""

    x: float
    y: float
    width: float
    height: float

    @staticmethod
    def of(box: BoundingBox) -> BoxOut:
        """From the domain's box."""
        return BoxOut(x=box.x, y=box.y, width=box.width, height=box.height)


class CitationOut(BaseModel):
    """Where a claim stands."""

    source_type: str
    source_id: str
    page_or_section: str
    field_or_chunk_id: str
    quote_or_value: str
    page: int | None
    bounding_box: BoxOut | None

    @staticmethod
    def of(citation: Citation) -> CitationOut:
        """From the domain's citation."""
        return CitationOut(
            source_type=citation.source_type.value,
            source_id=citation.source_id,
            page_or_section=citation.page_or_section,
            field_or_chunk_id=citation.field_or_chunk_id,
            quote_or_value=citation.quote.value,
            page=citation.page,
            bounding_box=BoxOut.of(citation.box) if citation.box else None,
        )


class TableRowOut(BaseModel):
    """A row of a table: cells in the order of the columns, and citation numbers from 1."""

    cells: list[str]
    citations: list[int]


class TableOut(BaseModel):
    """Results over time, in one of the four sections."""

    section: str
    title: str
    columns: list[str]
    rows: list[TableRowOut]

    @staticmethod
    def of(table: AnswerTable) -> TableOut:
        """From the domain's table."""
        return TableOut(
            section=table.section.value,
            title=table.title,
            columns=list(table.columns),
            rows=[TableRowOut(cells=list(row.cells), citations=list(row.citations)) for row in table.rows],
        )


class AnswerOut(BaseModel):
    """An answer in its four sections, or a refusal."""

    request_id: str
    question: str
    status: str
    sections: dict[str, list[str]]
    text: str
    citations: list[CitationOut]
    tables: list[TableOut]
    notes: list[str]
    worded_by: str
    validation: dict[str, object] | None
    refusal: dict[str, str] | None

    @staticmethod
    def of(answer: Answer, request_id: str) -> AnswerOut:
        """From the domain's answer."""
        validation = answer.validation
        return AnswerOut(
            request_id=request_id,
            question=answer.question,
            status=answer.status.value,
            sections={section.value: list(sentences) for section, sentences in answer.sections.items()},
            text=answer.text,
            citations=[CitationOut.of(citation) for citation in answer.citations],
            tables=[TableOut.of(table) for table in answer.tables],
            notes=list(answer.notes),
            worded_by=answer.worded_by,
            validation=None
            if validation is None
            else {
                "ok": validation.ok,
                "cites_evidence": validation.cites_evidence,
                "grounded": validation.grounded,
                "phi_leak": validation.phi_leak,
            },
            refusal=None
            if answer.refusal is None
            else {"reason": answer.refusal.reason.value, "message": answer.refusal.message},
        )


class JobOut(BaseModel):
    """A job's state; the error is a code and a sentence for an administrator."""

    job_id: int
    document_id: int
    doc_type: DocType
    status: str
    attempts: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    error_code: str | None
    error_message: str | None

    @staticmethod
    def of(job: Job) -> JobOut:
        """From the domain's job."""
        return JobOut(
            job_id=job.job_id,
            document_id=job.document_id,
            doc_type=job.doc_type,
            status=job.status.value,
            attempts=job.attempts,
            created_at=job.created_at,
            started_at=job.started_at,
            finished_at=job.finished_at,
            error_code=job.error_code,
            error_message=job.error_message,
        )


class ChartSourceOut(BaseModel):
    """A fact that a chart row says."""

    document_id: int
    fact_id: int
    page: int | None
    outcome: str


class ChartRowOut(BaseModel):
    """A row of OpenEMR's own tables, with every document of ours that says the same."""

    row: str
    sources: list[ChartSourceOut]

    @staticmethod
    def of(record: ChartRowRecord) -> ChartRowOut:
        """From the stored promotions."""
        return ChartRowOut(
            row=record.key,
            sources=[
                ChartSourceOut(
                    document_id=each.document_id, fact_id=each.fact_id, page=each.page, outcome=each.outcome.value
                )
                for each in record.sources
            ],
        )


class FactOut(BaseModel):
    """A stored fact with its citation."""

    fact_id: int
    document_id: int
    fact_type: str
    certainty: str
    confidence: float
    value: dict[str, object]
    citation: CitationOut
    reasons: list[str]
    promotion_status: str | None

    @staticmethod
    def of(record: FactRecord) -> FactOut:
        """From a stored fact."""
        fact = record.fact
        return FactOut(
            fact_id=record.fact_id,
            document_id=record.document_id,
            fact_type=fact.fact_type.value,
            certainty=fact.certainty.value,
            confidence=round(fact.confidence, 4),
            value=value_to_json(fact.value),
            citation=CitationOut.of(fact.citation),
            reasons=list(fact.reasons),
            promotion_status=record.promotion_status,
        )


class PartOut(BaseModel):
    """One part of a document that holds several: pages, and whether they are the patient's."""

    document_id: int
    part: int
    kind: str
    first_page: int
    last_page: int | None
    identity_status: str
    reason: str

    @staticmethod
    def of(record: PartRecord) -> PartOut:
        """From a stored identity check."""
        return PartOut(
            document_id=record.document_id,
            part=record.number,
            kind=record.kind.value,
            first_page=record.first_page,
            last_page=record.last_page,
            identity_status=record.status.value,
            reason=record.reason,
        )
