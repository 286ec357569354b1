"""The chart's side of an item: one row as a line to read, and as the word by which a decision holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from arbiter_fhir.domain.chart_contents import contents_of_row
from arbiter_fhir.domain.promotion import LIST_TABLE, RESULT_TABLE, ChartLab, ChartListEntry, ChartLists
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.pipelines.review_items import ChartSide

__all__ = ["ChartRows", "ChartSides"]


class ChartRows(Protocol):
    """What is read of a chart: a reader does, and the writer of a transaction."""

    def labs(self, patient_id: PatientId) -> Sequence[ChartLab]:
        """The patient's results."""
        ...

    def lists(self, patient_id: PatientId) -> ChartLists:
        """The patient's allergies, medications and problems."""
        ...


class ChartSides:
    """Rows of one patient's chart, each part of it read at most once: what is shown is what is compared.

    Args:
        rows: Whoever reads the chart.
        patient_id: Whose.
    """

    def __init__(self, rows: ChartRows, patient_id: PatientId) -> None:
        self._rows = rows
        self._patient_id = patient_id
        self._labs: Sequence[ChartLab] | None = None
        self._entries: Sequence[ChartListEntry] | None = None

    def contents(self, row: str | None) -> str:
        """The word for what a row says; empty for none."""
        if row is None:
            return ""
        is_result = row.startswith(f"{RESULT_TABLE}:")
        return contents_of_row(row, self._results() if is_result else (), () if is_result else self._listed())

    def side(self, row: str) -> ChartSide | None:
        """A row as one line; ``None`` where the chart does not show it."""
        if row.startswith(f"{RESULT_TABLE}:"):
            lab = next((each for each in self._results() if f"{RESULT_TABLE}:{each.result_id}" == row), None)
            return None if lab is None else _lab_side(row, lab)
        entry = next((each for each in self._listed() if f"{each.table}:{each.record_id}" == row), None)
        return None if entry is None else _entry_side(row, entry)

    def _results(self) -> Sequence[ChartLab]:
        if self._labs is None:
            self._labs = self._rows.labs(self._patient_id)
        return self._labs

    def _listed(self) -> Sequence[ChartListEntry]:
        if self._entries is None:
            self._entries = self._rows.lists(self._patient_id).entries
        return self._entries


def _lab_side(row: str, lab: ChartLab) -> ChartSide:
    moment = lab.collected_at or lab.observed_at
    value = " ".join(part for part in (lab.name, lab.value, lab.unit) if part)
    text = f"{value} ({lab.reference_range})" if lab.reference_range else value
    return ChartSide(row, text, moment.date().isoformat() if moment else "")


def _entry_side(row: str, entry: ChartListEntry) -> ChartSide:
    said = " ".join(part for part in (entry.title, entry.details, entry.reaction) if part)
    state = "" if entry.active else f" ({'withdrawn' if entry.taken_back else 'not active'})"
    when = entry.began or (entry.recorded_at.date() if entry.recorded_at else None)
    table_is_list = entry.table == LIST_TABLE
    origin = "" if table_is_list else " (prescription)"
    return ChartSide(row, f"{said}{origin}{state}", when.isoformat() if when else "")
