"""From a request to its answer: which part of OpenEMR a path belongs to."""

from __future__ import annotations

from urllib.parse import unquote

from devstack.ehr.browse import ChartBrowser
from devstack.ehr.fhir import FhirApi, Variant
from devstack.ehr.messages import Request, Response
from devstack.ehr.oauth import AccessGate, AuthorizationServer, OAuthKeys
from devstack.ehr.site import Site
from devstack.ehr.standard_api import StandardApi
from devstack.ehr.store import EhrStore


class Application:
    """The whole stand-in without sockets.

    Args:
        site: Rows, files, clock.
        variant: Which OpenEMR to play.
        browse: Whether ``/`` shows pages of the chart.
    """

    def __init__(self, site: Site, *, variant: Variant, browse: bool) -> None:
        self._site = site
        self._keys = OAuthKeys(site)
        self._gate = AccessGate(site, self._keys)
        self._authorization = AuthorizationServer(site, self._keys, self._gate)
        self._fhir = FhirApi(site, variant, self._keys, self._gate)
        self._standard = StandardApi(site, EhrStore(site), self._keys, self._gate)
        self._browser = ChartBrowser(site) if browse else None

    def user_token(self, scopes: list[str]) -> str:
        """An access token of somebody who logged in: how that is done is played nowhere."""
        return self._gate.issue("a-user's-client", scopes)

    def ensure_keys(self) -> None:
        """Makes the pair that signs access tokens."""
        self._keys.ensure()

    def answer(self, request: Request) -> Response:
        """Returns the answer to one request; HEAD finds no route anywhere in the APIs (observed for Binary)."""
        parts = [unquote(part) for part in request.path.split("/") if part]
        if parts[:1] in (["apis"], ["oauth2"]):
            return self._api_answer(request, parts)
        if self._browser is not None and request.method in {"GET", "HEAD"}:
            return self._browser.answer(parts)
        return Response.empty(404)

    def _api_answer(self, request: Request, parts: list[str]) -> Response:
        if parts[1:2] != [self._site.name]:
            return Response.empty(400)
        if len(parts) < 3 or request.method == "HEAD":
            return Response.empty(404)
        if parts[0] == "oauth2":
            return self._authorization.answer(request, "/".join(parts[2:]))
        if parts[2] == "fhir":
            return self._fhir.answer(request, parts[3:])
        return self._standard.answer(request, parts[3:])
