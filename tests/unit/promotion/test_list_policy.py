"""Which entries may enter the lists, row by row of the policy's table."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.promotion import ChartLists, ListKind, PromotionOutcome, PromotionRules
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    Medication,
    MedicationStatus,
    NoKnownAllergies,
    Problem,
    ProblemStatus,
)
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.promotion import PromotionContext, clinical_fingerprint, decide_document, decide_promotion
from arbiter_fhir.promotion.context import NoTerms
from arbiter_fhir.promotion.list_policy import LIST_CONFIDENCE, SPEAKING

TODAY = date(2026, 5, 1)
Outcome = PromotionOutcome
ACTIVE = MedicationStatus.ACTIVE


def metformin(**changed: Any) -> Medication:
    usual: dict[str, Any] = {"ingredient": "metformin", "strength": "500 mg", "status": ACTIVE, "rxnorm": "6809"}
    return Medication("Metformin", **{**usual, **changed})


def penicillin(**changed: Any) -> Allergy:
    return Allergy("Penicillin", **{"allergen": "penicillin", **changed})


def hypertension(**changed: Any) -> Problem:
    return Problem("Hypertension", **{"icd10": "I10", "status": ProblemStatus.ACTIVE, **changed})


NKDA = Allergy("NKDA", none_known=NoKnownAllergies.DRUG_ALLERGIES)


def decide(build: Any, fact: Any, **context: Any) -> Any:
    decision = decide_promotion(fact, build.decision(), PromotionContext(TODAY, **context))
    return decision.outcome, decision.reason


@pytest.mark.parametrize("value", [metformin(), penicillin(), hypertension()])
def test_a_plain_entry_of_an_intake_form_is_promoted(build: Any, value: Any) -> None:
    assert decide(build, build.active_entry(value)) == (Outcome.PROMOTED, "new_entry")


@pytest.mark.parametrize("kind", list(ListKind))
@pytest.mark.parametrize(
    "source", [each for each in SourceType if each not in {SourceType.GUIDELINE, SourceType.CHART}]
)
def test_only_documents_that_speak_for_a_list_are_heard(build: Any, kind: ListKind, source: SourceType) -> None:
    values = {ListKind.ALLERGY: penicillin(), ListKind.MEDICATION: metformin(), ListKind.PROBLEM: hypertension()}
    heard = decide(build, build.active_entry(values[kind], source=source))[0] is Outcome.PROMOTED
    assert heard is (source in SPEAKING[kind])


def test_laboratories_and_packets_speak_for_no_list() -> None:
    for sources in SPEAKING.values():
        assert not sources & {SourceType.LAB_PDF, SourceType.FAX_PACKET, SourceType.CLINICAL_WORKBOOK}
    assert SourceType.HL7V2_MESSAGE not in SPEAKING[ListKind.MEDICATION]


@pytest.mark.parametrize("kind", list(ListKind))
def test_a_site_can_switch_a_list_off(build: Any, kind: ListKind) -> None:
    rules = PromotionRules(frozenset(ListKind) - {kind})
    for each, value in zip(ListKind, (penicillin(), metformin(), hypertension()), strict=True):
        outcome = decide(build, build.active_entry(value), rules=rules)
        expected = (Outcome.NOT_PROMOTABLE, "list_promotion_off") if each is kind else (Outcome.PROMOTED, "new_entry")
        assert outcome == expected


@pytest.mark.parametrize(
    "more",
    [{"reasons": ("name_respelled",)}, {"reasons": ("page_read_coarsely",)}, {"confidence": LIST_CONFIDENCE - 0.01}],
)
def test_any_doubt_is_a_persons(build: Any, more: dict[str, Any]) -> None:
    assert decide(build, build.active_entry(metformin(), **more)) == (Outcome.NEEDS_REVIEW, "doubt_in_reading")


@pytest.mark.parametrize(
    "value",
    [
        penicillin(reaction="seen by [PERSON_1]"),
        metformin(indication="[PERSON_2]"),
        Problem("Hypertension [DATE_1]", icd10="I10", status=ProblemStatus.ACTIVE),
    ],
)
def test_a_placeholder_is_never_written(build: Any, value: Any) -> None:
    assert decide(build, build.active_entry(value)) == (Outcome.NEEDS_REVIEW, "placeholder_in_value")


def test_what_does_not_fit_is_not_cut(build: Any) -> None:
    assert decide(build, build.active_entry(Problem("x" * 256, icd10="I10", status=ProblemStatus.ACTIVE))) == (
        Outcome.NEEDS_REVIEW,
        "name_too_long",
    )


YESTERDAY = ClinicalDate(date(2026, 4, 30), None, DatePrecision.DAY)


@pytest.mark.parametrize(
    "value",
    [
        *(penicillin(assertion=each) for each in Assertion if each is not Assertion.PRESENT),
        *(hypertension(assertion=each) for each in Assertion if each is not Assertion.PRESENT),
        hypertension(status=ProblemStatus.RESOLVED),
        *(metformin(status=each) for each in MedicationStatus if each is not ACTIVE),
        metformin(stopped=YESTERDAY),
    ],
)
def test_what_does_not_hold_now_is_never_an_entry(build: Any, value: Any) -> None:
    assert decide(build, build.active_entry(value)) == (Outcome.NOT_PROMOTABLE, "not_stated_as_present")


@pytest.mark.parametrize(
    "value",
    [penicillin(allergen=""), metformin(ingredient=""), metformin(rxnorm=None), hypertension(icd10=None)],
)
def test_only_what_the_tables_know_is_an_entry(build: Any, value: Any) -> None:
    assert decide(build, build.active_entry(value)) == (Outcome.NOT_PROMOTABLE, "not_in_curated_tables")


@pytest.mark.parametrize("code", ["R07.9", "Z79.4", "W19.XXXA"])
def test_a_symptom_or_a_reason_is_no_problem_of_the_list(build: Any, code: str) -> None:
    assert decide(build, build.active_entry(hypertension(icd10=code))) == (
        Outcome.NOT_PROMOTABLE,
        "code_is_no_diagnosis",
    )


def test_a_patients_own_form_names_problems_of_all_times(build: Any) -> None:
    ticked = hypertension(status=ProblemStatus.UNKNOWN)
    assert decide(build, build.active_entry(ticked)) == (Outcome.NOT_PROMOTABLE, "self_reported_history")
    for source in (SourceType.REFERRAL_DOCX, SourceType.HL7V2_MESSAGE):
        assert decide(build, build.active_entry(ticked, source=source)) == (Outcome.PROMOTED, "new_entry")


def decide_all(build: Any, *facts: Any) -> list[tuple[Outcome, str]]:
    decisions = decide_document(facts, build.identity(), PromotionContext(TODAY))
    return [(each.outcome, each.reason) for each in decisions]


CONTRADICTION = (Outcome.CONFLICT, "document_contradicts_itself")


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (NKDA, penicillin(), [CONTRADICTION, CONTRADICTION]),
        (penicillin(), penicillin(assertion=Assertion.ABSENT), [CONTRADICTION, CONTRADICTION]),
        (metformin(), metformin(status=MedicationStatus.STOPPED), [CONTRADICTION, CONTRADICTION]),
        (hypertension(), hypertension(assertion=Assertion.ABSENT), [CONTRADICTION, CONTRADICTION]),
        (metformin(), metformin(strength="850 mg"), [(Outcome.CONFLICT, "two_strengths_in_document")] * 2),
        (
            *(metformin(), metformin(strength="")),
            [(Outcome.PROMOTED, "new_entry"), (Outcome.DUPLICATE_SKIPPED, "same_entry_twice_in_document")],
        ),
        (
            *(Allergy("No food allergies", none_known=NoKnownAllergies.FOOD_ALLERGIES), penicillin()),
            [(Outcome.NOT_PROMOTABLE, "no_place_for_none_known"), (Outcome.PROMOTED, "new_entry")],
        ),
        (
            *(hypertension(), hypertension(assertion=Assertion.FAMILY)),
            [(Outcome.PROMOTED, "new_entry"), (Outcome.NOT_PROMOTABLE, "not_stated_as_present")],
        ),
    ],
)
def test_what_a_document_says_of_one_thing_is_taken_together(
    build: Any, one: Any, other: Any, found: list[tuple[Outcome, str]]
) -> None:
    assert decide_all(build, build.active_entry(one), build.active_entry(other)) == found


def test_an_unsure_reading_still_contradicts(build: Any) -> None:
    unsure = build.active_entry(metformin(status=MedicationStatus.STOPPED), reasons=("name_respelled",))
    assert decide_all(build, build.active_entry(metformin()), unsure)[0] == CONTRADICTION


class Terms(NoTerms):
    """Knows penicillin by its abbreviation."""

    def allergen(self, title: str, *, whole: bool = False) -> str:
        del whole
        return "penicillins" if title.upper() in {"PCN", "PENICILLIN"} else ""


def test_an_allergy_of_a_message_is_named_by_the_vocabulary(build: Any) -> None:
    message = build.active_entry(Allergy("PCN"), source=SourceType.HL7V2_MESSAGE)
    assert decide(build, message) == (Outcome.NOT_PROMOTABLE, "not_in_curated_tables")
    assert decide(build, message, terms=Terms()) == (Outcome.PROMOTED, "new_entry")
    chart = ChartLists((build.entry(ListKind.ALLERGY, "Penicillin"),))
    assert decide(build, message, terms=Terms(), lists=chart) == (Outcome.ALREADY_EXISTS, "same_entry_in_chart")


def test_the_gates_of_every_fact_come_first(build: Any) -> None:
    fact = build.active_entry(metformin())
    context = PromotionContext(TODAY)
    closed = decide_promotion(fact, build.decision(IdentityStatus.AMBIGUOUS), context)
    assert (closed.outcome, closed.reason) == (Outcome.NEEDS_REVIEW, "identity_not_verified")
    assert decide(build, build.active_entry(metformin(), document="list.pdf")) == (
        Outcome.NOT_PROMOTABLE,
        "no_source_document",
    )
    assert decide(build, fact.fact)[1] == "not_activated"
    assert fact.fact.certainty is Certainty.VERIFIED


def test_entries_of_another_patient_are_refused(build: Any) -> None:
    stranger = build.entry(ListKind.MEDICATION, "Metformin", patient_id=PatientId(8))
    with pytest.raises(ValueError, match="another patient"):
        decide(build, build.active_entry(metformin()), lists=ChartLists((stranger,)))


def test_the_fingerprint_of_an_entry_is_what_it_is_about(build: Any) -> None:
    def of(value: Any) -> str:
        return clinical_fingerprint(value, patient_id=PatientId(7))

    assert of(penicillin()) == of(penicillin(reaction="hives", severity="mild"))
    assert of(penicillin()) != of(penicillin(assertion=Assertion.ABSENT))
    assert of(metformin()) == of(metformin(frequency="BID"))
    assert of(metformin()) != of(metformin(strength="850 mg"))
    assert of(metformin()) != of(metformin(status=MedicationStatus.STOPPED))
    assert of(hypertension()) == of(Problem("HTN", icd10="I10", status=ProblemStatus.ACTIVE))
