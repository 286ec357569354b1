"""What a model may answer: a closed shape for each kind of fact, checked strictly when it arrives.

*Source of the rules*: the product's first design. A whole answer is rejected where it is no JSON, speaks of another
document type, lacks a field or a citation, or uses an unknown word; single facts are judged afterwards.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.statement import Assertion, MedicationStatus
from arbiter_fhir.errors import ErrorCode, ExtractionError

__all__ = [
    "AllergyProposal",
    "Answer",
    "FamilyProposal",
    "LabProposal",
    "MedicationProposal",
    "ProblemProposal",
    "Proposal",
    "StatementProposal",
    "answer_schema",
    "parse_answer",
]

#: Longest answer that is parsed, characters.
MAX_ANSWER: Final = 400_000
#: Most facts of one page that are looked at; a densely printed page of results holds some 120.
MAX_FACTS: Final = 300
#: Keys of JSON schema that not every endpoint takes in strict mode; what they say is checked here all the same.
_NOT_PORTABLE: Final = frozenset({"title", "description", "discriminator", "maxLength", "minLength", "maxItems"})

_Text = Annotated[str, Field(max_length=500)]
_Quote = Annotated[str, Field(min_length=1, max_length=1500)]


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class LabProposal(_Closed):
    """A laboratory result; `collection_date` is a placeholder such as ``[DATE_2]``, or empty."""

    kind: Literal["lab_result"]
    quote: _Quote
    test_name: _Text
    value: _Text
    unit: _Text
    reference_range: _Text
    flag: _Text
    collection_date: _Text


class MedicationProposal(_Closed):
    """A medication; fields empty where nothing is said."""

    kind: Literal["medication"]
    quote: _Quote
    name: _Text
    strength: _Text
    dose: _Text
    route: _Text
    frequency: _Text
    as_needed: bool
    status: Annotated[MedicationStatus, Field(strict=False)]


class AllergyProposal(_Closed):
    """An allergy or intolerance."""

    kind: Literal["allergy"]
    quote: _Quote
    substance: _Text
    reaction: _Text
    severity: _Text
    assertion: Annotated[Assertion, Field(strict=False)]


class ProblemProposal(_Closed):
    """A diagnosis or problem."""

    kind: Literal["problem"]
    quote: _Quote
    name: _Text
    assertion: Annotated[Assertion, Field(strict=False)]


class FamilyProposal(_Closed):
    """A condition of a relative."""

    kind: Literal["family_history"]
    quote: _Quote
    relation: _Text
    condition: _Text


class StatementProposal(_Closed):
    """Something else that a clinician would want to know."""

    kind: Literal["statement"]
    quote: _Quote
    topic: Literal["chief_concern", "social_history", "referral_reason", "requested_service", "urgency", "other"]
    text: _Text


Proposal = LabProposal | MedicationProposal | AllergyProposal | ProblemProposal | FamilyProposal | StatementProposal


class Answer(_Closed):
    """A model's whole answer about one page."""

    document_type: Annotated[DocType, Field(strict=False)]
    facts: Annotated[tuple[Annotated[Proposal, Field(discriminator="kind")], ...], Field(max_length=MAX_FACTS)]


def answer_schema() -> dict[str, object]:
    """JSON schema of `Answer` in the subset that strict modes take: closed objects, all fields required, ``anyOf``."""
    schema: dict[str, object] = _portable(Answer.model_json_schema())
    return schema


def _portable(node: Any) -> Any:
    if isinstance(node, list):
        return [_portable(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if key == "properties":
            kept[key] = {name: _portable(shape) for name, shape in value.items()}
        elif key == "const":
            kept["enum"] = [value]
        elif key not in _NOT_PORTABLE:
            kept["anyOf" if key == "oneOf" else key] = _portable(value)
    return kept


def parse_answer(text: str, *, doc_type: DocType) -> Answer:
    """Check an answer's whole shape.

    Args:
        text: As the model sent it.
        doc_type: What the document is.

    Raises:
        ExtractionError: E_EXTRACT_SCHEMA; the whole answer is rejected. The message names no content.
    """
    if len(text) > MAX_ANSWER:
        raise _rejected("it is too long")
    try:
        plain = json.loads(text, parse_constant=_no_constant)
        answer = Answer.model_validate(_as_tuples(plain))
    except ValidationError as error:
        raise _rejected(f"{error.error_count()} of its fields have another shape") from None
    except (ValueError, RecursionError):
        raise _rejected("it is no JSON") from None
    if answer.document_type is not doc_type:
        raise _rejected("it speaks of another document type")
    return answer


def _as_tuples(plain: Any) -> Any:
    """Strict mode takes no list for a tuple."""
    if isinstance(plain, dict) and isinstance(plain.get("facts"), list):
        return {**plain, "facts": tuple(plain["facts"])}
    return plain


def _no_constant(_: str) -> None:
    raise ValueError("not a JSON number")


def _rejected(why: str) -> ExtractionError:
    return ExtractionError(ErrorCode.EXTRACT_SCHEMA, f"The model's answer was rejected: {why}.")
