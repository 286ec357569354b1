"""Wiring of the proof that nothing of a document is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arbiter_fhir.bootstrap.database_urls import database_url
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.openemr import ChartTables, chart_trace, connected, list_trace, open_chart_engine
from arbiter_fhir.ports.custody import DerivedCount
from arbiter_fhir.ports.records import ChartRowRecord, PartRecord
from arbiter_fhir.settings import Settings
from arbiter_fhir.store import SqlDocumentTrace, open_engine

__all__ = ["chart_rows_of_document", "parts_of_document", "trace_document"]


def trace_document(settings: Settings, document_id: DocumentId) -> Mapping[str, DerivedCount]:
    """What is left of a document in our tables and in the chart: place to counts."""
    url = database_url(settings.worker_url_file, "worker_url_file")
    ours = SqlDocumentTrace(open_engine(url)).trace(document_id)
    places = {f"arbiter.{table}": count for table, count in ours.items()}
    with connected(open_chart_engine(url), "looking at OpenEMR's tables") as connection:
        tables = ChartTables(settings.openemr_schema)
        rows = chart_trace(connection, tables, document_id)
        entries = list_trace(connection, tables, document_id)
    shown = sum(row.active for row in rows)
    places[f"{settings.openemr_schema}.procedure_result"] = DerivedCount(shown, len(rows) - shown)
    active = sum(entry.active for entry in entries)
    places[f"{settings.openemr_schema}.lists"] = DerivedCount(active, len(entries) - active)
    return places


def chart_rows_of_document(settings: Settings, document_id: DocumentId) -> Sequence[ChartRowRecord]:
    """The chart rows that a document speaks for, each with all its sources."""
    url = database_url(settings.worker_url_file, "worker_url_file")
    return SqlDocumentTrace(open_engine(url)).chart_rows(document_id)


def parts_of_document(settings: Settings, document_id: DocumentId) -> Sequence[PartRecord]:
    """The parts of a document, with the identity decision on each."""
    url = database_url(settings.worker_url_file, "worker_url_file")
    return SqlDocumentTrace(open_engine(url)).parts(document_id)
