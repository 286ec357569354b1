"""What came out of the line for one case, as text: what a person, an index or a log would see."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from arbiter_fhir.domain.citation import SourceType, citation_to_json
from arbiter_fhir.domain.deid import DeidentifiedPage
from arbiter_fhir.domain.document import BoundingBox, MediaType
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType, LabResult
from arbiter_fhir.domain.fact_value import VALUE_CLASSES, value_to_json
from arbiter_fhir.evals.observed_values import ObservedLab, check_value, read_lab
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

#: Formats without pages of their own: their pages are set by the reader.
_SET = {MediaType.DOCX, MediaType.XLSX, MediaType.HL7V2}


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


class ObservedFact(BaseModel):
    """A fact as published."""

    model_config = _STRICT

    fact_type: FactType
    certainty: Certainty
    confidence: Annotated[float, Field(ge=0, le=1)]
    value: dict[str, JsonValue]
    fact_text: Annotated[str, Field(min_length=1)]
    citation: ObservedCitation
    reasons: tuple[Annotated[str, Field(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$")], ...]

    @model_validator(mode="after")
    def _has_the_value_of_its_kind(self) -> ObservedFact:
        check_value(self.fact_type, self.value)
        return self

    @property
    def is_result(self) -> bool:
        """Whether it is a laboratory result or a vital sign."""
        return VALUE_CLASSES[self.fact_type] is LabResult

    @cached_property
    def result(self) -> ObservedLab:
        """The value of a result.

        Raises:
            ValidationError: It is none.
        """
        return read_lab(self.value)

    def text(self, field: str) -> str:
        """A field of the value in words: empty where nothing is said."""
        plain = self.value.get(field)
        if isinstance(plain, bool):
            return "true" if plain else "false"
        return "" if plain is None else str(plain)


class ObservedWord(BaseModel):
    """A word of a page and its box: left, top, width, height."""

    model_config = _STRICT

    text: str
    box: tuple[float, float, float, float]


class ObservedPage(BaseModel):
    """A page's clean text; with its words where the page was set by the reader and nobody drew it."""

    model_config = _STRICT

    page: Annotated[int, Field(ge=1)]
    route: Literal["native", "ocr", "vision"]
    text: str
    words: tuple[ObservedWord, ...] = ()


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
            "pages": [_page(page, with_words=preview.pages.media_type in _SET) for page in preview.clean.pages],
            "facts": [_fact(fact) for fact in preview.extraction.facts],
            "rejected": [
                {"page": item.page, "reason": item.reason, "quote": item.quote.value}
                for item in preview.extraction.rejected
            ],
            "warnings": [{"code": item.code.value, "page": item.page, "message": item.message} for item in warnings],
        },
        ensure_ascii=False,
    )


def _page(page: DeidentifiedPage, *, with_words: bool) -> dict[str, object]:
    plain: dict[str, object] = {"page": page.number, "route": page.route.value, "text": page.text.value}
    if with_words:
        plain["words"] = [
            {"text": word.text, "box": [word.box.x, word.box.y, word.box.width, word.box.height]} for word in page.words
        ]
    return plain


def _fact(fact: CitedFact) -> dict[str, object]:
    return {
        "fact_type": fact.fact_type.value,
        "certainty": fact.certainty.value,
        "confidence": fact.confidence,
        "value": value_to_json(fact.value),
        "fact_text": fact.fact_text.value,
        "citation": citation_to_json(fact.citation),
        "reasons": list(fact.reasons),
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
