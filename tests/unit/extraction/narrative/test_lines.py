from __future__ import annotations

from arbiter_fhir.extraction.narrative.lines import character_width, gutter_of, lines_of
from tests.unit.extraction.clean_pages import write_lines


def test_wide_gaps_part_segments_and_bullets_do_not() -> None:
    page = write_lines("Allergen      Reaction", "1.   Penicillin   hives", "plain text").pages[0]
    lines = lines_of(page, page.words)
    assert [[segment.text for segment in line.segments] for line in lines] == [
        ["Allergen", "Reaction"],
        ["1. Penicillin", "hives"],
        ["plain text"],
    ]


def test_a_gutter_runs_through_all_lines() -> None:
    rows = [f"{'left side text ' + str(n):45}right side text" for n in range(5)]
    page = write_lines(*rows).pages[0]
    gutter = gutter_of(lines_of(page, page.words), character_width(page))
    assert gutter is not None
    assert 0.3 < gutter < 0.6
    page = write_lines(*rows[:4], "a line that goes from the left side to the far right side of it").pages[0]
    assert gutter_of(lines_of(page, page.words), character_width(page)) is None
