"""What corrected results and results declared wrong do to the chart, row by row of the rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.domain.fact import ResultStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.promotion import clinical_fingerprint
from arbiter_fhir.promotion.corrections import (
    CORRECTED_RESULT,
    NOTHING_TO_WITHDRAW,
    SUPERSEDED,
    WITHDREW_RESULT,
    compare_withdrawal,
    is_later,
)
from arbiter_fhir.promotion.duplicates import compare_with_chart
from arbiter_fhir.promotion.fingerprint import withdrawal_fingerprint

Outcome = PromotionOutcome


def ours(build: Any, lab: Any, **more: Any) -> Any:
    return build.promotion(clinical_fingerprint(lab, patient_id=PatientId(7)), **more)


def compare(lab: Any, chart: Any, earlier: Any, document: int = 6) -> Any:
    return compare_with_chart(
        lab, patient_id=PatientId(7), document_id=DocumentId(document), chart=chart, earlier=earlier
    )


@pytest.fixture
def old(build: Any) -> Any:
    return build.lab(value="9.9", numeric=Decimal("9.9"))


@pytest.fixture
def corrected(build: Any) -> Any:
    return build.lab(result_status=ResultStatus.CORRECTED)


def test_a_correction_takes_back_our_row_and_names_it(build: Any, old: Any, corrected: Any) -> None:
    verdict = compare(corrected, [build.row(value="9.9")], [ours(build, old)])
    assert (verdict.outcome, verdict.reason) == (Outcome.PROMOTED, CORRECTED_RESULT)
    assert (verdict.existing_result_id, verdict.takes_back) == (900, (1,))


def test_a_corrected_unit_is_a_correction(build: Any, corrected: Any) -> None:
    old = build.lab(unit="mmol/mol")
    assert compare(corrected, [build.row(unit="mmol/mol")], [ours(build, old)]).takes_back == (1,)


def test_without_the_flag_the_same_is_a_conflict(build: Any, old: Any) -> None:
    verdict = compare(build.lab(), [build.row(value="9.9")], [ours(build, old)])
    assert (verdict.outcome, verdict.reason, verdict.takes_back) == (Outcome.CONFLICT, "other_value_in_chart", ())


def test_a_row_that_is_not_ours_is_not_corrected(build: Any, old: Any, corrected: Any) -> None:
    verdict = compare(corrected, [build.row(value="9.9")], [])
    assert (verdict.outcome, verdict.reason) == (Outcome.CONFLICT, "corrects_row_of_somebody_else")
    both = [build.row(value="9.9"), build.row(result_id=901, value="9.8")]
    assert compare(corrected, both, [ours(build, old)]).existing_result_id == 901


def test_several_rows_of_one_day_are_left_to_a_person(build: Any, old: Any, corrected: Any) -> None:
    evening = datetime(2026, 4, 10, 20, 0)  # noqa: DTZ001 - the chart keeps local time
    rows = [build.row(value="9.9"), build.row(result_id=901, value="9.8", observed_at=evening)]
    second = build.lab(value="9.8", numeric=Decimal("9.8"))
    earlier = [ours(build, old), ours(build, second, record_id=901)]
    assert compare(corrected, rows, earlier).reason == "corrects_several_rows"


def test_a_correction_is_not_corrected_without_a_person(build: Any, old: Any, corrected: Any) -> None:
    record, fingerprint = ours(build, old)
    first = (build.with_reason(record, CORRECTED_RESULT), fingerprint)
    assert compare(corrected, [build.row(value="9.9")], [first]).reason == "corrected_twice"


def test_an_original_that_comes_late_is_superseded(build: Any, old: Any, corrected: Any) -> None:
    record, fingerprint = ours(build, corrected)
    earlier = [(build.with_reason(record, CORRECTED_RESULT), fingerprint)]
    verdict = compare(old, [build.row()], earlier)
    assert (verdict.outcome, verdict.reason, verdict.existing_result_id) == (Outcome.NOT_PROMOTABLE, SUPERSEDED, 900)


@pytest.mark.parametrize(
    ("first", "second", "outcome", "reason"),
    [
        (11, 12, Outcome.PROMOTED, CORRECTED_RESULT),
        (12, 11, Outcome.NOT_PROMOTABLE, SUPERSEDED),
        (12, 12, Outcome.CONFLICT, "corrected_twice"),
        (None, 12, Outcome.CONFLICT, "corrected_twice"),
    ],
)
def test_of_two_corrections_the_later_report_holds(
    build: Any, first: int | None, second: int, outcome: Outcome, reason: str
) -> None:
    old = build.lab(value="9.9", numeric=Decimal("9.9"), result_status=ResultStatus.CORRECTED)
    record, fingerprint = ours(build, old)
    reported = build.day(day=first) if first else None
    earlier = [(replace(build.with_reason(record, CORRECTED_RESULT), reported=reported), fingerprint)]
    again = build.lab(result_status=ResultStatus.CORRECTED, report_date=build.day(day=second))
    verdict = compare(again, [build.row(value="9.9")], earlier)
    assert (verdict.outcome, verdict.reason) == (outcome, reason)
    assert verdict.takes_back == ((1,) if outcome is Outcome.PROMOTED else ())


def test_what_was_reported_after_a_correction_is_not_what_it_corrects(build: Any, old: Any, corrected: Any) -> None:
    record, fingerprint = ours(build, corrected)
    stored = replace(build.with_reason(record, CORRECTED_RESULT), reported=build.day(day=11))
    late = replace(old, report_date=build.day(day=12))
    assert compare(late, [build.row()], [(stored, fingerprint)]).reason == "other_value_in_chart"
    first = replace(old, report_date=build.day(day=10))
    assert compare(first, [build.row()], [(stored, fingerprint)]).reason == SUPERSEDED
    record, fingerprint = ours(build, late)
    stored = replace(record, reported=build.day(day=12))
    correction = replace(corrected, report_date=build.day(day=11))
    assert compare(correction, [build.row(value="9.9")], [(stored, fingerprint)]).reason == "reported_after_correction"


def test_reports_of_one_day_are_told_apart_by_their_minute(build: Any) -> None:
    morning, noon = build.day(at=time(8)), build.day(at=time(12))
    assert is_later(noon, morning) is True
    assert is_later(morning, noon) is False
    assert is_later(build.day(), noon) is None
    assert is_later(noon, noon) is None
    assert is_later(None, noon) is None


def test_a_correction_that_somebody_entered_already_takes_ours_back(build: Any, old: Any, corrected: Any) -> None:
    rows = [build.row(value="9.9"), build.row(result_id=901)]
    verdict = compare(corrected, rows, [ours(build, old)])
    assert (verdict.outcome, verdict.existing_result_id, verdict.takes_back) == (Outcome.ALREADY_EXISTS, 901, (1,))


@pytest.mark.parametrize("value", ["8.1", "", "D"])
def test_a_result_declared_wrong_takes_back_our_row(build: Any, value: str) -> None:
    error = build.lab(
        value=value,
        numeric=Decimal(value) if value == "8.1" else None,
        status="d",
        result_status=ResultStatus.ENTERED_IN_ERROR,
    )
    verdict = compare_withdrawal(error, chart=[build.row()], earlier=[ours(build, build.lab())])
    assert (verdict.outcome, verdict.reason) == (Outcome.NOT_PROMOTABLE, WITHDREW_RESULT)
    assert (verdict.existing_result_id, verdict.takes_back) == (900, (1,))


def test_a_row_that_is_not_ours_is_not_withdrawn(build: Any) -> None:
    error = build.lab(result_status=ResultStatus.ENTERED_IN_ERROR)
    assert compare_withdrawal(error, chart=[build.row()], earlier=[]).reason == "withdraws_row_of_somebody_else"
    other = compare_withdrawal(error, chart=[build.row(value="7.0")], earlier=[])
    assert (other.outcome, other.reason) == (Outcome.CONFLICT, "withdraws_another_value")
    none = compare_withdrawal(error, chart=[build.row(name="Glucose", code="2345-7")], earlier=[])
    assert (none.outcome, none.reason) == (Outcome.NOT_PROMOTABLE, NOTHING_TO_WITHDRAW)


def test_several_rows_are_not_withdrawn_together(build: Any) -> None:
    error = build.lab(result_status=ResultStatus.ENTERED_IN_ERROR, value="", numeric=None)
    evening = datetime(2026, 4, 10, 20, 0)  # noqa: DTZ001 - the chart keeps local time
    rows = [build.row(), build.row(result_id=901, observed_at=evening)]
    earlier = [ours(build, build.lab()), ours(build, build.lab(), record_id=901)]
    assert compare_withdrawal(error, chart=rows, earlier=earlier).reason == "withdraws_several_rows"


@pytest.mark.parametrize("reason", [WITHDREW_RESULT, NOTHING_TO_WITHDRAW])
def test_what_was_declared_wrong_does_not_come_back_by_another_channel(build: Any, reason: str) -> None:
    lab = build.lab()
    record, _ = build.promotion("", record_id=None, outcome=Outcome.NOT_PROMOTABLE)
    said = (build.with_reason(record, reason), withdrawal_fingerprint(lab, patient_id=PatientId(7)))
    assert compare(lab, [], [said]).reason == "withdrawn_by_laboratory"
    assert compare(build.lab(result_status=ResultStatus.CORRECTED), [], [said]).outcome is Outcome.PROMOTED
    assert compare(build.lab(collection_date=build.day(day=11)), [], [said]).outcome is Outcome.PROMOTED
