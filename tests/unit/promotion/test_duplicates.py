"""Comparing one result with its document and with the chart."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import LabResult, ResultStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.promotion.duplicates import Reading, compare_in_document, compare_with_chart


def read(*labs: LabResult, sure: bool = True) -> list[Reading]:
    return [Reading(lab, sure) for lab in labs]


def test_a_result_does_not_contradict_itself(build: Any) -> None:
    assert compare_in_document(build.lab(), read(build.lab()), []) is None


@pytest.mark.parametrize("when", [None, ClinicalDate(date(2026, 4, 1), None, DatePrecision.MONTH)])
def test_undated_neighbours_decide_nothing(build: Any, when: ClinicalDate | None) -> None:
    neighbour = build.lab(value="9.9", numeric=Decimal("9.9"), collection_date=when)
    first_of_month = build.lab(collection_date=build.day(day=1))
    assert compare_in_document(first_of_month, read(first_of_month, neighbour), [neighbour]) is None


def test_a_missing_unit_in_a_repetition_is_a_repetition(build: Any) -> None:
    verdict = compare_in_document(build.lab(), read(build.lab(), build.lab(unit="")), [build.lab(unit="")])
    assert verdict is not None
    assert verdict.outcome is PromotionOutcome.DUPLICATE_SKIPPED


def test_another_unit_in_the_same_document_is_a_contradiction(build: Any) -> None:
    verdict = compare_in_document(build.lab(), read(build.lab(), build.lab(unit="mmol/mol")), [])
    assert verdict is not None
    assert verdict.outcome is PromotionOutcome.CONFLICT


def test_an_empty_chart_says_nothing(build: Any) -> None:
    verdict = compare_with_chart(build.lab(), patient_id=PatientId(7), document_id=DocumentId(5), chart=(), earlier=())
    assert (verdict.outcome, verdict.existing_result_id) == (PromotionOutcome.PROMOTED, None)


def test_an_undated_result_meets_no_row(build: Any) -> None:
    verdict = compare_with_chart(
        build.lab(collection_date=None),
        patient_id=PatientId(7),
        document_id=DocumentId(5),
        chart=[build.row(value="7.7")],
        earlier=(),
    )
    assert verdict.outcome is PromotionOutcome.PROMOTED


FINAL, CORRECTED, PRELIMINARY = ResultStatus.FINAL, ResultStatus.CORRECTED, ResultStatus.PRELIMINARY


@pytest.mark.parametrize(
    ("mine", "other", "sure", "outcome"),
    [
        (FINAL, CORRECTED, True, PromotionOutcome.NOT_PROMOTABLE),
        (FINAL, CORRECTED, False, PromotionOutcome.CONFLICT),
        (CORRECTED, FINAL, True, None),
        (CORRECTED, CORRECTED, True, PromotionOutcome.CONFLICT),
        (FINAL, PRELIMINARY, True, None),
        (FINAL, ResultStatus.UNKNOWN, True, PromotionOutcome.CONFLICT),
        (FINAL, ResultStatus.ENTERED_IN_ERROR, True, PromotionOutcome.CONFLICT),
    ],
)
def test_a_correction_beside_its_original_stands_alone(
    build: Any, mine: ResultStatus, other: ResultStatus, sure: bool, outcome: PromotionOutcome | None
) -> None:
    lab = build.lab(result_status=mine)
    sibling = build.lab(result_status=other, value="9.3", numeric=Decimal("9.3"))
    verdict = compare_in_document(lab, [*read(lab), *read(sibling, sure=sure)], [])
    assert (verdict.outcome if verdict else None) is outcome


def test_a_result_that_its_own_document_declares_wrong_is_not_written(build: Any) -> None:
    lab, error = build.lab(), build.lab(result_status=ResultStatus.ENTERED_IN_ERROR)
    verdict = compare_in_document(lab, read(lab, error), [])
    assert verdict is not None
    assert verdict.outcome is PromotionOutcome.CONFLICT
