"""API keys: made and revoked by an administrator, looked up by an account that can read no table.

A key is ``arb_<key id>_<secret>``. The database holds its HMAC-SHA256 under a pepper that lives outside of it, so a
copy of the database opens nothing. Peppers have versions: a new one signs new keys while the old still checks old ones.
"""

from __future__ import annotations

import hmac
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, Engine, insert, text, update

from arbiter_fhir.domain.tenant import SiteId, TenantScope
from arbiter_fhir.errors import ConfigurationError, ErrorCode, StoreError
from arbiter_fhir.ports.access import Caller, KeyScope
from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.control_tables import api_keys
from arbiter_fhir.store.grants import FIND_API_KEY
from arbiter_fhir.store.session import run_unit

__all__ = ["CACHE_SECONDS", "NewKey", "Peppers", "SqlKeyDirectory", "create_key", "revoke_key"]

#: Revocation lands within 60 s (design, section 5); the rest is for the look-up itself.
CACHE_SECONDS: Final = 50.0
_CACHE_KEYS: Final = 1024
_PEPPER_BYTES: Final = 32
_ID_CHARACTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
_ID_LENGTH: Final = 12
_SECRET_BYTES: Final = 32
_SHAPE: Final = re.compile(r"arb_([a-z2-7]{12})_[A-Za-z0-9_-]{43}")


class Peppers:
    """Secrets that keys are hashed with, by version; the highest signs.

    Raises:
        ConfigurationError: There is none, or one is shorter than 32 bytes.
    """

    def __init__(self, by_version: Mapping[int, bytes]) -> None:
        if not by_version or any(len(pepper) < _PEPPER_BYTES for pepper in by_version.values()):
            raise ConfigurationError(f"The API key pepper is missing or shorter than {_PEPPER_BYTES} bytes.")
        self._by_version = dict(by_version)
        self.version = max(by_version)

    def __repr__(self) -> str:
        return f"Peppers(versions={sorted(self._by_version)})"

    def digest(self, key: str, version: int) -> bytes | None:
        """HMAC-SHA256 of the whole key, ``None`` for a pepper that is not configured any more."""
        pepper = self._by_version.get(version)
        return None if pepper is None else hmac.digest(pepper, key.encode("utf-8"), "sha256")


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key just made. ``key`` is shown this once and stored nowhere."""

    key_id: str
    key: str = field(repr=False)


def create_key(engine: Engine, peppers: Peppers, *, site: SiteId, scopes: Iterable[KeyScope], label: str) -> NewKey:
    """Make a key, with an administrator's engine on the control schema.

    Raises:
        ValueError: No scope, or not a site name.
        StoreError: The database refused or failed.
    """
    names = sorted({scope.value for scope in scopes})
    if not names:
        raise ValueError("a key needs a scope")
    key_id = "".join(secrets.choice(_ID_CHARACTERS) for _ in range(_ID_LENGTH))
    key = f"arb_{key_id}_{secrets.token_urlsafe(_SECRET_BYTES)}"
    values = {
        "key_id": key_id,
        "site": TenantScope(site).site,
        "label": label,
        "scopes": " ".join(names),
        "pepper_version": peppers.version,
        "key_hmac": peppers.digest(key, peppers.version),
    }
    run_unit(engine, lambda connection: connection.execute(insert(api_keys).values(values)))
    return NewKey(key_id, key)


def revoke_key(engine: Engine, key_id: str) -> None:
    """Revoke a key; every process refuses it within 60 seconds. A revoked key stays revoked.

    Raises:
        StoreError: There is no such key, or the database refused or failed.
    """
    statement = update(api_keys).where(api_keys.c.key_id == key_id)

    def work(connection: Connection) -> int:
        connection.execute(statement.where(api_keys.c.revoked_at.is_(None)).values(revoked_at=NOW))
        return connection.execute(statement.values(key_id=key_id)).rowcount

    if run_unit(engine, work) == 0:
        raise StoreError(ErrorCode.STORE_CONFLICT, "There is no API key with this id.")


@dataclass(frozen=True, slots=True)
class _Stored:
    """What the database knows of a key that is in force."""

    caller: Caller
    pepper_version: int
    digest: bytes


class SqlKeyDirectory:
    """`KeyDirectory` with the account that may call one procedure and read no table.

    Found keys are kept for `CACHE_SECONDS`, and only as their hash; what is not found is never kept, so strangers
    cannot fill the cache.
    """

    def __init__(self, engine: Engine, peppers: Peppers, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine
        self._peppers = peppers
        self._clock = clock
        self._lock = threading.Lock()
        self._cache: OrderedDict[str, tuple[float, _Stored]] = OrderedDict()

    def authenticate(self, presented: str) -> Caller | None:
        """As `KeyDirectory.authenticate`.

        Raises:
            StoreError: The database failed; nobody is let in meanwhile.
        """
        shape = _SHAPE.fullmatch(presented)
        if shape is None:
            return None
        stored = self._stored(shape.group(1))
        if stored is None:
            return None
        digest = self._peppers.digest(presented, stored.pepper_version)
        if digest is None or not hmac.compare_digest(digest, stored.digest):
            return None
        return stored.caller

    def _stored(self, key_id: str) -> _Stored | None:
        now = self._clock()
        with self._lock:
            kept = self._cache.get(key_id)
        if kept is not None and now - kept[0] < CACHE_SECONDS:
            return kept[1]
        found = run_unit(self._engine, lambda connection: _find(connection, key_id))
        with self._lock:
            self._cache.pop(key_id, None)
            if found is not None:
                self._cache[key_id] = (now, found)
                while len(self._cache) > _CACHE_KEYS:
                    self._cache.popitem(last=False)
        return found


def _find(connection: Connection, key_id: str) -> _Stored | None:
    result = connection.execute(text(f"CALL {FIND_API_KEY}(:key_id)"), {"key_id": key_id})
    row = result.one_or_none()
    if row is None:
        return None
    scopes = frozenset(KeyScope(name) for name in row.scopes.split())
    return _Stored(Caller(key_id, SiteId(row.site), scopes), row.pepper_version, bytes(row.key_hmac))
