"""Expected and forbidden facts of every kind, by the fields of their value as printed."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field, model_validator

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.domain.fact_value import VALUE_CLASSES
from arbiter_fhir.domain.statement import Assertion
from arbiter_fhir.evals.print_places import PrintedPart, Rectangle

__all__ = ["AMOUNT", "IDENTIFYING_FIELDS", "ExpectedItem", "ForbiddenFact"]

_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)

#: A medication's strength and dose together: ``10 mg`` of ``lisinopril 10 mg daily`` is both or either.
AMOUNT: Final = "amount"

#: The fields that say which fact it is; the others say what is true of it.
IDENTIFYING_FIELDS: Final[Mapping[FactType, tuple[str, ...]]] = {
    FactType.LAB_RESULT: ("test_name",),
    FactType.VITAL_SIGN: ("test_name",),
    FactType.SUSCEPTIBILITY: ("drug", "organism"),
    FactType.MEDICATION: ("name",),
    FactType.ALLERGY: ("substance",),
    FactType.PROBLEM: ("name",),
    FactType.PROCEDURE: ("name",),
    FactType.FAMILY_HISTORY: ("condition", "relation"),
    FactType.IMMUNIZATION: ("text",),
    FactType.SOCIAL_HISTORY: ("text",),
    FactType.CHIEF_CONCERN: ("text",),
    FactType.DEMOGRAPHIC: ("text",),
    FactType.REFERRAL: ("text",),
    FactType.OTHER: ("text",),
}


class ExpectedItem(BaseModel):
    """A fact that the document states.

    Attributes:
        fields: By the names of the value's class, as printed; codes, flags and dates as published. A field that is not
            named is not judged; an empty text says that nothing may be there. `AMOUNT` stands for strength and dose.
        spellings: Other texts of a field that are as right, such as the standard name of a vital sign.
        also: Other kinds under which the same fact is as right, such as a habit under social history or other.
        assertions: What the text may be said to claim, for kinds that carry it; empty where that is not judged.
        certainty: What is allowed; one of these must come out.
        reasons: At least one of these words must stand among the fact's reasons; empty for no such demand.
        group: Items of the same group stand for each other: where one came out, the others may be left out.
        optional: Whether it may be left out; when it comes out it must be right.
        page: 1-based; ``None`` where the format has no pages of its own.
        place: What the citation's section must name: ``OBX[3]``, ``Labs!A4:F4``; empty for no such demand.
        words: Its words on the paper and those beside them.
        frame: Where its box must lie, when the drawing does not know the words' places.
    """

    model_config = _STRICT

    fact_type: FactType
    fields: Annotated[Mapping[str, str], Field(min_length=1)]
    spellings: Mapping[str, tuple[str, ...]] = {}
    also: tuple[FactType, ...] = ()
    assertions: tuple[Assertion, ...] = ()
    certainty: Annotated[tuple[Certainty, ...], Field(min_length=1)]
    reasons: tuple[str, ...] = ()
    group: str = ""
    optional: bool = False
    source_type: SourceType
    page: Annotated[int, Field(ge=1)] | None = None
    place: str = ""
    words: tuple[PrintedPart, ...] = ()
    frame: Rectangle | None = None

    @model_validator(mode="after")
    def _names_fields_of_its_kind(self) -> ExpectedItem:
        known = {field.name for field in dataclasses.fields(VALUE_CLASSES[self.fact_type])}
        if self.fact_type is FactType.MEDICATION:
            known.add(AMOUNT)
        if strange := set(self.fields) - known:
            raise ValueError(f"a {self.fact_type.value} has no {', '.join(sorted(strange))}")
        if not all(self.fields.get(name) for name in IDENTIFYING_FIELDS[self.fact_type][:1]):
            raise ValueError(f"a {self.fact_type.value} says which one it is")
        if self.words and self.page is None:
            raise ValueError("words stand on a page")
        return self

    def texts(self, field: str) -> tuple[str, ...]:
        """All texts of a field that are right, the printed one first."""
        return (self.fields[field], *self.spellings.get(field, ()))

    @property
    def types(self) -> frozenset[FactType]:
        """Kinds under which it may come out."""
        return frozenset((self.fact_type, *self.also))


class ForbiddenFact(BaseModel):
    """Something in the document that must not come out as a fact. All given fields must match to be a violation.

    Attributes:
        fact_types: Kinds for which it is forbidden; empty for all.
        test_name: A result's name.
        value: A result's value.
        name: A medication's, problem's, condition's name, an allergy's substance or a statement's text holds this.
        quote: The quote holds this.
        assertions: Forbidden only with one of these claims; empty for any.
        even_for_review: Forbidden even as a question for a person: the document does not say it at all.
    """

    model_config = _STRICT

    why: Annotated[str, Field(min_length=1)]
    fact_types: tuple[FactType, ...] = ()
    test_name: str = ""
    value: str = ""
    name: str = ""
    quote: str = ""
    assertions: tuple[Assertion, ...] = ()
    even_for_review: bool = False

    @model_validator(mode="after")
    def _says_something(self) -> ForbiddenFact:
        if not (self.value or self.quote or self.name):
            raise ValueError("a forbidden fact names a value, a name or a quote")
        return self
