"""Referral letters as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType
from arbiter_fhir.domain.region import RegionKind, RegionMark
from arbiter_fhir.domain.statement import Assertion, Problem
from arbiter_fhir.extraction.referral.report import read_referral_letter
from tests.unit.extraction.clean_forms import At, cell, form_document, form_page, region

MARCH = ClinicalDate(date(2026, 3, 4), None, DatePrecision.DAY)


def facts(*lines: str | Sequence[At]) -> tuple[CitedFact, ...]:
    document = form_document(form_page(lines), dates={"[DATE_1]": MARCH})
    return read_referral_letter(document, doc_type=DocType.REFERRAL_DOCX, source_id="f").facts


def of_kind(found: Sequence[CitedFact], kind: FactType) -> list[CitedFact]:
    return [fact for fact in found if fact.fact_type is kind]


def test_a_letter_tells_the_referral_and_the_patient() -> None:
    found = facts(
        "To: Cardiology",
        "Reason for referral: chest pain",
        "Problems",
        "Hypertension I10",
        "Medications",
        "Aspirin 81 mg by mouth daily",
        "The patient denies syncope. Family history: stroke in father.",
    )
    assert [fact.fact_text.value for fact in of_kind(found, FactType.REFERRAL)] == [
        "Referred to: Cardiology",
        "Reason for referral: chest pain",
    ]
    assert len(of_kind(found, FactType.MEDICATION)) == len(of_kind(found, FactType.FAMILY_HISTORY)) == 1
    problems = [fact.value for fact in of_kind(found, FactType.PROBLEM) if isinstance(fact.value, Problem)]
    assert ("Hypertension", Assertion.PRESENT) in [(problem.name, problem.assertion) for problem in problems]
    assert not any(problem.name == "stroke" for problem in problems)


def test_a_code_may_stand_before_its_problem() -> None:
    (fact,) = facts("Diagnoses", "I10 Hypertension")
    assert isinstance(fact.value, Problem)
    assert (fact.value.name, fact.value.icd10) == ("Hypertension", "I10")


def test_results_of_a_table_have_their_cells_as_place() -> None:
    found = facts(
        "Laboratory results, collected [DATE_1]",
        [At(50, "Test", cell(1, 1, 1)), At(200, "Result", cell(1, 1, 2)), At(300, "Units", cell(1, 1, 3))],
        [At(50, "Creatinine", cell(1, 2, 1)), At(200, "1.40", cell(1, 2, 2)), At(300, "mg/dL", cell(1, 2, 3))],
    )
    (result,) = of_kind(found, FactType.LAB_RESULT)
    assert result.citation.page_or_section.startswith("table 1, row 2")
    assert result.lab is not None
    assert result.lab.collection_date == MARCH


def test_results_are_numbered_once() -> None:
    found = facts(
        "Her A1c was 8.2% on [DATE_1].",
        "Laboratory results, collected [DATE_1]",
        [At(50, "Test"), At(200, "Result"), At(300, "Units")],
        [At(50, "Creatinine"), At(200, "1.40"), At(300, "mg/dL")],
    )
    results = of_kind(found, FactType.LAB_RESULT)
    assert [fact.citation.field_or_chunk_id for fact in results] == ["results[0]", "results[1]"]


def test_hidden_text_and_comments_are_questions() -> None:
    heading = region(RegionKind.HEADING, "paragraph 1")
    hidden = region(RegionKind.PARAGRAPH, "paragraph 2", RegionMark.HIDDEN)
    comment = region(RegionKind.COMMENT, "comment 1")
    found = facts(
        [At(50, "Medications", heading)],
        [At(50, "Gentamicin 80 mg IV every 8 hours", hidden)],
        [At(50, "Add lisinopril 10 mg daily?", comment)],
    )
    assert found
    assert {fact.certainty for fact in found} == {Certainty.NEEDS_REVIEW}


def test_an_unticked_option_is_no_fact() -> None:
    assert facts("Problems", "\u2610 Pregnancy", "[ ] Stroke") == ()


def test_a_heading_below_a_full_reason_opens_its_section() -> None:
    found = facts(
        "Reason for referral: Advice on recurrent kidney stones after two procedures in one year",
        "Diagnoses",
        "Nephrolithiasis N20.0",
        "Gout M10.9",
    )
    (reason,) = of_kind(found, FactType.REFERRAL)
    assert reason.citation.quote.value.endswith("in one year")
    names = [fact.value.name for fact in of_kind(found, FactType.PROBLEM) if isinstance(fact.value, Problem)]
    assert names == ["Nephrolithiasis", "Gout"]


def test_every_result_that_a_letter_tells_is_kept() -> None:
    found = of_kind(
        facts(
            "Her husband [PERSON_2] had an A1c of 8.2% on [DATE_1].",
            "Her A1c was 8.2% on [DATE_1] and creatinine was 1.9 mg/dL.",
            "As said, her A1c was 8.2% on [DATE_1].",
        ),
        FactType.LAB_RESULT,
    )
    told = [(fact.lab.test_name, fact.lab.value, fact.certainty) for fact in found if fact.lab is not None]
    assert told == [
        ("A1c", "8.2", Certainty.NEEDS_REVIEW),
        ("A1c", "8.2", Certainty.DOCUMENT_FACT),
        ("creatinine", "1.9", Certainty.DOCUMENT_FACT),
    ]
