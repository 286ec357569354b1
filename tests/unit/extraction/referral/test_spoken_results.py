"""Results told in sentences."""

from __future__ import annotations

from datetime import date

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import LabResult
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.passages import passage_of
from arbiter_fhir.extraction.narrative.sections import SectionKind
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.referral.spoken_results import find_spoken_results
from tests.unit.extraction.clean_forms import form_page

MARCH = ClinicalDate(date(2026, 3, 4), None, DatePrecision.DAY)


def found(text: str, section: SectionKind = SectionKind.UNKNOWN, **more: object) -> list[Candidate]:
    page = form_page([text])
    passage = passage_of(page, page.words, section)
    return list(find_spoken_results([passage], dates={"[DATE_1]": MARCH}, **more))  # type: ignore[arg-type]


def results(text: str) -> list[tuple[str, str, str]]:
    values = [candidate.value for candidate in found(text)]
    return [(value.test_name, value.value, value.unit) for value in values if isinstance(value, LabResult)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A1c was 8.2% on [DATE_1].", [("A1c", "8.2", "%")]),
        ("Her creatinine is 1.4 mg/dL.", [("creatinine", "1.4", "mg/dL")]),
        ("Labs showed potassium of 5.6 mmol/L and sodium 131 mmol/L.",
         [("potassium", "5.6", "mmol/L"), ("sodium", "131", "mmol/L")]),
    ],
)  # fmt: skip
def test_results_with_a_unit_of_theirs(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert results(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hgb 9.1 (baseline 12). K 5.4.", [("Hgb", "9.1", ""), ("K", "5.4", "")]),
        ("Glucose 105 and sodium 139", [("Glucose", "105", ""), ("sodium", "139", "")]),
        ("Creatinine 1.8, up from 1.2 in March.", [("Creatinine", "1.8", "")]),
        ("PT 3 times a week. A1c 8.2/8.5. Calcium 600 daily. BUN 10-20.", []),
        ("Calcium 600", []),
    ],
)
def test_results_without_a_unit_wait_for_a_person(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert results(text) == expected
    assert all(Reason.UNIT_MISSING in candidate.reasons for candidate in found(text))


def test_a_remark_in_the_sentence_weakens_it() -> None:
    (told,) = found("Potassium 5.9 mmol/L (hemolyzed).")
    assert Reason.WEAKENED_BY_REMARK in told.reasons


@pytest.mark.parametrize(
    "text",
    [
        "She takes calcium 500 mg daily.",
        "A1c goal is below 7.0%.",
        "He has seen 3 doctors in 2 years.",
        "Potassium was high.",
        "The wound is 4 cm long.",
    ],
)
def test_other_numbers_are_no_results(text: str) -> None:
    assert results(text) == []


def test_they_are_facts_of_the_document_at_most() -> None:
    (dated,) = found("A1c was 8.2% on [DATE_1].")
    assert isinstance(dated.value, LabResult)
    assert dated.value.collection_date == MARCH
    assert dated.reasons == (Reason.STATED_IN_PROSE,)
    (undated,) = found("A1c was 8.2%.")
    assert Reason.COLLECTION_DATE_MISSING in undated.reasons
    (odd,) = found("Potassium was 56 mmol/L on [DATE_1].")
    assert Reason.IMPLAUSIBLE_VALUE in odd.reasons


def test_what_the_laboratory_rules_read_is_not_told_twice() -> None:
    assert found("Creatinine 1.4 mg/dL", told=[(1, 0)]) == []
    assert found("Potassium chloride 20 mmol/L daily", SectionKind.MEDICATIONS) == []


@pytest.mark.parametrize(
    "text",
    [
        "Her husband [PERSON_2] had a glucose of 310 mg/dL on [DATE_1].",
        "Her husband's glucose was 310 mg/dL on [DATE_1].",
        "The donor creatinine was 0.9 mg/dL on [DATE_1].",
        "Her mother's A1c was 9.1% on [DATE_1].",
        "Her husband was tested too. His glucose was 310 mg/dL on [DATE_1].",
    ],
)
def test_what_was_found_in_somebody_else_waits_for_a_person(text: str) -> None:
    (candidate,) = found(text)
    assert Reason.SPEAKS_OF_ANOTHER in candidate.reasons


def test_only_the_other_persons_result_is_doubted() -> None:
    own, other = found("Her A1c was 8.2% on [DATE_1] and her husband's glucose was 310 mg/dL.")
    assert Reason.SPEAKS_OF_ANOTHER not in own.reasons
    assert Reason.SPEAKS_OF_ANOTHER in other.reasons


@pytest.mark.parametrize(
    "text",
    [
        "Her wife reports that her glucose was 310 mg/dL on [DATE_1].",
        "Her husband accompanied her. Her A1c was 8.2% on [DATE_1].",
        "Her mother has diabetes. Her A1c was 8.2% on [DATE_1].",
    ],
)
def test_people_who_stand_by_do_not_take_the_patients_result(text: str) -> None:
    (candidate,) = found(text)
    assert Reason.SPEAKS_OF_ANOTHER not in candidate.reasons
