from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.region import GridPlace, Region, RegionKind, RegionMark
from arbiter_fhir.extraction.place import blank_beside, is_hidden, place_of, regions_of
from tests.unit.extraction.clean_forms import At, form_page, region
from tests.unit.extraction.clean_pages import write_lines


def test_a_plain_page_is_cited_by_its_number() -> None:
    page = write_lines("Penicillin hives").pages[0]
    assert place_of(page, page.words) == "page 1"


def test_a_format_with_regions_says_where_in_its_own_words() -> None:
    page = write_lines("Penicillin hives").pages[0]
    regions = (
        Region(RegionKind.CELL, "Allergies!A2", ((0, 10),), GridPlace(1, 2, 1)),
        Region(RegionKind.CELL, "Allergies!B2", ((11, 16),), GridPlace(1, 2, 2)),
    )
    page = replace(page, regions=regions)
    assert place_of(page, page.words[:1]) == "Allergies!A2"
    assert place_of(page, page.words) == "Allergies!A2:B2"
    assert regions_of(page, page.words) == [0, 1]


def test_cells_of_one_sheet_or_table_are_told_as_a_range() -> None:
    page = write_lines("Penicillin hives moderate").pages[0]
    spans = ((0, 10), (11, 16), (17, 25))
    sheet = [
        Region(RegionKind.CELL, f"A & B!{name}", (span,), GridPlace(1, row, column))
        for span, name, row, column in zip(spans, ("Y2", "AA2", "AB3"), (2, 2, 3), (25, 27, 28), strict=True)
    ]
    assert place_of(replace(page, regions=tuple(sheet)), page.words) == "A & B!Y2:AB3"
    table = [
        Region(RegionKind.CELL, f"table 2, row 4, column {column}", (span,), GridPlace(2, 4, column))
        for column, span in enumerate(spans, start=1)
    ]
    assert place_of(replace(page, regions=tuple(table)), page.words) == "table 2, row 4, columns 1 to 3"


def test_a_box_in_a_paragraph_is_the_paragraph_unless_it_is_meant_alone() -> None:
    page = write_lines("Yes X").pages[0]
    regions = (
        Region(RegionKind.PARAGRAPH, "paragraph 3", ((0, 3),)),
        Region(RegionKind.CHECKBOX, "paragraph 3, box 1", ((4, 5),)),
    )
    page = replace(page, regions=regions)
    assert place_of(page, page.words) == "paragraph 3"
    assert place_of(page, page.words[1:]) == "paragraph 3, box 1"


def test_only_marked_regions_hide_words_and_form_fields_do_not() -> None:
    page = write_lines("Penicillin hives").pages[0]
    for kind, marks, hidden in (
        (RegionKind.NOTE, (RegionMark.HIDDEN,), True),
        (RegionKind.CELL, (RegionMark.NUMBER_VALUE, RegionMark.HIDDEN), True),
        (RegionKind.FORM_FIELD, (RegionMark.HIDDEN,), False),
        (RegionKind.NOTE, (), False),
    ):
        marked = replace(page, regions=(Region(kind, "somewhere", ((11, 16),), marks=marks),))
        assert is_hidden(marked, page.words) is hidden
        assert not is_hidden(marked, page.words[:1])


def test_words_beside_several_empty_lines_stand_beside_the_least_sure_one() -> None:
    sure = region(RegionKind.BLANK, "blank 1", RegionMark.UNCHECKED)
    open_ = region(RegionKind.BLANK, "blank 2")
    page = form_page([[At(50, "Stroke", sure), At(200, "Date", open_)], "Gout"])
    found = [blank_beside(page, page.words[first:last]) for first, last in ((0, 2), (0, 1), (1, 3))]
    assert [each.path if each else None for each in found] == ["blank 2", "blank 1", None]
