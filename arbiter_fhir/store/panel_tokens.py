"""`used_panel_tokens`: the ids of the module's tokens that were used, until none of them could be used any more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Engine, delete, insert
from sqlalchemy.exc import IntegrityError

from arbiter_fhir.store.columns import NOW
from arbiter_fhir.store.panel_token_tables import used_panel_tokens
from arbiter_fhir.store.session import run_unit

__all__ = ["SqlUsedTokens"]

#: Kept beyond their end, so that a host whose clock is behind the database's cannot be given one again.
KEPT_BEYOND: Final = timedelta(minutes=10)
#: How often a process looks for tokens that have run out, and how many it takes away then.
SWEEP_SECONDS: Final = 60.0
_SWEPT_AT_ONCE: Final = 2000


class SqlUsedTokens:
    """`UsedTokens` with the query account; the unique key decides between two uses at the same moment."""

    def __init__(self, engine: Engine, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._engine = engine
        self._clock = clock
        self._lock = threading.Lock()
        self._swept_at: float | None = None

    def spend(self, token_id: str, *, expires_at: datetime) -> bool:
        """As `UsedTokens.spend`.

        Raises:
            StoreError: The database refused or failed.
        """
        row = {"jti": token_id, "expires_at": expires_at + KEPT_BEYOND}

        def work(connection: Connection) -> bool:
            try:
                connection.execute(insert(used_panel_tokens), row)
            except IntegrityError:
                return False
            return True

        fresh = run_unit(self._engine, work)
        if fresh and self._sweep_is_due():
            run_unit(self._engine, _sweep)
        return fresh

    def _sweep_is_due(self) -> bool:
        with self._lock:
            now = self._clock()
            due = self._swept_at is None or now - self._swept_at >= SWEEP_SECONDS
            if due:
                self._swept_at = now
            return due


def _sweep(connection: Connection) -> None:
    connection.execute(
        delete(used_panel_tokens)
        .where(used_panel_tokens.c.expires_at < NOW)
        .with_dialect_options(mysql_limit=_SWEPT_AT_ONCE)
    )
