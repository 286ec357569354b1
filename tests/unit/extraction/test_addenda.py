"""Results of which a line elsewhere tells another value."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.extraction.addenda import amended_by, amendments_of
from tests.unit.extraction.clean_pages import write_lines
from tests.unit.extraction.workbook.sheets import Row, clean_workbook, results

ROWS: list[Row] = [
    ["Collected", "Test", "Result", "Units", "Reference range"],
    ["[DATE_3]", "Sodium", 139, "mmol/L", "136 - 145"],
    ["[DATE_3]", "Glucose", 88, "mg/dL", "70 - 99"],
]


def certainties(remark: str) -> list[Certainty]:
    document = clean_workbook([*ROWS, [], [remark]])
    found = RuleExtractor().extract(document, doc_type=DocType.CLINICAL_WORKBOOK, source_id="documents:1")
    return [fact.certainty for fact in results(found)]


@pytest.mark.parametrize(
    ("remark", "first"),
    [
        ("Addendum: sodium 129 on repeat", Certainty.NEEDS_REVIEW),
        ("Sodium corrected to 129", Certainty.NEEDS_REVIEW),
        ("Addendum: sodium 139 confirmed", Certainty.VERIFIED),
        ("Sodium 129", Certainty.VERIFIED),
    ],
)
def test_a_result_that_a_line_tells_otherwise_waits_for_a_person(remark: str, first: Certainty) -> None:
    assert certainties(remark) == [first, Certainty.VERIFIED]


def test_a_repeated_test_of_a_letter_is_a_later_one() -> None:
    letter = write_lines("Repeat sodium 129", "Addendum: glucose 94")
    assert [each.key for each in amendments_of(letter, DocType.REFERRAL_DOCX)] == ["glucose"]
    assert [each.key for each in amendments_of(letter, DocType.HL7V2_MESSAGE)] == ["glucose", "sodium"]


def test_other_facts_are_amended_by_nothing() -> None:
    letter = write_lines("Medications:", "Warfarin 2 mg daily", "Addendum: glucose 94")
    found = RuleExtractor().extract(letter, doc_type=DocType.REFERRAL_DOCX, source_id="documents:1")
    taken: list[CitedFact] = [fact for fact in found.facts if fact.fact_type is FactType.MEDICATION]
    assert [amended_by(fact, amendments_of(letter, DocType.REFERRAL_DOCX)) for fact in taken] == [None]
