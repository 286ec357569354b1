from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType, PageRoute
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty, Comparator
from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.report import read_laboratory_report
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines
from tests.unit.extraction.laboratory.test_duplicates import interpreted

TITLES = "Test              Result   Flag   Units    Range"


def test_what_follows_from_a_row_is_marked_as_derived() -> None:
    (found,) = interpreted(TITLES, "Glucose, Fasting  142             mg/dL    70-99")
    assert found.result.abnormal_flag is AbnormalFlag.HIGH
    assert found.result.flag_derived
    assert found.result.flag_printed == ""
    assert found.result.loinc == "1558-6"


def test_printed_flags_are_kept_as_printed() -> None:
    (found,) = interpreted(TITLES, "Potassium         6.2      HH     mmol/L   3.5-5.2")
    assert (found.result.flag_printed, found.result.abnormal_flag) == ("HH", AbnormalFlag.CRITICAL_HIGH)
    assert not found.result.flag_derived
    assert found.corroborated == {Part.NAME, Part.VALUE, Part.UNIT, Part.RANGE, Part.FLAG}


def test_comparators_are_kept_apart_from_the_number() -> None:
    (found,) = interpreted(TITLES, "C-Reactive Protein <0.5           mg/L     0.0-4.9")
    assert (found.result.value, str(found.result.numeric), found.result.comparator) == ("<0.5", "0.5", Comparator.LESS)


@pytest.mark.parametrize("sign", ["<", ">", "\u2264", "\u2265"])
def test_a_sign_that_stands_with_the_name_makes_the_value_doubtful(sign: str) -> None:
    (found,) = interpreted(TITLES, f"Ferritin {sign}        1500     H      ng/mL    15-150")
    assert Reason.VALUE_CELL_UNCLEAR in found.reasons or found.result.comparator is not None
    (sure,) = interpreted(TITLES, "Ferritin          1500     H      ng/mL    15-150")
    assert Reason.VALUE_CELL_UNCLEAR not in sure.reasons


def test_brackets_and_colons_are_no_part_of_what_was_printed() -> None:
    (found,) = interpreted("Hemoglobin A1c: 8.1 % (4.0-5.6) H")
    assert (found.result.test_name, found.result.reference_range) == ("Hemoglobin A1c", "4.0-5.6")


def test_a_unit_in_the_title_holds_for_its_rows() -> None:
    (found,) = interpreted("Test              Result (mg/dL)    Range", "Cholesterol       212               <200")
    assert found.result.unit == "mg/dL"
    assert Reason.UNIT_IN_TITLE in found.reasons


def test_letters_that_print_alike_are_respelled_and_said_so() -> None:
    (found,) = interpreted(TITLES, "Hemoglobin Alc    8.1      H      %        4.0-5.6")
    assert found.result.test_name == "Hemoglobin A1c"
    assert Reason.NAME_RESPELLED in found.reasons
    assert found.wording.name.value == "Hemoglobin Alc"
    (found,) = interpreted(TITLES, "TSH               2.1             ulU/mL   0.45-4.50")
    assert (found.result.unit, found.result.ucum) == ("uIU/mL", "u[IU]/mL")
    assert Reason.UNIT_RESPELLED in found.reasons


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Glucose           85       H      mg/dL    70-99", Reason.FLAG_CONTRADICTS_RANGE),
        ("Potassium         44              mmol/L   3.5-5.2", Reason.IMPLAUSIBLE_VALUE),
        ("Sodium            140             mg/dL    136-145", Reason.UNIT_UNEXPECTED),
        ("Frobnicase        140             mmol/L   136-145", None),
        ("WBC in smear      6-10                     0-5", Reason.VALUE_IS_INTERVAL),
    ],
)
def test_doubts_are_named(line: str, reason: Reason | None) -> None:
    (found,) = interpreted(TITLES, line)
    assert reason in found.reasons if reason else found.reasons == ()


def test_a_star_in_range_is_no_flag() -> None:
    (found,) = interpreted(TITLES, "Glucose, Fasting  85       *      mg/dL    70-99")
    assert found.result.abnormal_flag is None
    assert Reason.FLAG_CONTRADICTS_RANGE not in found.reasons


def test_a_word_that_says_there_is_no_result_is_told() -> None:
    (found,) = interpreted(TITLES, "Glucose, Fasting  QNS             mg/dL    70-99")
    assert found.unresulted == "insufficient_specimen"


@pytest.mark.parametrize(
    ("route", "reference", "certainty"),
    [
        (PageRoute.OCR, "0.9-1.1", Certainty.VERIFIED),
        (PageRoute.OCR, "0.9-1.4", Certainty.DOCUMENT_FACT),
        (PageRoute.NATIVE, "0.9-1.4", Certainty.VERIFIED),
    ],
)
def test_a_range_that_no_laboratory_prints_is_doubted_where_it_was_read_from_a_picture(
    route: PageRoute, reference: str, certainty: Certainty
) -> None:
    lines = ("Collected: 04/10/2026 08:30", "", TITLES, f"INR               2.6      H               {reference}")
    document = write_lines(*lines, route=route, confidence=99.0 if route is PageRoute.OCR else None)
    (fact,) = read_laboratory_report(document, doc_type=DocType.LAB_PDF, source_id="documents:1").facts
    assert fact.certainty is certainty, fact.reasons
