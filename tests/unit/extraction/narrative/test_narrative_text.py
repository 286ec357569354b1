from __future__ import annotations

import dataclasses

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.region import Region, RegionKind
from arbiter_fhir.extraction.narrative.narrative_text import read_narrative
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import clean_document, write_lines


def test_everything_is_read_in_the_order_of_the_page() -> None:
    document = write_lines(
        "Chief Complaint: cough",
        "PMH: asthma",
        "Medications: albuterol 2 puffs prn",
        "Allergies: NKDA",
        "Family History: mother - diabetes",
        "Social History: never smoked",
        "Vitals: BP 120/80",
    )
    kinds = [each.fact_type.value for each in read_narrative(document)]
    assert kinds == [
        "chief_concern",
        "problem",
        "medication",
        "allergy",
        "family_history",
        "social_history",
        "vital_sign",
        "vital_sign",
    ]


def two_pages(part: int) -> DeidentifiedDocument:
    first = write_lines("Allergies: NKDA").pages[0]
    second = dataclasses.replace(write_lines("Penicillin - hives").pages[0], number=2, part=part)
    return clean_document([first, second], {})


def test_a_section_goes_on_over_a_page_but_not_into_another_part() -> None:
    same = read_narrative(two_pages(1))
    assert [each.page.number for each in same] == [1, 2]
    assert all(each.reasons for each in same)
    other = read_narrative(two_pages(2))
    assert [each.reasons for each in other if each.fact_type is FactType.ALLERGY] == [(), (Reason.STATED_IN_PROSE,)]


def test_what_stands_in_a_comment_is_doubted() -> None:
    document = write_lines("PMH: gout", "PMH: asthma")
    page = document.pages[0]
    start = page.text.value.index("PMH: asthma")
    comment = Region(RegionKind.COMMENT, "comment 1", ((start, len(page.text.value)),))
    found = read_narrative(clean_document([dataclasses.replace(page, regions=(comment,))], {}))
    assert [each.reasons for each in found] == [(), (Reason.SECTION_UNCLEAR,)]


def test_a_name_beside_an_empty_line_is_a_question_and_stays_in_its_list() -> None:
    document = write_lines("Past Medical History", "asthma", "gout")
    page = document.pages[0]
    start = page.text.value.index("asthma")
    blank = Region(RegionKind.BLANK, "blank 1", ((start, start + len("asthma")),))
    found = read_narrative(clean_document([dataclasses.replace(page, regions=(blank,))], {}))
    assert [each.reasons for each in found] == [(Reason.CHECKBOX_UNCLEAR,), ()]
