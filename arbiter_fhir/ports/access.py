"""Who may call: API keys resolved to a tenant and scopes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from arbiter_fhir.domain.tenant import SiteId

__all__ = ["Caller", "KeyDirectory", "KeyScope"]


class KeyScope(StrEnum):
    """What a key may do."""

    INGEST = "ingest"
    QUERY = "query"
    REVIEW = "review"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Caller:
    """An authenticated caller. The tenant comes from the credential, never from a request."""

    key_id: str
    site: SiteId
    scopes: frozenset[KeyScope]


class KeyDirectory(Protocol):
    """Finds the caller behind a presented key."""

    def authenticate(self, presented: str) -> Caller | None:
        """The caller, or ``None`` for an unknown, tampered or revoked key. Revocation lands within 60 s."""
        ...
