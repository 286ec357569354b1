"""Whose a sheet or a table is."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.extraction.workbook.owners import lines_of_other_owners
from tests.unit.extraction.workbook.sheets import Row, clean_workbook, results

OWN: Row = ["Patient:", "[PERSON_1]"]
TITLES: Row = ["Collected", "Test", "Result", "Units", "Reference range"]
GLUCOSE: Row = ["[DATE_3]", "Glucose", 88, "mg/dL", "70 - 99"]
SODIUM: Row = ["[DATE_3]", "Sodium", 139, "mmol/L", "136 - 145"]


def certainties(*sheets: list[Row], names: tuple[str, ...] = ()) -> list[Certainty]:
    document = clean_workbook(*sheets, names=names)
    found = RuleExtractor().extract(document, doc_type=DocType.CLINICAL_WORKBOOK, source_id="documents:1")
    return [fact.certainty for fact in results(found)]


@pytest.mark.parametrize("name", ["Husband", "Mother's labs", "Donor"])
def test_a_sheet_that_names_somebody_else_waits_for_a_person(name: str) -> None:
    first: list[Row] = [OWN, TITLES, GLUCOSE]
    assert certainties(first, [TITLES, SODIUM], names=("Labs", name)) == [Certainty.VERIFIED, Certainty.NEEDS_REVIEW]


@pytest.mark.parametrize("title", ["[PERSON_2]", "Results for [PERSON_2]", "Labs of her sister"])
def test_a_title_that_names_somebody_else_holds_for_what_stands_below(title: str) -> None:
    sheet: list[Row] = [OWN, TITLES, GLUCOSE, [], [title], TITLES, SODIUM]
    assert certainties(sheet) == [Certainty.VERIFIED, Certainty.NEEDS_REVIEW]


def test_a_title_that_names_the_patient_again_ends_it() -> None:
    sheet: list[Row] = [OWN, [], ["[PERSON_2]"], TITLES, GLUCOSE, [], ["Results for [PERSON_1]"], TITLES, SODIUM]
    assert certainties(sheet) == [Certainty.NEEDS_REVIEW, Certainty.VERIFIED]


@pytest.mark.parametrize("title", ["Ordered by [PERSON_2] MD", "Family history", "Newborn screen", "Chemistry"])
def test_other_titles_name_nobody_else(title: str) -> None:
    assert certainties([OWN, [title], TITLES, GLUCOSE]) == [Certainty.VERIFIED]


def test_one_name_alone_is_the_patients_and_two_are_nobodys() -> None:
    one = clean_workbook([["[PERSON_1]"], TITLES, GLUCOSE])
    two = clean_workbook([["[PERSON_1]"], TITLES, GLUCOSE, [], ["[PERSON_2]"], TITLES, SODIUM])
    assert lines_of_other_owners(one) == frozenset()
    assert len(lines_of_other_owners(two)) == 6


def test_columns_of_people_are_of_other_people() -> None:
    sheet: list[Row] = [
        ["Medication", "[PERSON_1]", "[PERSON_2]"],
        ["Warfarin", "5 mg daily"],
        [],
        ["Aspirin", "81 mg"],
    ]
    assert lines_of_other_owners(clean_workbook(sheet)) == {(1, 1), (1, 2)}
    assert lines_of_other_owners(clean_workbook([["Name", "[PERSON_1]"], ["Warfarin", "5 mg daily"]])) == frozenset()


def test_a_condition_with_a_relative_is_an_entry_and_no_title() -> None:
    document = clean_workbook([OWN, ["Problems"], ["Depression (mother)"], [], TITLES, GLUCOSE])
    assert lines_of_other_owners(document) == frozenset()
