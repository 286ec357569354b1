"""Wiring of published guidance: the corpus folder, its index, and the models that a search computes with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import arbiter_fhir
from arbiter_fhir.bootstrap.embedding import build_embedder
from arbiter_fhir.bootstrap.reading import build_deidentifier
from arbiter_fhir.bootstrap.secret_files import read_secret
from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.pipelines.index_guidelines import IndexGuidelinesPipeline
from arbiter_fhir.ports.models import Embedder, Reranker
from arbiter_fhir.providers import RERANK_REPLY_BYTES, ExchangeAccess, JsonExchange, ModelEndpoint, RemoteReranker
from arbiter_fhir.retrieval import GuidelineModels
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import SqlGuidelineLibrary, open_engine
from arbiter_fhir.transport import RetryPolicy

__all__ = ["build_guideline_models", "build_index_guidelines", "corpus_folder"]

# Inside the package in a wheel; among the fixtures in a checkout.
_PACKAGE: Final = Path(arbiter_fhir.__file__).resolve().parent
_FOLDERS: Final = (_PACKAGE / "guideline_corpus", _PACKAGE.parent / "fixtures" / "clinical-guideline-corpus")


def corpus_folder(settings: Settings) -> Path:
    """The folder that the settings name, or the corpus that comes along.

    Raises:
        ConfigurationError: There is none.
    """
    if settings.guideline_corpus is not None:
        return settings.guideline_corpus
    folder = next((each for each in _FOLDERS if each.is_dir()), None)
    if folder is None:
        raise ConfigurationError("No guideline corpus came along; set ARBITER_GUIDELINE_CORPUS to a folder with one.")
    return folder


def build_index_guidelines(settings: Settings) -> IndexGuidelinesPipeline:
    """What brings the index to the corpus, with the worker account.

    Raises:
        ConfigurationError: A setting is missing.
        ArbiterError: A model is missing.
    """
    return IndexGuidelinesPipeline(
        folder=corpus_folder(settings),
        library=SqlGuidelineLibrary(open_engine(read_secret(settings.worker_url_file, "worker_url_file"))),
        embedder=build_embedder(settings),
        deidentifier=build_deidentifier(settings.date_order),
    )


def build_guideline_models(settings: Settings, embedder: Embedder) -> GuidelineModels:
    """What a search over guidelines computes with.

    Args:
        settings: The site's settings.
        embedder: The configured embedding model.

    Raises:
        ConfigurationError: The rerank endpoint is unsafe, or its key file is missing.
    """
    return GuidelineModels(embedder, _reranker(settings))


def _reranker(settings: Settings) -> Reranker | None:
    if not settings.rerank_base_url or settings.models == "off":
        return None
    key = settings.rerank_key_file
    # One try: a question waits, and the local order stands by.
    exchange = JsonExchange(
        ExchangeAccess(
            key=read_secret(key, "rerank_key_file") if key else "",
            seconds=settings.rerank_seconds,
            ca_file=settings.model_ca_file,
        ),
        reply_bytes=RERANK_REPLY_BYTES,
        clock=UtcClock(),
        policy=RetryPolicy(pauses=()),
    )
    endpoint = ModelEndpoint(
        settings.rerank_base_url, plain_http_allowed=settings.model_plain_http, setting="ARBITER_RERANK_BASE_URL"
    )
    return RemoteReranker(endpoint, settings.rerank_name, exchange=exchange)
