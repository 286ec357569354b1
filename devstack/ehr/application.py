"""From a request to its answer: which part of OpenEMR a path belongs to."""

from __future__ import annotations

from urllib.parse import unquote

from devstack.ehr.browse import ChartBrowser
from devstack.ehr.fhir import FhirApi, Variant
from devstack.ehr.messages import Request, Response
from devstack.ehr.oauth import AccessDeniedError, AccessGate, AuthorizationServer, OAuthKeys
from devstack.ehr.site import SITE_NAME, Site


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
        self._browser = ChartBrowser(site) if browse else None

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
        if parts[1:2] != [SITE_NAME]:
            return Response.empty(400)
        if len(parts) < 3 or request.method == "HEAD":
            return Response.empty(404)
        if parts[0] == "oauth2":
            return self._authorization.answer(request, "/".join(parts[2:]))
        if parts[2] == "fhir":
            return self._fhir.answer(request, parts[3:])
        return self._standard_api(request)

    def _standard_api(self, request: Request) -> Response:
        # A backend client has no business here: without a token it hears so, with one it gets an empty 401.
        if not self._keys.exist():
            return Response.empty(500)
        if self._site.global_value("rest_api") != "1":
            return Response.empty(501)
        try:
            self._gate.verify(request)
        except AccessDeniedError as denied:
            return denied.response
        return Response.empty(401)
