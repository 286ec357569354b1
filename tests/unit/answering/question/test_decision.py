"""What a decision holds, and when tests or vital signs are named."""

from __future__ import annotations

from arbiter_fhir.answering.question.asked_things import AskedThings
from arbiter_fhir.answering.question.decision import Decision, is_measured
from arbiter_fhir.domain.question import Intent


def test_measured_things() -> None:
    assert is_measured(AskedThings(("hba1c",), (), ()))
    assert is_measured(AskedThings((), (), ("vital:weight",)))
    assert not is_measured(AskedThings((), (), ("metformin",)))


def test_a_decision_leaves_what_is_named_as_it_is() -> None:
    decision = Decision(Intent.LIST, "a_part_of_the_record")
    assert (decision.topics, decision.when, decision.flagged) == (None, None, None)
