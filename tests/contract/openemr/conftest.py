"""The product's EHR side against the stand-in EHR: real HTTP, real tables."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from sqlalchemy.engine import make_url

from arbiter_fhir.domain.document import SourceDocument
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.openemr import (
    SYSTEM_SCOPES,
    ChartTables,
    ClientCredentials,
    FhirClient,
    FhirDocumentContent,
    HttpExchange,
    SiteAddress,
    SqlChartReader,
    SqlDocumentRegister,
    TokenSource,
    open_chart_engine,
    public_jwks,
)
from arbiter_fhir.ports.clock import Clock
from arbiter_fhir.transport import RetryPolicy
from devstack.ehr import NewPatient, StandInEhr, install_schema
from devstack.mariadb import MariaDBHandle, scratch_schema

PDF = b"%PDF-1.4\n" + bytes(range(256)) * 20


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Connected:
    """A running site and everything of the product that talks to it."""

    ehr: StandInEhr
    exchange: HttpExchange
    address: SiteAddress
    tokens: TokenSource
    client: FhirClient
    register: SqlDocumentRegister
    content: FhirDocumentContent

    def find(self, document_id: int) -> SourceDocument:
        found = self.register.find(DocumentId(document_id))
        assert found is not None
        return found

    def fetch(self, document_id: int) -> bytes:
        return self.content.fetch(self.find(document_id))


@pytest.fixture(scope="session")
def key() -> bytes:
    """A client's private key."""
    made = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def connect(
    mariadb: MariaDBHandle,
    folder: Path,
    key: bytes,
    *,
    scopes: tuple[str, ...] = SYSTEM_SCOPES,
    tls: bool = False,
    product_clock: Clock | None = None,
    **options: object,
) -> Iterator[Connected]:
    """A site of its own with a registered client; retries do not wait."""
    with scratch_schema(mariadb, "openemr") as schema:
        url = mariadb.url(schema)
        install_schema(url)
        with StandInEhr(url, folder / "documents", tls=tls, **options) as ehr:  # type: ignore[arg-type]
            engine = open_chart_engine(url)
            tables = ChartTables(str(make_url(url).database))
            clock = product_clock or SystemClock()
            policy = RetryPolicy(longest_pause=2.0)
            with HttpExchange(clock=clock, ca_file=ehr.ca_pem, policy=policy, wait=lambda _: None) as exchange:
                address = SiteAddress(ehr.base_url)
                credentials = ClientCredentials(ehr.register_client(public_jwks(key), scopes), key)
                tokens = TokenSource(exchange, address, credentials, clock=clock, scopes=scopes)
                client = FhirClient(exchange, address, tokens)
                register = SqlDocumentRegister(engine, tables)
                reader = SqlChartReader(engine, tables)
                content = FhirDocumentContent(client, register, reader)
                yield Connected(ehr, exchange, address, tokens, client, register, content)
            engine.dispose()
        assert ehr.traffic.crashes == []


@pytest.fixture(scope="module")
def shared_site(mariadb: MariaDBHandle, tmp_path_factory: pytest.TempPathFactory, key: bytes) -> Iterator[Connected]:
    """A site, shared by the tests of a module."""
    yield from connect(mariadb, tmp_path_factory.mktemp("ehr"), key)


@pytest.fixture
def site(shared_site: Connected) -> Iterator[Connected]:
    """The shared site, without faults before and after."""
    shared_site.ehr.faults.clear()
    yield shared_site
    shared_site.ehr.faults.clear()


@pytest.fixture
def own_site(mariadb: MariaDBHandle, tmp_path: Path, key: bytes) -> Iterator[Connected]:
    """A site for one test, which may change its settings."""
    yield from connect(mariadb, tmp_path, key)


@pytest.fixture
def patient(site: Connected) -> NewPatient:
    return new_patient(site)


def new_patient(site: Connected) -> NewPatient:
    """A patient whom no other test has."""
    return site.ehr.store.create_patient(
        fname="Ada", lname="Quill", dob=date(1970, 1, 31), pubpid=f"MRN-{secrets.token_hex(4)}"
    )


@pytest.fixture
def store_pdf(site: Connected, patient: NewPatient) -> Callable[..., int]:
    """Stores a document for the test's patient."""

    def store(content: bytes = PDF, category: str | None = "Lab Report") -> int:
        return site.ehr.store.store_document(patient.pid, category, "a.pdf", content)

    return store
