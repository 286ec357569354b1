"""The loops that keep the line moving: claim, heartbeat, retry, watch.

*Takes* a queue and pipelines. *Gives* finished jobs. *Never* knows what a job does inside.
"""

from arbiter_fhir.worker.assembly import build_watch, build_worker
from arbiter_fhir.worker.intake_extractor import IntakeExtractor
from arbiter_fhir.worker.loop import Worker, WorkerTimes
from arbiter_fhir.worker.retry import RetryPolicy
from arbiter_fhir.worker.watch_loop import WatchLoop

__all__ = ["IntakeExtractor", "RetryPolicy", "WatchLoop", "Worker", "WorkerTimes", "build_watch", "build_worker"]
