"""A packet: every document by its own rules, cover sheets by none, unknown pages as far as they are sure."""

from __future__ import annotations

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.ports.documents import Extraction
from tests.unit.extraction.packet.pages import clean_packet

TITLES = "Test                Result   Flag   Units    Reference Range"
COVER = "FAX COVER SHEET\nTo: [PERSON_1]\nFrom: [PERSON_2]\nPages: 3\nPotassium       4.1             mmol/L   3.5-5.2"


def report(name: str, value: str, date: str = "03/04/2026", title: str = "LABORATORY REPORT") -> str:
    row = f"{name:20}{value:9}       {'mmol/L':9}3.5-5.2"
    return f"{title}\nCollected: {date}\n{TITLES}\n{row}"


def read(*texts: str) -> Extraction:
    return RuleExtractor().extract(clean_packet(*texts), doc_type=DocType.FAX_PACKET, source_id="documents:9")


def said(extraction: Extraction) -> list[tuple[str, str, int | None, str]]:
    return [
        (fact.lab.test_name, fact.lab.value, fact.citation.page, fact.citation.field_or_chunk_id)
        for fact in extraction.facts
        if fact.lab is not None
    ]


def test_every_report_is_read_under_one_numbering() -> None:
    found = read(
        report("Potassium", "4.1") + "\nPage 1 of 1", report("Potassium", "4.8", "05/06/2026") + "\nPage 1 of 1"
    )
    assert said(found) == [("Potassium", "4.1", 1, "results[0]"), ("Potassium", "4.8", 2, "results[1]")]
    dates = [fact.lab.collection_date.iso for fact in found.facts if fact.lab and fact.lab.collection_date]
    assert dates == ["2026-03-04", "2026-05-06"]
    assert {fact.certainty for fact in found.facts} == {Certainty.VERIFIED}
    assert {fact.citation.source_type for fact in found.facts} == {SourceType.FAX_PACKET}


def test_a_cover_sheet_gives_no_fact() -> None:
    assert said(read(COVER, report("Potassium", "4.1"))) == [("Potassium", "4.1", 2, "results[0]")]


def test_a_page_of_no_known_kind_is_named_and_never_guessed_at() -> None:
    found = read(report("Potassium", "4.1") + "\nPage 1 of 1", "Menu of the week\nSoup 4.1\nPage 1 of 1")
    assert [(item.page, item.reason, item.quote.value) for item in found.rejected] == [
        (2, "page_not_recognised", "Menu of the week")
    ]


def test_blank_pages_are_passed_over() -> None:
    found = read("", report("Potassium", "4.1"), "")
    assert said(found) == [("Potassium", "4.1", 2, "results[0]")]
    assert found.rejected == ()


def test_forms_letters_and_notes_are_read_by_their_own_rules() -> None:
    found = read(
        "NEW PATIENT INTAKE FORM\nALLERGIES\nPenicillin - hives\nPage 1 of 1",
        "REFERRAL\nDear Dr. Osei,\nMEDICATIONS:\nLisinopril 10 mg by mouth once daily\nPage 1 of 1",
        "PROGRESS NOTE\nASSESSMENT:\nHypertension\nPage 1 of 1",
    )
    told = {(fact.citation.page, fact.fact_type) for fact in found.facts}
    assert {(1, FactType.ALLERGY), (2, FactType.MEDICATION), (3, FactType.PROBLEM)} <= told
    assert len({(fact.fact_type, fact.citation.field_or_chunk_id) for fact in found.facts}) == len(found.facts)
    assert {fact.citation.source_type for fact in found.facts} == {SourceType.FAX_PACKET}


def lists(extraction: Extraction) -> list[tuple[FactType, str, Certainty]]:
    return [(fact.fact_type, fact.fact_text.value, fact.certainty) for fact in extraction.facts if fact.lab is None]


def test_lists_under_a_letterhead_are_read_as_facts_of_the_document() -> None:
    found = read(
        "Harbor Family Medicine\n120 Main Street\n\nCurrent Medications\nlisinopril 10 mg daily\n\n"
        "Allergies: Penicillin - hives"
    )
    assert lists(found) == [
        (FactType.MEDICATION, "Medication: lisinopril 10 mg daily", Certainty.DOCUMENT_FACT),
        (FactType.ALLERGY, "Allergy: Penicillin - hives", Certainty.DOCUMENT_FACT),
    ]
    assert found.rejected == ()


def test_a_list_right_below_the_patients_name_is_read() -> None:
    found = read("Medication List\nPatient: [PERSON_1]  DOB: [DATE_1]\nlisinopril 10 mg daily")
    assert [text for _, text, _ in lists(found)] == ["Medication: lisinopril 10 mg daily"]


def test_a_list_that_goes_on_behind_a_report_is_not_passed_over() -> None:
    found = read(report("Potassium", "4.1"), "Current Medications:\nlisinopril 10 mg daily")
    assert said(found) == [("Potassium", "4.1", 1, "results[0]")]
    assert [text for _, text, _ in lists(found)] == ["Medication: lisinopril 10 mg daily"]


def test_pages_on_which_nothing_was_found_are_named() -> None:
    found = read("PROGRESS NOTE\nWe talked about soup.\nPage 1 of 1", report("Potassium", "4.1"), "Thank you\nSoup")
    assert [(item.page, item.reason) for item in found.rejected] == [
        (1, "page_without_facts"),
        (3, "page_without_facts"),
    ]


def test_drugs_beside_no_heading_make_no_list() -> None:
    found = read("Harbor Pharmacy\nlisinopril 10 mg tablet take 1 tablet daily")
    assert (found.facts, [item.reason for item in found.rejected]) == ((), ["page_not_recognised"])
