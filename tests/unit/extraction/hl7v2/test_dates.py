"""Which date holds for a result."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.hl7v2.messages import PATIENT, message, obx, only_lab, segment

REQUESTED = {"f4": "24323-8^Panel^LN", "f7": "202604100815", "f22": "202604101500"}


def dated(obr: dict[str, str], observation: str, *more: str) -> tuple[str | None, str | None, tuple[str, ...]]:
    fact, lab = only_lab(message(PATIENT, segment("OBR", **obr), observation, *more))
    collected, reported = lab.collection_date, lab.report_date
    return collected and collected.iso, reported and reported.iso, fact.reasons


def test_the_requests_time_holds_for_its_observations() -> None:
    assert dated(REQUESTED, obx()) == ("2026-04-10T08:15", "2026-04-10T15:00", ())


def test_an_observations_own_time_wins() -> None:
    assert dated(REQUESTED, obx(f14="202604100930"))[0] == "2026-04-10T09:30"


def test_the_specimens_time_wins_over_the_requests() -> None:
    assert dated(REQUESTED, obx(), segment("SPM", f4="SER^Serum", f17="202604100700"))[0] == "2026-04-10T07:00"


def test_a_time_after_the_receipt_is_an_analysis() -> None:
    collected, _, reasons = dated({**REQUESTED, "f14": "202604101000"}, obx(f14="202604111200"))
    assert (collected, reasons) == ("2026-04-10T08:15", (Reason.COLLECTION_DATE_INHERITED.value,))


def test_the_analysis_is_the_report_where_no_other_is_sent() -> None:
    assert dated({"f7": "20260410", "f4": "1^P^L"}, obx(f19="202604101400"))[1] == "2026-04-10T14:00"


@pytest.mark.parametrize(
    ("obr", "reason"),
    [
        ({"f4": "1^P^L"}, Reason.COLLECTION_DATE_MISSING),
        ({"f4": "1^P^L", "f14": "20260410"}, Reason.RECEIVED_DATE_ONLY),
        ({"f4": "1^P^L", "f7": "202604"}, Reason.COLLECTION_DATE_INCOMPLETE),
        ({"f4": "1^P^L", "f7": "20260230"}, Reason.COLLECTION_DATE_UNREADABLE),
        ({"f4": "1^P^L", "f7": "02/03/2026"}, Reason.COLLECTION_DATE_AMBIGUOUS),
        ({"f4": "1^P^L", "f7": "soon"}, Reason.COLLECTION_DATE_UNREADABLE),
        ({"f4": "1^P^L", "f7": "20260411", "f22": "20260410"}, Reason.COLLECTION_AFTER_REPORT),
    ],
)
def test_doubts(obr: dict[str, str], reason: Reason) -> None:
    assert reason.value in dated(obr, obx())[2]


@pytest.mark.parametrize("day", ["02/13/2026", "03/03/2026", "20260203"])
def test_a_day_that_can_be_no_month_is_no_doubt(day: str) -> None:
    assert dated({"f4": "1^P^L", "f7": day}, obx())[2] == ()
