"""The authorization server: discovery, client registration, client_credentials tokens.

*Takes* requests below ``/oauth2/default``.
*Gives* the answers observed on OpenEMR 7.0.1, its mistakes included, and checks bearer tokens for the FHIR side.
*Never* explains an ``invalid_client``: all of them look alike, as they do there.
"""

from devstack.ehr.oauth.access import AccessDeniedError, AccessGate, AccessToken
from devstack.ehr.oauth.authorization import AuthorizationServer
from devstack.ehr.oauth.keys import OAuthKeys
from devstack.ehr.oauth.scopes import SYSTEM_RESOURCES, supported_scopes

__all__ = [
    "SYSTEM_RESOURCES",
    "AccessDeniedError",
    "AccessGate",
    "AccessToken",
    "AuthorizationServer",
    "OAuthKeys",
    "supported_scopes",
]
