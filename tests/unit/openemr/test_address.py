from __future__ import annotations

import pytest

from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.openemr import SiteAddress


def test_one_address_gives_every_url() -> None:
    address = SiteAddress("https://ehr.example:8443/openemr", "clinic2")
    assert address.fhir_url == "https://ehr.example:8443/openemr/apis/clinic2/fhir"
    assert address.token_url == "https://ehr.example:8443/openemr/oauth2/clinic2/token"
    assert address.registration_url == "https://ehr.example:8443/openemr/oauth2/clinic2/registration"
    assert address.audience == address.token_url


def test_a_site_that_knows_itself_by_another_name_gets_that_audience() -> None:
    address = SiteAddress("https://10.0.0.5", token_audience="https://ehr.example/oauth2/default/token")
    assert address.audience == "https://ehr.example/oauth2/default/token"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ehr.example",
        "ftp://ehr.example",
        "https://",
        "https://ehr.example/",
        "https://ehr.example?site=x",
        "https://ehr.example#x",
        "https://user:secret@ehr.example",
        "http://ehr.example",
    ],
)
def test_an_address_that_cannot_be_right_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError) as raised:
        SiteAddress(url)
    assert "secret" not in raised.value.message


@pytest.mark.parametrize("url", ["http://127.0.0.1:8080", "http://localhost", "http://[::1]:80"])
def test_plain_http_is_for_this_machine(url: str) -> None:
    assert SiteAddress(url).base_url == url


def test_plain_http_to_another_machine_is_an_operators_decision() -> None:
    assert SiteAddress("http://ehr.internal", plain_http_allowed=True).fhir_url.startswith("http://ehr.internal/")


@pytest.mark.parametrize("site", ["", "a/b", "..%2f", "a b", "x" * 65])
def test_a_site_name_cannot_leave_its_place_in_the_path(site: str) -> None:
    with pytest.raises(ConfigurationError):
        SiteAddress("https://ehr.example", site)
