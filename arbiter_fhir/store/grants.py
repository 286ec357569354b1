"""The grant manifest: what each database account may do, table by table and column by column.

This is the wall between tenants and between roles; it does not depend on application code being right. Nothing is
granted on a whole schema, because ``_`` is a wildcard in such grants; nothing is granted that would let an account
change the schema, make temporary tables (they can stand in front of the audit head), or read more than it needs.

What the worker and the query account may do in OpenEMR's own schema comes from outside (`ChartGrants`), because the
OpenEMR room knows those tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import Table

from arbiter_fhir.store import control_tables
from arbiter_fhir.store.audit_tables import audit_chain_head, audit_log
from arbiter_fhir.store.guideline_tables import guideline_chunks, guideline_embeddings
from arbiter_fhir.store.panel_token_tables import used_panel_tokens
from arbiter_fhir.store.review_tables import automation_rules, fact_reviews, identity_reviews
from arbiter_fhir.store.tables import (
    chunks,
    document_locks,
    fact_embeddings,
    facts,
    handoffs,
    heartbeats,
    identity_checks,
    jobs,
    mappings,
    phi_tokens,
    promotions,
    rejected_candidates,
    retractions,
    stage_timings,
    watch_documents,
    watch_state,
)
from arbiter_fhir.store.turn_tables import query_turns

__all__ = [
    "FIND_API_KEY",
    "AccountRole",
    "ChartGrants",
    "Grant",
    "chart_grants",
    "control_grants",
    "tenant_grants",
]

#: Table to privilege to columns, for one account in OpenEMR's schema; no columns means the whole table.
ChartGrants = Mapping[str, Mapping[str, Sequence[str]]]

#: The one procedure of the control schema.
FIND_API_KEY: Final = "find_api_key"
_VERSION_TABLE: Final = "alembic_version"


class AccountRole(StrEnum):
    """Accounts by what they are for. The definers are locked: triggers and procedures run as them, nobody logs in."""

    WORKER = "worker"
    QUERY = "query"
    REID = "reid"
    AUDITOR = "auditor"
    DEFINER = "definer"
    AUTH = "auth"


@dataclass(frozen=True, slots=True, order=True)
class Grant:
    """One privilege on one table or procedure, or on one of its columns.

    Attributes:
        target: Table or procedure name.
        privilege: ``SELECT``, ``INSERT``, ``UPDATE``, ``DELETE``, ``TRIGGER`` or ``EXECUTE``.
        column: Column name; empty for the whole table.
    """

    schema: str
    target: str
    privilege: str
    column: str = ""


# For each table: privilege to columns, `ALL` for the whole table.
_Rights = Mapping[str, tuple[str, ...]]
ALL: Final = ()

_READ: Final[_Rights] = {"SELECT": ALL}
_APPEND: Final[_Rights] = {"INSERT": ALL}
_AUDIT_APPEND: Final[_Rights] = {"INSERT": ("action", "actor_type", "actor", "patient_ref", "detail")}


def _except(table: Table, *hidden: str) -> tuple[str, ...]:
    """All columns but these."""
    return tuple(column.name for column in table.c if column.name not in hidden)


_IDENTITY_READ: Final[_Rights] = {"SELECT": _except(identity_checks, "extracted_identifiers")}
_MAP_READ: Final[_Rights] = {"SELECT": ("patient_id", "document_id", "label")}
# The identifiers of an identity check for a reviewer's eyes; nothing else of it.
_IDENTIFIERS_READ: Final[_Rights] = {
    "SELECT": (*("id", "patient_id", "document_id", "job_id", "part_number"), "extracted_identifiers", "key_version")
}
_DERIVED_WRITE: Final[_Rights] = {"SELECT": ALL, "INSERT": ALL, "DELETE": ALL, "UPDATE": ("active",)}
# A changed embedding model replaces vectors in place.
_VECTORS_WRITE: Final[_Rights] = {**_DERIVED_WRITE, "UPDATE": ("active", "embedding", "embedding_model")}

# `INSERT ... ON DUPLICATE KEY UPDATE` wants UPDATE on the inserted columns as well; probed on 11.8. It is used on our
# own bookkeeping only.
_WORKER: Final[Mapping[str, _Rights]] = {
    mappings.name: _READ,
    jobs.name: {
        "SELECT": ALL,
        "INSERT": ("patient_id", "document_id", "doc_type", "content_hash"),
        "UPDATE": _except(jobs, "id", "patient_id", "document_id", "doc_type", "content_hash", "created_at"),
    },
    identity_checks.name: {
        **_IDENTITY_READ,
        "INSERT": _except(identity_checks, "id", "review_decision", "reviewed_by", "reviewed_at"),
        "UPDATE": (
            *("identity_status", "extracted_identifiers", "key_version", "matched_patient_fields_json"),
            *("mismatch_reason", "review_required", "active", "checked_at", "part_kind", "first_page", "last_page"),
        ),
    },
    facts.name: {
        "SELECT": ALL,
        "INSERT": ALL,
        "DELETE": ALL,
        "UPDATE": _except(facts, "id", "created_at", "active_document_id"),
    },
    fact_embeddings.name: _VECTORS_WRITE,
    chunks.name: _VECTORS_WRITE,
    rejected_candidates.name: _DERIVED_WRITE,
    promotions.name: {
        "SELECT": ALL,
        "INSERT": ALL,
        "UPDATE": _except(
            promotions, "id", "patient_id", "fact_id", "promoted_table", "created_at", "active_fingerprint"
        ),
    },
    retractions.name: {"SELECT": ALL, "INSERT": _except(retractions, "id", "created_at")},
    # Decisions are history: a newer one takes the place of an older one, which stays.
    identity_reviews.name: {
        "SELECT": ALL,
        "INSERT": _except(identity_reviews, "id", "decided_at"),
        "UPDATE": ("active",),
    },
    fact_reviews.name: {"SELECT": ALL, "INSERT": _except(fact_reviews, "id", "decided_at"), "UPDATE": ("active",)},
    automation_rules.name: _READ,
    phi_tokens.name: {**_MAP_READ, "INSERT": ALL, "DELETE": ALL},
    handoffs.name: _APPEND,
    stage_timings.name: _APPEND,
    heartbeats.name: {"SELECT": ALL, "INSERT": ALL, "UPDATE": ("worker", "status", "beat_at")},
    watch_documents.name: {
        "SELECT": ALL,
        "INSERT": ALL,
        "UPDATE": _except(watch_documents, "created_at"),
    },
    watch_state.name: {"SELECT": ALL, "INSERT": ALL, "UPDATE": ("name", "value")},
    document_locks.name: {"SELECT": ALL, "INSERT": ALL, "UPDATE": ("document_id",)},
    guideline_chunks.name: {
        "SELECT": ALL,
        "INSERT": _except(guideline_chunks, "id", "created_at", "updated_at"),
        "DELETE": ALL,
        "UPDATE": ("heading_terms", "body_terms", "terms_version", "active", "updated_at"),
    },
    guideline_embeddings.name: _DERIVED_WRITE,
    audit_log.name: _AUDIT_APPEND,
    _VERSION_TABLE: _READ,
}

_QUERY: Final[Mapping[str, _Rights]] = {
    mappings.name: {
        "SELECT": ALL,
        "INSERT": ("category_id", "doc_type", "active"),
        "UPDATE": ("category_id", "doc_type", "active", "updated_at"),
    },
    jobs.name: _READ,
    identity_checks.name: _IDENTITY_READ,
    facts.name: _READ,
    fact_embeddings.name: _READ,
    chunks.name: _READ,
    rejected_candidates.name: _READ,
    promotions.name: _READ,
    retractions.name: _READ,
    identity_reviews.name: _READ,
    fact_reviews.name: _READ,
    automation_rules.name: {
        "SELECT": ALL,
        "INSERT": _except(automation_rules, "id", "created_at", "updated_at"),
        "UPDATE": _except(automation_rules, "id", "created_at"),
    },
    used_panel_tokens.name: {"SELECT": ALL, "INSERT": ALL, "DELETE": ALL},
    phi_tokens.name: _MAP_READ,
    handoffs.name: {"SELECT": ALL, "INSERT": ALL},
    stage_timings.name: {"SELECT": ALL, "INSERT": ALL},
    heartbeats.name: _READ,
    watch_documents.name: _READ,
    guideline_chunks.name: _READ,
    guideline_embeddings.name: _READ,
    query_turns.name: {
        "SELECT": ALL,
        "INSERT": ("patient_id", "request_id", "caller", "question_text", "routed_json"),
        "DELETE": ALL,
    },
    audit_log.name: {**_AUDIT_APPEND, "SELECT": ALL},
    _VERSION_TABLE: _READ,
}

_REID: Final[Mapping[str, _Rights]] = {
    phi_tokens.name: _READ,
    identity_checks.name: _IDENTIFIERS_READ,
    audit_log.name: _AUDIT_APPEND,
}

_AUDITOR: Final[Mapping[str, _Rights]] = {
    audit_log.name: _READ,
    audit_chain_head.name: _READ,
    promotions.name: _READ,
    retractions.name: _READ,
}

# A trigger that reads NEW.column needs SELECT, one that sets it needs UPDATE on the column; probed on 11.8.
_DEFINER: Final[Mapping[str, _Rights]] = {
    audit_log.name: {
        "SELECT": ALL,
        "TRIGGER": ALL,
        "UPDATE": ("seq", "occurred_at", "db_account", "prev_hash", "hash"),
    },
    audit_chain_head.name: {"SELECT": ALL, "UPDATE": ("seq", "hash")},
}

_TENANT: Final[Mapping[AccountRole, Mapping[str, _Rights]]] = {
    AccountRole.WORKER: _WORKER,
    AccountRole.QUERY: _QUERY,
    AccountRole.REID: _REID,
    AccountRole.AUDITOR: _AUDITOR,
    AccountRole.DEFINER: _DEFINER,
}

_CONTROL: Final[Mapping[AccountRole, Mapping[str, _Rights]]] = {
    AccountRole.AUTH: {FIND_API_KEY: {"EXECUTE": ALL}},
    # A procedure that runs as its definer can be called only while the definer may call it as well; probed on 11.8.
    AccountRole.DEFINER: {
        control_tables.api_keys.name: _READ,
        control_tables.tenants.name: _READ,
        FIND_API_KEY: {"EXECUTE": ALL},
    },
}


def tenant_grants(schema: str, role: AccountRole) -> frozenset[Grant]:
    """What a role may do in its own tenant's schema."""
    return frozenset(_expand(schema, _TENANT[role]))


def control_grants(schema: str, role: AccountRole) -> frozenset[Grant]:
    """What a role may do in the control schema."""
    return frozenset(_expand(schema, _CONTROL[role]))


def chart_grants(schema: str, rights: ChartGrants) -> frozenset[Grant]:
    """What an account may do in OpenEMR's schema."""
    return frozenset(_expand(schema, rights))


def _expand(schema: str, rights: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterable[Grant]:
    for target, privileges in rights.items():
        for privilege, columns in privileges.items():
            for column in columns or ("",):
                yield Grant(schema, target, privilege.upper(), column)
