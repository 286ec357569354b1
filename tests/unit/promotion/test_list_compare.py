"""Entries against the chart's lists."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from arbiter_fhir.domain.promotion import ChartLists, ListKind, PromotionOutcome
from arbiter_fhir.domain.statement import Allergy, Medication, MedicationStatus, NoKnownAllergies
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.promotion import PromotionContext, clinical_fingerprint
from arbiter_fhir.promotion.list_compare import compare_with_lists, oppose_lists

Outcome = PromotionOutcome
MED, ALLERGY = ListKind.MEDICATION, ListKind.ALLERGY
METFORMIN = Medication(
    "Metformin", ingredient="metformin", strength="500 mg", status=MedicationStatus.ACTIVE, rxnorm="6809"
)
PENICILLIN = Allergy("Penicillin", "penicillin")
NKA = Allergy("No known allergies", none_known=NoKnownAllergies.ALLERGIES)


def context(*entries: Any, none: Any = (), earlier: Any = ()) -> PromotionContext:
    return PromotionContext(date(2026, 5, 1), lists=ChartLists(tuple(entries), frozenset(none)), earlier=earlier)


def compare(value: Any, where: PromotionContext, document: int = 5) -> Any:
    verdict = compare_with_lists(value, where, document_id=DocumentId(document), patient_id=PatientId(7))
    return verdict.outcome, verdict.reason, verdict.record_id


def ours(build: Any, value: Any, **more: Any) -> Any:
    fingerprint = clinical_fingerprint(value, patient_id=PatientId(7))
    return build.promotion(fingerprint, record_id=700, table="lists", **more)


def test_an_empty_list_takes_the_entry() -> None:
    assert compare(METFORMIN, context()) == (Outcome.PROMOTED, "new_entry", None)


def test_what_we_wrote_before(build: Any) -> None:
    row = build.entry(MED, "Metformin 500 mg")
    earlier = [ours(build, METFORMIN, document=5)]
    assert compare(METFORMIN, context(row, earlier=earlier)) == (Outcome.PROMOTED, "promoted_before", 700)
    assert compare(METFORMIN, context(row, earlier=earlier), 6) == (
        Outcome.DUPLICATE_SKIPPED,
        "same_entry_from_other_document",
        700,
    )
    assert compare(METFORMIN, context(row)) == (Outcome.ALREADY_EXISTS, "same_entry_in_chart", 700)


@pytest.mark.parametrize("state", [None, {"active": False}, {"verification": "refuted"}, {"title": "Insulin"}])
def test_what_a_person_did_to_our_entry_stands(build: Any, state: dict[str, Any] | None) -> None:
    rows = [] if state is None else [build.entry(MED, **{"title": "Metformin", **state})]
    earlier = [ours(build, METFORMIN, document=5)]
    assert compare(METFORMIN, context(*rows, earlier=earlier), 6)[:2] == (
        Outcome.CONFLICT,
        "promoted_row_changed_or_removed",
    )


def test_an_entry_that_we_took_back_ourselves_says_nothing(build: Any) -> None:
    row = build.entry(MED, "Metformin", active=False, taken_back=True)
    assert compare(METFORMIN, context(row))[0] is Outcome.PROMOTED


def test_a_prescription_outweighs_our_own_entry(build: Any) -> None:
    prescription = build.entry(MED, "Metformin 500 mg", table="prescriptions", record_id=3)
    verdict = compare_with_lists(METFORMIN, context(prescription), document_id=DocumentId(5), patient_id=PatientId(7))
    assert (verdict.outcome, verdict.table, verdict.record_id) == (Outcome.ALREADY_EXISTS, "prescriptions", 3)


@pytest.mark.parametrize(
    ("title", "details", "reason"),
    [
        ("Metformin 1000 mg", "", "other_strength_in_chart"),
        ("Metformin", "1000 mg twice daily", "other_strength_in_chart"),
        ("Metformin", "", "same_entry_in_chart"),
        ("Metformin", "500mg", "same_entry_in_chart"),
    ],
)
def test_strengths_decide_where_both_state_one(build: Any, title: str, details: str, reason: str) -> None:
    assert compare(METFORMIN, context(build.entry(MED, title, details=details)))[1] == reason


def test_one_of_several_rows_with_the_strength_is_enough(build: Any) -> None:
    rows = [build.entry(MED, "Metformin 1000 mg"), build.entry(MED, "Metformin 500 mg", record_id=701)]
    assert compare(METFORMIN, context(*rows))[0] is Outcome.ALREADY_EXISTS


def test_a_statement_of_none_is_the_opposite(build: Any) -> None:
    assert compare(PENICILLIN, context(build.entry(ALLERGY, "NKDA")))[:2] == (Outcome.CONFLICT, "chart_says_none")
    assert compare(PENICILLIN, context(none=[ALLERGY])) == (Outcome.CONFLICT, "chart_says_none", None)
    assert compare(METFORMIN, context(build.entry(ALLERGY, "NKDA"), none=[ALLERGY]))[0] is Outcome.PROMOTED
    assert compare(PENICILLIN, context(build.entry(ALLERGY, "NKDA", active=False)))[0] is Outcome.PROMOTED


def oppose(value: Any, where: PromotionContext, *, denies: bool = True) -> Any:
    verdict = oppose_lists(value, where, denies=denies)
    return verdict.outcome, verdict.reason, verdict.record_id


def test_none_known_against_the_chart(build: Any) -> None:
    assert oppose(NKA, context()) == (Outcome.NOT_PROMOTABLE, "no_place_for_none_known", None)
    assert oppose(NKA, context(none=[ALLERGY])) == (Outcome.ALREADY_EXISTS, "none_known_in_chart", None)
    assert oppose(NKA, context(build.entry(ALLERGY, "NKA"))) == (Outcome.ALREADY_EXISTS, "none_known_in_chart", 700)
    assert oppose(NKA, context(build.entry(ALLERGY, "Latex"))) == (Outcome.CONFLICT, "chart_lists_allergies", 700)
    assert oppose(NKA, context(build.entry(ALLERGY, "Latex", active=False)))[0] is Outcome.NOT_PROMOTABLE
    assert oppose(NKA, context(build.entry(MED, "Latex")))[0] is Outcome.NOT_PROMOTABLE


def test_a_denial_contradicts_only_an_active_entry(build: Any) -> None:
    active = context(build.entry(MED, "Metformin"))
    assert oppose(METFORMIN, active) == (Outcome.CONFLICT, "active_in_chart", 700)
    assert oppose(METFORMIN, active, denies=False)[0] is Outcome.NOT_PROMOTABLE
    assert oppose(METFORMIN, context(build.entry(MED, "Metformin", active=False)))[0] is Outcome.NOT_PROMOTABLE
