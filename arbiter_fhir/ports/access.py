"""Who may call: API keys and the module's short-lived tokens, resolved to a tenant, scopes and a patient."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final, Protocol

from arbiter_fhir.domain.audit import ActorType
from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.tenant import PatientId, SiteId

__all__ = [
    "NO_CATEGORY",
    "USERS",
    "Caller",
    "KeyDirectory",
    "KeyScope",
    "OpenCategories",
    "UsedTokens",
    "actor_type_of",
]


#: How OpenEMR's users are written down: ``users:7``.
USERS: Final = "users:"
#: Stands for documents in no category; the ids of OpenEMR's categories begin with 1.
NO_CATEGORY: Final = 0


class KeyScope(StrEnum):
    """What a key may do."""

    INGEST = "ingest"
    QUERY = "query"
    REVIEW = "review"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class OpenCategories:
    """OpenEMR's document categories that a user may open.

    Attributes:
        ranges: First and last id of each run of them; `NO_CATEGORY` stands for documents in none.
    """

    ranges: tuple[tuple[int, int], ...]

    def __contains__(self, category_id: int) -> bool:
        return any(first <= category_id <= last for first, last in self.ranges)

    def open_all(self, category_ids: Sequence[int]) -> bool:
        """Whether a document in these categories is open: every one of them has to be, as in OpenEMR."""
        return all(each in self for each in category_ids or (NO_CATEGORY,))


@dataclass(frozen=True, slots=True)
class Caller:
    """An authenticated caller. The tenant comes from the credential, never from a request.

    Attributes:
        key_id: Who is written down for what is done: the key's id, or the user of a token.
        patient_id: Whose record a token opens; ``None`` for a token of the site, and for keys, which open every record.
        user: OpenEMR's user behind a token, such as ``users:7``; ``None`` for keys.
        categories: Whose documents OpenEMR opens to this user; ``None`` for keys, which open every document.
        closed_parts: Parts of the chart that OpenEMR does not open to this user.

    Raises:
        ValueError: A user without categories.
    """

    key_id: str
    site: SiteId
    scopes: frozenset[KeyScope]
    patient_id: PatientId | None = None
    user: str | None = None
    categories: OpenCategories | None = None
    closed_parts: frozenset[ChartPart] = frozenset()

    def __post_init__(self) -> None:
        if self.user is not None and self.categories is None:
            raise ValueError("a user comes with the categories that OpenEMR opens to them")

    @property
    def actor_type(self) -> ActorType:
        """How the audit log names such a caller."""
        return actor_type_of(self.key_id)

    @property
    def opens_site(self) -> bool:
        """Whether the caller may see what belongs to no patient, or to several."""
        return self.user is None or self.patient_id is None

    def holds(self, scope: KeyScope) -> bool:
        """Whether the caller may do this; `ADMIN` may do everything."""
        return scope in self.scopes or KeyScope.ADMIN in self.scopes

    def opens(self, patient_id: PatientId) -> bool:
        """Whether the caller may see this patient's record: every key, and a token that names the patient."""
        return self.user is None or self.patient_id == patient_id


def actor_type_of(caller: str) -> ActorType:
    """How the audit log names a caller, by what `Caller.key_id` says: ids of keys have no colon."""
    return ActorType.USER if caller.startswith(USERS) else ActorType.API_KEY


class KeyDirectory(Protocol):
    """Finds the caller behind a presented key."""

    def authenticate(self, presented: str) -> Caller | None:
        """The caller, or ``None`` for an unknown, tampered or revoked key. Revocation lands within 60 s."""
        ...


class UsedTokens(Protocol):
    """Remembers which tokens were used, so that each opens the door once, whichever process it comes to."""

    def spend(self, token_id: str, *, expires_at: datetime) -> bool:
        """Mark a token as used.

        Args:
            token_id: Its `jti`, 32 hex digits.
            expires_at: From when on it opens nothing any more, aware.

        Returns:
            False where it was used before.

        Raises:
            StoreError: It cannot be told; nobody is let in meanwhile.
        """
        ...
