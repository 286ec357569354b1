from __future__ import annotations

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.extraction.laboratory.footnotes import attach_footnotes
from arbiter_fhir.ports.documents import Extraction
from tests.unit.extraction.clean_pages import write_lines

HEADER = "DOB: 01/02/1960    Collected: 04/10/2026 08:15    Reported: 04/11/2026 09:00"
TITLES = "Test              Result   Flag   Units    Range"


def extract(*lines: str) -> Extraction:
    document = write_lines(HEADER, "", TITLES, *lines)
    return RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:7")


def test_a_mark_is_no_flag_and_its_note_is_a_remark() -> None:
    found = extract(
        "Glucose           101 (a)  H      mg/dL    70-99",
        "Sodium (b)        140             mmol/L   135-145",
        "Potassium         6.8 (c)  H      mmol/L   3.5-5.1",
        "Chloride          102             mmol/L   98-107",
        "",
        "(a) Nonfasting",
        "(b) Result from donor specimen",
        "(c) Specimen hemolyzed, result invalid",
    )
    told = [
        (fact.value.test_name, fact.value.value, fact.value.flag_printed, fact.value.comment, fact.certainty)
        for fact in found.facts
    ]
    assert told == [
        ("Glucose", "101", "H", "(a) Nonfasting", Certainty.VERIFIED),
        ("Sodium", "140", "", "(b) Result from donor specimen", Certainty.NEEDS_REVIEW),
        ("Potassium", "6.8", "H", "(c) Specimen hemolyzed, result invalid", Certainty.NEEDS_REVIEW),
        ("Chloride", "102", "", "", Certainty.VERIFIED),
    ]


def test_a_small_letter_in_brackets_without_a_note_is_no_flag_either() -> None:
    (fact,) = extract("Potassium         4.8 (c)         mmol/L   3.5-5.1").facts
    assert fact.value.abnormal_flag != "vhigh"
    assert fact.certainty is not Certainty.VERIFIED


def test_without_notes_nothing_changes() -> None:
    assert attach_footnotes([], []) == frozenset()


def test_a_star_is_followed_where_its_note_is_more_than_a_legend() -> None:
    rows = ("TSH               2.1*            mIU/L    0.4-4.5", "Sodium            140             mmol/L   135-145")
    dated = extract(*rows, "", "* Collected 04/01/2026")
    assert [(fact.value.test_name, fact.certainty) for fact in dated.facts] == [
        ("TSH", Certainty.NEEDS_REVIEW),
        ("Sodium", Certainty.VERIFIED),
    ]
    legend = extract(*rows, "", "* Abnormal result")
    assert [fact.certainty for fact in legend.facts] == [Certainty.VERIFIED, Certainty.VERIFIED]
