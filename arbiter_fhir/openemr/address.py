"""Where a site answers: one base address and one site name give every URL that we call."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from arbiter_fhir.errors import ConfigurationError

__all__ = ["SiteAddress"]

_SITE_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class SiteAddress:
    """One site of one OpenEMR.

    Attributes:
        base_url: Scheme, host, port and web root (``https://ehr.example/openemr``), without a trailing slash. Plain
            HTTP is accepted for this machine only: tokens and documents go over this line.
        site: The site's name in OpenEMR's URLs, ``default`` on most installations.
        token_audience: What the site expects as an assertion's audience where that differs from `token_url`, because
            its global `site_addr_oath` names another address than the one used here.
        plain_http_allowed: Accept plain HTTP to another machine: an operator's decision, for closed networks.

    Raises:
        ConfigurationError: Not such an address.
    """

    base_url: str
    site: str = "default"
    token_audience: str | None = None
    plain_http_allowed: bool = False

    def __post_init__(self) -> None:
        parts = urlsplit(self.base_url)
        problems: list[str] = []
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            problems.append("the address of OpenEMR needs http or https and a host")
        if parts.query or parts.fragment or parts.username or parts.password:
            problems.append("the address of OpenEMR holds no query, fragment or account")
        if self.base_url.endswith("/"):
            problems.append("the address of OpenEMR does not end with a slash")
        if parts.scheme == "http" and parts.hostname not in _LOOPBACK and not self.plain_http_allowed:
            problems.append("the address of OpenEMR uses plain HTTP to another machine; use https")
        if not _SITE_NAME.fullmatch(self.site):
            problems.append("a site name holds letters, digits, dots, dashes and underscores")
        if problems:
            raise ConfigurationError("; ".join(problems).capitalize() + ".")

    @property
    def fhir_url(self) -> str:
        """Base of the FHIR API, without a trailing slash."""
        return f"{self.base_url}/apis/{self.site}/fhir"

    @property
    def token_url(self) -> str:
        """The token endpoint."""
        return f"{self.base_url}/oauth2/{self.site}/token"

    @property
    def registration_url(self) -> str:
        """Where clients register."""
        return f"{self.base_url}/oauth2/{self.site}/registration"

    @property
    def audience(self) -> str:
        """The exact `aud` of our assertions."""
        return self.token_audience or self.token_url
