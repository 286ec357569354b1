"""What may enter the chart, row by row of the policy's table."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import Certainty, Comparator
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.promotion import PromotionContext, clinical_fingerprint, decide_document, decide_promotion

TODAY = date(2026, 5, 1)
Outcome = PromotionOutcome


def decide(build: Any, fact: Any, *, chart: Any = (), earlier: Any = (), status: Any = IdentityStatus.VERIFIED) -> Any:
    context = PromotionContext(TODAY, labs=chart, earlier=earlier)
    return decide_promotion(fact, build.decision(status), context)


def fingerprint(lab: Any) -> str:
    return clinical_fingerprint(lab, patient_id=PatientId(7))


def test_a_verified_complete_new_result_is_promoted(build: Any) -> None:
    decision = decide(build, build.active())
    assert (decision.outcome, decision.reason, decision.existing_result_id) == (Outcome.PROMOTED, "new_result", None)
    assert decision.plan is not None
    assert decision.plan.value == "8.1"


@pytest.mark.parametrize(
    "status, outcome, reason",
    [
        (IdentityStatus.UNCHECKED, Outcome.NEEDS_REVIEW, "identity_not_verified"),
        (IdentityStatus.AMBIGUOUS, Outcome.NEEDS_REVIEW, "identity_not_verified"),
        (IdentityStatus.MISMATCH, Outcome.NEEDS_REVIEW, "identity_not_verified"),
        (IdentityStatus.REVIEW_REJECTED, Outcome.REJECTED, "identity_rejected"),
        (IdentityStatus.VERIFIED, Outcome.PROMOTED, "new_result"),
        (IdentityStatus.REVIEW_APPROVED, Outcome.PROMOTED, "new_result"),
    ],
)
def test_nothing_passes_a_closed_identity_gate(build: Any, status: Any, outcome: Any, reason: str) -> None:
    decision = decide(build, build.active(), status=status)
    assert (decision.outcome, decision.reason) == (outcome, reason)


def test_a_fact_that_was_not_activated_is_not_promoted(build: Any) -> None:
    decision = decide(build, build.fact())
    assert (decision.outcome, decision.reason) == (Outcome.NEEDS_REVIEW, "not_activated")


@pytest.mark.parametrize(
    "certainty, outcome, reason",
    [
        (Certainty.DOCUMENT_FACT, Outcome.NOT_PROMOTABLE, "document_fact"),
        (Certainty.NEEDS_REVIEW, Outcome.NEEDS_REVIEW, "fact_needs_review"),
    ],
)
def test_only_verified_facts_are_promoted(build: Any, certainty: Certainty, outcome: Any, reason: str) -> None:
    for fact in (build.active(certainty=certainty), build.fact(certainty=certainty)):
        decision = decide(build, fact)
        assert (decision.outcome, decision.reason) == (outcome, reason)


def test_a_file_outside_openemr_is_not_promotable(build: Any) -> None:
    decision = decide(build, build.active(document="report.pdf"))
    assert (decision.outcome, decision.reason) == (Outcome.NOT_PROMOTABLE, "no_source_document")


MONTH = ClinicalDate(date(2026, 4, 1), None, DatePrecision.MONTH)
AMBIGUOUS = ClinicalDate(date(2026, 4, 5), None, DatePrecision.DAY, ambiguous=True)
FUTURE = ClinicalDate(date(2026, 5, 3), None, DatePrecision.DAY)
TOMORROW = ClinicalDate(date(2026, 5, 2), None, DatePrecision.DAY)


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"test_name": " "}, "test_name_missing"),
        ({"value": "", "numeric": None}, "value_missing"),
        ({"unit": ""}, "unit_missing"),
        ({"collection_date": None}, "collection_date_missing"),
        ({"collection_date": MONTH}, "collection_date_incomplete"),
        ({"collection_date": AMBIGUOUS}, "collection_date_ambiguous"),
        ({"collection_date": FUTURE}, "collection_date_in_future"),
        ({"status": "Preliminary"}, "result_not_final"),
        ({"status": "pending"}, "result_not_final"),
        ({"status": "cancelled"}, "result_not_final"),
        ({"test_name": "A1c [PERSON_1]"}, "placeholder_in_value"),
        ({"reference_range": "[DATE_2]"}, "placeholder_in_value"),
        ({"unit": "x" * 40}, "unit_too_long"),
    ],
)
def test_what_is_incomplete_waits_for_a_person(build: Any, change: dict[str, Any], reason: str) -> None:
    decision = decide(build, build.active(build.lab(**change)))
    assert (decision.outcome, decision.reason, decision.plan) == (Outcome.NEEDS_REVIEW, reason, None)


@pytest.mark.parametrize(
    "change",
    [
        {"collection_date": TOMORROW},
        {"status": "FINAL"},
        {"status": "corrected"},
        {"test_name": "INR", "loinc": "6301-6", "unit": "", "value": "2.4", "numeric": Decimal("2.4")},
        {"test_name": "Urine pH", "loinc": None, "unit": "", "value": "6.0", "numeric": Decimal("6.0")},
        {"test_name": "HIV Screen", "loinc": None, "unit": "", "value": "Non Reactive", "numeric": None},
        {"test_name": "LDL/HDL Ratio", "loinc": None, "unit": "", "value": "2.1", "numeric": Decimal("2.1")},
        {"value": "<5", "numeric": Decimal(5), "comparator": Comparator.LESS},
        {"reference_range": "", "flag_printed": "", "abnormal_flag": None},
    ],
)
def test_what_lacks_nothing_is_promoted(build: Any, change: dict[str, Any]) -> None:
    assert decide(build, build.active(build.lab(**change))).outcome is Outcome.PROMOTED


SAME = [
    {},
    {"value": "8.10"},
    {"name": "HbA1c", "code": ""},
    {"name": "A1C", "code": "LOCAL7"},
    {"code": "17856-6", "name": "HbA1c (HPLC)"},
    {"observed_at": datetime(2026, 4, 10, 14, 5)},  # noqa: DTZ001
    {"observed_at": datetime(2026, 4, 13, 9, 0), "collected_at": datetime(2026, 4, 10, 8, 0)},  # noqa: DTZ001
]


@pytest.mark.parametrize("change", SAME)
def test_what_the_chart_says_already_is_not_written_again(build: Any, change: dict[str, Any]) -> None:
    decision = decide(build, build.active(), chart=[build.row(**change)])
    assert (decision.outcome, decision.reason, decision.existing_result_id) == (
        Outcome.ALREADY_EXISTS,
        "same_value_in_chart",
        900,
    )


def test_a_row_without_unit_agrees_with_the_same_number(build: Any) -> None:
    decision = decide(build, build.active(), chart=[build.row(unit="")])
    assert (decision.outcome, decision.reason) == (Outcome.ALREADY_EXISTS, "same_value_without_unit")


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"value": "7.9"}, "other_value_in_chart"),
        ({"value": "<8.1"}, "other_value_in_chart"),
        ({"value": "High"}, "other_value_in_chart"),
        ({"unit": "mmol/mol"}, "other_unit_in_chart"),
        ({"value": "65", "unit": "mmol/mol"}, "other_unit_in_chart"),
        ({"value": "7.9", "unit": ""}, "other_value_in_chart"),
    ],
)
def test_what_the_chart_says_otherwise_is_a_conflict(build: Any, change: dict[str, Any], reason: str) -> None:
    decision = decide(build, build.active(), chart=[build.row(**change)])
    assert (decision.outcome, decision.reason, decision.existing_result_id) == (Outcome.CONFLICT, reason, 900)


@pytest.mark.parametrize(
    "change",
    [
        {"observed_at": datetime(2026, 4, 11)},  # noqa: DTZ001
        {"name": "Glucose", "code": "2345-7"},
        {"name": "Hemoglobin", "code": "718-7"},
        {"observed_at": None},
        {"value": "7.9", "status": "error"},
    ],
)
def test_another_test_or_time_in_the_chart_does_not_matter(build: Any, change: dict[str, Any]) -> None:
    assert decide(build, build.active(), chart=[build.row(**change)]).outcome is Outcome.PROMOTED


def test_times_of_one_day_are_compared_to_the_minute_where_both_are_known(build: Any) -> None:
    morning = build.active(build.lab(collection_date=build.day(at=time(8, 0))))
    noon = build.row(value="7.9", observed_at=datetime(2026, 4, 10, 12, 0))  # noqa: DTZ001
    midnight = build.row(value="7.9", observed_at=datetime(2026, 4, 10))  # noqa: DTZ001
    seconds = build.row(value="7.9", observed_at=datetime(2026, 4, 10, 8, 0, 41))  # noqa: DTZ001
    assert decide(build, morning, chart=[noon]).outcome is Outcome.PROMOTED
    assert decide(build, morning, chart=[midnight]).outcome is Outcome.CONFLICT
    assert decide(build, morning, chart=[seconds]).outcome is Outcome.CONFLICT


def test_an_equal_row_outweighs_a_different_one_of_the_same_day(build: Any) -> None:
    rows = [build.row(result_id=901, value="7.9"), build.row(result_id=902)]
    assert decide(build, build.active(), chart=rows).existing_result_id == 902


def test_a_value_that_somebody_marked_as_wrong_is_not_written_again(build: Any) -> None:
    decision = decide(build, build.active(), chart=[build.row(status="error")])
    assert (decision.outcome, decision.reason) == (Outcome.CONFLICT, "chart_row_withdrawn")


def test_the_same_result_in_another_document_is_a_duplicate(build: Any) -> None:
    lab = build.lab()
    earlier = [build.promotion(fingerprint(lab), document=5)]
    decision = decide(build, build.active(lab, document="documents:6"), chart=[build.row()], earlier=earlier)
    assert (decision.outcome, decision.reason, decision.existing_result_id) == (
        Outcome.DUPLICATE_SKIPPED,
        "same_value_from_other_document",
        900,
    )


def test_a_clinicians_row_beside_ours_is_named_first(build: Any) -> None:
    earlier = [build.promotion(fingerprint(build.lab()), document=5)]
    chart = [build.row(), build.row(result_id=901)]
    decision = decide(build, build.active(document="documents:6"), chart=chart, earlier=earlier)
    assert (decision.outcome, decision.existing_result_id) == (Outcome.ALREADY_EXISTS, 901)


def test_the_same_document_again_leads_to_the_same_rows(build: Any) -> None:
    first = decide(build, build.active())
    earlier = [build.promotion(fingerprint(build.lab()), document=5)]
    again = decide(build, build.active(), chart=[build.row(document_id=5)], earlier=earlier)
    assert (again.outcome, again.reason, again.existing_result_id) == (Outcome.PROMOTED, "promoted_before", 900)
    assert again.plan == first.plan


@pytest.mark.parametrize("change", [{"value": "7.9"}, {"observed_at": datetime(2026, 4, 11)}, None])  # noqa: DTZ001
@pytest.mark.parametrize("document", ["documents:5", "documents:6"])
def test_a_clinicians_change_to_our_row_is_never_overruled(build: Any, change: Any, document: str) -> None:
    chart = [] if change is None else [build.row(**change)]
    earlier = [build.promotion(fingerprint(build.lab()), document=5)]
    decision = decide(build, build.active(document=document), chart=chart, earlier=earlier)
    assert (decision.outcome, decision.reason, decision.existing_result_id) == (
        Outcome.CONFLICT,
        "promoted_row_changed_or_removed",
        900,
    )


def test_a_row_of_another_table_is_not_a_result_of_ours(build: Any) -> None:
    earlier = [build.promotion("0" * 64, record_id=900, table="lists")]
    decision = decide(build, build.active(), chart=[build.row()], earlier=earlier)
    assert decision.outcome is Outcome.ALREADY_EXISTS


def test_retracted_promotions_and_other_outcomes_do_not_bind(build: Any) -> None:
    print_ = fingerprint(build.lab())
    earlier = [
        build.promotion(print_, active=False),
        build.promotion(print_, record_id=None, outcome=Outcome.CONFLICT),
        build.promotion("0" * 64, record_id=555),
        build.promotion(print_, table="lists"),
    ]
    assert decide(build, build.active(), earlier=earlier).reason == "new_result"


def test_a_document_that_says_a_thing_twice_writes_it_once(build: Any) -> None:
    facts = [build.active(), build.active(field="results[4]", page=2)]
    outcomes = [each.outcome for each in decide_document(facts, build.identity(), PromotionContext(TODAY))]
    assert outcomes == [Outcome.PROMOTED, Outcome.DUPLICATE_SKIPPED]


@pytest.mark.parametrize("certainty", [Certainty.VERIFIED, Certainty.NEEDS_REVIEW])
def test_a_document_that_contradicts_itself_writes_nothing_of_it(build: Any, certainty: Certainty) -> None:
    other = build.lab(value="9.3", numeric=Decimal("9.3"))
    second = build.active(other) if certainty is Certainty.VERIFIED else build.fact(other, certainty=certainty)
    potassium = build.lab(test_name="Potassium", loinc="2823-3", unit="mmol/L", value="4.1", numeric=Decimal("4.1"))
    facts = [build.active(), second, build.active(potassium)]
    decisions = decide_document(facts, build.identity(), PromotionContext(TODAY))
    assert [each.outcome for each in decisions] == [
        Outcome.CONFLICT,
        Outcome.CONFLICT if certainty is Certainty.VERIFIED else Outcome.NEEDS_REVIEW,
        Outcome.PROMOTED,
    ]
    assert decisions[0].reason == "document_contradicts_itself"


def test_results_of_two_dates_in_one_document_are_both_promoted(build: Any) -> None:
    before = build.lab(value="7.4", numeric=Decimal("7.4"), collection_date=build.day(month=1))
    facts = [build.active(), build.active(before)]
    decisions = decide_document(facts, build.identity(), PromotionContext(TODAY))
    assert [each.outcome for each in decisions] == [Outcome.PROMOTED, Outcome.PROMOTED]


def test_urine_and_blood_of_one_name_are_two_tests(build: Any) -> None:
    blood = build.lab(test_name="Glucose", loinc="2345-7", unit="mg/dL", value="98", numeric=Decimal(98))
    urine = build.lab(test_name="Glucose", loinc=None, unit="", value="Negative", numeric=None, panel="URINALYSIS")
    decisions = decide_document([build.active(blood), build.active(urine)], build.identity(), PromotionContext(TODAY))
    assert [each.outcome for each in decisions] == [Outcome.PROMOTED, Outcome.PROMOTED]


def test_another_patients_rows_or_facts_are_refused(build: Any) -> None:
    with pytest.raises(ValueError, match="another patient"):
        decide(build, build.active(patient=PatientId(8)))
    with pytest.raises(ValueError, match="another patient"):
        decide(build, build.active(), chart=[build.row(patient_id=PatientId(8))])
