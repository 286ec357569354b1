"""Search parameters: which are known, how dates are compared, and the rule that a stranger empties the answer."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from devstack.ehr.uuids import parse_uuid

DATE_PATTERN = re.compile(
    r"^(?P<prefix>eq|ne|gt|ge|lt|le)?(?P<year>\d{4})(-(?P<month>\d{2})(-(?P<day>\d{2})"
    r"(T(?P<hour>\d{2}):(?P<minute>\d{2})(:(?P<second>\d{2})(\.\d+)?)?(?P<zone>Z|[+-]\d{2}:\d{2})?)?)?)?$"
)

COMPARISONS = {
    "gt": "{column} > :{name}_high",
    "ge": "{column} >= :{name}_low",
    "lt": "{column} < :{name}_low",
    "le": "{column} <= :{name}_high",
    "ne": "({column} < :{name}_low OR {column} > :{name}_high)",
    "eq": "({column} >= :{name}_low AND {column} <= :{name}_high)",
}


class NothingMatchesError(Exception):
    """A parameter is unknown or unreadable, so the answer is 200 with an empty bundle (observed)."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A piece of a WHERE clause with its values."""

    sql: str
    values: dict[str, object]


def require_known(parameters: Iterable[tuple[str, str]], known: frozenset[str]) -> None:
    """Lets only known parameters pass.

    Raises:
        NothingMatchesError: Any other one, such as ``_count`` or ``_sort``.
    """
    for name, _value in parameters:
        if name.partition(":")[0] not in known:
            raise NothingMatchesError


def reference_uuid(value: str, resource: str) -> uuid.UUID:
    """Returns the identifier in ``<uuid>`` or ``<Resource>/<uuid>``.

    Raises:
        NothingMatchesError: Neither form.
    """
    parsed = parse_uuid(value.removeprefix(f"{resource}/"))
    if parsed is None:
        raise NothingMatchesError
    return parsed


def date_condition(column: str, value: str, zone: ZoneInfo, name: str) -> Condition:
    """Returns the comparison of a datetime column with a FHIR date.

    A value with Z or an offset is converted to the site's zone, one without is taken as local. A value that is less
    exact than a second stands for all its seconds: ``gt`` means after its end.

    Args:
        column: SQL name of the column, local time in whole seconds.
        value: Such as ``ge2026-11-30T05:15:00Z``.
        zone: The site's time zone.
        name: Stem for the names of the values.

    Raises:
        NothingMatchesError: Not a date.
    """
    match = DATE_PATTERN.match(value)
    if match is None:
        raise NothingMatchesError
    part = match.groupdict()
    try:
        low = datetime.fromisoformat(
            f"{part['year']}-{part['month'] or '01'}-{part['day'] or '01'}"
            f"T{part['hour'] or '00'}:{part['minute'] or '00'}:{part['second'] or '00'}"
        )
        high = _end_of(low, part)
        if part["zone"]:
            offset = part["zone"].replace("Z", "+00:00")
            low, high = (
                datetime.fromisoformat(f"{moment.isoformat()}{offset}").astimezone(zone).replace(tzinfo=None)
                for moment in (low, high)
            )
    except (ValueError, OverflowError) as error:
        raise NothingMatchesError from error
    template = COMPARISONS[part["prefix"] or "eq"]
    sql = template.format(column=column, name=name)
    values: dict[str, object] = {f"{name}_low": low, f"{name}_high": high}
    return Condition(sql, {key: moment for key, moment in values.items() if f":{key}" in sql})


def _end_of(low: datetime, part: dict[str, str | None]) -> datetime:
    if part["second"] is not None:
        return low
    if part["minute"] is not None:
        return low + timedelta(seconds=59)
    if part["day"] is not None:
        return low + timedelta(days=1, seconds=-1)
    if part["month"] is not None:
        following = (low.replace(day=1) + timedelta(days=32)).replace(day=1)
        return following - timedelta(seconds=1)
    return low.replace(year=low.year + 1) - timedelta(seconds=1)


def joined(conditions: Iterable[Condition]) -> Condition:
    """Returns all conditions connected with AND; true if there are none."""
    parts = list(conditions)
    values: dict[str, object] = {}
    for part in parts:
        values.update(part.values)
    return Condition(" AND ".join(part.sql for part in parts) or "TRUE", values)
