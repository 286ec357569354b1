"""Wiring of the embedding model: the one that comes along, or the one that the settings name."""

from __future__ import annotations

from arbiter_fhir.bootstrap.secret_files import read_secret
from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.ports.models import Embedder
from arbiter_fhir.providers import ExchangeAccess, LocalEmbedder, ModelEndpoint, RemoteEmbedder, bundled_model, model_in
from arbiter_fhir.settings import Settings

__all__ = ["build_embedder", "build_embedders"]


def build_embedder(settings: Settings) -> Embedder:
    """The configured embedding model.

    Raises:
        ConfigurationError: Both a folder and an endpoint are named, or the endpoint's model is not.
        ProviderError: A file of the model is missing or differs from its hash.
    """
    if settings.embedding_base_url and settings.embedding_folder:
        raise ConfigurationError("Set ARBITER_EMBEDDING_FOLDER or ARBITER_EMBEDDING_BASE_URL, not both.")
    if settings.embedding_folder:
        return LocalEmbedder(model_in(settings.embedding_folder, sha256=settings.embedding_sha256))
    if not settings.embedding_base_url:
        return LocalEmbedder()
    if not settings.embedding_name:
        raise ConfigurationError("Set ARBITER_EMBEDDING_NAME, or leave ARBITER_EMBEDDING_BASE_URL empty.")
    key = settings.embedding_key_file
    return RemoteEmbedder(
        ModelEndpoint(settings.embedding_base_url, plain_http_allowed=settings.model_plain_http),
        settings.embedding_name,
        access=ExchangeAccess(
            key=read_secret(key, "embedding_key_file") if key else "",
            seconds=settings.model_seconds,
            ca_file=settings.model_ca_file,
        ),
        clock=UtcClock(),
    )


def build_embedders(configured: Embedder) -> tuple[Embedder, ...]:
    """The configured model, and the one that comes along where it is another: patients may still have its vectors."""
    model = bundled_model()
    return (configured,) if model.model_id == configured.model_id else (configured, LocalEmbedder(model))
