"""Routes requests below ``/oauth2/default`` to their endpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devstack.ehr.messages import Request, Response
from devstack.ehr.oauth.access import AccessGate
from devstack.ehr.oauth.discovery import openid_configuration
from devstack.ehr.oauth.keys import OAuthKeys
from devstack.ehr.oauth.registration import register_client
from devstack.ehr.oauth.token import TokenEndpoint

if TYPE_CHECKING:
    from devstack.ehr.site import Site

API_SWITCHES = ("rest_api", "rest_fhir_api", "rest_portal_api")


class AuthorizationServer:
    """The OAuth2 side of one site."""

    def __init__(self, site: Site, keys: OAuthKeys, gate: AccessGate) -> None:
        self._site = site
        self._keys = keys
        self._token = TokenEndpoint(site, gate)

    def answer(self, request: Request, endpoint: str) -> Response:
        """Returns the answer of one endpoint.

        Args:
            request: The request.
            endpoint: The path below ``/oauth2/default/``. With every API switched off all of them are an empty 404.
        """
        if not any(self._site.global_value(name) == "1" for name in API_SWITCHES):
            return Response.empty(404)
        self._keys.ensure()
        if endpoint == "registration":
            return register_client(self._site, request)
        if endpoint == "token" and request.method == "POST":
            return self._token.answer(request)
        if endpoint == "jwk" and request.method == "GET":
            return Response.json(self._keys.jwks())
        if endpoint == ".well-known/openid-configuration" and request.method == "GET":
            return Response.json(openid_configuration(self._site))
        return Response.empty(404)
