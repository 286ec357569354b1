"""Record numbers (`pubpid`) to patients, without reading the whole table for each question.

OpenEMR has no index on `patient_data.pubpid`, so a lookup by it reads every patient: 0.9, 7.6 and 71 ms among 1,000,
10,000 and 100,000 patients. Here all numbers are read in the background once somebody asks by one, and kept in memory;
from then on a lookup reads the patients that came since and the one that it found, by the index on `pid`: 2 to 4 ms
among as many. A number that is not among them is looked for in the table, so a changed one costs time and is never
missed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from sqlalchemy import Connection, Engine, select

from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ChartError
from arbiter_fhir.openemr.chart_session import chart_errors
from arbiter_fhir.openemr.chart_tables import ChartTables

__all__ = ["RecordNumbers"]

#: All numbers are read again after so many seconds: until then a number that a second patient was given by an edit
#: may still be taken for the first one's alone.
FRESH_SECONDS: Final = 300.0


def _beside(work: Callable[[], None]) -> None:
    threading.Thread(target=work, name="record-numbers", daemon=True).start()


class RecordNumbers:
    """The record numbers of a site; they identify people and stay in this process.

    Args:
        engine: As an account that may read `pid` and `pubpid`.
        tables: OpenEMR's tables.
        now: Seconds of a clock that never goes back.
        beside: Runs the reading of all numbers, in a thread of its own by default.
    """

    def __init__(
        self,
        engine: Engine,
        tables: ChartTables,
        *,
        now: Callable[[], float] = time.monotonic,
        beside: Callable[[Callable[[], None]], None] = _beside,
    ) -> None:
        self._engine = engine
        self._table = tables.patient_data
        self._now = now
        self._beside = beside
        self._lock = threading.Lock()
        self._pids: dict[str, tuple[int, ...]] | None = None
        self._last = 0
        self._read_at: float | None = None

    def find(self, number: str) -> PatientId | None:
        """The one patient with this number; ``None`` for none, for several, and for a blank one.

        Args:
            number: As the caller gives it; outer white space and case do not count.

        Raises:
            ChartError: The database refused or failed.
        """
        wanted = _folded(number)
        if not wanted:
            return None
        self._refresh_if_old()
        with chart_errors("looking a patient up"), self._engine.connect() as connection, self._lock:
            found = self._known(connection, wanted) or self._in_table(connection, wanted)
        return PatientId(found[0]) if len(found) == 1 else None

    def _known(self, connection: Connection, wanted: str) -> Sequence[int]:
        """Those who still have a known number; empty where it is not known, or no longer that of all of them."""
        if self._pids is None:
            return ()
        self._last = self._add(self._pids, connection, after=self._last)
        pids = self._pids.get(wanted, ())
        holding = self._holding(connection, wanted, pids) if pids else ()
        return holding if len(holding) == len(pids) else ()

    def _in_table(self, connection: Connection, wanted: str) -> Sequence[int]:
        table = self._table
        rows = connection.execute(select(table.c.pid, table.c.pubpid).where(table.c.pubpid == wanted)).all()
        # The column's collation also equates letters with accents; a record number is not the place for that.
        found = tuple(int(row.pid) for row in rows if _folded(row.pubpid) == wanted)
        if self._pids is not None:
            self._pids[wanted] = found
        return found

    def _refresh_if_old(self) -> None:
        with self._lock:
            now = self._now()
            if self._read_at is not None and now - self._read_at <= FRESH_SECONDS:
                return
            self._read_at = now
        self._beside(self._read_all)

    def _read_all(self) -> None:
        """Read every number; where the database fails, lookups go on reading the table."""
        pids: dict[str, tuple[int, ...]] = {}
        with suppress(ChartError), chart_errors("reading record numbers"), self._engine.connect() as connection:
            last = self._add(pids, connection, after=0)
            with self._lock:
                self._pids, self._last = pids, last

    def _add(self, pids: dict[str, tuple[int, ...]], connection: Connection, *, after: int) -> int:
        table = self._table
        rows = connection.execute(select(table.c.pid, table.c.pubpid).where(table.c.pid > after))
        for pid, number in rows:
            after = max(after, int(pid))
            if folded := _folded(number):
                pids[folded] = _with(pids, folded, int(pid))
        return after

    def _holding(self, connection: Connection, wanted: str, pids: Iterable[int]) -> Sequence[int]:
        """Those of them whose number it still is."""
        table = self._table
        rows = connection.execute(select(table.c.pid, table.c.pubpid).where(table.c.pid.in_(list(pids)))).all()
        return [int(row.pid) for row in rows if _folded(row.pubpid) == wanted]


def _with(pids: Mapping[str, tuple[int, ...]], number: str, pid: int) -> tuple[int, ...]:
    return (*(each for each in pids.get(number, ()) if each != pid), pid)


def _folded(number: object) -> str:
    return "" if number is None else str(number).strip().casefold()
