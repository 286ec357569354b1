"""What a question leaves out of the evidence: "allergies besides penicillin", "labs other than potassium"."""

from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem
from arbiter_fhir.domain.statement import Allergy, FamilyHistory, Medication, Problem, Statement
from arbiter_fhir.ports.terminology import TermKind
from arbiter_fhir.retrieval.analytes import asked_keys
from arbiter_fhir.retrieval.subjects import (
    Vocabulary,
    allergen_names,
    asks_for,
    class_of_allergen,
    medicine_names,
    other_names,
    problem_names,
)

__all__ = ["without_excluded"]


def without_excluded(bundle: EvidenceBundle, terms: Vocabulary) -> EvidenceBundle:
    """The bundle without what the question names to be left out, and without contradictions of it.

    Args:
        bundle: The evidence.
        terms: The curated vocabularies.
    """
    excluded = bundle.question.excluded
    if not excluded:
        return bundle
    tests = asked_keys(excluded)
    dropped = {
        id(item)
        for item in (*bundle.findings, *bundle.review)
        if _is_test(item, excluded, tests) or any(asks_for(thing, _names(item, terms), terms) for thing in excluded)
    }
    return replace(
        bundle,
        findings=tuple(item for item in bundle.findings if id(item) not in dropped),
        review=tuple(item for item in bundle.review if id(item) not in dropped),
        conflicts=tuple(each for each in bundle.conflicts if not {id(each.one), id(each.other)} & dropped),
    )


def _is_test(item: EvidenceItem, excluded: tuple[str, ...], tests: frozenset[str]) -> bool:
    if item.lab is None:
        return False
    return item.subject in tests or any(item.subject == key or item.subject.startswith(f"{key}:") for key in excluded)


def _names(item: EvidenceItem, terms: Vocabulary) -> frozenset[str]:
    """Every name that the item can be left out by."""
    match item.value:
        case Medication(name=name, ingredient=ingredient):
            return medicine_names(name, ingredient, terms).all
        case Allergy(substance=substance, allergen=allergen, none_known=None):
            names = allergen_names(substance, allergen, terms).all
            groups = {group for name in names if (group := class_of_allergen(name))}
            return names | groups
        case Problem(name=name, icd10=code):
            return problem_names(name, [code] if code else [], terms).all
        case FamilyHistory(condition=condition):
            return problem_names(condition, [], terms).all
        case Statement(text=text):
            return other_names(text, {TermKind.VACCINE, TermKind.PROCEDURE}, terms).all
        case _:
            return frozenset()
