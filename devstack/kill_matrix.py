"""The kill matrix: a worker is killed at every step of a job, and nothing is lost or doubled.

    python -m devstack.kill_matrix [--kills N] [--json]

Each round stores a document for a new patient and starts a worker that ends itself with SIGKILL when the job passes the
step. When all are dead and their leases have run out, another worker takes the jobs over, and everything that is stored
about each document, in our tables and in the chart, is compared with what an undisturbed run stores.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from arbiter_fhir.bootstrap.reading import build_deidentifier
from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.pipelines.ingest import IngestStep
from arbiter_fhir.telemetry import configure_logging
from arbiter_fhir.worker import WorkerTimes, build_worker
from devstack.demo.case import built_in_cases, create_patient
from devstack.local_site import LocalSite
from devstack.mariadb import shared_server

__all__ = ["KillRound", "main", "run_matrix"]

#: Lab Report in OpenEMR's default categories.
LAB_REPORT = 2
#: So long that no worker takes over from another one by itself: when leases run out is decided here.
LEASE = timedelta(minutes=10)
_REPOSITORY = Path(__file__).resolve().parents[1]

#: Table to the expression that stands for one row of it, ids left out; everything that a job may write.
_OURS = {
    "clinical_document_processing_jobs": "CONCAT(doc_type, status)",
    "clinical_document_identity_checks": "CONCAT(part_number, identity_status, mismatch_reason)",
    "clinical_document_facts": (
        "CONCAT(certainty, active, structured_value_json, JSON_VALUE(citation_json, '$.page_or_section'))"
    ),
    "clinical_document_fact_embeddings": "HEX(SHA2(embedding, 256))",
    "clinical_document_chunks": "CONCAT(page, chunk_text)",
    "clinical_document_rejected_candidates": "CONCAT(page, reason, quote)",
    "clinical_document_promotions": "CONCAT(outcome, active, conflict_reason, promoted_table)",
    "phi_tokens": "label",
}
_CHART = """SELECT CONCAT_WS('|', o.activity, r.result_code, r.result_text, r.result, r.units, r.range, r.abnormal)
            FROM procedure_result r JOIN procedure_report p USING (procedure_report_id)
            JOIN procedure_order o USING (procedure_order_id) WHERE r.document_id = %s"""
_RUN_OUT = """UPDATE clinical_document_processing_jobs SET lease_until = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND
              WHERE status = 'running'"""


@dataclass(frozen=True, slots=True)
class KillRound:
    """One kill: where, and what was different afterwards."""

    step: str
    killed: bool
    lost: int
    doubled: int


class _Rounds:
    """Rounds on one site."""

    def __init__(self, site: LocalSite) -> None:
        self._site = site
        self._case = built_in_cases()[0]
        build_mappings(site.settings).put(LAB_REPORT, DocType.LAB_PDF, active=True)

    def undisturbed(self) -> Counter[str]:
        """What a run without a kill stores."""
        document_id = self._upload()
        self._work(None)
        return self._stored(document_id)

    def kill_at(self, step: IngestStep) -> tuple[int, bool]:
        """A document whose worker was killed at the step, and whether it was."""
        document_id = self._upload()
        return document_id, self._work(step)

    def take_over(self) -> None:
        """Let the leases of the dead run out, and one worker do what they left."""
        with self._site.mariadb.connect(f"arbiter_{self._site.site}") as connection, connection.cursor() as cursor:
            cursor.execute(_RUN_OUT)
            connection.commit()
        self._work(None)

    def compared(self, step: IngestStep, document_id: int, expected: Counter[str], *, killed: bool) -> KillRound:
        """What became of a document."""
        stored = self._stored(document_id)
        return KillRound(step.value, killed, (expected - stored).total(), (stored - expected).total())

    def _upload(self) -> int:
        if self._case.patient is None:
            raise RuntimeError("the built-in case has a patient")
        # Without years of chart: each round makes a patient, and looks at the document's rows alone.
        pid = create_patient(self._site.store, replace(self._case.patient, story=""))
        return self._site.store.store_document(pid, LAB_REPORT, self._case.name, self._case.content)

    def _work(self, step: IngestStep | None) -> bool:
        """Scan and work in a process of its own; true where it ended by SIGKILL.

        The process is forked from one that has loaded the models and holds no connection, so it starts at once.
        """
        child = os.fork()
        if child == 0:
            os._exit(self._work_here(step))
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status) and os.WEXITSTATUS(status) != 0:
            raise RuntimeError("a worker of the kill matrix failed by itself")
        return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL

    def _work_here(self, step: IngestStep | None) -> int:
        def observe(passed: IngestStep) -> None:
            if passed is step:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            site = build_site(self._site.settings, observe=observe)
            site.watch.scan()
            times = WorkerTimes(lease_for=LEASE)
            build_worker(site, name=f"matrix.{os.getpid()}", times=times).run_until_idle()
        except BaseException as error:  # noqa: BLE001  the parent learns of it by the exit code
            print(type(error).__name__, error, file=sys.stderr)
            return 1
        return 0

    def _stored(self, document_id: int) -> Counter[str]:
        rows: Counter[str] = Counter()
        with self._site.mariadb.connect(f"arbiter_{self._site.site}") as connection, connection.cursor() as cursor:
            for table, expression in _OURS.items():
                cursor.execute(f"SELECT {expression} FROM {table} WHERE document_id = %s", (document_id,))
                rows.update(f"{table}: {row}" for (row,) in cursor.fetchall())
            cursor.execute(
                "SELECT action FROM audit_log WHERE JSON_VALUE(detail, '$.document_id') = %s", (document_id,)
            )
            rows.update(f"audit: {row}" for (row,) in cursor.fetchall())
        with self._site.mariadb.connect(self._site.openemr_schema) as connection, connection.cursor() as cursor:
            cursor.execute(_CHART, (document_id,))
            rows.update(f"chart: {row}" for (row,) in cursor.fetchall())
        return rows


def run_matrix(site: LocalSite, *, kills: int = 1) -> list[KillRound]:
    """Kill at every step, ``kills`` times each, on a site that is set up.

    Raises:
        RuntimeError: An undisturbed run stores nothing, so that there would be nothing to lose.
    """
    build_deidentifier(site.settings.date_order)
    rounds = _Rounds(site)
    expected = rounds.undisturbed()
    if not any(row.startswith("chart: ") for row in expected):
        raise RuntimeError("an undisturbed run promotes nothing: the matrix would prove nothing")
    left = [(step, *rounds.kill_at(step)) for step in IngestStep for _ in range(kills)]
    rounds.take_over()
    return [rounds.compared(step, document_id, expected, killed=killed) for step, document_id, killed in left]


def main() -> int:
    """Run the matrix on the checkout's test server; the exit code is 1 where anything was lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m devstack.kill_matrix", description=__doc__)
    parser.add_argument("--kills", type=int, default=1, help="kills per step")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    configure_logging(silent=True)
    with (
        shared_server(_REPOSITORY / ".arbiter" / "test-server") as server,
        tempfile.TemporaryDirectory(prefix="kill-matrix-") as folder,
        LocalSite(server, Path(folder) / "clinic", site=f"k{os.getpid()}") as site,
    ):
        results = run_matrix(site, kills=arguments.kills)
    _print(results, as_json=arguments.json)
    return int(any(result.lost or result.doubled or not result.killed for result in results))


def _print(results: list[KillRound], *, as_json: bool) -> None:
    by_step: dict[str, Mapping[str, int]] = {}
    for step in IngestStep:
        mine = [result for result in results if result.step == step.value]
        by_step[step.value] = {
            "kills": sum(result.killed for result in mine),
            "lost": sum(result.lost for result in mine),
            "doubled": sum(result.doubled for result in mine),
        }
    if as_json:
        print(json.dumps(by_step))
        return
    print(f"{'step':<16}{'kills':>6}{'lost':>6}{'doubled':>9}")
    for step_name, counts in by_step.items():
        print(f"{step_name:<16}{counts['kills']:>6}{counts['lost']:>6}{counts['doubled']:>9}")


if __name__ == "__main__":
    raise SystemExit(main())
