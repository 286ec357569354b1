"""What the parts of a row mean."""

from __future__ import annotations

from decimal import Decimal

from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.neighbours import look_around
from arbiter_fhir.extraction.laboratory.ranges import NumericRange
from arbiter_fhir.extraction.laboratory.row_reading import Reading, bound_decimals, decimals_of, read_row, word_row
from arbiter_fhir.extraction.laboratory.rules.reader import read_pages
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines

TITLES = "Test              Result   Flag   Units    Range"


def read(line: str) -> Reading:
    document = write_lines("Collected: 04/10/2026", "", TITLES, line)
    (row,) = read_pages([view_page(page) for page in document.pages]).rows
    return read_row(row, word_row(row), look_around([row]))


def test_the_parts_of_a_row_are_read() -> None:
    found = read("Glucose, Fasting  142             mg/dL    70-99")
    assert found.analyte is not None
    assert (found.analyte.key, found.ucum) == ("glucose_fasting", "mg/dL")
    assert found.limits == NumericRange(Decimal(70), Decimal(99))
    assert (found.sizes, found.derived) == ((), AbnormalFlag.HIGH)


def test_no_flag_follows_from_a_range_of_another_unit() -> None:
    found = read("Glucose, Fasting  5.5             mmol/L   70-99")
    assert (found.sizes, found.derived) == ((Reason.UNIT_CONTRADICTS_RANGE,), None)


def test_a_unit_that_is_not_known_has_no_size() -> None:
    assert read("Glucose, Fasting  5.5             zz/L     70-99").sizes == ()


def test_decimals_are_counted() -> None:
    assert decimals_of(Decimal("1.20")) == 2
    assert decimals_of(Decimal("1E+2")) == 0
    assert bound_decimals(NumericRange(None, Decimal("0.5"))) == [1]
