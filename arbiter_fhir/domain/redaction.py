"""Pictures of pages on which every identifier is painted over: the only pictures that a model may see."""

from __future__ import annotations

import dataclasses
from dataclasses import InitVar, dataclass

from arbiter_fhir.domain.seal import REDACTION_SEAL, Seal, require_seal

__all__ = ["RedactedPicture"]


@dataclass(frozen=True, slots=True)
class RedactedPicture:
    """One page as PNG, identifiers painted black. Made only by `documents`.

    Attributes:
        page: 1-based.
        png: The picture; nothing else of the file is in it, no metadata either.
    """

    page: int
    png: bytes = dataclasses.field(repr=False)
    seal: InitVar[Seal] = dataclasses.field(repr=False)

    def __post_init__(self, seal: Seal) -> None:
        require_seal(seal, REDACTION_SEAL)
