from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.geometry import text_of, view_page
from arbiter_fhir.extraction.laboratory.rules.context import (
    Context,
    find_specimen,
    is_heading,
    is_name_continuation,
    is_note,
    panel_words,
)
from tests.unit.extraction.clean_pages import write_lines


def heading(line: str) -> str:
    view = view_page(write_lines(line, "Sodium 140").pages[0])
    words = panel_words(view.lines[0], view.char)
    return text_of(words) if words and is_heading(words) else ""


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("Comprehensive Metabolic Panel", "Comprehensive Metabolic Panel"),
        ("CMP14+eGFR", "CMP14+eGFR"),
        ("CBC with Differential", "CBC with Differential"),
        ("Lipid Panel        Collected: 04/10/2026", "Lipid Panel"),
        ("Lipid Panel Collected: 04/10/2026", "Lipid Panel"),
        ("Endocrinology", "Endocrinology"),
        ("Collection Date: 04/10/2026", ""),
        ("Page 1 of 2", ""),
        ("Final report", ""),
        ("Reviewed by the laboratory.", ""),
        ("see below for 3 more", ""),
    ],
)
def test_headings_are_told_from_other_lines(line: str, title: str) -> None:
    assert heading(line) == title


@pytest.mark.parametrize(
    ("line", "specimen"),
    [
        ("Specimen: Serum    Collected: 04/10/2026", "Serum"),
        ("Specimen Type: Whole blood", "Whole blood"),
        ("Source: Urine, clean catch", "Urine, clean catch"),
        ("Specimen collected: 04/10/2026", None),
        ("Glucose 105", None),
    ],
)
def test_specimens_are_read_after_their_label(line: str, specimen: str | None) -> None:
    view = view_page(write_lines(line).pages[0])
    found = find_specimen(view, view.lines[0])
    assert (found.value if found else None) == specimen


def test_a_date_holds_until_another_panel_begins() -> None:
    view = view_page(write_lines("Lipid Panel").pages[0])
    title = view.quote(view.lines[0].fragments)
    context = Context()
    context.set_collected("[DATE_1]")
    context.begin_panel(title)
    assert not context.inherited
    context.rows_since_date = 2
    context.begin_panel(title)
    assert context.inherited
    assert not context.scoped
    context.set_collected("[DATE_2]")
    assert (context.inherited, context.scoped) == (False, True)
    context.set_collected("[DATE_1]")
    assert not context.scoped
    context.lose_collected()
    assert (context.collected, context.unreadable) == ("", True)


def test_words_show_comments_and_continuations() -> None:
    assert is_note("Comment: hemolyzed")
    assert is_note("* repeated")
    assert not is_note("Sodium")
    assert is_name_continuation("Vitamin D, 25-Hydroxy,", "Total")
    assert is_name_continuation("Thyroid Stimulating Hormone", "(Ultrasensitive)")
    assert not is_name_continuation("Sodium", "Potassium")
