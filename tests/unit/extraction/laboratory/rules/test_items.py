from __future__ import annotations

from arbiter_fhir.extraction.laboratory.candidate import Structure
from arbiter_fhir.extraction.laboratory.dates import labelled_dates
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.rules.items import Item, ItemKind, classify, row_pitch
from tests.unit.extraction.clean_pages import write_lines


def items(*lines: str) -> list[Item]:
    view = view_page(write_lines(*lines).pages[0])
    found, _ = classify(view, view.lines, labelled_dates(view), None)
    return found


def test_lines_are_classified() -> None:
    kinds = [
        item.kind
        for item in items(
            "Collected: 04/10/2026",
            "Lipid Panel",
            "Test           Result   Units",
            "Triglycerides  187      mg/dL",
            "               42       mg/dL",
            "Reviewed by the laboratory",
        )
    ]
    assert kinds == [
        ItemKind.CONTEXT,
        ItemKind.TEXT,
        ItemKind.TITLES,
        ItemKind.ROW,
        ItemKind.VALUE_ONLY,
        ItemKind.TEXT,
    ]


def test_rows_in_line_carry_a_weak_one() -> None:
    found = items(
        "Sodium        140    mmol/L   136-145",
        "Potassium     4.4    mmol/L   3.5-5.2",
        "Chloride      101    mmol/L   96-106",
        "Frobnicase    12     H",
    )
    assert [item.structure for item in found] == [Structure.ALIGNED] * 4
    alone = items("Frobnicase    12     H")
    assert alone[0].kind is ItemKind.TEXT
    assert alone[0].weak


def test_a_label_without_its_date_is_seen() -> None:
    (item,) = items("Collected: 04/1l/2026 08:15")
    assert item.lost_date


def test_the_pitch_is_that_of_the_rows() -> None:
    found = items("Sodium   140   mmol/L", "Potassium   4.4   mmol/L", "Chloride   101   mmol/L")
    assert abs(row_pitch(found, 99.0) - 14.0) < 0.01
    assert row_pitch([], 99.0) == 99.0
