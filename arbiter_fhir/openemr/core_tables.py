"""The tables and columns of OpenEMR that this product relies on, as data.

One list serves four readers: `chart_tables` builds every statement from it (a column that is not listed cannot be
named), `chart_writer` takes the widths from it, `schema_contract` compares it with the live schema, and the grants
of the database accounts are derived from it. Names, types and widths are those of OpenEMR 7.0.1, which
later versions keep.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

__all__ = [
    "CORE_TABLES",
    "OPENEMR_QUERY_GRANTS",
    "OPENEMR_WORKER_GRANTS",
    "CoreColumn",
    "CoreTable",
    "Grants",
    "Privilege",
    "SqlKind",
    "query_grants",
    "worker_grants",
]

#: Table name to privilege to columns, in the order of the list.
Grants = Mapping[str, Mapping[str, tuple[str, ...]]]


class SqlKind(StrEnum):
    """What a column must be able to hold."""

    INTEGER = "integer"
    TEXT = "text"
    MOMENT = "date and time"
    DAY = "date"
    UUID = "16 bytes"
    CHOICE = "choice"


class Privilege(StrEnum):
    """Database privileges that column grants are made of."""

    SELECT = "SELECT"
    INSERT = "INSERT"
    UPDATE = "UPDATE"


@dataclass(frozen=True, slots=True)
class CoreColumn:
    """One column that we rely on.

    Attributes:
        name: As OpenEMR spells it.
        kind: What it must hold.
        privileges: What the worker does with it.
        chars: Width in characters that we count on; 0 where we only read.
        choices: For `SqlKind.CHOICE`, the values that we write.
        optional: Not in every supported version: read where present, never needed.
    """

    name: str
    kind: SqlKind
    privileges: frozenset[Privilege]
    chars: int = 0
    choices: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class CoreTable:
    """One table that we rely on, with the columns that we touch.

    Attributes:
        generated_key: The AUTO_INCREMENT column that names a row that we insert; empty where there is none.
    """

    name: str
    columns: tuple[CoreColumn, ...]
    generated_key: str = ""

    @property
    def is_written(self) -> bool:
        """Whether we insert rows here."""
        return any(Privilege.INSERT in column.privileges for column in self.columns)

    def column(self, name: str) -> CoreColumn:
        """The column of this name.

        Raises:
            KeyError: We do not rely on such a column.
        """
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)


_READ = frozenset({Privilege.SELECT})
_WRITTEN = frozenset({Privilege.SELECT, Privilege.INSERT})
_SWITCHED = frozenset({Privilege.SELECT, Privilege.INSERT, Privilege.UPDATE})
_ENDED = frozenset({Privilege.SELECT, Privilege.UPDATE})


def _read(kind: SqlKind, *names: str) -> tuple[CoreColumn, ...]:
    return tuple(CoreColumn(name, kind, _READ) for name in names)


def _text(name: str, chars: int) -> CoreColumn:
    return CoreColumn(name, SqlKind.TEXT, _WRITTEN, chars)


def _written(kind: SqlKind, *names: str) -> tuple[CoreColumn, ...]:
    return tuple(CoreColumn(name, kind, _WRITTEN) for name in names)


def _switched(kind: SqlKind, *names: str) -> tuple[CoreColumn, ...]:
    return tuple(CoreColumn(name, kind, _SWITCHED) for name in names)


_DOCUMENTS = CoreTable(
    "documents",
    (
        *_read(SqlKind.INTEGER, "id", "size", "foreign_id", "deleted"),
        *_read(SqlKind.UUID, "uuid"),
        *_read(SqlKind.MOMENT, "date"),
        *_read(SqlKind.TEXT, "mimetype", "hash"),
    ),
)

_CATEGORIES = CoreTable(
    "categories",
    (*_read(SqlKind.INTEGER, "id", "parent"), *_read(SqlKind.TEXT, "name")),
)

_CATEGORY_LINKS = CoreTable("categories_to_documents", _read(SqlKind.INTEGER, "category_id", "document_id"))

_PATIENTS = CoreTable(
    "patient_data",
    (
        *_read(SqlKind.INTEGER, "pid"),
        *_read(SqlKind.UUID, "uuid"),
        *_read(SqlKind.DAY, "DOB"),
        *_read(SqlKind.TEXT, "fname", "mname", "lname", "suffix", "birth_fname", "birth_mname", "birth_lname"),
        *_read(SqlKind.TEXT, "sex", "pubpid", "ss", "drivers_license"),
        *_read(SqlKind.TEXT, "phone_home", "phone_biz", "phone_contact", "phone_cell", "email", "email_direct"),
        *_read(SqlKind.TEXT, "street", "street_line_2", "city", "state", "postal_code"),
        *_read(SqlKind.TEXT, "mothersname", "guardiansname", "contact_relationship"),
        *_read(SqlKind.TEXT, "guardianphone", "guardianworkphone", "guardianemail"),
        # Added after 7.0.1.
        CoreColumn("preferred_name", SqlKind.TEXT, _READ, optional=True),
    ),
)

_FORMER_NAMES = CoreTable(
    "patient_history",
    (
        *_read(SqlKind.INTEGER, "id", "pid"),
        *_read(SqlKind.TEXT, "previous_name_first", "previous_name_middle", "previous_name_last"),
    ),
)

_USERS = CoreTable(
    "users",
    (
        *_read(SqlKind.INTEGER, "id", "active", "authorized"),
        *_read(SqlKind.TEXT, "fname", "lname", "npi", "abook_type"),
    ),
)

_GLOBALS = CoreTable(
    "globals",
    (*_read(SqlKind.INTEGER, "gl_index"), *_read(SqlKind.TEXT, "gl_name", "gl_value")),
)

_ORDERS = CoreTable(
    "procedure_order",
    (
        *_read(SqlKind.INTEGER, "procedure_order_id"),
        *_written(SqlKind.INTEGER, "provider_id", "patient_id", "encounter_id"),
        *_written(SqlKind.MOMENT, "date_collected", "date_ordered"),
        *_read(SqlKind.TEXT, "procedure_order_type"),
        _text("external_id", 20),
        CoreColumn("history_order", SqlKind.CHOICE, _WRITTEN, choices=("1",)),
        # Withdrawal hides an order of ours; a clinician's order that a result answered gets its status back.
        CoreColumn("activity", SqlKind.INTEGER, _SWITCHED),
        CoreColumn("order_status", SqlKind.TEXT, _SWITCHED, 31),
    ),
    generated_key="procedure_order_id",
)

_ORDER_LINES = CoreTable(
    "procedure_order_code",
    (
        *_written(SqlKind.INTEGER, "procedure_order_id", "procedure_order_seq"),
        _text("procedure_code", 64),
        _text("procedure_name", 255),
        _text("procedure_order_title", 255),
    ),
)

_REPORTS = CoreTable(
    "procedure_report",
    (
        *_read(SqlKind.INTEGER, "procedure_report_id"),
        # A withdrawn report is moved from the clinician's order that it answered under a hidden order of ours.
        *_switched(SqlKind.INTEGER, "procedure_order_id", "procedure_order_seq"),
        *_written(SqlKind.MOMENT, "date_collected", "date_report"),
        _text("report_status", 31),
        _text("review_status", 31),
    ),
    generated_key="procedure_report_id",
)

_RESULTS = CoreTable(
    "procedure_result",
    (
        *_read(SqlKind.INTEGER, "procedure_result_id"),
        *_written(SqlKind.INTEGER, "procedure_report_id", "document_id"),
        *_written(SqlKind.MOMENT, "date"),
        _text("result_data_type", 1),
        _text("result_code", 31),
        _text("result_text", 255),
        _text("units", 31),
        _text("result", 255),
        _text("range", 255),
        _text("abnormal", 31),
        # TEXT holds 65,535 bytes, which is 16,383 characters of the widest kind. A replaced result is told by what.
        CoreColumn("comments", SqlKind.TEXT, _SWITCHED, 16_383),
        _text("result_status", 31),
    ),
    generated_key="procedure_result_id",
)

_LISTS = CoreTable(
    "lists",
    (
        *_read(SqlKind.INTEGER, "id", "outcome"),
        *_written(SqlKind.INTEGER, "pid"),
        *_written(SqlKind.MOMENT, "date", "begdate"),
        *(_text(name, 255) for name in ("type", "title", "diagnosis", "reaction")),
        _text("severity_al", 50),
        _text("external_id", 20),
        # Withdrawal: OpenEMR's FHIR ignores `activity` of allergies, so their end and verification say it as well.
        CoreColumn("activity", SqlKind.INTEGER, _SWITCHED),
        CoreColumn("verification", SqlKind.TEXT, _SWITCHED, 36),
        CoreColumn("comments", SqlKind.TEXT, _SWITCHED, 16_383),
        CoreColumn("enddate", SqlKind.MOMENT, _ENDED),
    ),
    generated_key="id",
)

_LISTS_MEDICATION = CoreTable(
    "lists_medication",
    (
        *_read(SqlKind.INTEGER, "id"),
        *_written(SqlKind.INTEGER, "list_id"),
        CoreColumn("drug_dosage_instructions", SqlKind.TEXT, _WRITTEN, 16_383),
        _text("usage_category", 100),
        _text("usage_category_title", 255),
        _text("request_intent", 100),
        _text("request_intent_title", 255),
        # Added after 7.0.1: 0 marks a reported record.
        CoreColumn("is_primary_record", SqlKind.INTEGER, _WRITTEN, optional=True),
    ),
    generated_key="id",
)

_LISTS_TOUCH = CoreTable(
    "lists_touch",
    (*_written(SqlKind.INTEGER, "pid"), _text("type", 255), *_written(SqlKind.MOMENT, "date")),
)

_PRESCRIPTIONS = CoreTable(
    "prescriptions",
    (
        *_read(SqlKind.INTEGER, "id", "patient_id", "active"),
        *_read(SqlKind.DAY, "end_date"),
        *_read(SqlKind.TEXT, "drug", "rxnorm_drugcode", "dosage", "size", "drug_dosage_instructions"),
    ),
)

#: By name. The order is the order in which a grants statement or a doctor's report lists them.
CORE_TABLES: Mapping[str, CoreTable] = MappingProxyType(
    {
        table.name: table
        for table in (
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
        )
    }
)


def worker_grants(optional: Set[tuple[str, str]] = frozenset()) -> Grants:
    """What the worker's account may do in OpenEMR's schema.

    Args:
        optional: Optional columns, as (table, column), that this site has; see `chart_tables.optional_columns`.
    """
    return _grants(tuple(Privilege), optional)


def query_grants(optional: Set[tuple[str, str]] = frozenset()) -> Grants:
    """What the query account may do in OpenEMR's schema: read the same columns, write nothing.

    Args:
        optional: As in `worker_grants`.
    """
    return _grants((Privilege.SELECT,), optional)


def _grants(privileges: tuple[Privilege, ...], optional: Set[tuple[str, str]]) -> Grants:
    grants: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for table in CORE_TABLES.values():
        granted: dict[str, tuple[str, ...]] = {}
        for privilege in privileges:
            columns = tuple(
                column.name
                for column in table.columns
                if privilege in column.privileges and (not column.optional or (table.name, column.name) in optional)
            )
            if columns:
                granted[privilege.value] = columns
        grants[table.name] = MappingProxyType(granted)
    return MappingProxyType(grants)


#: The grants without optional columns.
OPENEMR_WORKER_GRANTS: Grants = worker_grants()
OPENEMR_QUERY_GRANTS: Grants = query_grants()
