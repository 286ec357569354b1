"""What came out of the line for one case, as text: what a person, an index or a log would see."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty, CitedFact, Comparator, FactType
from arbiter_fhir.domain.fact_value import value_to_json
from arbiter_fhir.pipelines.preview import Preview

__all__ = [
    "Observation",
    "ObservedCitation",
    "ObservedDocument",
    "ObservedFact",
    "ObservedLab",
    "parse_document",
    "preview_as_text",
]

_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)
_DATE = r"^\d{4}(-\d{2}(-\d{2}(T\d{2}:\d{2})?)?)?$"


@dataclass(frozen=True, slots=True)
class Observation:
    """One case, observed.

    Attributes:
        document: JSON of pages, facts, rejects and warnings; empty where an error ended the reading.
        error_code: The error's code; empty where none.
        error_message: What an administrator would be told.
        logs: Everything that was written to standard output and standard error meanwhile, child processes included.
        seconds: Wall time of the case.
    """

    case_id: str
    document: str
    error_code: str
    error_message: str
    logs: str
    seconds: float


class ObservedBox(BaseModel):
    """A box as published."""

    model_config = _STRICT

    x: float
    y: float
    width: float
    height: float

    def as_box(self) -> BoundingBox:
        """The domain's box.

        Raises:
            ValueError: Outside the page.
        """
        return BoundingBox(self.x, self.y, self.width, self.height)


class ObservedCitation(BaseModel):
    """A citation as published."""

    model_config = _STRICT

    source_type: SourceType
    source_id: str
    page_or_section: str
    field_or_chunk_id: str
    quote_or_value: str
    page: int | None
    bounding_box: ObservedBox | None


class ObservedLab(BaseModel):
    """A laboratory value as published."""

    model_config = _STRICT

    test_name: Annotated[str, Field(min_length=1)]
    value: Annotated[str, Field(min_length=1)]
    unit: str
    reference_range: str
    flag_printed: str
    abnormal_flag: AbnormalFlag | None
    flag_derived: bool
    collection_date: Annotated[str, Field(pattern=_DATE)] | None
    report_date: Annotated[str, Field(pattern=_DATE)] | None
    panel: str
    specimen: str
    comment: str
    status: str
    numeric: Annotated[str, Field(pattern=r"^[+-]?\d+(\.\d+)?$")] | None
    comparator: Comparator | None
    ucum: str | None
    loinc: Annotated[str, Field(pattern=r"^\d{1,7}-\d$")] | None


class ObservedFact(BaseModel):
    """A fact as published."""

    model_config = _STRICT

    fact_type: FactType
    certainty: Certainty
    confidence: Annotated[float, Field(ge=0, le=1)]
    value: ObservedLab
    fact_text: Annotated[str, Field(min_length=1)]
    citation: ObservedCitation
    reasons: tuple[Annotated[str, Field(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$")], ...]


class ObservedPage(BaseModel):
    """A page's clean text."""

    model_config = _STRICT

    page: Annotated[int, Field(ge=1)]
    route: Literal["native", "ocr", "vision"]
    text: str


class ObservedReject(BaseModel):
    """Something that looked like a fact and was not taken."""

    model_config = _STRICT

    page: Annotated[int, Field(ge=1)]
    reason: Annotated[str, Field(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$")]
    quote: str


class ObservedWarning(BaseModel):
    """A warning as published."""

    model_config = _STRICT

    code: Annotated[str, Field(pattern=r"^W_[A-Z_]+$")]
    page: int | None
    message: str


class ObservedDocument(BaseModel):
    """All that the line said about one document."""

    model_config = _STRICT

    pages: tuple[ObservedPage, ...]
    facts: tuple[ObservedFact, ...]
    rejected: tuple[ObservedReject, ...]
    warnings: tuple[ObservedWarning, ...]


def preview_as_text(preview: Preview) -> str:
    """The document's JSON, in the shape in which facts and citations are published."""
    warnings = (*preview.pages.warnings, *preview.extraction.warnings)
    return json.dumps(
        {
            "pages": [
                {"page": page.number, "route": page.route.value, "text": page.text.value}
                for page in preview.clean.pages
            ],
            "facts": [_fact(fact) for fact in preview.extraction.facts],
            "rejected": [
                {"page": item.page, "reason": item.reason, "quote": item.quote.value}
                for item in preview.extraction.rejected
            ],
            "warnings": [{"code": item.code.value, "page": item.page, "message": item.message} for item in warnings],
        },
        ensure_ascii=False,
    )


def _fact(fact: CitedFact) -> dict[str, object]:
    return {
        "fact_type": fact.fact_type.value,
        "certainty": fact.certainty.value,
        "confidence": fact.confidence,
        "value": value_to_json(fact.value),
        "fact_text": fact.fact_text.value,
        "citation": _citation(fact.citation),
        "reasons": list(fact.reasons),
    }


def _citation(citation: Citation) -> dict[str, object]:
    box = citation.box
    return {
        "source_type": citation.source_type.value,
        "source_id": citation.source_id,
        "page_or_section": citation.page_or_section,
        "field_or_chunk_id": citation.field_or_chunk_id,
        "quote_or_value": citation.quote.value,
        "page": citation.page,
        "bounding_box": None if box is None else {"x": box.x, "y": box.y, "width": box.width, "height": box.height},
    }


def parse_document(observation: Observation) -> tuple[ObservedDocument | None, tuple[str, ...]]:
    """The document read back strictly, or what is wrong with it (places and rules, never values)."""
    if not observation.document:
        return None, (f"no document: {observation.error_code or 'nothing came out'}",)
    try:
        return ObservedDocument.model_validate_json(observation.document), ()
    except ValidationError as error:
        problems = error.errors(include_input=False, include_url=False, include_context=False)
        return None, tuple(f"{'.'.join(str(part) for part in item['loc'])}: {item['type']}" for item in problems)
