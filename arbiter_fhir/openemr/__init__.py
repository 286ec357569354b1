"""The EHR's side: OpenEMR's FHIR API over HTTP and its tables over SQL.

*Takes* one site's address, keys and schema, document and patient ids, plans, a database connection for writes.
*Gives* documents and their bytes, the chart's identifiers, results, lists and open orders, promoted rows, and what is
wrong with a site.
*Never* writes outside the procedure tables and the lists, changes what a row says, erases a row, follows a redirect,
or lets a database message or a body into an error.
"""

from arbiter_fhir.openemr.address import SiteAddress
from arbiter_fhir.openemr.chart_reader import SqlChartReader
from arbiter_fhir.openemr.chart_session import connected, open_chart_engine
from arbiter_fhir.openemr.chart_tables import ChartTables, optional_columns
from arbiter_fhir.openemr.chart_writer import SqlChartWriter
from arbiter_fhir.openemr.client_key import generate_client_key, public_jwks
from arbiter_fhir.openemr.client_registration import RegisteredClient, register_client
from arbiter_fhir.openemr.content import FhirDocumentContent
from arbiter_fhir.openemr.core_tables import (
    OPENEMR_QUERY_GRANTS,
    OPENEMR_WORKER_GRANTS,
    Grants,
    query_grants,
    worker_grants,
)
from arbiter_fhir.openemr.exchange import HttpExchange
from arbiter_fhir.openemr.fhir_client import Capability, FhirClient
from arbiter_fhir.openemr.module_row import (
    MODULE_DIRECTORY,
    ModuleRow,
    ModuleSettings,
    read_module,
    read_module_settings,
)
from arbiter_fhir.openemr.oauth import SYSTEM_SCOPES, ClientCredentials, TokenSource
from arbiter_fhir.openemr.register import SqlDocumentRegister
from arbiter_fhir.openemr.schema_contract import check as check_schema_contract
from arbiter_fhir.openemr.site import SiteGlobals, category_names, read_site_globals
from arbiter_fhir.openemr.trace import TracedEntry, TracedResult, chart_trace, list_trace

__all__ = [
    "MODULE_DIRECTORY",
    "OPENEMR_QUERY_GRANTS",
    "OPENEMR_WORKER_GRANTS",
    "SYSTEM_SCOPES",
    "Capability",
    "ChartTables",
    "ClientCredentials",
    "FhirClient",
    "FhirDocumentContent",
    "Grants",
    "HttpExchange",
    "ModuleRow",
    "ModuleSettings",
    "RegisteredClient",
    "SiteAddress",
    "SiteGlobals",
    "SqlChartReader",
    "SqlChartWriter",
    "SqlDocumentRegister",
    "TokenSource",
    "TracedEntry",
    "TracedResult",
    "category_names",
    "chart_trace",
    "check_schema_contract",
    "connected",
    "generate_client_key",
    "list_trace",
    "open_chart_engine",
    "optional_columns",
    "public_jwks",
    "query_grants",
    "read_module",
    "read_module_settings",
    "read_site_globals",
    "register_client",
    "worker_grants",
]
