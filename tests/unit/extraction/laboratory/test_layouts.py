"""Ways in which laboratories set results, each with what must come out of it."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty, CitedFact, LabResult, ResultStatus
from arbiter_fhir.domain.statement import Coding
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines

COLLECTED = "Collected: 04/10/2026"


def read(*lines: str) -> list[CitedFact]:
    document = write_lines(*lines)
    return list(RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:5").facts)


def lab(fact: CitedFact) -> LabResult:
    assert fact.lab is not None
    return fact.lab


Row = tuple[str, str, str, str, AbnormalFlag | None]
NORMAL, HIGH = AbnormalFlag.NORMAL, AbnormalFlag.HIGH


@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        pytest.param(
            (
                "Test         Result   Units    SI Result  SI Units   Range",
                "Glucose      105      mg/dL    5.8        mmol/L     70-99",
                "Creatinine   1.1      mg/dL    97         umol/L     0.6-1.3",
            ),
            [("Glucose", "105", "mg/dL", "70-99", HIGH), ("Creatinine", "1.1", "mg/dL", "0.6-1.3", NORMAL)],
            id="a second set of units stands aside",
        ),
        pytest.param(
            (
                "Test         Result   Units    Low    High",
                "Glucose      105      mg/dL    70     99",
                "Sodium       140      mmol/L   136    145",
            ),
            [("Glucose", "105", "mg/dL", "70 99", HIGH), ("Sodium", "140", "mmol/L", "136 145", NORMAL)],
            id="bounds in two columns",
        ),
        pytest.param(
            (
                "HEMOGLOBIN A1C",
                "Your value: 5.9 %   Normal range: 4.0-5.6",
                "LDL CHOLESTEROL",
                "Your value: 148 mg/dL   Normal range: <100",
            ),
            [("HEMOGLOBIN A1C", "5.9", "%", "4.0-5.6", HIGH), ("LDL CHOLESTEROL", "148", "mg/dL", "<100", HIGH)],
            id="cards",
        ),
        pytest.param(
            (
                "Test         Result   Units      Range",
                "RBC          4.71     x10\u2076/\u00b5L   4.20-5.80",
                "Platelets    250      10\u00b3/\u00b5L   150-400",
            ),
            [
                ("RBC", "4.71", "x10\u2076/\u00b5L", "4.20-5.80", NORMAL),
                ("Platelets", "250", "10\u00b3/\u00b5L", "150-400", NORMAL),
            ],
            id="raised digits",
        ),
        pytest.param(
            (
                "Test              Result   Units           Range",
                "LDL Calculated    101      mg/dL           <100",
                "Anion Gap         11       mmol/L          8-16",
            ),
            [("LDL Calculated", "101", "mg/dL", "<100", HIGH), ("Anion Gap", "11", "mmol/L", "8-16", NORMAL)],
            id="calculated values",
        ),
    ],
)
def test_rows_are_read_whole_and_certified(lines: tuple[str, ...], rows: list[Row]) -> None:
    facts = read(COLLECTED, *lines)
    found = [lab(fact) for fact in facts]
    assert [(r.test_name, r.value, r.unit, r.reference_range, r.abnormal_flag) for r in found] == rows
    assert {fact.certainty for fact in facts} == {Certainty.VERIFIED}


def test_a_code_between_name_and_value_is_quoted_and_kept() -> None:
    fact, other, wrong = read(
        COLLECTED,
        "Test         LOINC     Result   Units    Range",
        "Potassium    2823-3    4.6      mmol/L   3.5-5.1",
        "Zonulin      12345-1   40       ng/mL    <60",
        "Sodium       2823-3    140      mmol/L   136-145",
    )
    assert fact.certainty is Certainty.VERIFIED
    assert fact.citation.quote.value.startswith("Potassium 2823-3 4.6 mmol/L")
    assert (lab(fact).loinc, lab(fact).codes) == ("2823-3", (Coding("http://loinc.org", "2823-3"),))
    assert lab(other).codes == (), "the check digit is wrong"
    assert lab(wrong).loinc is None, "the printed code is that of another test"


def test_every_date_of_a_cumulative_report_is_a_result_of_its_own() -> None:
    facts = read(
        "Test           03/01/2026   04/10/2026   Units    Range",
        "Glucose        98           105          mg/dL    70-99",
        "Sodium         139          140          mmol/L   136-145",
    )
    dated = [(lab(fact).test_name, lab(fact).value, str(lab(fact).collection_date and fact.lab)) for fact in facts]
    assert len(dated) == 4
    assert {fact.certainty for fact in facts} == {Certainty.VERIFIED}
    later = facts[1]
    assert (later.citation.quote.value, later.reasons) == ("105", ("value_cell_boxed",))


def test_a_corrected_report_keeps_what_it_said_before_in_view() -> None:
    (fact,) = read(
        COLLECTED,
        "CORRECTED REPORT",
        "Test         Result   Units    Range",
        "Potassium    4.6      mmol/L   3.5-5.1",
        "  Previously reported as 6.4 mmol/L",
    )
    assert lab(fact).result_status is ResultStatus.CORRECTED
    assert lab(fact).comment == "Previously reported as 6.4 mmol/L"
    assert lab(fact).value == "4.6"


def test_what_a_sentence_states_is_a_fact_of_the_document_and_never_of_the_chart() -> None:
    dated, undated = read(
        "Your hemoglobin A1c was 8.2 % on 04/10/2026, which is above goal.",
        "Potassium of 5.9 mmol/L was called to the ward.",
    )
    assert (lab(dated).test_name, lab(dated).value, lab(dated).unit) == ("hemoglobin A1c", "8.2", "%")
    assert lab(dated).collection_date is not None
    assert dated.certainty is Certainty.DOCUMENT_FACT
    assert undated.certainty is Certainty.NEEDS_REVIEW


@pytest.mark.parametrize(
    "line",
    [
        "The goal for hemoglobin A1c is 7.0 % in most adults.",
        "Your previous potassium was 4.1 mmol/L.",
        "Call if potassium is above 5.5 mmol/L.",
        "A sodium of 140 mg was given.",
    ],
)
def test_goals_limits_and_former_values_are_no_results(line: str) -> None:
    assert read(COLLECTED, line) == []


def test_two_values_under_one_name_are_shown_to_a_person() -> None:
    facts = read(
        COLLECTED,
        "Test            Result   Result   Units   Range",
        "Neutrophils     62       4.1      K/uL    1.8-7.7",
    )
    assert {fact.certainty for fact in facts} == {Certainty.NEEDS_REVIEW}


TITLES = "Test                     Result   Units    Range"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        pytest.param(
            (TITLES, "Glucose                  98       mg/dL    70-99", "   Specimen mislabeled; do not use."),
            Reason.CONTRADICTED_IN_DOCUMENT,
            id="a remark takes the result back",
        ),
        pytest.param(
            (TITLES, "Potassium 2345-7         4.1      mmol/L   3.5-5.1"),
            Reason.CODE_CONTRADICTS_NAME,
            id="the code of another test behind the name",
        ),
        pytest.param(
            ("LOINC     Test        Result   Units    Range", "2823-3    Sodium      140      mmol/L   136-145"),
            Reason.CODE_CONTRADICTS_NAME,
            id="the code of another test before the name",
        ),
        pytest.param(
            (TITLES, "Sodium                   2+       mmol/L   136-145"), Reason.VALUE_UNLIKE_TYPE, id="a grade"
        ),
    ],
)
def test_what_contradicts_itself_waits_for_a_person(lines: tuple[str, ...], reason: Reason) -> None:
    (fact,) = read(COLLECTED, *lines)
    assert fact.certainty is Certainty.NEEDS_REVIEW
    assert reason.value in fact.reasons


@pytest.mark.parametrize("name", ["Glucose [2345-7]", "Glucose (LOINC 2345-7)", "Glucose 2345-7"])
def test_a_code_behind_the_name_is_no_part_of_it(name: str) -> None:
    (fact,) = read(COLLECTED, TITLES, f"{name:25}98       mg/dL    70-99")
    assert (lab(fact).test_name, lab(fact).loinc, fact.certainty) == ("Glucose", "2345-7", Certainty.VERIFIED)


def test_a_result_and_its_correction_in_two_rows_wait_for_a_person() -> None:
    facts = read(
        COLLECTED,
        TITLES,
        "Glucose                  98       mg/dL    70-99",
        "Glucose (corrected)      180      mg/dL    70-99",
    )
    assert {fact.certainty for fact in facts} == {Certainty.NEEDS_REVIEW}
    assert len(facts) == 2


def test_a_value_between_two_dates_has_no_sure_date() -> None:
    facts = read(
        "Test         10/01/2026      09/01/2026      Units",
        "Sodium       140             138             mmol/L",
        "Potassium                4.1     4.0         mmol/L",
    )
    sure = [lab(fact).value for fact in facts if fact.certainty is Certainty.VERIFIED]
    assert sure == ["140", "138", "4.0"]


def test_a_second_number_of_a_sentence_stays_in_view() -> None:
    document = write_lines("Your potassium is 5.9 mmol/L on 04/10/2026, up from 4.1 mmol/L.")
    extraction = RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:5")
    assert [lab(fact).value for fact in extraction.facts] == ["5.9"]
    assert [each.reason for each in extraction.rejected] == ["note_text"]


@pytest.mark.parametrize("words", ["Mother's hemoglobin was", "A normal hemoglobin is", "His brother's hemoglobin was"])
def test_a_number_of_somebody_else_is_no_result(words: str) -> None:
    assert read(f"{words} 8.0 g/dL on 04/10/2026.") == []


@pytest.mark.parametrize(
    ("lines", "value"),
    [
        (("Potassium", "Normal range: 3.5 - 5.1 mmol/L", "Value   4.1"), "4.1"),
        (("Hemoglobin A1c", "Your value: 6.1 %  High", "Normal range: 4.0 - 5.6 %"), "6.1"),
        (("TSH", "Normal values: 0.4 - 4.0 mIU/L", "Result: 2.1"), "2.1"),
    ],
)
def test_the_label_of_a_range_is_no_result_and_what_is_not_read_stays_in_view(
    lines: tuple[str, ...], value: str
) -> None:
    document = write_lines(COLLECTED, "", *lines)
    extraction = RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:5")
    assert not any(lab(fact).value == "Normal" for fact in extraction.facts)
    quoted = " ".join(
        [each.quote.value for each in extraction.rejected] + [fact.citation.quote.value for fact in extraction.facts]
    )
    assert lines[0] in quoted
    assert value in quoted
