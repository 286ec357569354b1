"""The database server is killed in the middle of work (R4): nothing acknowledged is lost, nothing half done is kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.tenant import SiteId
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.openemr import ChartTables, SqlChartWriter
from arbiter_fhir.store import (
    AccountRole,
    PhiCipher,
    SqlAuditLog,
    SqlJobQueue,
    SqlUnitOfWorkFactory,
    open_engine,
    provision_site,
    verify_chain,
)
from devstack.mariadb import PrivateMariaDB
from tests.integration.store.conftest import KEK
from tests.integration.store.samples import DOC_TYPE, MODEL, PHI, chunk, completed, document

ROWS = 60


@pytest.fixture
def server(tmp_path: Path) -> Iterator[PrivateMariaDB]:
    private = PrivateMariaDB(tmp_path / "server")
    private.start()
    yield private
    private.kill()
    gc.collect()


# PyMySQL leaves a socket to the garbage collector when a connection over it is refused.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_was_acknowledged_is_there_and_what_was_not_is_not(server: PrivateMariaDB) -> None:
    url = server.handle().url()
    site = SiteId("killed")
    credentials = provision_site(url, site, "openemr")
    worker = open_engine(credentials.accounts[AccountRole.WORKER].url(url))
    queue, log = SqlJobQueue(worker), SqlAuditLog(worker)
    jobs = [queue.enqueue(document(number), DOC_TYPE) for number in range(1, ROWS + 1)]
    for job_id in jobs:
        log.append(completed(job_id))
    tables = ChartTables("openemr")
    work = SqlUnitOfWorkFactory(
        worker, chart_writer=lambda connection: SqlChartWriter(connection, tables), cipher=PhiCipher(site, KEK)
    )
    lease = queue.claim(worker="w1", lease=timedelta(minutes=5))
    assert lease is not None

    def unit_of_work() -> None:
        with work.begin(lease) as unit:
            unit.save_phi_map(patient_id=lease.job.patient_id, document_id=lease.job.document_id, phi=PHI)
            unit.save_chunks(job=lease.job, chunks=[chunk()], model_id=MODEL, active=True)
            unit.audit(completed(lease.job.job_id))
            unit.finish_job(lease)
            server.kill()

    with pytest.raises(StoreError) as failed:
        unit_of_work()
    assert failed.value.retryable
    with pytest.raises(StoreError) as away:
        queue.health()
    assert away.value.code is ErrorCode.STORE_UNAVAILABLE

    server.start()
    # The same engine goes on: nobody restarts the worker.
    health = queue.health()
    assert (health.pending, health.running) == (ROWS - 1, 1)
    with server.handle().connect(credentials.schema) as connection, connection.cursor() as cursor:
        for table in ("phi_tokens", "clinical_document_chunks"):
            cursor.execute(f"SELECT COUNT(*) FROM {table}")
            assert cursor.fetchone() == (0,)
    auditor = open_engine(credentials.accounts[AccountRole.AUDITOR].url(url))
    report = verify_chain(auditor)
    assert (report.rows, report.ok) == (ROWS, True)
    auditor.dispose()
    with work.begin(lease) as unit:
        unit.finish_job(lease)
    job = queue.get(lease.job.job_id)
    assert job is not None
    assert job.status is JobStatus.SUCCEEDED
    worker.dispose()
