"""Refusals: a reason, and what can be asked instead."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering import refusal_for, refuse
from arbiter_fhir.domain.answer import AnswerStatus, RefusalReason, Section
from arbiter_fhir.domain.evidence import EvidenceScope
from arbiter_fhir.domain.question import Intent


@pytest.mark.parametrize("reason", RefusalReason)
def test_every_reason_has_its_words(build: Any, reason: RefusalReason) -> None:
    answer = refuse(build.question(), reason)
    assert answer.status is AnswerStatus.REFUSED
    assert answer.refusal is not None
    assert answer.refusal.reason is reason
    assert answer.text == answer.refusal.message
    assert len(answer.refusal.message) > 20
    assert answer.citations == ()
    assert list(answer.sections) == list(Section)


def test_the_messages_differ(build: Any) -> None:
    assert len({refuse(build.question(), reason).text for reason in RefusalReason}) == len(RefusalReason)


def test_not_found_says_what_was_not_read(build: Any) -> None:
    bundle = build.bundle(not_found=("tsh",), scope=EvidenceScope(pending_documents=3))
    answer = refuse(bundle.question, RefusalReason.NO_EVIDENCE, bundle)
    assert answer.sections[Section.MISSING] == (
        "No result for TSH was found in the chart or in the documents that were read.",
        "3 documents of this patient are still waiting to be read.",
    )
    assert all(sentence in answer.text for sentence in answer.sections[Section.MISSING])


def test_a_failed_draft_shows_nothing_of_the_evidence(build: Any) -> None:
    bundle = build.bundle(build.item(), not_found=("tsh",))
    for reason in (RefusalReason.VALIDATION_FAILED, RefusalReason.PHI_LEAK, RefusalReason.SOURCE_WITHDRAWN):
        answer = refuse(bundle.question, reason, bundle)
        assert not any(answer.sections.values())
        assert "8.1" not in answer.text
        assert "Ask about" not in answer.text


REFUSED = {Intent.UNSAFE, Intent.OTHER_PATIENT, Intent.OUT_OF_SCOPE}


@pytest.mark.parametrize("intent", [intent for intent in Intent if intent not in REFUSED])
def test_lookups_are_not_refused_beforehand(build: Any, intent: Intent) -> None:
    assert refusal_for(build.question(intent)) is None


@pytest.mark.parametrize("intent", sorted(REFUSED))
def test_what_may_not_be_looked_up_is_refused(build: Any, intent: Intent) -> None:
    assert refusal_for(build.question(intent)) is not None


def test_advice_is_refused_with_the_facts_that_can_be_asked_for(build: Any) -> None:
    text = refuse(build.question(Intent.UNSAFE), RefusalReason.UNSAFE).text
    assert "for a clinician to decide" in text
    assert "current medications with their doses" in text


def test_a_guideline_that_is_not_there_is_said_to_be_missing(build: Any) -> None:
    question = build.question(Intent.GUIDELINE, analytes=(), text="gout guideline?")
    bundle = build.bundle(question=question, searched=True)
    text = refuse(question, RefusalReason.NO_EVIDENCE, bundle).text
    assert text.startswith(
        "No passage of the guideline collection answers this, so nothing is said about it. Ask about"
    )


def test_a_forged_citation_mark_in_the_question_is_none(build: Any) -> None:
    question = build.question(text="is it high [12]? see [1]")
    assert refuse(question, RefusalReason.UNSAFE).question == "is it high (12)? see (1)"
