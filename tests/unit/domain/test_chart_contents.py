"""The word for what a chart's row says: another content, another word."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from arbiter_fhir.domain.chart_contents import GONE, contents_of, contents_of_row
from arbiter_fhir.domain.promotion import ChartLab, ChartListEntry, ListKind
from arbiter_fhir.domain.tenant import PatientId

WHEN = datetime(2026, 4, 10, 8, 30)  # noqa: DTZ001 (the chart's own times are local and naive)
LAB = ChartLab(45, 9, 7, "2823-3", "Potassium", "4.1", "mmol/L", "3.5 - 5.1", "", WHEN, WHEN, "final", None)
ENTRY = ChartListEntry("lists", 12, PatientId(7), ListKind.ALLERGY, "Penicillin", "", (), True, "confirmed", False)


@pytest.mark.parametrize(
    "edit",
    [
        {"value": "4.2"},
        {"unit": "mEq/L"},
        {"reference_range": ""},
        {"abnormal": "high"},
        {"status": "error"},
        {"name": "K"},
        {"code": ""},
        {"observed_at": None},
        {"collected_at": datetime(2026, 4, 10, 8, 31)},  # noqa: DTZ001
    ],
    ids=str,
)
def test_every_edit_of_a_result_counts(edit: dict[str, Any]) -> None:
    assert contents_of(replace(LAB, **edit)) != contents_of(LAB) == contents_of(replace(LAB))


@pytest.mark.parametrize(
    "edit",
    [
        {"title": "Penicillin V"},
        {"details": "since childhood"},
        {"codes": (("RXNORM", "7980"),)},
        {"active": False},
        {"taken_back": True},
        {"verification": "refuted"},
        {"began": date(2020, 1, 1)},
        {"ended": date(2026, 1, 1)},
        {"options": ("hives", "")},
        {"options": ("", "hives")},
        {"kind": ListKind.MEDICATION},
    ],
    ids=str,
)
def test_every_edit_of_an_entry_counts(edit: dict[str, Any]) -> None:
    assert contents_of(replace(ENTRY, **edit)) != contents_of(ENTRY)


def test_what_only_some_accounts_read_does_not_count() -> None:
    detailed = replace(ENTRY, reaction="Hives", severity="Severe", recorded_at=WHEN, prescriber="A. Example")
    assert contents_of(detailed) == contents_of(ENTRY)
    prescription = replace(ENTRY, table="prescriptions")
    assert contents_of(replace(prescription, began=date(2020, 1, 1))) == contents_of(prescription)


def test_a_row_is_found_by_its_key_or_gone() -> None:
    assert contents_of_row("procedure_result:45", [LAB], [ENTRY]) == contents_of(LAB)
    assert contents_of_row("lists:12", [LAB], [ENTRY]) == contents_of(ENTRY)
    for key in ("procedure_result:46", "procedure_result:12", "lists:45", "prescriptions:12"):
        assert contents_of_row(key, [LAB], [replace(ENTRY, record_id=45), replace(ENTRY, record_id=12)][1:]) == GONE
    assert contents_of_row(None, [LAB], [ENTRY]) == ""
