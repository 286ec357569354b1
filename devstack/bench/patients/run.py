"""Loads a site step by step and measures at each size."""

from __future__ import annotations

import shutil
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.telemetry import configure_logging
from devstack.bench.patients.asking import BY_RECORD_NUMBER, QUESTIONS, Asked, ask_all, choose_patients
from devstack.bench.patients.growth import Growth
from devstack.bench.patients.templates import make_templates
from devstack.local_site import LocalSite
from devstack.mariadb import PrivateMariaDB

__all__ = ["AtSize", "Cost", "ScaleBench", "run_scale_bench"]

#: A server such as a clinic of a hundred thousand patients has, and a log that loading does not wait for.
SERVER = {
    "innodb-buffer-pool-size": "1G",
    "innodb-log-file-size": "1G",
    "innodb-flush-log-at-trx-commit": "2",
    "innodb-flush-method": "O_DIRECT",
}
_SEED = 20260501


@dataclass(frozen=True, slots=True)
class Cost:
    """Median and 95th percentile of one question at one size."""

    p50_ms: float
    p95_ms: float
    database_p50_ms: float
    database_p95_ms: float
    rows_p50: float
    rows_p95: float
    statements: float
    answers: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class AtSize:
    """All that was measured at one size.

    Attributes:
        load_seconds: Of the step from the size before.
        data_mb: Data and indexes of both schemas.
        overall: All questions together, without the search by record number.
    """

    patients: int
    load_seconds: float
    data_mb: float
    questions: Mapping[str, Cost]
    overall: Cost


@dataclass(frozen=True, slots=True)
class ScaleBench:
    """The sizes in ascending order."""

    sizes: tuple[AtSize, ...]
    asked_patients: int
    rounds: int


def run_scale_bench(
    sizes: Sequence[int], root: Path, *, rounds: int, each: int, progress: Callable[[str], None]
) -> ScaleBench:
    """Load and measure.

    Args:
        sizes: Numbers of patients.
        root: Folder of the private server; what is in it is replaced, and removed at the end.
        rounds: How often each question is asked about each patient.
        each: How many patients of each kind are asked about.
        progress: Told what is happening.
    """
    configure_logging(silent=True)
    shutil.rmtree(root, ignore_errors=True)
    server = PrivateMariaDB(root / "mariadb", options=SERVER)
    progress("starting MariaDB")
    mariadb = server.start()
    try:
        with LocalSite(mariadb, root / "clinic", site="bench") as site:
            pipelines = build_site(site.settings)
            pids = make_templates(site, pipelines, today=site.store.today(), progress=progress)
            growth = Growth(mariadb, site.openemr_schema, f"arbiter_{site.site}", pids)
            growth.prepare()
            measured = []
            for size in sorted(set(sizes)):
                began = time.monotonic()
                growth.grow(size, lambda text, size=size: progress(f"loading {size:,}: {text}"))  # type: ignore[misc]
                loaded = time.monotonic() - began
                patients = choose_patients(max(pids) + 1, min(pids) + size, each=each, seed=_SEED)
                asked = ask_all(
                    pipelines.query,
                    mariadb,
                    patients,
                    rounds=rounds,
                    progress=lambda text, size=size: progress(f"asking at {size:,}: {text}"),  # type: ignore[misc]
                )
                measured.append(_at_size(size, loaded, _megabytes(growth), asked))
            return ScaleBench(tuple(measured), len(patients), rounds)
    finally:
        server.stop()
        shutil.rmtree(root, ignore_errors=True)


def _at_size(size: int, loaded: float, megabytes: float, asked: Sequence[Asked]) -> AtSize:
    named = {
        question: _cost([each for each in asked if each.question == question])
        for question in (*QUESTIONS, BY_RECORD_NUMBER)
    }
    overall = _cost([each for each in asked if each.question != BY_RECORD_NUMBER])
    return AtSize(size, loaded, megabytes, named, overall)


def _cost(asked: Sequence[Asked]) -> Cost:
    answers: dict[str, int] = {}
    for each in asked:
        answers[each.status] = answers.get(each.status, 0) + 1
    return Cost(
        *_percentiles([each.milliseconds for each in asked]),
        *_percentiles([each.database_milliseconds for each in asked]),
        *_percentiles([float(each.rows_read) for each in asked]),
        statements=statistics.median(each.statements for each in asked),
        answers=answers,
    )


def _percentiles(values: Sequence[float]) -> tuple[float, float]:
    if len(values) < 2:
        return values[0], values[0]
    return statistics.median(values), statistics.quantiles(values, n=20, method="inclusive")[18]


def _megabytes(growth: Growth) -> float:
    with growth.mariadb.connect() as connection, connection.cursor() as cursor:
        cursor.execute(
            "SELECT SUM(DATA_LENGTH + INDEX_LENGTH) / 1048576 FROM information_schema.TABLES"
            " WHERE TABLE_SCHEMA IN (%s, %s)",
            (growth.chart, growth.own),
        )
        row = cursor.fetchone()
    return float(row[0]) if row and row[0] is not None else 0.0
