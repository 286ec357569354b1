from __future__ import annotations

from arbiter_fhir.extraction.narrative.columns import Column, column_of, header_of, section_of_columns
from arbiter_fhir.extraction.narrative.sections import SectionKind


def test_headers_name_their_columns() -> None:
    assert header_of(["Medication", "Dose", "How Often?"]) == (Column.MEDICATION, Column.DOSE, Column.FREQUENCY)
    assert header_of(["Allergen", "Reaction", "Severity"]) == (Column.SUBSTANCE, Column.REACTION, Column.SEVERITY)
    assert column_of("Medication (name)") is Column.MEDICATION


def test_rows_are_no_headers() -> None:
    assert header_of(["Metformin", "500 mg", "BID"]) is None
    assert header_of(["Medication"]) is None
    assert header_of(["Medications:", "Allergies:"]) is None
    assert header_of(["Name", "Dose", "x", "y", "z"]) is None


def test_columns_tell_the_section() -> None:
    assert section_of_columns((Column.RELATION, Column.CONDITION)) is SectionKind.FAMILY_HISTORY
    assert section_of_columns((None, Column.REACTION)) is SectionKind.ALLERGIES
    assert section_of_columns((Column.DATE, None)) is None


def test_a_row_that_names_a_substance_is_no_header() -> None:
    assert header_of(["Penicillin", "Drug", "Rash", "Active"]) is None
    assert header_of(["Allergen", "Type", "Reaction", "Status"]) is not None


def test_a_drug_beside_its_reaction_is_what_is_not_tolerated() -> None:
    assert header_of(["Drug", "Reaction", "Severity"]) == (Column.SUBSTANCE, Column.REACTION, Column.SEVERITY)
    assert header_of(["Medication", "Reaction"]) == (Column.SUBSTANCE, Column.REACTION)
    taken = header_of(["Medication", "Dose", "Reaction"])
    assert taken is not None
    assert taken[0] is Column.MEDICATION
