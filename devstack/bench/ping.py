"""How long it takes from a stored document to its facts, with the module's change ping and without it.

A clinic with everything in processes of its own, as in service: a typed report is stored in OpenEMR, then the API is
asked for the patient's facts until they are there. Each round has a patient of its own.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from devstack.bench.rounds import Spread, spread_of
from devstack.demo.clinic import Clinic, open_clinic
from devstack.demo.interruption import Interruption
from devstack.samples import DEMO_SAMPLE, Person, sample

__all__ = ["GOAL_SECONDS", "PingBench", "bench_ping", "ping_as_json"]

#: Median that is wanted for a typed page with the ping.
GOAL_SECONDS = 3.0
#: A document that takes longer is counted as lost.
_PATIENCE_SECONDS = 120.0
_LOOK_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class PingBench:
    """Seconds from the stored document to its first fact, with and without the ping.

    Attributes:
        worker_cpu: Processor seconds that the worker and its children took for a document, on the average: what it
            costs on a machine that has nothing else to do, whatever the wall clock said here.
        load: Of this machine, when the measurement ended: processes that wanted a processor.
        stages: Stage of the line to its median in milliseconds.
    """

    rounds: int
    with_ping: Spread
    without_ping: Spread
    worker_cpu: float
    load: float
    stages: Mapping[str, float]

    @property
    def meets_goal(self) -> bool:
        """Whether the median with the ping is below `GOAL_SECONDS`."""
        return self.with_ping.median < GOAL_SECONDS


def bench_ping(root: Path, *, rounds: int, progress: Callable[[str], None]) -> PingBench:
    """Measure, in a clinic with the default settings.

    Args:
        root: Folder for the clinic; made anew.
        rounds: Documents of each kind, at least 2.
        progress: Told what is happening.

    Raises:
        RuntimeError: Something did not start, or a document never got its facts.
    """
    root.mkdir(parents=True, exist_ok=True)
    interruption = Interruption()
    interruption.listen()
    with open_clinic(root, progress, interruption, settings={}) as clinic:
        _visible_after(clinic, ping=True)  # the first document loads the models
        took: dict[bool, list[float]] = {True: [], False: []}
        before = _worker_cpu(clinic)
        for number in range(1, rounds + 1):
            for ping in (True, False):
                took[ping].append(_visible_after(clinic, ping=ping))
            progress(f"round {number}: {took[True][-1]:.2f} s with the ping, {took[False][-1]:.2f} s without")
        cpu = (_worker_cpu(clinic) - before) / (2 * rounds)
        stages = _stages(clinic)
    return PingBench(rounds, spread_of(took[True]), spread_of(took[False]), cpu, os.getloadavg()[0], stages)


def ping_as_json(bench: PingBench) -> dict[str, object]:
    """JSON-ready."""
    return {**asdict(bench), "goal_seconds": GOAL_SECONDS, "meets_goal": bench.meets_goal}


def _visible_after(clinic: Clinic, *, ping: bool) -> float:
    paper = sample(DEMO_SAMPLE)
    patient = _register(clinic, paper.truth.person)
    document = clinic.site.store.store_document(patient, "Lab Report", "report.pdf", paper.content)
    began = time.monotonic()
    if ping:
        status, _ = clinic.post("/v1/documents/changed", {"document_id": document})
        if status != 202:
            raise RuntimeError(f"the ping was answered with {status}")
    while time.monotonic() - began < _PATIENCE_SECONDS:
        _, body = clinic.get(f"/v1/patients/{patient}/facts")
        if body.get("facts"):
            return time.monotonic() - began
        time.sleep(_LOOK_SECONDS)
    raise RuntimeError(f"document {document} had no facts after {_PATIENCE_SECONDS:.0f} s")


def _worker_cpu(clinic: Clinic) -> float:
    """Processor seconds of the clinic's worker process and of its children that have ended."""
    for folder in Path("/proc").iterdir():
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if b"work" in words and str(clinic.site.env_file).encode() in words:
                # Fields 14 to 17 of proc(5) stat, counted behind the name, which may hold spaces.
                fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                return sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")
        except OSError:
            continue
    raise RuntimeError("the clinic's worker is not running")


def _register(clinic: Clinic, person: Person) -> int:
    created = clinic.site.store.create_patient(
        fname=person.given,
        lname=person.family,
        dob=person.birth_date,
        sex=person.sex,
        pubpid=person.mrn,
        mname=person.middle,
    )
    return int(created.pid)


def _stages(clinic: Clinic) -> Mapping[str, float]:
    schema = f"arbiter_{clinic.site.site}"
    with clinic.site.mariadb.connect(schema) as connection, connection.cursor() as cursor:
        cursor.execute(
            "SELECT stage, latency_ms FROM stage_timings WHERE job_id IS NOT NULL AND model IS NULL ORDER BY id"
        )
        taken: dict[str, list[float]] = {}
        for stage, milliseconds in cursor.fetchall():
            taken.setdefault(str(stage), []).append(float(milliseconds))
    return {stage: spread_of(values).median for stage, values in taken.items() if len(values) > 1}
