"""Whether values fit their columns, looked at before they are written: nothing is ever cut."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr.core_columns import SqlKind
from arbiter_fhir.openemr.core_tables import CORE_TABLES

__all__ = ["require_fit"]


def require_fit(table: str, values: Mapping[str, object]) -> None:
    """Refuse values that a column would cut or change.

    Args:
        table: Name of the core table.
        values: Column name to value.

    Raises:
        ChartError: E_EHR_WRITE: too long, half of a character, or a time that the column cannot hold.
    """
    for name, value in values.items():
        column = CORE_TABLES[table].column(name)
        if column.kind is SqlKind.TEXT and value is not None:
            _require_text(f"{table}.{name}", str(value), column.chars)
        if column.kind is SqlKind.MOMENT and isinstance(value, datetime) and (value.tzinfo or value.microsecond):
            raise ChartError(
                ErrorCode.EHR_WRITE,
                f"{table}.{name} holds the site's local time in whole seconds, without a zone; nothing was written.",
            )


def _require_text(where: str, value: str, chars: int) -> None:
    if len(value) > chars:
        raise ChartError(
            ErrorCode.EHR_WRITE,
            f"A value of {len(value)} characters does not fit {where}, which holds {chars}; nothing was written.",
        )
    if not _is_encodable(value):
        raise ChartError(
            ErrorCode.EHR_WRITE,
            f"A value for {where} holds half of a character, which no column stores; nothing was written.",
        )


def _is_encodable(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
