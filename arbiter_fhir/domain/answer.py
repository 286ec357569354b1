"""Drafts, their validation, and what is handed to the caller."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from enum import StrEnum

from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import ANSWER_SEAL, Seal, require_seal

__all__ = [
    "Answer",
    "AnswerStatus",
    "AnswerTable",
    "AnswerTableRow",
    "Claim",
    "Draft",
    "DraftRow",
    "DraftTable",
    "Refusal",
    "RefusalReason",
    "Section",
    "TableColumn",
    "ValidatedAnswer",
    "Validation",
]


class Section(StrEnum):
    """The four sections of every answer, in this order."""

    PATIENT_FINDINGS = "Patient Findings"
    NEEDS_REVIEW = "Needs Human Review"
    GUIDELINE_EVIDENCE = "Guideline Evidence"
    MISSING = "Missing or Not Found"


class AnswerStatus(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    REFUSED = "refused"


class RefusalReason(StrEnum):
    """Why there is no answer."""

    NO_EVIDENCE = "no_evidence"
    UNSAFE = "unsafe_request"
    OTHER_PATIENT = "other_patient"
    OUT_OF_SCOPE = "out_of_scope"
    NOT_SUPPORTED = "not_supported"
    VALIDATION_FAILED = "validation_failed"
    PHI_LEAK = "phi_leak"
    SOURCE_WITHDRAWN = "source_withdrawn"  # while the answer was being made; asking again helps
    EMPTY_QUESTION = "empty_question"


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence with the citations that carry it (indices into `Draft.citations`)."""

    section: Section
    text: DeidentifiedText
    citations: tuple[int, ...]


class TableColumn(StrEnum):
    """What a column of a table holds; its word is the column's heading."""

    DATE = "Date"
    VALUE = "Value"
    CONVERTED = "Converted"
    FLAG = "Flag"
    REFERENCE = "Reference"
    SOURCE = "Source"


@dataclass(frozen=True, slots=True)
class DraftRow:
    """One result as a row: a cell for each column, and the citations that carry it (indices)."""

    cells: tuple[DeidentifiedText, ...]
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DraftTable:
    """The results of one test over time, oldest first.

    Attributes:
        title: The test's name.
        rows: At least one.
    """

    section: Section
    title: DeidentifiedText
    columns: tuple[TableColumn, ...]
    rows: tuple[DraftRow, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """An unvalidated answer: never shown.

    Attributes:
        claims: The sentences.
        citations: What they cite, in the order of first use.
        dates: Label of each date placeholder in the claims, such as ``[DATE_1]``, to the date that takes its place once
            the draft has passed validation: a draft itself stays free of dates of a person.
        tables: Beside the sentences, checked row by row.
    """

    claims: tuple[Claim, ...]
    citations: tuple[Citation, ...]
    dates: Mapping[str, ClinicalDate] = field(default_factory=dict)
    tables: tuple[DraftTable, ...] = ()


@dataclass(frozen=True, slots=True)
class Validation:
    """Outcome of the checks; `problems` are stable words with claim indices, never text."""

    cites_evidence: bool
    grounded: bool
    phi_leak: bool
    problems: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """All three checks hold."""
        return self.cites_evidence and self.grounded and not self.phi_leak


@dataclass(frozen=True, slots=True)
class ValidatedAnswer:
    """A draft that passed validation. Made only by `answering`."""

    draft: Draft
    validation: Validation
    seal: InitVar[Seal]

    def __post_init__(self, seal: Seal) -> None:
        require_seal(seal, ANSWER_SEAL)
        if not self.validation.ok:
            raise ValueError("a draft that failed validation is no answer")


@dataclass(frozen=True, slots=True)
class Refusal:
    """No answer, with the reason and what could be asked instead."""

    reason: RefusalReason
    message: str


@dataclass(frozen=True, slots=True)
class AnswerTableRow:
    """A row as shown: cells in the order of the columns, and 1-based citation numbers."""

    cells: tuple[str, ...]
    citations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """A table as shown, in one of the four sections."""

    section: Section
    title: str
    columns: tuple[str, ...]
    rows: tuple[AnswerTableRow, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """As plain text: a line of headings, then one line for each row with its citation marks."""
        rows = [
            " | ".join((*row.cells, "".join(f"[{number}]" for number in row.citations))).rstrip() for row in self.rows
        ]
        return (self.title, " | ".join(self.columns), *rows)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the caller gets: sections of sentences with citation numbers, or a refusal.

    Attributes:
        sections: Section to sentences; each sentence ends with its citation marks such as ``[1]``.
        citations: In the order of their numbers, 1-based in the text.
        refusal: Set exactly when the status is `REFUSED`.
        tables: Results over time, beside the sentences of their section.
        notes: What the caller is told about how the answer was made; sentences of our own.
        worded_by: The language model whose wording it is; empty for the rules'.
    """

    question: str
    status: AnswerStatus
    sections: dict[Section, tuple[str, ...]]
    citations: tuple[Citation, ...]
    validation: Validation | None
    refusal: Refusal | None
    tables: tuple[AnswerTable, ...] = ()
    notes: tuple[str, ...] = ()
    worded_by: str = ""

    @property
    def text(self) -> str:
        """The whole answer as plain text, section by section; a refusal's message where there is none."""
        if self.refusal is not None:
            return self.refusal.message
        blocks = []
        for section, sentences in self.sections.items():
            tables = [line for table in self.tables if table.section is section for line in table.lines]
            if sentences or tables:
                blocks.append("\n".join([section.value, *(f"- {sentence}" for sentence in sentences), *tables]))
        return "\n\n".join(blocks)
