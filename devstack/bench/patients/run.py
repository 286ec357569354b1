"""Loads a site of each size and lets them answer in turns."""

from __future__ import annotations

import shutil
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from arbiter_fhir.bootstrap.guidelines import build_index_guidelines
from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.telemetry import configure_logging
from devstack.bench.patients.asking import BY_RECORD_NUMBER, QUESTIONS, Asked, AskedSite, ask_all, choose_patients
from devstack.bench.patients.copies import CHART_COPIES, OWN_COPIES
from devstack.bench.patients.growth import Growth
from devstack.bench.patients.maps import seal_maps
from devstack.bench.patients.templates import make_templates
from devstack.local_site import LocalSite
from devstack.mariadb import MariaDBHandle, PrivateMariaDB

__all__ = ["AtSize", "Cost", "ScaleBench", "at_size", "run_scale_bench"]

#: A server such as a clinic of a hundred thousand patients has, and a log that loading does not wait for.
SERVER = {
    "innodb-buffer-pool-size": "1G",
    "innodb-log-file-size": "1G",
    "innodb-flush-log-at-trx-commit": "2",
    "innodb-flush-method": "O_DIRECT",
    # The server is thrown away, so a page may be written once.
    "innodb-doublewrite": "0",
}
_SEED = 20260501
_SETTLE_SECONDS = 120
_FEW_PAGES = 200


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
        load_seconds: From five patients to all of them.
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
        with ExitStack() as open_sites:
            loaded = [
                _load(size, mariadb, root, open_sites, each=each, progress=progress) for size in sorted(set(sizes))
            ]
            progress("waiting until the loaded pages are written")
            _settle(mariadb)
            sites = [site for site, _, _ in loaded]
            # Once unmeasured: connections, caches of the models and the server's pages.
            ask_all([replace(site, patients=site.patients[:2]) for site in sites], mariadb, rounds=1, progress=progress)
            asked = ask_all(sites, mariadb, rounds=rounds, progress=progress)
            measured = tuple(
                at_size(site.size, seconds, megabytes, [each for each in asked if each.size == site.size])
                for site, seconds, megabytes in loaded
            )
            return ScaleBench(measured, len(sites[0].patients), rounds)
    finally:
        server.stop()
        shutil.rmtree(root, ignore_errors=True)


def _load(
    size: int, mariadb: MariaDBHandle, root: Path, opened: ExitStack, *, each: int, progress: Callable[[str], None]
) -> tuple[AskedSite, float, float]:
    """A site of this size, the seconds that its copies took, and its megabytes."""
    site = opened.enter_context(LocalSite(mariadb, root / f"clinic-{size}", site=f"bench{size}"))
    progress("indexing the guideline corpus")
    build_index_guidelines(site.settings).run()
    pipelines = build_site(site.settings)
    pids = make_templates(site, pipelines, today=site.store.today(), progress=progress)
    own = f"arbiter_{site.site}"
    growth = Growth(mariadb, own, {site.openemr_schema: CHART_COPIES, own: OWN_COPIES}, pids)
    growth.prepare()
    began = time.monotonic()
    growth.grow(size, lambda text: progress(f"loading {size:,}: {text}"))
    seconds = time.monotonic() - began
    patients = choose_patients(max(pids) + 1, min(pids) + size, each=each, seed=_SEED)
    seal_maps(site, patients)
    return AskedSite(size, pipelines.query, patients), seconds, _megabytes(growth)


def _settle(mariadb: MariaDBHandle) -> None:
    """Let the server write what loading left in memory, so that it does not do so while it answers."""
    with mariadb.connect() as connection, connection.cursor() as cursor:
        cursor.execute("SET GLOBAL innodb_max_dirty_pages_pct = 0")
        for _ in range(_SETTLE_SECONDS):
            cursor.execute("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_pages_dirty'")
            (_, dirty) = cursor.fetchone() or ("", 0)
            if int(dirty) < _FEW_PAGES:
                break
            time.sleep(1)
        cursor.execute("SET GLOBAL innodb_max_dirty_pages_pct = DEFAULT")


def at_size(size: int, loaded: float, megabytes: float, asked: Sequence[Asked]) -> AtSize:
    """What was measured at one size, question by question and together."""
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
            "SELECT SUM(DATA_LENGTH + INDEX_LENGTH) / 1048576 FROM information_schema.TABLES WHERE TABLE_SCHEMA IN %s",
            (tuple(growth.parts),),
        )
        row = cursor.fetchone()
    return float(row[0]) if row and row[0] is not None else 0.0
