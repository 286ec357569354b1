"""The shapes of OpenEMR's JSON, as far as they are used: where foreign bytes become values.

OpenEMR puts null into lists, gives `collection` bundles without links, and names its own address in URLs; the
shapes allow for that and for nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.exchange import HttpAnswer

__all__ = [
    "BundleShape",
    "CapabilityShape",
    "DeniedShape",
    "DocumentReferenceShape",
    "OutcomeShape",
    "PatientShape",
    "RegistrationShape",
    "TokenShape",
    "parse_member",
    "parse_shape",
    "read_shape",
]


class _Shape(BaseModel):
    """Unknown members are left out; a value that is not of its type is refused."""

    model_config = ConfigDict(extra="ignore", frozen=True, hide_input_in_errors=True)


class TokenShape(_Shape):
    """A token answer."""

    access_token: str
    token_type: str
    expires_in: int
    scope: str = ""


class DeniedShape(_Shape):
    """An OAuth2 error."""

    error: str
    hint: str | None = None


class RegistrationShape(_Shape):
    """A registration answer; its secrets are not used with signed assertions and are not kept."""

    client_id: str
    scope: str = ""


class ReferenceShape(_Shape):
    """A reference such as ``Patient/<uuid>``."""

    reference: str | None = None


class AttachmentShape(_Shape):
    """An attachment; its title is a file name that a person chose, and is not read."""

    url: str | None = None


class ContentShape(_Shape):
    """One content of a DocumentReference."""

    attachment: AttachmentShape | None = None


class DocumentReferenceShape(_Shape):
    """A stored document."""

    resource_type: Literal["DocumentReference"] = Field(alias="resourceType")
    id: str
    status: str | None = None
    subject: ReferenceShape | None = None
    content: list[ContentShape | None] | None = None


class IdentifierShape(_Shape):
    """An identifier; OpenEMR's record number is one."""

    value: str | None = None


class PatientShape(_Shape):
    """A patient."""

    resource_type: Literal["Patient"] = Field(alias="resourceType")
    id: str
    identifier: list[IdentifierShape | None] | None = None


class EntryShape(_Shape):
    """One entry of a bundle, its resource not yet looked at."""

    resource: dict[str, object] | None = None


class BundleShape(_Shape):
    """A bundle of any type: OpenEMR 7.0.1 calls search results a collection."""

    resource_type: Literal["Bundle"] = Field(alias="resourceType")
    entry: list[EntryShape | None] | None = None


class SoftwareShape(_Shape):
    """Name and version of the server's software."""

    version: str | None = None


class CapabilityShape(_Shape):
    """What a server says about itself."""

    resource_type: Literal["CapabilityStatement"] = Field(alias="resourceType")
    fhir_version: str = Field(alias="fhirVersion")
    software: SoftwareShape | None = None


class OutcomeShape(_Shape):
    """An OperationOutcome: an error even when its status says 200."""

    resource_type: Literal["OperationOutcome"] = Field(alias="resourceType")


S = TypeVar("S", bound=_Shape)


def parse_shape(shape: type[S], body: bytes) -> S | None:
    """Read JSON as this shape; ``None`` where it is not."""
    try:
        return shape.model_validate_json(body)
    except ValidationError:
        return None


def parse_member(shape: type[S], plain: Mapping[str, object]) -> S | None:
    """Read a part of JSON that was parsed before as this shape; ``None`` where it is not."""
    try:
        return shape.model_validate(dict(plain))
    except ValidationError:
        return None


def read_shape(shape: type[S], answer: HttpAnswer, *, doing: str) -> S:
    """Read an answer as this shape.

    Raises:
        ChartError: E_EHR_BAD_ANSWER: empty or broken JSON (retryable), not JSON, or JSON of another kind.
    """
    if not answer.body.strip():
        raise ChartError(
            ErrorCode.EHR_BAD_ANSWER,
            f"OpenEMR answered {answer.status} with an empty body while {doing}. Its error log names the reason; drive"
            " keys that do not fit the database look like this.",
            retryable=True,
        )
    if not answer.is_json:
        raise ChartError(
            ErrorCode.EHR_BAD_ANSWER,
            f"OpenEMR answered {answer.status} with something other than JSON while {doing}: is a proxy or a login page"
            " answering in its place?",
        )
    found = parse_shape(shape, answer.body)
    if found is not None:
        return found
    if parse_shape(OutcomeShape, answer.body) is not None:
        raise ChartError(
            ErrorCode.EHR_BAD_ANSWER, f"OpenEMR answered {answer.status} with an OperationOutcome while {doing}."
        )
    raise ChartError(
        ErrorCode.EHR_BAD_ANSWER,
        f"OpenEMR's answer was cut off or is not the JSON expected while {doing}; it is tried again.",
        retryable=True,
    )
