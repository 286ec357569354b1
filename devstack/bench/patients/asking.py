"""Asks questions and notes what each cost: time, time in the database, rows that the database read."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from pymysql.cursors import Cursor
from sqlalchemy import Engine, event

from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.pipelines.query import QueryPipeline
from devstack.bench.patients.growth import kind_of
from devstack.bench.patients.templates import TEMPLATES
from devstack.mariadb import MariaDBHandle

__all__ = ["BY_RECORD_NUMBER", "QUESTIONS", "Asked", "AskedSite", "ask_all", "choose_patients"]

#: As clinicians ask; every kind of row of the chart and of the product's own store is needed by one of them.
QUESTIONS = (
    "latest A1c?",
    "creatinine trend over the last two years",
    "any abnormal labs?",
    "what medications is the patient on?",
    "any allergies?",
    "problem list?",
    "blood pressure over the last year?",
    "which vaccines has the patient had?",
    "when was the last visit and why?",
    "any pending orders?",
    "what did the last lab report say about LDL?",
    "what do guidelines say about blood pressure targets?",
)
#: Beside the questions: finding the patient by the number that people see.
BY_RECORD_NUMBER = "(find the patient by record number)"

_READS = "SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Handler\\_read\\_%'"


@dataclass(frozen=True, slots=True)
class AskedSite:
    """A site of one size.

    Attributes:
        patients: Whom questions are about; the same kinds in the same order at every size.
    """

    size: int
    query: QueryPipeline
    patients: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question about one patient of one site.

    Attributes:
        milliseconds: Wall time of the whole answer.
        database_milliseconds: Of it, between sending a statement and its rows.
        rows_read: Rows and index entries that the server touched.
        status: What came out, so that a refusal is not taken for a fast answer.
    """

    size: int
    question: str
    milliseconds: float
    database_milliseconds: float
    rows_read: int
    statements: int
    status: str


def choose_patients(low: int, high: int, *, each: int, seed: int) -> tuple[int, ...]:
    """Copies to ask about, the same number of each kind at every size.

    Args:
        low: First pid.
        high: Last pid, exclusive.
        each: How many of each kind.
        seed: Decides who.
    """
    chance = random.Random(seed)
    chosen: dict[int, list[int]] = {kind: [] for kind in range(len(TEMPLATES))}
    while any(len(found) < each for found in chosen.values()):
        pid = chance.randrange(low, high)
        found = chosen[kind_of(pid)]
        if len(found) < each and pid not in found:
            found.append(pid)
    return tuple(pid for place in range(each) for pid in (found[place] for found in chosen.values()))


def ask_all(
    sites: Sequence[AskedSite], mariadb: MariaDBHandle, *, rounds: int, progress: Callable[[str], None]
) -> list[Asked]:
    """Ask every question about every patient ``rounds`` times, the sites taking turns at each question.

    What else the machine does in the meantime then falls on all sites alike.
    """
    asked = []
    with _database_clock() as clock, mariadb.connect() as connection, connection.cursor() as cursor:

        def cost(site: AskedSite, question: str, pid: int) -> Asked:
            before = _reads(cursor)
            clock.reset()
            began = time.perf_counter()
            status = _find(site.query, pid) if question == BY_RECORD_NUMBER else _ask(site.query, pid, question)
            took = time.perf_counter() - began
            rows = _reads(cursor) - before
            return Asked(site.size, question, took * 1000, clock.seconds * 1000, rows, clock.statements, status)

        count = len(sites[0].patients)
        for number, place in itertools.product(range(rounds), range(count)):
            progress(f"round {number + 1} of {rounds}, patient {place + 1} of {count}")
            for turn, question in enumerate((*QUESTIONS, BY_RECORD_NUMBER)):
                # Nobody is always first.
                first = (number + place + turn) % len(sites)
                asked += [cost(site, question, site.patients[place]) for site in (*sites[first:], *sites[:first])]
    return asked


def _ask(query: QueryPipeline, pid: int, question: str) -> str:
    try:
        answer = query.ask(RecordView.whole(PatientId(pid)), question, caller="bench")[1]
    except Exception as error:  # noqa: BLE001  a failure is an answer's cost as well, and is shown as one
        return type(error).__name__
    return answer.status.value if answer.refusal is None else answer.refusal.reason.value


def _find(query: QueryPipeline, pid: int) -> str:
    found = query.resolve_patient(patient_id=None, external_id=f"B-{pid}")
    return "found" if found == pid else "wrong"


class _DatabaseClock:
    def __init__(self) -> None:
        self.seconds = 0.0
        self.statements = 0
        self._began = 0.0

    def reset(self) -> None:
        self.seconds, self.statements = 0.0, 0

    def before(self, *_: object) -> None:
        self._began = time.perf_counter()

    def after(self, *_: object) -> None:
        # Questions are asked one after the other, so one clock is enough.
        self.seconds += time.perf_counter() - self._began
        self.statements += 1


@contextmanager
def _database_clock() -> Iterator[_DatabaseClock]:
    """Counts the time of every statement of every engine while it is open."""
    clock = _DatabaseClock()
    listeners = (("before_cursor_execute", clock.before), ("after_cursor_execute", clock.after))
    for name, listener in listeners:
        event.listen(Engine, name, listener)
    try:
        yield clock
    finally:
        for name, listener in listeners:
            event.remove(Engine, name, listener)


def _reads(cursor: Cursor) -> int:
    cursor.execute(_READS)
    return sum(int(value) for _, value in cursor.fetchall())
