"""What the authorization server says about itself, with the gaps it has in 7.0.1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devstack.ehr.messages import JsonValue
from devstack.ehr.oauth.scopes import supported_scopes

if TYPE_CHECKING:
    from devstack.ehr.site import Site


def openid_configuration(site: Site) -> JsonValue:
    """Returns the openid document: it names RS256 for assertions, which the token endpoint then refuses."""
    base = site.oauth_base()
    return {
        "issuer": base,
        "authorization_endpoint": f"{base}/authorize",
        "token_endpoint": f"{base}/token",
        "jwks_uri": f"{base}/jwk",
        "userinfo_endpoint": f"{base}/userinfo",
        "registration_endpoint": f"{base}/registration",
        "end_session_endpoint": f"{base}/logout",
        "introspection_endpoint": f"{base}/introspect",
        "scopes_supported": list(supported_scopes(site)),
        "response_types_supported": ["code", "token", "id_token", "code token", "code id_token"],
        "response_modes_supported": ["query", "fragment", "form_post"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "subject_types_supported": ["public"],
        "token_endpoint_auth_methods_supported": ["client_secret_post"],
        "token_endpoint_auth_signing_alg_values_supported": ["RS256", "RS384"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "claims_supported": ["aud", "email", "exp", "fhirUser", "iat", "iss", "sub"],
    }


def smart_configuration(site: Site) -> JsonValue:
    """Returns the SMART document: scopes are a list inside a list; issuer, jwks_uri, auth methods are missing."""
    base = site.oauth_base()
    return {
        "authorization_endpoint": f"{base}/authorize",
        "token_endpoint": f"{base}/token",
        "registration_endpoint": f"{base}/registration",
        "management_endpoint": f"{base}/manage",
        "introspection_endpoint": f"{base}/introspect",
        "scopes_supported": [list(supported_scopes(site))],
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "client_credentials"],
        "code_challenge_methods_supported": ["S256"],
        "capabilities": [
            "launch-ehr",
            "launch-standalone",
            "client-public",
            "client-confidential-symmetric",
            "context-ehr-patient",
            "context-standalone-patient",
            "permission-patient",
            "permission-user",
            "permission-offline",
            "sso-openid-connect",
        ],
    }
