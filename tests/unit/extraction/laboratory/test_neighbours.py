from __future__ import annotations

from arbiter_fhir.domain.document import PageRoute
from arbiter_fhir.extraction.laboratory.analytes import SpecimenClass
from arbiter_fhir.extraction.laboratory.candidate import RowCandidate
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.neighbours import look_around
from arbiter_fhir.extraction.laboratory.rules.reader import read_pages
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


def rows(*lines: str, route: PageRoute = PageRoute.NATIVE) -> list[RowCandidate]:
    return read_pages([view_page(page) for page in write_lines(*lines, route=route, confidence=96.0).pages]).rows


def test_a_panel_tells_the_specimen_of_a_test_that_is_measured_in_several() -> None:
    every = rows(
        "Test         Result   Units",
        "Glucose      105      mg/dL",
        "Sodium       140      mmol/L",
        "Potassium    4.4      mmol/L",
    )
    assert look_around(every).specimen_of(every[0]) is SpecimenClass.BLOOD


def test_one_test_alone_or_a_mixed_panel_tells_nothing() -> None:
    one = rows("Test         Result   Units", "Glucose      105      mg/dL", "Sodium       140      mmol/L")
    assert look_around(one).specimen_of(one[0]) is None
    mixed = rows(
        "Test         Result   Units", "Glucose      105      mg/dL", "Sodium  140   mmol/L", "Ketones  Negative"
    )
    assert look_around(mixed).specimen_of(mixed[0]) is None


def test_a_strip_tells_the_specimen_of_its_words_and_leaves_that_of_an_amount_open() -> None:
    strip = ("Specific gravity  1.020", "Leukocyte esterase  Negative", "Glucose           Negative")
    every = rows("Test              Result     Units", "Glucose           142        mg/dL", *strip)
    around = look_around(every)
    assert [around.specimen_of(row) for row in every] == [None, *[SpecimenClass.URINE] * 3]
    assert [around.doubts_of(row) for row in every] == [(Reason.NAME_UNCLEAR,), (), (), ()]


def test_a_name_that_says_its_specimen_says_it_of_itself_alone() -> None:
    every = rows(
        "Test            Result   Units",
        "Urine Glucose   Negative",
        "Calcium         9.1      mg/dL",
        "Sodium          139      mmol/L",
        "Potassium       4.4      mmol/L",
        "Urine Ketones   Negative",
        "Creatinine      1.02     mg/dL",
    )
    assert look_around(every).specimen_of(every[-1]) is SpecimenClass.BLOOD


def test_flags_in_a_column_mean_that_it_prints_flags() -> None:
    flagged = rows("Test     Result  Flag", "Sodium   150     H", "Chloride 101")
    assert all(look_around(flagged).prints_flags(row) for row in flagged)
    dated = rows("Test     04/10/2026   04/01/2026", "Sodium   150 H        149", "Chloride 101          102")
    assert [look_around(dated).prints_flags(row) for row in dated] == [True, False, True, False]
    assert not look_around([]).flagged


LOOSE = (
    "Potassium    4.4      mmol/L",
    "Chloride     101      mmol/L",
    "Ferritin     1017     ng/mL",
    "Calcium      9.4      mg/dL",
    "BUN          17       mg/dL",
    "Iron         98       ug/dL",
    "Phosphorus   4        mg/dL",
)


def test_a_scanned_value_off_its_column_has_lost_a_character() -> None:
    scan = rows("Test         Result   Units", *LOOSE, "Sodium        40      mmol/L", route=PageRoute.OCR)
    around = look_around(scan)
    assert [around.doubts_of(row) for row in scan] == [*[()] * len(LOOSE), (Reason.VALUE_OFF_COLUMN,)]
    typed = rows("Test         Result   Units", *LOOSE, "Sodium        40      mmol/L")
    assert look_around(typed).doubts_of(typed[-1]) == ()


def test_values_set_right_may_begin_anywhere() -> None:
    scan = rows(
        "Test         Result   Units",
        "Potassium       4.4   mmol/L",
        "Chloride        101   mmol/L",
        "Calcium        10.4   mg/dL",
        "BUN              17   mg/dL",
        "Ferritin       1017   ng/mL",
        "Iron             98   ug/dL",
        "Phosphorus        4   mg/dL",
        route=PageRoute.OCR,
    )
    around = look_around(scan)
    assert all(around.doubts_of(row) == () for row in scan)


def test_a_scanned_value_without_the_point_that_its_neighbours_have_is_a_doubt() -> None:
    scan = rows("Test         04/10/2026   04/01/2026", "Potassium    44           4.1", route=PageRoute.OCR)
    around = look_around(scan)
    assert [around.doubts_of(row) for row in scan] == [(Reason.DECIMALS_UNLIKE_OTHERS,), ()]


def test_units_unlike_all_others_on_a_scan_are_a_doubt() -> None:
    scan = rows("Test   Result   Units", "AST    24       U/L", "ALT    30       IU/L", route=PageRoute.OCR)
    around = look_around(scan)
    assert [around.doubts_of(row) for row in scan] == [(Reason.UNIT_UNLIKE_OTHERS,), ()]


def test_a_scanned_unit_is_spelled_as_elsewhere_on_the_page() -> None:
    scan = rows(
        "Test      Result   Units",
        "Glucose   105      mg/dL",
        "Calcium   9.4      mg/dL",
        "Albumin   4.2      g/dl",
        route=PageRoute.OCR,
    )
    assert look_around(scan).spell_unit(scan[2], "g/dl") == "g/dL"
    assert look_around(scan).spell_unit(scan[2], "%") == "%"
    typed = rows("Test      Result   Units", "Calcium   9.4      mg/dL", "Albumin   4.2      g/dl")
    assert look_around(typed).spell_unit(typed[1], "g/dl") == "g/dl"


def test_one_decimal_comma_makes_every_comma_doubtful() -> None:
    titles = "Test         Result   Units   Range"
    points = rows(titles, "Vitamin B12  1,250    pg/mL   232-1,245")
    assert not look_around(points).commas_are_points
    commas = rows(titles, "Vitamin B12  1,250    pg/mL   232-1245", "Potassium  4,1   mmol/L   3,5-5,1")
    assert look_around(commas).commas_are_points
