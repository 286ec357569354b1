"""A worker and a watch put together from one site's pipelines."""

from __future__ import annotations

from datetime import timedelta

from arbiter_fhir.pipelines.site import SitePipelines
from arbiter_fhir.pipelines.watch import WatchPipeline
from arbiter_fhir.worker.intake_extractor import IntakeExtractor
from arbiter_fhir.worker.loop import Worker, WorkerTimes
from arbiter_fhir.worker.retry import RetryPolicy
from arbiter_fhir.worker.watch_loop import WatchLoop

__all__ = ["build_watch", "build_worker"]


def build_worker(site: SitePipelines, *, name: str, times: WorkerTimes) -> Worker:
    """A worker of one site.

    Args:
        site: The site's pipelines.
        name: For leases, heartbeats and logs.
        times: How long it holds, waits and rests.
    """
    extractor = IntakeExtractor(
        queue=site.queue, ingest=site.ingest.run, retry=RetryPolicy(), lease_for=times.lease_for
    )
    return Worker(name=name, queue=site.queue, extractor=extractor, times=times, when_idle=site.reembed.step)


def build_watch(watch: WatchPipeline, *, site: str, every: timedelta) -> WatchLoop:
    """The watch of one site, looking ``every`` so often."""

    def scan() -> tuple[int, int]:
        report = watch.scan()
        return report.enqueued, report.retracted

    return WatchLoop(site=site, scan=scan, every=every)
