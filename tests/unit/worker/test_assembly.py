"""A worker and a watch put together do what their parts do."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import timedelta
from types import SimpleNamespace
from typing import cast

from arbiter_fhir.pipelines.site import SitePipelines
from arbiter_fhir.pipelines.watch import WatchPipeline, WatchReport
from arbiter_fhir.worker import WorkerTimes, build_watch, build_worker
from tests.unit.worker.recording_queue import RecordingQueue, lease_of

IDLE = SimpleNamespace(step=lambda: False)


def test_a_worker_runs_the_sites_ingest_on_the_sites_queue() -> None:
    ran: list[int] = []
    ingest = SimpleNamespace(run=lambda lease: ran.append(lease.job.job_id))
    site = cast("SitePipelines", SimpleNamespace(queue=RecordingQueue(lease_of(3)), ingest=ingest, reembed=IDLE))
    assert build_worker(site, name="w1", times=WorkerTimes()).run_until_idle() == 1
    assert ran == [3]


@dataclass
class OneLook:
    looked: threading.Event = field(default_factory=threading.Event)

    def scan(self) -> WatchReport:
        self.looked.set()
        return WatchReport(())


def test_a_watch_scans_its_pipeline() -> None:
    look = OneLook()
    loop = build_watch(cast("WatchPipeline", look), site="default", every=timedelta(milliseconds=1))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    assert look.looked.wait(5)
    loop.stop()
    thread.join(5)
    assert not thread.is_alive()
