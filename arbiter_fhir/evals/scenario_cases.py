"""A golden scenario: what people do in the EHR with golden documents, and what must have come of it.

Scenarios run through the whole installation: stored documents, watch, worker, chart, questions.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from arbiter_fhir.domain.answer import RefusalReason
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.promotion import PromotionOutcome

__all__ = [
    "Ask",
    "Check",
    "ExpectedOutcome",
    "ExpectedRow",
    "Listed",
    "Scenario",
    "ScenarioPatient",
    "Step",
    "Upload",
]

_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)
_Key = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z0-9]+)*$")]
ChartKind = Literal["lab", "allergy", "medication", "medical_problem"]


class Listed(BaseModel):
    """A row that the chart holds before anything is uploaded."""

    model_config = _STRICT

    kind: ChartKind
    name: str
    value: str = ""
    unit: str = ""
    when: str = ""


class ScenarioPatient(BaseModel):
    """A patient as the front desk entered him, and what the chart holds."""

    model_config = _STRICT

    key: _Key
    given: str
    middle: str
    family: str
    birth_date: date
    sex: str
    mrn: str
    street: str
    city: str
    state: str
    postal_code: str
    phone: str
    chart: tuple[Listed, ...] = ()


class Upload(BaseModel):
    """Store a golden source in a patient's chart, and let the line work.

    Attributes:
        doc_type: How its category is read; ``None`` for a category that is not mapped.
    """

    model_config = _STRICT

    do: Literal["upload"] = "upload"
    document: _Key
    source: str
    doc_type: DocType | None
    patient: _Key


class Change(BaseModel):
    """Delete or undelete a document, or move it to another patient, and let the line work."""

    model_config = _STRICT

    do: Literal["delete", "undelete", "move"]
    document: _Key
    patient: _Key | None = None

    @model_validator(mode="after")
    def _moves_somewhere(self) -> Change:
        if (self.do == "move") is (self.patient is None):
            raise ValueError("a document is moved to a patient, and only then")
        return self


class Ask(BaseModel):
    """A question, and the answer that must come.

    Attributes:
        rubric: Whose business the answer is.
        refused: Reasons of which one must be given; empty where an answer must come.
        says: Texts that the answer must hold; `never` those that it must not.
        cites: Documents of which each must be cited; `never_cites` those that must not.
    """

    model_config = _STRICT

    do: Literal["ask"] = "ask"
    rubric: Literal["safe_refusal", "deleted_document_not_retrieved", "guideline_retrieval"]
    patient: _Key
    question: str
    refused: tuple[RefusalReason, ...] = ()
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    cites: tuple[_Key, ...] = ()
    never_cites: tuple[_Key, ...] = ()


class ExpectedOutcome(BaseModel):
    """What must have been decided about a fact; by its name, and by its value where names repeat."""

    model_config = _STRICT

    document: _Key
    kind: FactType
    name: str
    value: str = ""
    outcomes: Annotated[tuple[PromotionOutcome, ...], Field(min_length=1)]


class ExpectedRow(BaseModel):
    """How many rows of this name (and value) the chart must show."""

    model_config = _STRICT

    patient: _Key
    kind: ChartKind
    name: str
    value: str = ""
    count: Annotated[int, Field(ge=0)] = 1


class Check(BaseModel):
    """A look at everything.

    Attributes:
        rubric: Whose business it is.
        identity: Per document states that its parts must have, each at least one.
        jobs: Per document the state of its newest job; ``None`` where there must be none.
        outcomes: Decisions on facts.
        rows: Rows of the chart.
        totals: Per patient, how many rows of a kind the chart must show at all.
        gone: Documents of which nothing may count any more.
    """

    model_config = _STRICT

    do: Literal["check"] = "check"
    rubric: Literal["promotion_expectations", "deleted_document_not_retrieved"]
    identity: Mapping[_Key, tuple[IdentityStatus, ...]] = {}
    jobs: Mapping[_Key, JobStatus | None] = {}
    outcomes: tuple[ExpectedOutcome, ...] = ()
    rows: tuple[ExpectedRow, ...] = ()
    totals: Mapping[_Key, Mapping[ChartKind, int]] = {}
    gone: tuple[_Key, ...] = ()


Step = Annotated[Upload | Change | Ask | Check, Field(discriminator="do")]


class Scenario(BaseModel):
    """One golden scenario.

    Attributes:
        covers: Words of the seed's list of scenarios.
        steps: One after the other.
    """

    model_config = _STRICT

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Annotated[str, Field(min_length=1)]
    covers: Annotated[tuple[str, ...], Field(min_length=1)]
    patients: Annotated[tuple[ScenarioPatient, ...], Field(min_length=1)]
    steps: Annotated[tuple[Step, ...], Field(min_length=2)]

    @model_validator(mode="after")
    def _knows_whom_it_speaks_of(self) -> Scenario:
        patients = {patient.key for patient in self.patients}
        documents: set[str] = set()
        if not any(isinstance(step, Ask | Check) for step in self.steps):
            raise ValueError("a scenario looks at something")
        for step in self.steps:
            named = {step.patient} if not isinstance(step, Check) and step.patient is not None else set()
            if isinstance(step, Upload):
                documents.add(step.document)
            if strange := (named | _patients_of(step)) - patients:
                raise ValueError(f"no patient {', '.join(sorted(strange))}")
            if strange := _documents_of(step) - documents:
                raise ValueError(f"no document {', '.join(sorted(strange))} so far")
        return self


def _patients_of(step: Step) -> set[str]:
    if isinstance(step, Check):
        return {row.patient for row in step.rows} | set(step.totals)
    return set()


def _documents_of(step: Step) -> set[str]:
    match step:
        case Upload() | Change():
            return {step.document}
        case Ask():
            return {*step.cites, *step.never_cites}
        case Check():
            named = {outcome.document for outcome in step.outcomes}
            return named | set(step.identity) | set(step.jobs) | set(step.gone)
