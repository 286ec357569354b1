"""Provisioned sites on the real MariaDB, with an engine per account: tests act as the application's own accounts."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

import pymysql
import pytest
from sqlalchemy import Engine

from arbiter_fhir.domain.document import SourceDocument
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import Lease
from arbiter_fhir.domain.tenant import FactId, SiteId
from arbiter_fhir.openemr import ChartTables, SqlChartWriter, query_grants, worker_grants
from arbiter_fhir.store import (
    Account,
    AccountRole,
    ChartGrants,
    PhiCipher,
    SiteCredentials,
    SqlJobQueue,
    SqlUnitOfWorkFactory,
    open_engine,
    provision_control,
    provision_site,
)
from devstack.ehr import install_schema
from devstack.mariadb import MariaDBHandle, scratch_schema
from tests.integration.store import samples

KEK = {1: bytes(range(32))}
CHART: Mapping[AccountRole, ChartGrants] = {
    AccountRole.WORKER: worker_grants(),
    AccountRole.QUERY: query_grants(),
}


@dataclass
class StoreSite:
    """One provisioned site."""

    server: MariaDBHandle
    name: SiteId
    openemr_schema: str
    control_schema: str
    credentials: SiteCredentials
    auth: Account
    engines: dict[AccountRole, Engine] = field(default_factory=dict)

    @property
    def schema(self) -> str:
        return self.credentials.schema

    def url(self, role: AccountRole) -> str:
        return self.credentials.accounts[role].url(self.server.url())

    def engine(self, role: AccountRole) -> Engine:
        if role not in self.engines:
            self.engines[role] = open_engine(self.url(role), pool_size=10)
        return self.engines[role]

    @property
    def worker(self) -> Engine:
        return self.engine(AccountRole.WORKER)

    @property
    def query(self) -> Engine:
        return self.engine(AccountRole.QUERY)

    def queue(self, **options: int) -> SqlJobQueue:
        return SqlJobQueue(self.worker, **options)

    def work(self, keys: Mapping[int, bytes] = KEK) -> SqlUnitOfWorkFactory:
        return SqlUnitOfWorkFactory(
            self.worker,
            chart_writer=lambda connection: SqlChartWriter(connection, ChartTables(self.openemr_schema)),
            cipher=PhiCipher(self.name, keys),
        )

    def admin(self, statement: str, parameters: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
        """Run a statement as the server's administrator, in the site's schema."""
        with self.server.connect(self.schema) as connection, connection.cursor() as cursor:
            cursor.execute(statement, parameters or None)
            return list(cursor.fetchall())

    def number(self, table: str, condition: str = "1=1") -> int:
        return int(str(self.admin(f"SELECT COUNT(*) FROM {table} WHERE {condition}")[0][0]))

    def empty(self) -> None:
        """Take all rows out, as the administrator."""
        kept = {"alembic_version", "audit_log", "audit_chain_head"}
        with self.server.connect(self.schema) as connection, connection.cursor() as cursor:
            connection.begin()
            cursor.execute("SHOW TABLES")
            for (table,) in cursor.fetchall():
                if table not in kept:
                    cursor.execute(f"DELETE FROM `{table}`")
            connection.commit()

    def raw(self, role: AccountRole) -> pymysql.connections.Connection:
        """A bare connection as one of the accounts: what an injected statement would have."""
        account = self.credentials.accounts[role]
        return pymysql.connect(
            unix_socket=str(self.server.socket),
            user=account.user,
            password=account.password or "",
            database=self.schema,
            charset="utf8mb4",
            autocommit=True,
        )

    def claimed(self, source: SourceDocument | None = None) -> Lease:
        """A job, enqueued and claimed."""
        self.queue().enqueue(source or samples.document(100), samples.DOC_TYPE)
        lease = self.queue().claim(worker="w1", lease=timedelta(seconds=60))
        assert lease is not None
        return lease

    def ingest(
        self,
        source: SourceDocument,
        facts: Sequence[CitedFact],
        *,
        status: IdentityStatus = IdentityStatus.VERIFIED,
        vectors: Sequence[bytes] = (),
        finish: bool = True,
    ) -> list[FactId]:
        """What the pipeline does with a document, without a chart: one job, one transaction."""
        lease = self.claimed(source)
        job = lease.job
        opened = samples.active(facts, job.patient_id) if status.opens_the_gate else []
        with self.work().begin(lease) as unit:
            unit.forget_derived(job)
            unit.save_phi_map(patient_id=job.patient_id, document_id=job.document_id, phi=samples.PHI)
            checks = unit.save_identity(
                job=job, identity=samples.identity(job.patient_id, status), candidates=samples.candidates()
            )
            ids = unit.save_facts(
                job=job,
                identity_check_ids=[checks[1]] * len(facts),
                facts=facts,
                active=opened,
                fingerprints=[samples.fingerprints(fact) for fact in facts],
            )
            if opened:
                near = list(zip(ids, vectors or [samples.unit_vector(fact_id) for fact_id in ids], strict=True))
                unit.save_fact_embeddings(patient_id=job.patient_id, vectors=near, model_id=samples.MODEL)
            unit.save_chunks(job=job, chunks=[samples.chunk()], model_id=samples.MODEL, active=bool(opened))
            unit.save_rejected(job=job, rejected=[samples.rejected()])
            unit.audit(samples.completed(job.job_id))
            if finish:
                unit.finish_job(lease)
        return list(ids)


@pytest.fixture(scope="session")
def openemr(mariadb: MariaDBHandle) -> Iterator[str]:
    """OpenEMR's tables with their true columns."""
    with scratch_schema(mariadb, "openemr") as schema:
        install_schema(mariadb.url(schema))
        yield schema


@pytest.fixture(scope="session")
def control(mariadb: MariaDBHandle) -> Iterator[Account]:
    """A control schema of this test process."""
    account = provision_control(mariadb.url(), schema=f"c{secrets.token_hex(6)}")
    yield account
    with mariadb.connect() as connection, connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE `{account.schema}`")
        cursor.execute(f"DROP USER '{account.user}'@'%'")
        cursor.execute(f"DROP USER '{account.schema}_definer'@'localhost'")


@pytest.fixture(scope="session")
def make_site(mariadb: MariaDBHandle, openemr: str, control: Account) -> Iterator[Callable[[], StoreSite]]:
    """Makes sites, and takes them away at the end."""
    made: list[StoreSite] = []

    def make() -> StoreSite:
        name = SiteId(samples.site_name())
        credentials = provision_site(mariadb.url(), name, openemr, chart=CHART, control_schema=control.schema)
        made.append(StoreSite(mariadb, name, openemr, control.schema, credentials, control))
        return made[-1]

    yield make
    for site in made:
        for engine in site.engines.values():
            engine.dispose()
        with mariadb.connect() as connection, connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE `{site.schema}`")
            for account in site.credentials.accounts.values():
                cursor.execute(f"DROP USER '{account.user}'@'%'")
            cursor.execute(f"DROP USER '{site.schema}_definer'@'localhost'")


@pytest.fixture(scope="session")
def shared_site(make_site: Callable[[], StoreSite]) -> StoreSite:
    return make_site()


@pytest.fixture(scope="session")
def other_site(make_site: Callable[[], StoreSite]) -> StoreSite:
    return make_site()


@pytest.fixture
def site(shared_site: StoreSite) -> StoreSite:
    """The session's site, empty but for its audit log."""
    shared_site.empty()
    return shared_site
