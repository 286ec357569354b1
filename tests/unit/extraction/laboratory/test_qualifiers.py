"""Words beside a test's name."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.analyte_table import analyte_rows
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction.laboratory.analytes import analytes_of_loinc, find_analyte
from arbiter_fhir.extraction.laboratory.qualifiers import is_qualified, leaves_unread_words
from arbiter_fhir.extraction.laboratory.report import read_laboratory_report
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines
from tests.unit.extraction.hl7v2.messages import extract, obx, report


@pytest.mark.parametrize(
    ("name", "loinc"),
    [
        ("Glucose goal", "2345-7"),
        ("Target glucose", "2345-7"),
        ("Sodium fetal", "2951-2"),
        ("Glucose (father)", "2345-7"),
        ("Glucose, mother's", "2345-7"),
        ("Glucose - partner", "2345-7"),
        ("Donor creatinine", "2160-0"),
        ("Glucose control", "2345-7"),
        ("Expected potassium", "2823-3"),
        ("Calcium calculated", "17861-6"),
        ("Hemoglobin A1c (est.)", "4548-4"),
        ("Glucose cord blood", "2345-7"),
        ("Donor ABO group", "99999-9"),
    ],
)
def test_another_quantity_or_person(name: str, loinc: str) -> None:
    assert is_qualified([name], analytes_of_loinc(loinc))


@pytest.mark.parametrize(
    ("name", "loinc"),
    [
        ("Glucose", "2345-7"),
        ("Glucose, fasting", "2345-7"),
        ("LDL cholesterol calculated", "13457-7"),
        ("LDL Chol, calc (NIH)", "13457-7"),
        ("eGFR estimated", "33914-3"),
        ("Anion gap (calculated)", "33037-3"),
        ("MCHC, calc", "786-4"),
        ("Bilirubin, neonatal", "1975-2"),
        ("Mean platelet volume", "32623-1"),
        ("Fetal cell screen", "99999-9"),
    ],
)
def test_what_the_analyte_is_called_anyway_adds_nothing(name: str, loinc: str) -> None:
    assert not is_qualified([name], analytes_of_loinc(loinc))


@pytest.mark.parametrize("name", ["Sodium bicarbonate dose", "Glucose frobnicated", "Salivary sodium"])
def test_an_unknown_word_beside_a_name_is_seen(name: str) -> None:
    assert leaves_unread_words(name, analytes_of_loinc("2951-2") + analytes_of_loinc("2345-7"))


@pytest.mark.parametrize(
    "name", ["Sodium, serum", "SODIUM SERPL QN", "Sodium [Moles/volume] in Serum or Plasma", "NA-X"]
)
def test_specimens_and_methods_leave_a_name_what_it_is(name: str) -> None:
    assert not leaves_unread_words(name, analytes_of_loinc("2951-2"))


def test_no_name_of_the_table_is_qualified_under_its_own_analyte() -> None:
    for row in analyte_rows():
        for name in row.names:
            analyte = find_analyte(name)
            assert analyte is None or not is_qualified([name], [analyte]), name


def test_a_goal_is_reviewed_and_neither_repeats_nor_contradicts_the_measurement() -> None:
    others = ("2345-7^Glucose (father)^LN", "2345-7^Glucose goal^LN", "2345-7^Glucose^LN^GG^Glucose goal^L")
    found = extract(report(obx(), *(obx("96" if at else "310", f3=name) for at, name in enumerate(others))))
    assert [fact.certainty for fact in found.facts] == [Certainty.VERIFIED, *[Certainty.NEEDS_REVIEW] * 3]
    assert all(Reason.NAME_QUALIFIED.value in fact.reasons for fact in found.facts[1:])
    assert found.rejected == ()


@pytest.mark.parametrize("name", ["Glucose (father)", "Glucose (goal)", "Glucose, donor", "Glucose (control)"])
def test_a_row_of_a_report_with_a_qualified_name_is_reviewed(name: str) -> None:
    document = write_lines(
        "LABORATORY REPORT",
        "Collected: 03/04/2026",
        "Test                          Result   Flag   Units    Reference Range",
        f"{name:30}105      H      mg/dL    70-99",
    )
    (fact,) = read_laboratory_report(document, doc_type=DocType.LAB_PDF, source_id="documents:1").facts
    assert Reason.NAME_QUALIFIED.value in fact.reasons
    assert fact.certainty is Certainty.NEEDS_REVIEW
