"""Rows as laboratories print them in life: marks in columns of their own, names over two lines, ranges for some."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty, CitedFact, LabResult
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.ports.documents import Extraction
from tests.unit.extraction.clean_pages import write_lines

HEADER = "DOB: 01/02/1960    Collected: 04/10/2026 08:15    Reported: 04/11/2026 09:00"
TITLES = "Test                     Result   Flag   Units    Reference Interval   Lab"
SODIUM = "Sodium                   140             mmol/L   135-145              01"


def extract(*lines: str) -> Extraction:
    document = write_lines(HEADER, "", *lines, char=4.0)
    return RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:7")


def named(extraction: Extraction, name: str) -> tuple[LabResult, CitedFact]:
    (found,) = [
        (fact.value, fact)
        for fact in extraction.facts
        if isinstance(fact.value, LabResult) and fact.value.test_name == name
    ]
    return found


def unread(extraction: Extraction) -> list[str]:
    return [each.quote.value for each in extraction.rejected]


def test_a_code_of_the_site_is_no_range() -> None:
    bare = "eGFR                     55       Low    mL/min/1.73                   01"
    value, _ = named(extract(TITLES, SODIUM, bare, "                                                >59"), "eGFR")
    assert (value.value, value.reference_range) == ("55", ">59")


def test_a_number_alone_is_no_range() -> None:
    titles, line = "Test        Result   Units    Range", "Ferritin    90       ng/mL    150"
    value, fact = named(extract(titles, line), "Ferritin")
    assert value.abnormal_flag is None
    assert Reason.RANGE_UNCLEAR.value in fact.reasons


def test_ranges_of_men_and_of_women_are_a_remark_and_no_range() -> None:
    lines = (
        "Ferritin                 9        L      ng/mL    See below",
        "                                                  Male: 30 - 400",
        "                                                  Female: 15 - 150",
    )
    value, _ = named(extract(TITLES, SODIUM, *lines), "Ferritin")
    assert value.reference_range == "See below"
    assert value.comment == "Male: 30 - 400 Female: 15 - 150"


def test_a_letter_of_a_footnote_is_no_flag() -> None:
    line = "Potassium                5.4a            mmol/L   3.5-5.1"
    value, fact = named(extract(TITLES, SODIUM, line), "Potassium")
    assert value.abnormal_flag is None
    assert fact.certainty is Certainty.NEEDS_REVIEW


def test_a_mark_between_name_and_value_is_the_flag() -> None:
    lines = (
        "Sodium               * 129      mmol/L      (133 - 146)",
        "Potassium              4.6      mmol/L      (3.5 - 5.3)",
        "Urea                 * 11.2     mmol/L      (2.5 - 7.8)",
        "Creatinine           * 141      umol/L      (45 - 84)",
    )
    found = extract(*lines)
    assert [(f.value.test_name, f.value.flag_printed) for f in found.facts if isinstance(f.value, LabResult)] == [
        ("Sodium", "*"),
        ("Potassium", ""),
        ("Urea", "*"),
        ("Creatinine", "*"),
    ]
    value, _ = named(found, "Potassium")
    assert value.comment == ""


def test_a_name_that_begins_in_the_line_above_is_one_name() -> None:
    lines = ("C-Reactive Protein, High", "Sensitivity              4.1      H      mg/L     <3.0")
    value, _ = named(extract(TITLES, SODIUM, *lines), "C-Reactive Protein, High Sensitivity")
    assert (value.value, value.loinc) == ("4.1", "30522-7")


def test_a_name_that_is_cut_off_waits_for_a_person() -> None:
    line = "Albumin, Urine with      4.8             mg/g     <30"
    _, fact = named(extract(TITLES, SODIUM, line), "Albumin, Urine with")
    assert fact.certainty is Certainty.NEEDS_REVIEW


def test_points_that_part_thousands_are_no_decimal_points() -> None:
    titles = "Test            Result     Units     Range"
    lines = (
        "Hemoglobin      13,1       g/dL      12,0-16,0",
        "Leucocytes      7.200      /mm3      4.000-11.000",
    )
    _, fact = named(extract(titles, *lines), "Leucocytes")
    assert Reason.VALUE_COMMA_UNCLEAR.value in fact.reasons


def test_a_second_result_under_the_title_of_a_test_leaves_the_row_to_a_person() -> None:
    titles = "Test             Result   Flag   Units   INR    Reference"
    lines = (
        "PT               24.1     H      sec     2.2    9.4-12.5",
        "aPTT             38              sec            25-36",
    )
    found = extract(titles, *lines)
    assert Reason.SECOND_NUMBER.value in named(found, "PT")[1].reasons
    assert Reason.SECOND_NUMBER.value not in named(found, "aPTT")[1].reasons


@pytest.mark.parametrize(
    "line",
    [
        "Signal to cut-off        0.02                     <1.00",
        "Cycle threshold          19.4",
        "Unknownase                        H",
    ],
)
def test_a_line_among_rows_with_something_in_its_cells_stays_in_view(line: str) -> None:
    assert " ".join(line.split()) in unread(extract(TITLES, SODIUM, line, SODIUM.replace("Sodium  ", "Chloride")))


def test_each_culture_has_its_own_answer() -> None:
    lines = (
        "CULTURE, URINE",
        "Isolate 1:  >100,000 CFU/mL Escherichia coli",
        "BLOOD CULTURE SET 1: No growth after 5 days",
        "Stool O&P: No ova or parasites seen",
    )
    found = extract(*lines)
    told = [(f.value.test_name, f.value.value) for f in found.facts if isinstance(f.value, LabResult)]
    assert told == [("CULTURE, URINE", "Escherichia coli"), ("BLOOD CULTURE SET 1", "No growth after 5 days")]
    assert "Stool O&P: No ova or parasites seen" in unread(found)


def test_a_word_beside_a_value_is_no_range_where_one_is_printed() -> None:
    line = "Hep B surface Ab         12.3 Reactive   mIU/mL   >=10"
    value, fact = named(extract(TITLES, SODIUM, line), "Hep B surface Ab")
    assert value.reference_range == ">=10"
    assert fact.certainty is Certainty.NEEDS_REVIEW
