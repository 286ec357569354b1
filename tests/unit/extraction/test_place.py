from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.region import Region, RegionKind
from arbiter_fhir.extraction.place import place_of, regions_of
from tests.unit.extraction.clean_pages import write_lines


def test_a_plain_page_is_cited_by_its_number() -> None:
    page = write_lines("Penicillin hives").pages[0]
    assert place_of(page, page.words) == "page 1"


def test_a_format_with_regions_says_where_in_its_own_words() -> None:
    page = write_lines("Penicillin hives").pages[0]
    regions = (
        Region(RegionKind.CELL, "Allergies!A2", ((0, 10),)),
        Region(RegionKind.CELL, "Allergies!B2", ((11, 16),)),
    )
    page = replace(page, regions=regions)
    assert place_of(page, page.words[:1]) == "Allergies!A2"
    assert place_of(page, page.words) == "Allergies!A2 to Allergies!B2"
    assert regions_of(page, page.words) == [0, 1]
