"""Medicines and allergens that nobody read."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.extraction import RuleExtractor
from tests.unit.extraction.clean_forms import form_document, form_page
from tests.unit.extraction.clean_pages import write_lines


def unread(doc_type: DocType, *lines: str) -> list[str]:
    found = RuleExtractor().extract(write_lines(*lines, char=3.0), doc_type=doc_type, source_id="documents:1")
    return [reject.quote.value for reject in found.rejected if reject.reason == "name_unread"]


@pytest.mark.parametrize(
    "line",
    [
        "Mom's allergies: codeine (vomiting), bee stings",
        "Mom takes donepezil 10 mg; I take levothyroxine 75 mcg.",
    ],
)
def test_names_beside_a_concern_are_kept_in_view(line: str) -> None:
    assert unread(DocType.INTAKE_FORM, "Chief complaint: forgetful", line) == [line]


def test_a_medicine_beside_a_denied_condition_is_kept_in_view() -> None:
    line = "No history of asthma but uses albuterol sometimes."
    assert unread(DocType.INTAKE_FORM, "Medical history:", line) == [line]


def test_a_medicine_that_a_patient_calls_by_its_purpose_is_kept_in_view() -> None:
    line = "a water pill, don't remember name"
    assert unread(DocType.INTAKE_FORM, "Current medications", "Lisinopril 20 mg daily", line) == [line]


def test_a_substance_in_a_sentence_that_no_rule_takes_is_kept_in_view() -> None:
    line = "She gets a cough with ramipril."
    assert unread(DocType.REFERRAL_DOCX, "HPI:", line) == [line]


@pytest.mark.parametrize(
    "lines",
    [
        ("Allergies: codeine",),
        ("Current medications", "Lisinopril 20 mg daily"),
        ("Do you take aspirin or ibuprofen?",),
        ("[ ] Penicillin  [ ] Sulfa drugs allergy",),
        ("List your medicines, e.g. aspirin",),
        ("Vancomycin trough was high",),
        ("Drinks water and takes vitamin C",),
    ],
)
def test_what_was_read_or_only_printed_is_not_named_again(lines: tuple[str, ...]) -> None:
    assert unread(DocType.INTAKE_FORM, "Patient intake form", *lines) == []


@pytest.mark.parametrize("line", ["[PERSON_3] - hives", "[PERSON_3] 20 mg twice daily"])
def test_an_entry_whose_name_was_hidden_is_kept_in_view(line: str) -> None:
    document = form_document(form_page(["Letter", line]))
    found = RuleExtractor().extract(document, doc_type=DocType.REFERRAL_DOCX, source_id="documents:1")
    assert [reject.quote.value for reject in found.rejected if reject.reason == "name_unread"] == [line]
