from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.extraction.laboratory.datebook import DateBook, RowDates
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.rules.reader import read_pages
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines

ROW = ("", "Test       Result  Units   Range", "Glucose    85      mg/dL   70-99")


def dates_of(*lines: str, change: ClinicalDate | None = None) -> RowDates:
    document = write_lines(*lines, *ROW)
    reading = read_pages([view_page(page) for page in document.pages])
    values = dict(document.dates)
    if change is not None:
        values = dict.fromkeys(values, change)
    return DateBook(tuple(reading.dates), values).of(reading.rows[0])


def test_the_labelled_date_is_taken() -> None:
    dates = dates_of("Collected: 04/10/2026 08:15   Reported: 04/11/2026", "Reported: 04/12/2026")
    assert dates.collected is not None
    assert dates.collected.iso == "2026-04-10T08:15"
    assert dates.reported is not None
    assert dates.reported.iso == "2026-04-12"
    assert dates.reasons == ()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (ClinicalDate(date(2026, 4, 5), None, DatePrecision.DAY, ambiguous=True), Reason.COLLECTION_DATE_AMBIGUOUS),
        (ClinicalDate(date(2026, 4, 1), None, DatePrecision.MONTH), Reason.COLLECTION_DATE_INCOMPLETE),
    ],
)
def test_a_date_that_is_not_one_full_day_is_a_doubt(changed: ClinicalDate, reason: Reason) -> None:
    assert dates_of("Collected: 04/05/2026", change=changed).reasons == (reason,)


def test_a_date_that_could_not_be_parsed_is_a_doubt() -> None:
    document = write_lines("Collected: 04/05/2026", *ROW)
    reading = read_pages([view_page(page) for page in document.pages])
    dates = DateBook(tuple(reading.dates), {}).of(reading.rows[0])
    assert dates.collected is None
    assert dates.reasons == (Reason.COLLECTION_DATE_UNREADABLE,)


def test_a_date_that_was_not_recognised_holds_back_an_earlier_one() -> None:
    dates = dates_of("Collected: 04/10/2026", "", "Urine Panel", "Collected: 04/1l/2026")
    assert dates.collected is None
    assert dates.reasons == (Reason.COLLECTION_DATE_UNREADABLE,)


def test_the_only_collection_date_holds_wherever_it_is_printed() -> None:
    document = write_lines(*ROW, "", "Collected: 04/10/2026")
    reading = read_pages([view_page(page) for page in document.pages])
    dates = DateBook(tuple(reading.dates), document.dates).of(reading.rows[0])
    assert dates.collected is not None
    assert dates.collected.iso == "2026-04-10"


def test_a_receipt_is_named_and_not_taken() -> None:
    assert dates_of("Received: 04/10/2026").reasons == (
        Reason.COLLECTION_DATE_MISSING,
        Reason.RECEIVED_DATE_ONLY,
    )


def test_a_date_read_with_doubt_is_not_certified() -> None:
    document = write_lines("Collected: 04/10/2026", *ROW, confidence=70.0)
    reading = read_pages([view_page(page) for page in document.pages])
    dates = DateBook(tuple(reading.dates), document.dates).of(reading.rows[0])
    assert dates.reasons == (Reason.COLLECTION_DATE_READ_DOUBTFUL,)


def test_a_row_of_its_own_date_ignores_the_others() -> None:
    document = write_lines("Collected: 04/10/2026", *ROW, "", "Collected: 04/12/2026")
    reading = read_pages([view_page(page) for page in document.pages])
    later = next(found.label for found in reading.dates if document.dates[found.label].day.day == 12)
    dates = DateBook(tuple(reading.dates), document.dates).of(replace(reading.rows[0], dated=later))
    assert dates.collected is not None
    assert dates.collected.iso == "2026-04-12"
