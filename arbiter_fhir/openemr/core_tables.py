"""The tables and columns of OpenEMR that this product relies on, as data.

One list serves four readers: `chart_tables` builds every statement from it (a column that is not listed cannot be
named), `chart_writer` takes the widths from it, `schema_contract` compares it with the live schema, and the grants
of the database accounts are derived from it. Names, types and widths are those of OpenEMR 7.0.1, which
later versions keep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import replace
from types import MappingProxyType

from arbiter_fhir.openemr.answer_tables import ANSWER_COLUMNS
from arbiter_fhir.openemr.core_columns import (
    CoreColumn,
    CoreTable,
    Privilege,
    SqlKind,
    choice_column,
    ended_column,
    optional_column,
    read_columns,
    switched_columns,
    text_column,
    written_columns,
)

__all__ = [
    "CORE_TABLES",
    "OPENEMR_QUERY_GRANTS",
    "OPENEMR_WORKER_GRANTS",
    "Grants",
    "query_grants",
    "worker_grants",
]

#: Table name to privilege to columns, in the order of the list.
Grants = Mapping[str, Mapping[str, tuple[str, ...]]]

_DOCUMENTS = CoreTable(
    "documents",
    (
        *read_columns(SqlKind.INTEGER, "id", "size", "foreign_id", "deleted"),
        *read_columns(SqlKind.UUID, "uuid"),
        *read_columns(SqlKind.MOMENT, "date"),
        *read_columns(SqlKind.TEXT, "mimetype", "hash"),
    ),
)

_CATEGORIES = CoreTable(
    "categories",
    (*read_columns(SqlKind.INTEGER, "id", "parent"), *read_columns(SqlKind.TEXT, "name")),
)

_CATEGORY_LINKS = CoreTable("categories_to_documents", read_columns(SqlKind.INTEGER, "category_id", "document_id"))

_PATIENTS = CoreTable(
    "patient_data",
    (
        *read_columns(SqlKind.INTEGER, "pid"),
        *read_columns(SqlKind.UUID, "uuid"),
        *read_columns(SqlKind.DAY, "DOB"),
        *read_columns(SqlKind.TEXT, "fname", "mname", "lname", "suffix", "birth_fname", "birth_mname", "birth_lname"),
        *read_columns(SqlKind.TEXT, "sex", "pubpid", "ss", "drivers_license"),
        *read_columns(SqlKind.TEXT, "phone_home", "phone_biz", "phone_contact", "phone_cell", "email", "email_direct"),
        *read_columns(SqlKind.TEXT, "street", "street_line_2", "city", "state", "postal_code"),
        *read_columns(SqlKind.TEXT, "mothersname", "guardiansname", "contact_relationship"),
        *read_columns(SqlKind.TEXT, "guardianphone", "guardianworkphone", "guardianemail"),
        # Added after 7.0.1.
        optional_column("preferred_name", SqlKind.TEXT),
    ),
)

_FORMER_NAMES = CoreTable(
    "patient_history",
    (
        *read_columns(SqlKind.INTEGER, "id", "pid"),
        *read_columns(SqlKind.TEXT, "previous_name_first", "previous_name_middle", "previous_name_last"),
    ),
)

_USERS = CoreTable(
    "users",
    (
        *read_columns(SqlKind.INTEGER, "id", "active", "authorized"),
        *read_columns(SqlKind.TEXT, "fname", "lname", "npi", "abook_type"),
    ),
)

_GLOBALS = CoreTable(
    "globals",
    (*read_columns(SqlKind.INTEGER, "gl_index"), *read_columns(SqlKind.TEXT, "gl_name", "gl_value")),
)

_ORDERS = CoreTable(
    "procedure_order",
    (
        *read_columns(SqlKind.INTEGER, "procedure_order_id"),
        *written_columns(SqlKind.INTEGER, "provider_id", "patient_id", "encounter_id"),
        *written_columns(SqlKind.MOMENT, "date_collected", "date_ordered"),
        *read_columns(SqlKind.TEXT, "procedure_order_type"),
        text_column("external_id", 20),
        choice_column("history_order", "1"),
        # Withdrawal hides an order of ours; a clinician's order that a result answered gets its status back.
        *switched_columns(SqlKind.INTEGER, "activity"),
        *switched_columns(SqlKind.TEXT, "order_status", chars=31),
    ),
    generated_key="procedure_order_id",
)

_ORDER_LINES = CoreTable(
    "procedure_order_code",
    (
        *written_columns(SqlKind.INTEGER, "procedure_order_id", "procedure_order_seq"),
        text_column("procedure_code", 64),
        text_column("procedure_name", 255),
        text_column("procedure_order_title", 255),
    ),
)

_REPORTS = CoreTable(
    "procedure_report",
    (
        *read_columns(SqlKind.INTEGER, "procedure_report_id"),
        # A withdrawn report is moved from the clinician's order that it answered under a hidden order of ours.
        *switched_columns(SqlKind.INTEGER, "procedure_order_id", "procedure_order_seq"),
        *written_columns(SqlKind.MOMENT, "date_collected", "date_report"),
        text_column("report_status", 31),
        text_column("review_status", 31),
    ),
    generated_key="procedure_report_id",
)

_RESULTS = CoreTable(
    "procedure_result",
    (
        *read_columns(SqlKind.INTEGER, "procedure_result_id"),
        *written_columns(SqlKind.INTEGER, "procedure_report_id", "document_id"),
        *written_columns(SqlKind.MOMENT, "date"),
        text_column("result_data_type", 1),
        text_column("result_code", 31),
        text_column("result_text", 255),
        text_column("units", 31),
        text_column("result", 255),
        text_column("range", 255),
        text_column("abnormal", 31),
        # TEXT holds 65,535 bytes, which is 16,383 characters of the widest kind. A replaced result is told by what.
        *switched_columns(SqlKind.TEXT, "comments", chars=16_383),
        text_column("result_status", 31),
    ),
    generated_key="procedure_result_id",
)

_LISTS = CoreTable(
    "lists",
    (
        *read_columns(SqlKind.INTEGER, "id", "outcome"),
        *written_columns(SqlKind.INTEGER, "pid"),
        *written_columns(SqlKind.MOMENT, "date", "begdate"),
        *(text_column(name, 255) for name in ("type", "title", "diagnosis", "reaction")),
        text_column("severity_al", 50),
        text_column("external_id", 20),
        # Withdrawal: OpenEMR's FHIR ignores `activity` of allergies, so their end and verification say it as well.
        *switched_columns(SqlKind.INTEGER, "activity"),
        *switched_columns(SqlKind.TEXT, "verification", chars=36),
        *switched_columns(SqlKind.TEXT, "comments", chars=16_383),
        ended_column("enddate", SqlKind.MOMENT),
    ),
    generated_key="id",
)

_LISTS_MEDICATION = CoreTable(
    "lists_medication",
    (
        *read_columns(SqlKind.INTEGER, "id"),
        *written_columns(SqlKind.INTEGER, "list_id"),
        text_column("drug_dosage_instructions", 16_383),
        text_column("usage_category", 100),
        text_column("usage_category_title", 255),
        text_column("request_intent", 100),
        text_column("request_intent_title", 255),
        # Added after 7.0.1: 0 marks a reported record.
        optional_column("is_primary_record", SqlKind.INTEGER, written=True),
        # Added after 7.0.1: the entry repeats this prescription.
        optional_column("prescription_id", SqlKind.INTEGER),
    ),
    generated_key="id",
)

_LISTS_TOUCH = CoreTable(
    "lists_touch",
    (*written_columns(SqlKind.INTEGER, "pid"), text_column("type", 255), *written_columns(SqlKind.MOMENT, "date")),
)

_PRESCRIPTIONS = CoreTable(
    "prescriptions",
    (
        *read_columns(SqlKind.INTEGER, "id", "patient_id", "active"),
        *read_columns(SqlKind.DAY, "end_date"),
        *read_columns(SqlKind.TEXT, "drug", "rxnorm_drugcode", "dosage", "size", "drug_dosage_instructions"),
    ),
)

# Read by `arbiter-fhir doctor` alone, where it was granted.
_MODULES = CoreTable(
    "modules",
    (
        optional_column("mod_directory", SqlKind.TEXT),
        optional_column("mod_active", SqlKind.INTEGER),
        optional_column("type", SqlKind.INTEGER),
    ),
)

_WORKED = (
    _DOCUMENTS,
    _CATEGORIES,
    _CATEGORY_LINKS,
    _PATIENTS,
    _FORMER_NAMES,
    _USERS,
    _GLOBALS,
    _ORDERS,
    _ORDER_LINES,
    _REPORTS,
    _RESULTS,
    _LISTS,
    _LISTS_MEDICATION,
    _LISTS_TOUCH,
    _PRESCRIPTIONS,
    _MODULES,
)


def _with_answers() -> Iterator[CoreTable]:
    """What the worker relies on, then what answers read: further columns of these tables, and further tables."""
    for table in _WORKED:
        yield replace(table, columns=(*table.columns, *ANSWER_COLUMNS.get(table.name, ())))
    known = {table.name for table in _WORKED}
    for name, columns in ANSWER_COLUMNS.items():
        if name not in known:
            yield CoreTable(name, columns)


#: By name. The order is the order in which a grants statement or a doctor's report lists them.
CORE_TABLES: Mapping[str, CoreTable] = MappingProxyType({table.name: table for table in _with_answers()})


def worker_grants(optional: Set[tuple[str, str]] = frozenset()) -> Grants:
    """What the worker's account may do in OpenEMR's schema: nothing with what is read for answers alone.

    Args:
        optional: Optional columns, as (table, column), that this site has; see `chart_tables.optional_columns`.
    """
    return _grants(tuple(Privilege), lambda column: not column.parts, optional)


def query_grants(optional: Set[tuple[str, str]] = frozenset()) -> Grants:
    """What the query account may do in OpenEMR's schema: read these columns and what answers need, write nothing.

    Args:
        optional: As in `worker_grants`.
    """
    return _grants((Privilege.SELECT,), lambda _: True, optional)


def _grants(
    privileges: tuple[Privilege, ...], concerned: Callable[[CoreColumn], bool], optional: Set[tuple[str, str]]
) -> Grants:
    grants: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for table in CORE_TABLES.values():
        columns = [
            column
            for column in table.columns
            if concerned(column) and (not column.optional or (table.name, column.name) in optional)
        ]
        granted = {
            privilege.value: tuple(column.name for column in columns if privilege in column.privileges)
            for privilege in privileges
        }
        if columns:
            grants[table.name] = MappingProxyType({name: given for name, given in granted.items() if given})
    return MappingProxyType(grants)


#: The grants without optional columns.
OPENEMR_WORKER_GRANTS: Grants = worker_grants()
OPENEMR_QUERY_GRANTS: Grants = query_grants()
