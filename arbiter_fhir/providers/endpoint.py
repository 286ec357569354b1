"""Where a model endpoint is, and that what is sent there is protected on its way."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from arbiter_fhir.errors import ConfigurationError

__all__ = ["ModelEndpoint"]


@dataclass(frozen=True, slots=True)
class ModelEndpoint:
    """The base address of an OpenAI-compatible API, such as ``https://llm.example/v1``.

    Args:
        url: Base address without a trailing slash.
        plain_http_allowed: Whether it may leave this machine without encryption.
        setting: The setting that names it, for messages.

    Raises:
        ConfigurationError: Not an address, with credentials in it, or not encrypted although it leaves this machine.
    """

    url: str
    plain_http_allowed: bool = False
    setting: str = "ARBITER_MODEL_BASE_URL"

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
            raise ConfigurationError(f"{self.setting} must look like https://host/v1.")
        if parts.username or parts.password:
            raise ConfigurationError(f"{self.setting} must not hold credentials; use the setting of a key file.")
        if parts.scheme == "http" and not self.plain_http_allowed and not _is_loopback(parts.hostname):
            raise ConfigurationError(
                f"{self.setting} leaves this machine without encryption; use https, or set"
                " ARBITER_MODEL_PLAIN_HTTP=true where the network between is yours alone."
            )

    @property
    def chat_url(self) -> str:
        """Address of chat completions."""
        return self.url.rstrip("/") + "/chat/completions"

    @property
    def embeddings_url(self) -> str:
        """Address of embeddings."""
        return self.url.rstrip("/") + "/embeddings"

    @property
    def rerank_url(self) -> str:
        """Address of reranking."""
        return self.url.rstrip("/") + "/rerank"


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
