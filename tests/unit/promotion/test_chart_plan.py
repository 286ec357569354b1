"""The rows that a promoted fact becomes."""

from __future__ import annotations

from datetime import datetime, time
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import AbnormalFlag, Comparator
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.promotion.chart_plan import chart_value, does_not_fit, plan_lab, source_document

FIVE = DocumentId(5)


def test_the_plan_says_what_the_paper_says(build: Any) -> None:
    plan = plan_lab(build.active(build.lab(collection_date=build.day(at=time(8, 30)))), FIVE)
    assert (plan.name, plan.value, plan.unit, plan.reference_range) == ("Hemoglobin A1c", "8.1", "%", "4.0-5.6")
    assert (plan.code, plan.abnormal, plan.value_is_numeric) == ("4548-4", AbnormalFlag.HIGH, True)
    assert plan.observed_at == plan.collected_at == datetime(2026, 4, 10, 8, 30)  # noqa: DTZ001
    assert (plan.patient_id, plan.document_id) == (7, 5)
    assert plan.comment == "8.1 % (4.0-5.6); arbiter-fhir: documents:5 page 1"


def test_a_derived_flag_is_marked(build: Any) -> None:
    plan = plan_lab(build.active(build.lab(flag_printed="", flag_derived=True)), FIVE)
    assert plan.abnormal is AbnormalFlag.HIGH
    assert plan.comment.endswith("flag derived from the printed range")


@pytest.mark.parametrize("code", [None, "", "LOCAL1", "4548-5", "GLU"])
def test_only_a_true_loinc_code_is_written(build: Any, code: str | None) -> None:
    assert plan_lab(build.active(build.lab(loinc=code)), FIVE).code == ""


def test_the_key_fits_and_is_the_same_on_every_retry(build: Any) -> None:
    key = plan_lab(build.active(), FIVE).external_id
    assert len(key) <= 20
    assert key.startswith("arb")
    assert plan_lab(build.active(field="results[9]", page=3), FIVE).external_id == key


def test_the_key_differs_by_document_value_time_and_patient(build: Any) -> None:
    keys = {
        plan_lab(build.active(), FIVE).external_id,
        plan_lab(build.active(), DocumentId(6)).external_id,
        plan_lab(build.active(patient=8), FIVE).external_id,
        plan_lab(build.active(build.lab(numeric=Decimal("8.2"), value="8.2")), FIVE).external_id,
        plan_lab(build.active(build.lab(collection_date=build.day(day=11))), FIVE).external_id,
    }
    assert len(keys) == 5


@pytest.mark.parametrize(
    "printed, numeric, comparator, stored, is_numeric",
    [
        ("7.20", Decimal("7.20"), None, "7.20", True),
        ("7.20", Decimal("7.2"), None, "7.20", True),
        ("1,234", Decimal(1234), None, "1234", True),
        ("8.1 H", Decimal("8.1"), None, "8.1", True),
        ("8,1", Decimal("8.1"), None, "8.1", True),
        ("0.0001", Decimal("0.0001"), None, "0.0001", True),
        ("<5", Decimal(5), Comparator.LESS, "<5", False),
        ("1:80", None, None, "1:80", False),
        (" Positive ", None, None, "Positive", False),
    ],
)
def test_numbers_are_written_as_numbers_and_the_rest_as_printed(
    build: Any, printed: str, numeric: Decimal | None, comparator: Comparator | None, stored: str, is_numeric: bool
) -> None:
    lab = build.lab(value=printed, numeric=numeric, comparator=comparator)
    assert chart_value(lab) == stored
    assert plan_lab(build.active(lab), FIVE).value_is_numeric is is_numeric


@pytest.mark.parametrize(
    "change, field",
    [
        ({}, ""),
        ({"unit": "u" * 31}, ""),
        ({"unit": "u" * 32}, "unit"),
        ({"test_name": "n" * 256}, "name"),
        ({"value": "v" * 256, "numeric": None}, "value"),
        ({"reference_range": "r" * 256}, "reference_range"),
    ],
)
def test_what_is_too_long_is_named_and_never_cut(build: Any, change: dict[str, Any], field: str) -> None:
    assert does_not_fit(build.lab(**change)) == field


@pytest.mark.parametrize(
    "source, document", [("documents:5", 5), ("documents:0", None), ("report.pdf", None), ("documents:5x", None)]
)
def test_the_source_is_a_stored_document_or_nothing(build: Any, source: str, document: int | None) -> None:
    assert source_document(build.fact(document=source)) == document


def test_no_plan_without_a_full_date(build: Any) -> None:
    month = ClinicalDate(build.day().day, None, DatePrecision.MONTH)
    for when in (None, month):
        with pytest.raises(ValueError, match="collection date"):
            plan_lab(build.active(build.lab(collection_date=when)), FIVE)
