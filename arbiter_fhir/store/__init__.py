"""Our own database: tables, transactions, the queue, the encrypted map, evidence, audit, provisioning.

*Takes* domain values and connection URLs of one tenant's accounts. *Gives* the ports of `arbiter_fhir.ports`.
*Never* reaches another tenant's schema, shows or logs what the database said, or stores an identifier unencrypted.
"""

from arbiter_fhir.store.api_keys import NewKey, Peppers, SqlKeyDirectory, create_key, revoke_key
from arbiter_fhir.store.audit import ChainHead, ChainReport, SqlAuditLog, verify_chain
from arbiter_fhir.store.automation import SqlAutomationStore
from arbiter_fhir.store.evidence import SqlPatientEvidence
from arbiter_fhir.store.granted import GrantDrift
from arbiter_fhir.store.grants import AccountRole, ChartGrants, Grant
from arbiter_fhir.store.guideline_library import SqlGuidelineLibrary
from arbiter_fhir.store.guidelines import SqlGuidelineIndex
from arbiter_fhir.store.identifiers import SqlIdentifierReader
from arbiter_fhir.store.job_queue import SqlJobQueue
from arbiter_fhir.store.known_documents import SqlKnownDocuments
from arbiter_fhir.store.mappings import SqlMappingStore
from arbiter_fhir.store.migrate import SchemaKind, check_version, migrate, newest_version
from arbiter_fhir.store.names import CONTROL_SCHEMA, account_name, tenant_schema
from arbiter_fhir.store.panel_tokens import SqlUsedTokens
from arbiter_fhir.store.patient_documents import SqlPatientDocuments
from arbiter_fhir.store.phi_map import PhiCipher, SqlPhiMapReader
from arbiter_fhir.store.provision import (
    Account,
    SiteCredentials,
    provision_control,
    provision_site,
    verify_account,
    verify_site,
)
from arbiter_fhir.store.review_queue import SqlReviewQueue
from arbiter_fhir.store.reviews import SqlReviewDecisions
from arbiter_fhir.store.server_check import ServerFinding, check_server
from arbiter_fhir.store.session import open_engine, server_time, server_version
from arbiter_fhir.store.trace import SqlDocumentTrace
from arbiter_fhir.store.turns import SqlQueryTurns
from arbiter_fhir.store.unit_of_work import SqlUnitOfWorkFactory
from arbiter_fhir.store.usage import SqlUsageReader
from arbiter_fhir.store.vector_upkeep import SqlVectorUpkeep

__all__ = [
    "CONTROL_SCHEMA",
    "Account",
    "AccountRole",
    "ChainHead",
    "ChainReport",
    "ChartGrants",
    "Grant",
    "GrantDrift",
    "NewKey",
    "Peppers",
    "PhiCipher",
    "SchemaKind",
    "ServerFinding",
    "SiteCredentials",
    "SqlAuditLog",
    "SqlAutomationStore",
    "SqlDocumentTrace",
    "SqlGuidelineIndex",
    "SqlGuidelineLibrary",
    "SqlIdentifierReader",
    "SqlJobQueue",
    "SqlKeyDirectory",
    "SqlKnownDocuments",
    "SqlMappingStore",
    "SqlPatientDocuments",
    "SqlPatientEvidence",
    "SqlPhiMapReader",
    "SqlQueryTurns",
    "SqlReviewDecisions",
    "SqlReviewQueue",
    "SqlUnitOfWorkFactory",
    "SqlUsageReader",
    "SqlUsedTokens",
    "SqlVectorUpkeep",
    "account_name",
    "check_server",
    "check_version",
    "create_key",
    "migrate",
    "newest_version",
    "open_engine",
    "provision_control",
    "provision_site",
    "revoke_key",
    "server_time",
    "server_version",
    "tenant_schema",
    "verify_account",
    "verify_chain",
    "verify_site",
]
