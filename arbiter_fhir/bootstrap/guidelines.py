"""Wiring of published guidance: the corpus folder, its index, and the models that a search computes with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import arbiter_fhir
from arbiter_fhir.bootstrap.database_urls import database_url
from arbiter_fhir.bootstrap.embedding import build_embedder
from arbiter_fhir.bootstrap.reading import build_deidentifier
from arbiter_fhir.bootstrap.secret_files import read_secret
from arbiter_fhir.bootstrap.utc_clock import UtcClock
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.pipelines.index_guidelines import IndexGuidelinesPipeline
from arbiter_fhir.ports.models import Embedder, Reranker
from arbiter_fhir.providers import RERANK_REPLY_BYTES, ExchangeAccess, JsonExchange, ModelEndpoint, RemoteReranker
from arbiter_fhir.retrieval import GuidelineModels, read_corpus, terms_version
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import SqlGuidelineIndex, SqlGuidelineLibrary, open_engine
from arbiter_fhir.transport import RetryPolicy

__all__ = ["build_guideline_models", "build_index_guidelines", "corpus_folder", "describe_guidelines"]

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
        library=SqlGuidelineLibrary(open_engine(database_url(settings.worker_url_file, "worker_url_file"))),
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


def describe_guidelines(settings: Settings, embedder: Embedder) -> str:
    """What is searched, and whether it is what it should be, in words for `doctor`.

    Raises:
        ConfigurationError: The corpus cannot be used, or is not the one that is searched.
        StoreError: The database refused or failed.
    """
    version = read_corpus(corpus_folder(settings)).version
    standing = SqlGuidelineIndex(open_engine(database_url(settings.query_url_file, "query_url_file"))).standing()
    if standing is None:
        return f"{version} is not indexed yet; `arbiter-fhir up` and `arbiter-fhir index-guidelines` do it"
    found = (standing.corpus_version, standing.terms_version, standing.model_id)
    if found != (version, terms_version(), embedder.model_id):
        raise ConfigurationError(
            f"{standing.corpus_version} is searched, and corpus, release or embedding model have changed since; run"
            " arbiter-fhir index-guidelines."
        )
    return f"{version}, {standing.chunks} passages"


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
