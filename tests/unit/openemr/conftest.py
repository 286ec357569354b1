"""A client of OpenEMR against a scripted server, with a clock that stands still and pauses that are only noted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from arbiter_fhir.openemr import (
    ClientCredentials,
    FhirClient,
    HttpExchange,
    SiteAddress,
    TokenSource,
)
from arbiter_fhir.transport import RetryPolicy
from devstack.ehr.certificates import issue_server_certificate
from tests.unit.scripted_server import ScriptedServer, server

__all__ = ["FixedClock", "server"]


class FixedClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 30, 5, 15, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()


@pytest.fixture
def waits() -> list[float]:
    """The pauses that were taken, in seconds."""
    return []


@pytest.fixture(scope="session")
def ca_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One authority to trust: loading the system's hundreds takes longer than most tests here."""
    return issue_server_certificate(tmp_path_factory.mktemp("ca")).ca_pem


@pytest.fixture
def exchange(clock: FixedClock, waits: list[float], ca_file: Path) -> Iterator[HttpExchange]:
    """An exchange that notes its pauses instead of taking them; the jitter stands in the middle."""
    policy = RetryPolicy()
    with HttpExchange(clock=clock, ca_file=ca_file, policy=policy, wait=waits.append, chance=lambda: 0.5) as made:
        yield made


@pytest.fixture(scope="session")
def key() -> bytes:
    """A client's private key; of the least length, since each test loads and checks it."""
    made = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@pytest.fixture
def address(server: ScriptedServer) -> SiteAddress:
    return SiteAddress(server.url)


@pytest.fixture
def tokens(exchange: HttpExchange, address: SiteAddress, key: bytes, clock: FixedClock) -> TokenSource:
    return TokenSource(exchange, address, ClientCredentials("client-1", key), clock=clock)


@pytest.fixture
def client(exchange: HttpExchange, address: SiteAddress, tokens: TokenSource) -> FhirClient:
    return FhirClient(exchange, address, tokens)
