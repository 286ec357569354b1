"""A golden case: one document and everything that must, may and must not come out of it.

Cases are files, so pydantic reads them: strictly, with no field too many, so that a typing error in a case is an error
and not an expectation that never bites.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty
from arbiter_fhir.errors import ErrorCode
from arbiter_fhir.evals.expected_items import ExpectedItem, ForbiddenFact
from arbiter_fhir.evals.print_places import PartName, PrintedPart

__all__ = [
    "Category",
    "EvalCase",
    "ExpectedFact",
    "ExpectedItem",
    "ForbiddenFact",
    "KnownIdentifier",
    "PartName",
    "PrintedPart",
    "Route",
    "UnresultedRow",
]

_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)


class Category(StrEnum):
    """Kinds of trouble that the golden set must cover; a category without a case fails the gate."""

    CLEAN_TYPED = "clean_typed"
    CLEAN_SCANNED = "clean_scanned"
    POOR_SCAN = "poor_scan"
    BITONAL_SCAN = "bitonal_scan"
    SEVERAL_COLLECTION_DATES = "several_collection_dates"
    INCOMPLETE_COLLECTION_DATE = "incomplete_collection_date"
    MISSING_COLLECTION_DATE = "missing_collection_date"
    AMBIGUOUS_COLLECTION_DATE = "ambiguous_collection_date"
    PREVIOUS_RESULTS = "previous_results"
    NOT_RESULTED = "not_resulted"
    QUALITATIVE = "qualitative"
    CONTRADICTING_FLAG = "contradicting_flag"
    CONFLICTING_DUPLICATE = "conflicting_duplicate"
    IMPLAUSIBLE_VALUE = "implausible_value"
    MISREAD_PRONE = "misread_prone"
    PROMPT_INJECTION = "prompt_injection"
    NO_PHI_TRAP = "no_phi_trap"
    NO_RESULTS = "no_results"
    UNREADABLE = "unreadable"
    IMAGE_ONLY = "image_only"
    TYPED_INTAKE = "typed_intake"
    SCANNED_INTAKE = "scanned_intake"
    FILLED_INTAKE = "filled_intake"
    REFERRAL = "referral"
    WORKBOOK = "workbook"
    FAX_PACKET = "fax_packet"
    HL7_RESULTS = "hl7_results"
    HL7_ADMISSION = "hl7_admission"
    UNEXPECTED_LOCATION = "unexpected_location"
    UNCERTAIN_ALLERGY = "uncertain_allergy"
    NO_KNOWN_ALLERGIES = "no_known_allergies"
    CITED_PREFERENCE = "cited_preference"
    MISSING_DATA = "missing_data"
    CONTRADICTION = "contradiction"
    NEGATION = "negation"
    FAMILY_LINE = "family_line"
    TRACKED_CHANGES = "tracked_changes"
    HIDDEN_CONTENT = "hidden_content"
    CULTURE = "culture"
    CORRECTION = "correction"
    WITHDRAWAL = "withdrawal"
    SEVERAL_PATIENTS = "several_patients"


class Route(StrEnum):
    """How the document carries its words: text, pictures of text, bad pictures of text, or named cells and fields."""

    TYPED = "typed"
    SCANNED = "scanned"
    FAX = "fax"
    STRUCTURED = "structured"

    @property
    def is_picture(self) -> bool:
        """Whether the words have to be recognised."""
        return self in {Route.SCANNED, Route.FAX}


class ExpectedFact(BaseModel):
    """One result on the paper, as the hand that drew the page wrote it down.

    Attributes:
        test_name: As printed; so are `value`, `unit` and `reference_range`, empty where nothing is printed.
        abnormal_flag: What the printed flag means; ``None`` where no flag is printed.
        derivable_flag: What value and range say where no flag is printed; ``None`` where they say nothing.
        collection_date: ISO with the printed precision; empty where none is printed.
        page: 1-based.
        parts: The row's words by what they are, with their places; name and value at least.
        source_type: What a citation of this fact must say.
        certainty: What is allowed; one of these must come out.
        reasons: At least one of these words must stand among the fact's reasons; empty for no such demand.
    """

    model_config = _STRICT

    test_name: Annotated[str, Field(min_length=1)]
    value: Annotated[str, Field(min_length=1)]
    unit: str
    reference_range: str
    abnormal_flag: AbnormalFlag | None
    derivable_flag: AbnormalFlag | None
    collection_date: Annotated[str, Field(pattern=r"^(\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2})?)?)?)?$")]
    page: Annotated[int, Field(ge=1)]
    parts: tuple[PrintedPart, ...]
    source_type: SourceType
    certainty: Annotated[tuple[Certainty, ...], Field(min_length=1)]
    reasons: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _has_a_name_and_a_value(self) -> ExpectedFact:
        if not {PartName.NAME, PartName.VALUE} <= {part.part for part in self.parts}:
            raise ValueError("a row has a name and a value somewhere on the page")
        return self


class UnresultedRow(BaseModel):
    """A row that says that there is no result: it must stay visible and must never be a result."""

    model_config = _STRICT

    test_name: Annotated[str, Field(min_length=1)]
    value: Annotated[str, Field(min_length=1)]
    page: Annotated[int, Field(ge=1)]


class KnownIdentifier(BaseModel):
    """A string on the page that must be gone.

    Attributes:
        kind: Its class.
        text: As printed, or one component of it.
        scope: ``everywhere``, or ``text`` for clinical dates, which the structured value may hold and no text may.
    """

    model_config = _STRICT

    kind: IdentifierKind
    text: Annotated[str, Field(min_length=2)]
    scope: Literal["everywhere", "text"] = "everywhere"


class EvalCase(BaseModel):
    """One golden case.

    Attributes:
        source: File name in ``sources/``.
        layout: The page design, for coverage.
        pages: How many pages the document has; 0 where its format has none of its own.
        facts: Rows of laboratory results that were drawn on paper.
        items: Facts of every other kind, and results in cells and fields.
        error: The code with which reading must end; then no facts are expected.
        warnings: Warning codes that must be among the warnings.
    """

    model_config = _STRICT

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Annotated[str, Field(min_length=1)]
    categories: Annotated[tuple[Category, ...], Field(min_length=1)]
    source: Annotated[str, Field(min_length=1)]
    doc_type: DocType
    layout: Annotated[str, Field(min_length=1)]
    route: Route
    pages: Annotated[int, Field(ge=0)]
    facts: tuple[ExpectedFact, ...] = ()
    items: tuple[ExpectedItem, ...] = ()
    forbidden: tuple[ForbiddenFact, ...] = ()
    unresulted: tuple[UnresultedRow, ...] = ()
    identifiers: tuple[KnownIdentifier, ...] = ()
    error: ErrorCode | None = None
    warnings: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _speaks_with_one_voice(self) -> EvalCase:
        if self.error is not None and (self.facts or self.items or self.unresulted or self.warnings):
            raise ValueError("a document that cannot be read gives nothing")
        pages = [fact.page for fact in self.facts] + [item.page for item in self.items if item.page is not None]
        if any(page > self.pages for page in pages):
            raise ValueError("a fact stands on a page that the document does not have")
        return self
