"""Contradictions: both sides, each with its place."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering import compose_draft
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.evidence import Conflict, ConflictKind
from arbiter_fhir.domain.question import AskedSource, AskedState, Intent, Topic
from arbiter_fhir.domain.statement import Assertion, MedicationStatus, ProblemStatus
from tests.unit.answering.answers import asked, check, needs_person, reworded


def test_every_kind_of_conflict_names_both_sides(build: Any, records: Any) -> None:
    form = SourceType.INTAKE_FORM
    pairs = {
        ConflictKind.ALLERGY_AND_NONE_KNOWN: (records.allergy(), records.none_known()),
        ConflictKind.ALLERGY_DENIED: (records.allergy(), records.allergy(assertion=Assertion.ABSENT, source=form)),
        ConflictKind.PRESENT_AND_ABSENT: (
            records.problem(),
            records.problem(assertion=Assertion.ABSENT, status=ProblemStatus.UNKNOWN, source=form),
        ),
        ConflictKind.ACTIVE_AND_STOPPED: (
            records.medication(),
            records.medication(status=MedicationStatus.STOPPED, source=form),
        ),
        ConflictKind.DOSE_DIFFERS: (records.medication(), records.medication(strength="850 mg", source=form)),
        ConflictKind.DRUG_AND_ALLERGY: (records.medication("Amoxicillin"), records.allergy()),
    }
    for kind, (one, other) in pairs.items():
        bundle = build.bundle(one, other, question=asked(build, Intent.LIST), conflicts=(Conflict(kind, one, other),))
        (sentence,) = needs_person(bundle)
        assert sentence.count("(") == 2, sentence
        assert sentence.endswith(("[1][2].", "[2][1]."))


def test_an_unsure_side_is_marked(build: Any, records: Any) -> None:
    sure = records.medication()
    unsure = records.medication(strength="850 mg", source=SourceType.INTAKE_FORM, review=("name_unclear",))
    conflict = Conflict(ConflictKind.DOSE_DIFFERS, sure, unsure)
    bundle = build.bundle(sure, review=(unsure,), question=asked(build, Intent.LIST), conflicts=(conflict,))
    assert "; not confirmed: Metformin 850 mg" in needs_person(bundle)[0]
    draft = compose_draft(bundle)
    place = next(at for at, claim in enumerate(draft.claims) if claim.text.value.startswith("The sources give"))
    assert not check(reworded(draft, place, "not confirmed: ", ""), bundle).ok


def test_a_side_that_is_no_evidence_costs_no_answer(build: Any, records: Any) -> None:
    here = records.medication()
    conflict = Conflict(ConflictKind.DOSE_DIFFERS, here, records.medication(strength="850 mg"))
    assert needs_person(build.bundle(here, question=asked(build, Intent.LIST), conflicts=(conflict,))) == ()


@pytest.mark.parametrize("also_given", [True, False])
def test_differing_values_are_said_once(build: Any, also_given: bool) -> None:
    one, other = build.item(), build.item(value="7.9", chart=True, number=1)
    conflicts = (Conflict(ConflictKind.VALUES_DIFFER, other, one),) if also_given else ()
    assert needs_person(build.bundle(one, other, conflicts=conflicts)) == (
        "The sources differ on Hemoglobin A1c for 2026-04-10: 8.1 % and 7.9 % [1][2].",
    )


@pytest.mark.parametrize(
    "changes, told",
    [
        ({}, 1),
        ({"state": AskedState.CURRENT}, 1),
        ({"state": AskedState.ENDED}, 0),
        ({"source": AskedSource.CHART}, 1),
        ({"intent": Intent.FACTUAL_LOOKUP, "latest_only": True, "topics": (Topic.MEDICATIONS,)}, 0),
    ],
)
def test_of_a_part_of_a_list_its_own_contradictions_are_told(
    build: Any, records: Any, changes: dict[str, Any], told: int
) -> None:
    one, other = records.medication(), records.medication(strength="850 mg", source=SourceType.INTAKE_FORM)
    stopped = records.medication("Lisinopril", MedicationStatus.STOPPED, observed="2026-04-01")
    conflict = Conflict(ConflictKind.DOSE_DIFFERS, one, other)
    question = asked(build, **{"intent": Intent.LIST, **changes})
    bundle = build.bundle(one, other, stopped, question=question, conflicts=(conflict,))
    assert len(needs_person(bundle)) == told
