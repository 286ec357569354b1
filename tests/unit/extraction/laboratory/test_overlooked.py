from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.overlooked import OVERLOOKED, overlooked_lines, tells_outcome
from arbiter_fhir.ports.documents import Extraction
from tests.unit.extraction.clean_pages import write_lines

HEADER = "DOB: 01/02/1960    Collected: 04/10/2026 08:15    Reported: 04/11/2026 09:00"
TITLES = "Test              Result   Flag   Units    Range"
SODIUM = "Sodium            140               mmol/L   135-145"


def extract(*lines: str) -> Extraction:
    document = write_lines(HEADER, "", *lines)
    return RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:7")


def unread(*lines: str) -> list[str]:
    return [each.quote.value for each in extract(*lines).rejected if each.reason == OVERLOOKED]


@pytest.mark.parametrize(
    "line",
    [
        "CO2 Within normal limits",
        "TSH WNL",
        "Calcium: unremarkable",
        "Foo antigen Detected",
        "Quuxin antibody Negative",
        "Blargase 12 U/L",
    ],
)
def test_a_line_that_looks_like_a_result_is_kept_in_view(line: str) -> None:
    assert unread(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "Page 1 of 2",
        "Positive indicates reactive",
        "Reference range: Negative",
        "Please call the laboratory with questions",
        "Collected by nurse 12",
    ],
)
def test_what_is_no_result_stays_out(line: str) -> None:
    assert unread(line) == []


def test_among_rows_a_name_with_a_number_counts() -> None:
    assert unread(SODIUM, "", "Blarg 12") == ["Blarg 12"]
    assert unread("Blarg 12") == []


def test_a_result_word_under_the_name_of_a_test_is_told_and_not_certified() -> None:
    found = extract("HIV screen", "Negative", "", "RPR", "Non-reactive")
    assert [(fact.value.test_name, fact.value.value, fact.certainty.value) for fact in found.facts] == [
        ("HIV screen", "Negative", "document_fact"),
        ("RPR", "Non-reactive", "document_fact"),
    ]


def test_a_result_word_in_a_table_is_no_heading() -> None:
    found = extract(
        TITLES, SODIUM, "HIV 1/2 Ab Screen", "Negative", "Potassium         4.1               mmol/L   3.5-5.1"
    )
    assert [(fact.value.test_name, fact.value.value, fact.value.panel) for fact in found.facts] == [
        ("Sodium", "140", ""),
        ("HIV 1/2 Ab Screen", "Negative", ""),
        ("Potassium", "4.1", ""),
    ]


def test_a_judgement_of_a_number_is_no_measured_value() -> None:
    (fact,) = extract("Potassium normal").facts
    assert (fact.value.value, fact.certainty.value, fact.reasons) == ("normal", "document_fact", ("value_is_note",))


def test_a_name_without_a_test_above_is_kept_in_view() -> None:
    assert [(each.reason, each.quote.value) for each in extract("Negative").rejected] == [("name_missing", "Negative")]


def test_lines_that_were_taken_are_not_named_again() -> None:
    view = view_page(write_lines("TSH WNL", "Calcium normal").pages[0])
    assert [line.text for _, line in overlooked_lines([view], {(1, 0)}, set())] == ["Calcium normal"]
    assert tells_outcome("within normal limits")
    assert not tells_outcome("within a week")


def test_a_remark_that_is_a_result_of_its_own_is_named_as_well() -> None:
    view = view_page(write_lines("C. difficile toxin A/B   Negative", "repeat test was negative").pages[0])
    remarks = {(1, 0), (1, 1)}
    named = [line.text for _, line in overlooked_lines([view], remarks, set(), remarks)]
    assert named == ["C. difficile toxin A/B Negative"]
    assert unread("CBC 6.1>13.2/39.5<250") == ["CBC 6.1>13.2/39.5<250"]
