"""Medications, allergies and problems beside results; hidden ones wait for a person."""

from __future__ import annotations

from openpyxl import Workbook

from arbiter_fhir.domain.fact import Certainty, FactType
from tests.unit.extraction.workbook.sheets import read, results


def test_lists_are_read_and_results_not_twice() -> None:
    extraction = read(
        [["Medication", "Strength", "Frequency"], ["Metformin", "500 mg", "BID"]],
        [["Allergen", "Reaction"], ["Penicillin", "hives"]],
        [["Date", "Test", "Result", "Units", "Comment"], ["[DATE_3]", "Glucose", 105, "mg/dL", "on metformin 500 mg"]],
        names=("Medications", "Allergies", "Labs"),
    )
    (metformin,) = results(extraction, FactType.MEDICATION)
    assert metformin.citation.page_or_section == "Medications!A2:C2"
    assert len(results(extraction, FactType.ALLERGY)) == 1
    assert len(results(extraction)) == 1


def test_hidden_entries_wait_for_a_person() -> None:
    def hide(workbook: Workbook) -> None:
        workbook.active.row_dimensions[3].hidden = True

    rows = [["Medication", "Strength", "Frequency"], ["Metformin", "500 mg", "BID"], ["Lisinopril", "10 mg", "daily"]]
    shown, hidden = results(read(rows, names=("Medications",), adjust=hide), FactType.MEDICATION)
    assert shown.certainty is not Certainty.NEEDS_REVIEW
    assert hidden.certainty is Certainty.NEEDS_REVIEW
    assert "hidden_text" in hidden.reasons


def test_a_list_of_several_patients_gives_nothing() -> None:
    rows = [
        ["Patient", "Medication", "Strength", "Frequency"],
        ["[PERSON_1]", "Metformin", "500 mg", "BID"],
        ["[PERSON_2]", "Lisinopril", "10 mg", "daily"],
    ]
    extraction = read(rows, names=("Medications",))
    assert extraction.facts == ()
    assert [reject.reason for reject in extraction.rejected] == ["several_patients"] * 2
    alone = read([rows[0], rows[1]], names=("Medications",))
    assert len(results(alone, FactType.MEDICATION)) == 1
