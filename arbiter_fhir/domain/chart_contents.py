"""What a row of the chart says, as one word: a decision made beside a row holds as long as the row says that.

Only what people read and decide by is in it, and only what every account reads alike: a reviewer's view and the
transaction that carries the decision out have to come to the same word.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Final

from arbiter_fhir.domain.promotion import LIST_TABLE, RESULT_TABLE, ChartLab, ChartListEntry

__all__ = ["GONE", "contents_of", "contents_of_row"]

#: Stands for the contents of a row that the chart does not show any more.
GONE: Final = "gone"
#: Hexadecimal digits of a contents word: 64 bits, far more than rows that anybody compares.
_DIGITS: Final = 16


def contents_of(row: ChartLab | ChartListEntry) -> str:
    """The word for what a row says: 16 hexadecimal digits, another one for every other content."""
    return _word(_of_result(row) if isinstance(row, ChartLab) else _of_entry(row))


def contents_of_row(key: str | None, labs: Iterable[ChartLab], entries: Iterable[ChartListEntry]) -> str:
    """The word for what one row of a patient's chart says.

    Args:
        key: Such as ``procedure_result:45``; ``None`` where no row is meant.
        labs: The patient's results.
        entries: The entries of the patient's lists.

    Returns:
        Empty for no row, `GONE` for a row that is not among them.
    """
    if key is None:
        return ""
    if key.startswith(f"{RESULT_TABLE}:"):
        found = (contents_of(lab) for lab in labs if f"{RESULT_TABLE}:{lab.result_id}" == key)
    else:
        found = (contents_of(entry) for entry in entries if f"{entry.table}:{entry.record_id}" == key)
    return next(found, GONE)


def _of_result(lab: ChartLab) -> tuple[object, ...]:
    moments = (lab.observed_at, lab.collected_at)
    told = (lab.code, lab.name, lab.value, lab.unit, lab.reference_range, lab.abnormal, lab.status)
    return (*told, *(moment.isoformat() if moment else "" for moment in moments))


def _of_entry(entry: ChartListEntry) -> tuple[object, ...]:
    # Not every account may read when a prescription began.
    began = entry.began if entry.table == LIST_TABLE else None
    days = [day.isoformat() if day else "" for day in (began, entry.ended)]
    state = (entry.active, entry.taken_back, entry.verification)
    return (entry.kind.value, entry.title, entry.details, sorted(entry.codes), *entry.options, *state, *days)


def _word(said: tuple[object, ...]) -> str:
    return hashlib.sha256(json.dumps(said, ensure_ascii=True).encode()).hexdigest()[:_DIGITS]
