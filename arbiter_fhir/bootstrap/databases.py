"""Wiring of our own database: one engine per account, each port on the account that may do it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine

from arbiter_fhir.bootstrap.database_urls import database_url
from arbiter_fhir.bootstrap.secret_files import read_key
from arbiter_fhir.domain.tenant import SiteId
from arbiter_fhir.openemr import ChartTables, SqlChartWriter
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import (
    Peppers,
    PhiCipher,
    SqlAuditLog,
    SqlAutomationStore,
    SqlGuidelineIndex,
    SqlIdentifierReader,
    SqlJobQueue,
    SqlKeyDirectory,
    SqlKnownDocuments,
    SqlMappingStore,
    SqlPatientDocuments,
    SqlPatientEvidence,
    SqlPhiMapReader,
    SqlQueryTurns,
    SqlReviewDecisions,
    SqlReviewQueue,
    SqlUnitOfWorkFactory,
    SqlUsageReader,
    SqlUsedTokens,
    SqlVectorUpkeep,
    open_engine,
)

__all__ = ["SiteStores"]


@dataclass(frozen=True, slots=True)
class SiteStores:
    """The ports of `ports.stores` for one site.

    Attributes:
        reading: Engine of the query account, for what only looks.
        work: Transactions of the worker account, over our tables and the chart's.
        keys: Callers by API key, with the account that can only look keys up.
        maps: The encrypted maps of documents; ``None`` where the account that may read them is not configured.
        identifiers: Those of identity checks, for reviewers; the same.
        decisions: What reviewers decided, for jobs; with the worker's account.
        reviews: What waits for reviewers.
    """

    reading: Engine
    work: SqlUnitOfWorkFactory
    queue: SqlJobQueue
    known: SqlKnownDocuments
    mappings: SqlMappingStore
    evidence: SqlPatientEvidence
    audit: SqlAuditLog
    keys: SqlKeyDirectory
    upkeep: SqlVectorUpkeep
    usage: SqlUsageReader
    guidelines: SqlGuidelineIndex
    turns: SqlQueryTurns
    maps: SqlPhiMapReader | None
    identifiers: SqlIdentifierReader | None
    decisions: SqlReviewDecisions
    reviews: SqlReviewQueue
    automation: SqlAutomationStore
    used_tokens: SqlUsedTokens
    documents: SqlPatientDocuments

    @staticmethod
    def open(settings: Settings, chart: ChartTables) -> SiteStores:
        """Prepare the engines; connections are made at first use.

        Raises:
            ConfigurationError: A setting is missing.
            DeidentificationError: The key-encryption key is unusable.
        """
        worker = open_engine(database_url(settings.worker_url_file, "worker_url_file"))
        query = open_engine(database_url(settings.query_url_file, "query_url_file"))
        control = open_engine(database_url(settings.control_url_file, "control_url_file"))
        cipher = PhiCipher(SiteId(settings.site), {1: read_key(settings.kek_file, "kek_file")})
        reidentify = _reidentify(settings)
        peppers = Peppers({1: read_key(settings.api_pepper_file, "api_pepper_file")})
        return SiteStores(
            reading=query,
            work=SqlUnitOfWorkFactory(
                worker, chart_writer=lambda connection: SqlChartWriter(connection, chart), cipher=cipher
            ),
            queue=SqlJobQueue(worker),
            known=SqlKnownDocuments(worker),
            mappings=SqlMappingStore(query),
            evidence=SqlPatientEvidence(query),
            audit=SqlAuditLog(query),
            keys=SqlKeyDirectory(control, peppers),
            upkeep=SqlVectorUpkeep(worker),
            usage=SqlUsageReader(query),
            guidelines=SqlGuidelineIndex(query),
            turns=SqlQueryTurns(query),
            maps=None if reidentify is None else SqlPhiMapReader(reidentify, cipher),
            identifiers=None if reidentify is None else SqlIdentifierReader(reidentify, cipher),
            decisions=SqlReviewDecisions(worker),
            reviews=SqlReviewQueue(query),
            automation=SqlAutomationStore(query),
            used_tokens=SqlUsedTokens(query),
            documents=SqlPatientDocuments(query),
        )


def _reidentify(settings: Settings) -> Engine | None:
    """The account for the way back from placeholders; without one, answers keep the placeholders of documents."""
    if settings.reidentify_url_file is None:
        return None
    return open_engine(database_url(settings.reidentify_url_file, "reidentify_url_file"))
