"""From a bundle to the sentences that a caller sees, through the gate."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from arbiter_fhir.answering import compose_draft, finish, validate
from arbiter_fhir.domain.answer import Answer, Draft, Section, Validation
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import DateWindow, Intent, RoutedQuestion
from arbiter_fhir.domain.seal import DEID_SEAL

__all__ = ["answered", "asked", "check", "found", "missing", "needs_person", "reworded", "since"]


def asked(build: Any, intent: Intent, *analytes: str, **changes: Any) -> RoutedQuestion:
    """A question of an intent, with any field set."""
    question = build.question(intent, analytes=analytes, latest=changes.pop("latest_only", False), text="question")
    changed: RoutedQuestion = replace(question, **changes)
    return changed


def since(day: str) -> DateWindow:
    return DateWindow(start=date.fromisoformat(day))


def answered(bundle: Any, **restored: str) -> Answer:
    """The answer; the draft must pass."""
    outcome = validate(compose_draft(bundle), bundle, leaks=lambda text: False)
    assert outcome.answer is not None, outcome.validation.problems
    return finish(outcome.answer, bundle.question, {f"[{label}]": value for label, value in restored.items()})


def found(bundle: Any) -> tuple[str, ...]:
    return tuple(answered(bundle).sections[Section.PATIENT_FINDINGS])


def needs_person(bundle: Any) -> tuple[str, ...]:
    return tuple(answered(bundle).sections[Section.NEEDS_REVIEW])


def missing(bundle: Any) -> tuple[str, ...]:
    return tuple(answered(bundle).sections[Section.MISSING])


def check(draft: Draft, bundle: Any) -> Validation:
    return validate(draft, bundle, leaks=lambda text: False).validation


def reworded(draft: Draft, claim: int, old: str, new: str) -> Draft:
    """The draft with a piece of one sentence replaced, once."""
    claims = list(draft.claims)
    text = claims[claim].text.value
    assert old in text, f"{old!r} stands in {text!r}"
    claims[claim] = replace(claims[claim], text=DeidentifiedText(text.replace(old, new, 1), DEID_SEAL))
    return replace(draft, claims=tuple(claims))
