"""What a person's approval opens in the chart, and what it never opens."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from arbiter_fhir.domain.chart_contents import contents_of
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import Certainty, ResultStatus, ReviewMark
from arbiter_fhir.domain.identity import ActiveFact, IdentityStatus
from arbiter_fhir.domain.promotion import ChartLists, ListKind, PromotionOutcome, PromotionRules
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.seal import FACT_SEAL, IDENTITY_SEAL
from arbiter_fhir.domain.statement import Allergy, Assertion, Medication, MedicationStatus, Problem, ProblemStatus
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.promotion import PromotionContext, clinical_fingerprint, decide_document, decide_promotion
from arbiter_fhir.promotion.approval import review_note

TODAY = date(2026, 5, 1)
Outcome = PromotionOutcome


def marked(fact: ActiveFact, decision: ReviewWord = ReviewWord.APPROVE, **mark: Any) -> ActiveFact:
    """The fact with a person's decision on it."""
    certainty = {ReviewWord.KEEP: Certainty.DOCUMENT_FACT}.get(decision, Certainty.VERIFIED)
    reasons = ("approved_by_reviewer", "value_read_doubtful")
    changed = replace(
        fact.fact,
        certainty=certainty,
        reasons=reasons,
        confidence=0.3,
        review=ReviewMark(decision, **mark),
        seal=FACT_SEAL,
    )
    return ActiveFact(changed, fact.patient_id, IDENTITY_SEAL)


def decide(build: Any, fact: ActiveFact, *, status: Any = IdentityStatus.VERIFIED, **context: Any) -> Any:
    return decide_promotion(fact, build.decision(status), PromotionContext(TODAY, **context))


def test_an_approved_result_is_written_and_says_so(build: Any) -> None:
    decision = decide(build, marked(build.active()))
    assert (decision.outcome, decision.reason) == (Outcome.PROMOTED, "approved_by_reviewer")
    assert "approved by a reviewer" in decision.plan.comment


def test_an_approved_result_may_be_unlike_earlier_ones(build: Any) -> None:
    earlier = build.row(result_id=7, value="0.8", observed_at=build.day(2026, 1, 5).as_datetime())
    assert decide(build, build.active(), labs=(earlier,)).reason == "unlike_earlier_results"
    assert decide(build, marked(build.active()), labs=(earlier,)).outcome is Outcome.PROMOTED


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"unit": "", "test_name": "Glucose", "loinc": None}, "unit_missing"),
        ({"collection_date": None}, "collection_date_missing"),
        ({"collection_date": ClinicalDate(date(2026, 4, 1), None, DatePrecision.MONTH)}, "collection_date_incomplete"),
        (
            {"collection_date": ClinicalDate(date(2026, 4, 5), None, DatePrecision.DAY, ambiguous=True)},
            "collection_date_ambiguous",
        ),
        (
            {"collection_date": ClinicalDate(TODAY + timedelta(days=9), None, DatePrecision.DAY)},
            "collection_date_in_future",
        ),
        ({"test_name": "Hemoglobin A1c [PERSON_1]"}, "placeholder_in_value"),
        ({"result_status": ResultStatus.PRELIMINARY}, "result_not_final"),
    ],
)
def test_what_the_chart_cannot_hold_stays_out(build: Any, changed: dict[str, Any], reason: str) -> None:
    decision = decide(build, marked(build.active(build.lab(**changed))))
    assert (decision.outcome, decision.reason) == (Outcome.NEEDS_REVIEW, reason)


@pytest.mark.parametrize("status", [IdentityStatus.MISMATCH, IdentityStatus.AMBIGUOUS, IdentityStatus.REVIEW_REJECTED])
def test_the_identity_of_another_patient_stays_closed(build: Any, status: IdentityStatus) -> None:
    assert decide(build, marked(build.active()), status=status).plan is None


def test_a_conflict_is_written_beside_only_where_the_person_saw_it(build: Any) -> None:
    theirs = build.row(result_id=7, value="7.5")
    says = contents_of(theirs)
    for over in ("", f"procedure_result:8@{says}", "document", "procedure_result:7", "procedure_result:7@gone"):
        blind = decide(build, marked(build.active(), over=over), labs=(theirs,))
        assert (blind.outcome, blind.existing_result_id) == (Outcome.CONFLICT, 7)
    seen = decide(build, marked(build.active(), over=f"procedure_result:7@{says}"), labs=(theirs,))
    assert (seen.outcome, seen.reason, seen.takes_back) == (Outcome.PROMOTED, "approved_beside", ())


@pytest.mark.parametrize(
    "edit",
    [
        {"value": "7.6"},
        {"unit": "mmol/mol"},
        {"reference_range": "4 - 6"},
        {"abnormal": "low"},
        {"status": "corrected"},
        {"name": "HbA1c"},
    ],
    ids=str,
)
def test_an_approval_beside_a_row_ends_when_the_row_says_something_else(build: Any, edit: dict[str, str]) -> None:
    theirs = build.row(result_id=7, value="7.5")
    fact = marked(build.active(), over=f"procedure_result:7@{contents_of(theirs)}")
    assert decide(build, fact, labs=(theirs,)).outcome is Outcome.PROMOTED
    edited = decide(build, fact, labs=(replace(theirs, **edit),))
    assert (edited.outcome, edited.existing_result_id) == (Outcome.CONFLICT, 7)


def test_an_approval_beside_an_entry_ends_when_the_entry_says_something_else(build: Any) -> None:
    none = build.entry(ListKind.ALLERGY, "NKDA", record_id=12)
    allergy = build.active_entry(Allergy("Penicillin", allergen="penicillin"))
    fact = marked(allergy, over=f"lists:12@{contents_of(none)}")
    assert decide(build, fact, lists=ChartLists((none,))).outcome is Outcome.PROMOTED
    edited = decide(build, fact, lists=ChartLists((replace(none, title="No known drug allergies"),)))
    assert (edited.outcome, edited.reason) == (Outcome.CONFLICT, "chart_says_none")


def test_what_a_person_did_to_our_own_row_stands(build: Any) -> None:
    before = build.promotion(clinical_fingerprint(build.lab(), patient_id=PatientId(7)))
    edited = build.row(value="8.4")
    fact = marked(build.active(), over=f"procedure_result:900@{contents_of(edited)}")
    decision = decide(build, fact, labs=(edited,), earlier=(before,))
    assert (decision.outcome, decision.reason) == (Outcome.CONFLICT, "promoted_row_changed_or_removed")


def test_of_two_readings_the_approved_one_is_written_and_the_rejected_one_is_no_doubt(build: Any) -> None:
    one, other = build.active(), build.active(build.lab(value="9.9", numeric=None), field="results[1]")
    context = PromotionContext(TODAY)
    identity = build.identity()
    both = decide_document([one, other], identity, context)
    assert [each.reason for each in both] == ["document_contradicts_itself"] * 2
    approved = decide_document([marked(one, over="document"), other], identity, context)
    assert [each.outcome for each in approved] == [Outcome.PROMOTED, Outcome.CONFLICT]
    rejected = decide_document([one, marked(other, ReviewWord.REJECT)], identity, context)
    assert [each.outcome for each in rejected] == [Outcome.PROMOTED, Outcome.REJECTED]
    assert rejected[1].reason == "rejected_by_reviewer"


def test_a_kept_fact_is_not_written(build: Any) -> None:
    decision = decide(build, marked(build.active(), ReviewWord.KEEP))
    assert (decision.outcome, decision.reason) == (Outcome.NOT_PROMOTABLE, "document_fact")


class TestEntries:
    def test_doubts_and_unknown_names_open(self, build: Any) -> None:
        for value in (
            Allergy("Bluestuff", reaction="hives"),
            Medication("Bluestuff", strength="5 mg", status=MedicationStatus.ACTIVE),
            Problem("dizziness", icd10="R42"),
        ):
            entry = build.active_entry(value, source=SourceType.FAX_PACKET, reasons=("page_read_coarsely",))
            assert decide(build, entry).plan is None
            decision = decide(build, marked(entry))
            assert (decision.outcome, decision.reason) == (Outcome.PROMOTED, "approved_by_reviewer")
            assert decision.plan.comment.endswith("approved by a reviewer")

    def test_a_placeholder_and_a_site_that_keeps_its_lists_stay(self, build: Any) -> None:
        entry = build.active_entry(Allergy("Penicillin of [PERSON_1]", allergen="penicillin"))
        assert decide(build, marked(entry)).reason == "placeholder_in_value"
        off = PromotionRules(frozenset())
        plain = build.active_entry(Allergy("Penicillin", allergen="penicillin"))
        assert decide(build, marked(plain), rules=off).reason == "list_promotion_off"

    @pytest.mark.parametrize(
        ("day", "precision"),
        [(TODAY + timedelta(days=9), DatePrecision.DAY), (date(2031, 1, 1), DatePrecision.YEAR)],
    )
    def test_what_has_not_begun_is_not_written(self, build: Any, day: date, precision: DatePrecision) -> None:
        when = ClinicalDate(day, None, precision)
        for value in (
            Allergy("Penicillin", allergen="penicillin", onset=when),
            Medication(
                "Metformin", ingredient="metformin", rxnorm="6809", status=MedicationStatus.ACTIVE, started=when
            ),
            Problem("Hypertension", icd10="I10", status=ProblemStatus.ACTIVE, onset=when),
        ):
            for entry in (build.active_entry(value), marked(build.active_entry(value))):
                decision = decide(build, entry)
                assert (decision.outcome, decision.reason) == (Outcome.NEEDS_REVIEW, "begins_in_future")

    def test_an_approval_over_the_document_is_none_over_the_charts_list(self, build: Any) -> None:
        denied = Allergy("Penicillin", allergen="penicillin", assertion=Assertion.ABSENT)
        allergy = build.active_entry(replace(denied, assertion=Assertion.PRESENT))
        marked_none = ChartLists(none_stated=frozenset({ListKind.ALLERGY}))

        def decided(over: str, lists: ChartLists, *others: ActiveFact) -> tuple[PromotionOutcome, str]:
            facts = [marked(allergy, over=over), *others]
            decision = decide_document(facts, build.identity(), PromotionContext(TODAY, lists=lists))[0]
            return decision.outcome, decision.reason

        contradiction = build.active_entry(denied)
        assert decided("document", ChartLists(), contradiction)[0] is Outcome.PROMOTED
        assert decided("document", marked_none) == (Outcome.CONFLICT, "chart_says_none")
        assert decided("list_marked_none", marked_none) == (Outcome.PROMOTED, "approved_beside")
        assert decided("list_marked_none", ChartLists(), contradiction)[0] is Outcome.CONFLICT
        assert decided("document", marked_none, contradiction) == (Outcome.CONFLICT, "chart_says_none")

    def test_what_does_not_hold_now_is_not_written(self, build: Any) -> None:
        stopped = Medication("Metformin", ingredient="metformin", rxnorm="6809", status=MedicationStatus.STOPPED)
        assert decide(build, marked(build.active_entry(stopped))).plan is None


def test_the_note_tells_what_the_paper_said_and_no_identifier(build: Any) -> None:
    paper = build.lab(value="81", unit="", comment="for [PERSON_1]")
    fact = marked(build.active(), paper=paper).fact
    note = review_note(fact)
    assert note == ("corrected by a reviewer; the paper was read as: value 81; unit nothing; comment for (withheld)")
    assert review_note(build.fact()) == ""
