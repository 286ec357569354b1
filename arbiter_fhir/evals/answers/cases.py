"""An interview: one person's chart and documents, questions as clinicians type them, and what must be answered."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from arbiter_fhir.domain.answer import RefusalReason, Section
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.evals.answers.charts import ChartLine, LineKey, NoneLine, PanelLine, VisitLine
from arbiter_fhir.evals.scenario_cases import ScenarioPatient

__all__ = ["PERSON", "ExpectedClaim", "FiledDocument", "Interview", "InterviewQuestion", "QuestionKind"]

_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)
#: The key of what the chart says of the person: age and sex.
PERSON = "person"
_Text = Annotated[str, Field(min_length=1)]


class QuestionKind(StrEnum):
    """Kinds of questions that the set must hold; one without a question fails the gate."""

    LATEST_VALUE = "latest_value"
    VALUE_AT = "value_at"
    TREND = "trend"
    ABNORMAL = "abnormal"
    MEDICATIONS = "medications"
    ALLERGIES = "allergies"
    PROBLEMS = "problems"
    VITAL_SIGNS = "vital_signs"
    IMMUNIZATIONS = "immunizations"
    VISITS = "visits"
    CONVERSION = "conversion"
    CONFLICT = "conflict"
    CHANGES = "changes"
    DOCUMENT = "document"
    ORDERED_BY = "ordered_by"
    MISSING = "missing"
    COMPLETENESS = "completeness"
    ATTENTION = "attention"
    GUIDELINE = "guideline"
    OUT_OF_CORPUS = "out_of_corpus"
    FOLLOW_UP = "follow_up"
    OTHER_PATIENT = "other_patient"
    UNSAFE = "unsafe"
    OUT_OF_SCOPE = "out_of_scope"
    NO_EVIDENCE = "no_evidence"
    INJECTED_QUESTION = "injected_question"
    INJECTED_DOCUMENT = "injected_document"


class ExpectedClaim(BaseModel):
    """One thing that some sentence or table row of the answer must say, with what carries it.

    Attributes:
        subject: Names of what it is about, of which one must stand in it.
        value: The printed value, as a word or number of its own; `unit` the same.
        date: ISO, as precise as it must be shown.
        words: Texts that must stand in it.
        never: Texts that must not.
        section: Where it stands.
        sources: Keys of chart lines and documents that it must cite.
        page: Of the document cited.
        optional: Need not be said; where its subject is spoken of at all, it must be.
    """

    model_config = _STRICT

    subject: Annotated[tuple[_Text, ...], Field(min_length=1)]
    value: str = ""
    unit: str = ""
    date: str = ""
    words: tuple[_Text, ...] = ()
    never: tuple[_Text, ...] = ()
    section: Section = Section.PATIENT_FINDINGS
    sources: tuple[LineKey, ...] = ()
    page: int | None = None
    optional: bool = False


class InterviewQuestion(BaseModel):
    """A question and everything that its answer must, may and must not hold.

    Attributes:
        follows: It leans on the answer to the question before it.
        refused: Reasons of which one must be given; empty where an answer must come.
        may_refuse: Reasons for which it may be refused instead of being answered as expected.
        claims: What must be said.
        only: Keys that alone may be cited for findings; empty for no such demand.
        never: Texts that must not stand anywhere in what comes back; `never_cites` keys that must not be cited.
        never_found: Texts that must not stand among the findings; as something to be reviewed they may.
        derived: Numbers that no source holds and that follow from them: counts, differences, conversions, ages.
        frame: Days that the question itself names or implies; they may be repeated.
        guidelines: Chunks of the corpus that answer it; empty where guidance is not what is asked for.
        unguided: No guideline may be cited.
    """

    model_config = _STRICT

    key: LineKey
    kind: QuestionKind
    text: _Text
    follows: bool = False
    refused: tuple[RefusalReason, ...] = ()
    may_refuse: tuple[RefusalReason, ...] = ()
    claims: tuple[ExpectedClaim, ...] = ()
    only: tuple[LineKey, ...] = ()
    never: tuple[_Text, ...] = ()
    never_found: tuple[_Text, ...] = ()
    never_cites: tuple[LineKey, ...] = ()
    derived: tuple[_Text, ...] = ()
    frame: tuple[date, ...] = ()
    guidelines: tuple[_Text, ...] = ()
    unguided: bool = False

    @model_validator(mode="after")
    def _expects_something(self) -> InterviewQuestion:
        if bool(self.refused) is bool(self.claims or self.guidelines):
            raise ValueError("a question is refused, or answered with something that is expected")
        if self.refused and (self.only or self.derived):
            raise ValueError("a refusal cites nothing")
        return self


class FiledDocument(BaseModel):
    """A golden source in the person's chart.

    Attributes:
        stored: The day that OpenEMR shows for it.
        read: Whether the product has read it when the questions are asked; one that it has not read is stored last.
    """

    model_config = _STRICT

    key: LineKey
    source: _Text
    doc_type: DocType
    stored: date
    read: bool = True


class Interview(BaseModel):
    """One person and all questions about that person.

    Attributes:
        clinician: Who sees, orders and prescribes: given and family name. A name that answers may show and no log may.
        marker: Words that stand in this person's record and in no other; seen in an answer about anybody else, they
            are a leak.
    """

    model_config = _STRICT

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: _Text
    patient: ScenarioPatient
    clinician: tuple[_Text, _Text]
    marker: str = ""
    chart: tuple[ChartLine, ...] = ()
    documents: tuple[FiledDocument, ...] = ()
    questions: Annotated[tuple[InterviewQuestion, ...], Field(min_length=1)]
    kind: Literal["interview"] = "interview"

    @model_validator(mode="after")
    def _names_what_there_is(self) -> Interview:
        keys = [PERSON, *line_keys(self.chart), *(document.key for document in self.documents)]
        if len(keys) != len(set(keys)):
            raise ValueError("a key stands for one thing")
        if len({question.key for question in self.questions}) != len(self.questions):
            raise ValueError("a question's key stands for one question")
        if self.questions[0].follows:
            raise ValueError("the first question follows none")
        if self.patient.chart:
            raise ValueError("the chart of an interview stands in its own lines")
        for question in self.questions:
            named = {key for claim in question.claims for key in claim.sources}
            if strange := (named | set(question.only) | set(question.never_cites)) - set(keys):
                raise ValueError(f"{question.key} names {', '.join(sorted(strange))}, which is nowhere")
        return self


def line_keys(chart: tuple[ChartLine, ...]) -> list[str]:
    """Keys of everything in the chart that can be cited."""
    keys: list[str] = []
    for line in chart:
        if isinstance(line, NoneLine):
            continue
        keys.append(line.key)
        if isinstance(line, PanelLine):
            keys += [result.key for result in line.results]
        if isinstance(line, VisitLine) and line.signs:
            keys.append(f"{line.key}.signs")
    return keys
