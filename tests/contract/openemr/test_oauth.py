"""Tokens from the stand-in's authorization server, and what each mistake in the set-up looks like."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr import SYSTEM_SCOPES, ClientCredentials, SiteAddress, TokenSource, generate_client_key
from devstack.mariadb import MariaDBHandle
from tests.contract.openemr.conftest import PDF, Connected, SystemClock, connect, new_patient

pytestmark = pytest.mark.database


class ShiftedClock:
    """A clock that is wrong."""

    def __init__(self, seconds: float) -> None:
        self._off = timedelta(seconds=seconds)

    def now(self) -> datetime:
        return datetime.now(UTC) + self._off


class MovableClock:
    """A clock that both sides share and that a test moves."""

    def __init__(self) -> None:
        self.moment = datetime.now(UTC)

    def now(self) -> datetime:
        return self.moment


def source(site: Connected, key: bytes, **changes: object) -> TokenSource:
    values: dict[str, object] = {
        "client_id": site.tokens._client_id,
        "address": site.address,
        "clock": SystemClock(),
        "scopes": SYSTEM_SCOPES,
        **changes,
    }
    credentials = ClientCredentials(str(values["client_id"]), key)
    return TokenSource(
        site.exchange,
        values["address"],  # type: ignore[arg-type]
        credentials,
        clock=values["clock"],  # type: ignore[arg-type]
        scopes=values["scopes"],  # type: ignore[arg-type]
    )


def failed(tokens: TokenSource) -> ChartError:
    with pytest.raises(ChartError) as raised:
        tokens.token()
    return raised.value


def test_a_signed_assertion_gets_a_token_that_opens_documents(own_site: Connected) -> None:
    assert own_site.tokens.token() == own_site.tokens.token()
    assert own_site.ehr.traffic.count("/token") == 1
    assert own_site.client.document_references(patient_uuid=str(new_patient(own_site).uuid)) == ()


def test_every_new_token_needs_and_has_a_new_assertion(own_site: Connected) -> None:
    first = own_site.tokens.token()
    second = own_site.tokens.renew(first)
    assert own_site.tokens.renew(second) not in {first, second}


def test_a_lost_answer_to_a_token_request_is_asked_for_with_a_new_assertion(own_site: Connected) -> None:
    """The assertion's id was used up although nobody saw the token."""
    own_site.ehr.faults.add("reset_after", "/token", times=1)
    assert own_site.tokens.token()


def test_another_key_is_refused(own_site: Connected) -> None:
    error = failed(source(own_site, generate_client_key()))
    assert (error.code, error.retryable) == (ErrorCode.EHR_AUTH, False)


def test_another_audience_is_refused_and_the_remedy_names_it(own_site: Connected, key: bytes) -> None:
    own_site.ehr.site.set_global("site_addr_oath", "https://ehr.example")
    error = failed(source(own_site, key))
    assert error.code is ErrorCode.EHR_AUTH
    assert "site_addr_oath" in error.message
    renamed = SiteAddress(own_site.ehr.base_url, token_audience="https://ehr.example/oauth2/default/token")
    assert source(own_site, key, address=renamed).token()


def test_a_client_that_is_not_enabled_or_not_known_is_told_apart(own_site: Connected, key: bytes) -> None:
    own_site.ehr.enable_client(own_site.tokens._client_id, enabled=False)
    assert "not enabled" in failed(source(own_site, key)).message
    assert "not enabled" in failed(source(own_site, key, client_id="nobody")).message


@pytest.mark.parametrize(("seconds", "words"), [(-1000, "seconds behind"), (3600, "seconds ahead of")])
def test_a_wrong_clock_is_named(own_site: Connected, key: bytes, seconds: float, words: str) -> None:
    message = failed(source(own_site, key, clock=ShiftedClock(seconds))).message
    assert words in message
    named = next(int(word) for word in message.split() if word.isdigit())
    assert named == pytest.approx(abs(seconds), abs=3)


def test_a_clock_two_minutes_off_does_no_harm(own_site: Connected, key: bytes) -> None:
    assert source(own_site, key, clock=ShiftedClock(-120)).token()
    assert source(own_site, key, clock=ShiftedClock(50)).token()


def test_system_scopes_that_are_switched_off_are_named(own_site: Connected, key: bytes) -> None:
    own_site.ehr.site.set_global("rest_system_scopes_api", "0")
    error = failed(source(own_site, key))
    assert error.code is ErrorCode.EHR_SCOPE
    assert "rest_system_scopes_api" in error.message


def test_apis_that_are_switched_off_are_named(own_site: Connected, key: bytes) -> None:
    for name in ("rest_fhir_api", "rest_api", "rest_system_scopes_api"):
        own_site.ehr.site.set_global(name, "0")
    error = failed(source(own_site, key))
    assert error.code is ErrorCode.EHR_DISABLED
    with pytest.raises(ChartError) as raised:
        own_site.client.capability()
    assert raised.value.code is ErrorCode.EHR_DISABLED


@pytest.fixture
def narrow_site(mariadb: MariaDBHandle, tmp_path: Path, key: bytes) -> Iterator[Connected]:
    yield from connect(mariadb, tmp_path, key, scopes=("system/Patient.read", "system/DocumentReference.read"))


def test_a_scope_that_was_not_registered_is_named_before_anything_is_read(narrow_site: Connected, key: bytes) -> None:
    error = failed(source(narrow_site, key))
    assert error.code is ErrorCode.EHR_SCOPE
    assert "system/Binary.read" in error.message
    assert "system/Patient.read" not in error.message


def test_a_token_without_a_scope_gets_the_empty_401_and_names_it(narrow_site: Connected) -> None:
    document = narrow_site.ehr.store.store_document(new_patient(narrow_site).pid, "Lab Report", "a.pdf", PDF)
    with pytest.raises(ChartError) as raised:
        narrow_site.fetch(document)
    assert raised.value.code is ErrorCode.EHR_SCOPE
    assert "system/Binary.read" in raised.value.message


def test_an_expired_token_is_renewed_in_the_middle_of_the_work(
    mariadb: MariaDBHandle, tmp_path: Path, key: bytes
) -> None:
    clock = MovableClock()
    for site in connect(mariadb, tmp_path, key, clock=clock.now, product_clock=clock):
        document = site.ehr.store.store_document(new_patient(site).pid, "Lab Report", "a.pdf", PDF)
        assert site.fetch(document) == PDF
        # A machine that slept: its steady clock stood still, so it still holds its token for good.
        clock.moment += timedelta(seconds=400)
        assert site.fetch(document) == PDF
        assert site.ehr.traffic.count("/token") == 2
        assert [each.status for each in site.ehr.traffic.requests if "/Binary/" in each.path] == [200, 401, 200]


def test_many_threads_share_one_token(own_site: Connected) -> None:
    store = own_site.ehr.store
    patient = new_patient(own_site)
    documents = [store.store_document(patient.pid, "Lab Report", "a.pdf", PDF + bytes([n])) for n in range(6)]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(own_site.fetch, documents)) == [PDF + bytes([n]) for n in range(6)]
    assert own_site.ehr.traffic.count("/token") == 1
