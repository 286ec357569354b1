"""A site's bar holds back what would be written, and lets nothing in."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.identity import ActiveFact, IdentityStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.review import AutomationMode, AutomationRule
from arbiter_fhir.domain.seal import FACT_SEAL, IDENTITY_SEAL
from arbiter_fhir.domain.statement import Allergy
from arbiter_fhir.promotion import PromotionContext, clinical_fingerprint, decide_promotion

Outcome = PromotionOutcome


def bar(mode: AutomationMode, least: float, kind: str = "lab_result") -> dict[str, AutomationRule]:
    return {kind: AutomationRule(DocType.LAB_PDF, kind, mode, least)}


def decide(build: Any, fact: ActiveFact, **context: Any) -> tuple[PromotionOutcome, str]:
    decision = decide_promotion(
        fact, build.decision(IdentityStatus.VERIFIED), PromotionContext(date(2026, 5, 1), **context)
    )
    return decision.outcome, decision.reason


@pytest.mark.parametrize(
    ("mode", "least", "written"),
    [
        (AutomationMode.AUTOMATIC, 0.0, True),
        (AutomationMode.AUTOMATIC, 0.95, True),
        (AutomationMode.AUTOMATIC, 0.951, False),
        (AutomationMode.REVIEW, 0.0, False),
    ],
)
def test_a_result_below_the_bar_waits(build: Any, mode: AutomationMode, least: float, *, written: bool) -> None:
    outcome, reason = decide(build, build.active(), bars=bar(mode, least))
    assert outcome is (Outcome.PROMOTED if written else Outcome.NEEDS_REVIEW)
    assert reason == ("new_result" if written else "below_site_threshold")


def test_a_bar_is_for_its_own_kind(build: Any) -> None:
    assert decide(build, build.active(), bars=bar(AutomationMode.REVIEW, 0, "allergy"))[0] is Outcome.PROMOTED
    entry = build.active_entry(Allergy("Penicillin", allergen="penicillin"))
    assert decide(build, entry)[0] is Outcome.PROMOTED
    assert decide(build, entry, bars=bar(AutomationMode.REVIEW, 0, "allergy"))[1] == "below_site_threshold"


def test_a_bar_lets_nothing_in(build: Any) -> None:
    low = build.active()
    unsure = ActiveFact(
        replace(low.fact, certainty=Certainty.DOCUMENT_FACT, seal=FACT_SEAL), low.patient_id, IDENTITY_SEAL
    )
    assert decide(build, unsure, bars=bar(AutomationMode.AUTOMATIC, 0.0))[1] == "document_fact"


class TestRejectedBefore:
    def refused(self, fact: ActiveFact) -> frozenset[str]:
        return frozenset({clinical_fingerprint(fact.fact.value, patient_id=fact.patient_id)})

    def test_what_a_person_rejected_waits_whatever_the_bar_lets_through(self, build: Any) -> None:
        fact, entry = build.active(), build.active_entry(Allergy("Penicillin", allergen="penicillin"))
        for each in (fact, entry):
            for bars in ({}, bar(AutomationMode.AUTOMATIC, 0.0), bar(AutomationMode.AUTOMATIC, 0.0, "allergy")):
                waits = decide(build, each, refused=self.refused(each), bars=bars)
                assert waits == (Outcome.NEEDS_REVIEW, "rejected_before")
        # The same number written otherwise is the same; another number is not.
        assert (
            decide(build, build.active(build.lab(value="8.10")), refused=self.refused(fact))[0] is Outcome.NEEDS_REVIEW
        )
        other = build.active(build.lab(value="8.2", numeric=None))
        assert decide(build, other, refused=self.refused(fact))[0] is Outcome.PROMOTED

    def test_what_is_in_the_chart_already_is_no_question(self, build: Any) -> None:
        fact = build.active()
        theirs = build.row(value="8.1")
        assert decide(build, fact, refused=self.refused(fact), labs=(theirs,))[0] is Outcome.ALREADY_EXISTS


def test_confidence_lies_between_nothing_and_one() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        AutomationRule(DocType.LAB_PDF, "lab_result", AutomationMode.AUTOMATIC, 1.2)
