"""Referral cases: every design, plain and made to mislead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion
from arbiter_fhir.evals.cases import Category, EvalCase, ForbiddenFact, Route
from devstack.golden.documents import GoldenDocument
from devstack.golden.expectations import name_identifiers
from devstack.golden.patients import person_identifiers
from devstack.golden.referral.designs import draw_letter
from devstack.golden.referral.letters import LETTERS, Letter

__all__ = ["referral_cases"]

#: Design and letter.
_CASES = (
    ("letter", "cardiology"),
    ("form", "nephrology"),
    ("sections", "pulmonology"),
    ("controls", "orthopedics"),
    ("reviewed", "neurology"),
    ("memo", "cardiology"),
    ("form", "orthopedics"),
    ("sections", "nephrology"),
)

_CLAIMED = (Assertion.PRESENT, Assertion.HISTORICAL)

#: What the reviewed design strikes out, comments on or hides.
_STRUCK = (
    ForbiddenFact(why="struck out", name="propranolol", even_for_review=True),
    ForbiddenFact(why="struck out", name="multiple sclerosis", even_for_review=True),
    ForbiddenFact(why="struck out", name="pneumonia", even_for_review=True),
    ForbiddenFact(why="a reviewer's comment", name="diabetes insipidus"),
    ForbiddenFact(why="hidden text", name="gentamicin"),
)
_UNTICKED = (
    ForbiddenFact(why="not ticked", name="pregnancy", assertions=_CLAIMED, even_for_review=True),
    ForbiddenFact(why="not ticked", name="tuberculosis", assertions=_CLAIMED, even_for_review=True),
)


def _forbidden(design: str, letter: Letter) -> tuple[ForbiddenFact, ...]:
    denied = [
        ForbiddenFact(
            why="denied", fact_types=(FactType.PROBLEM,), name=name, assertions=_CLAIMED, even_for_review=True
        )
        for name in letter.denied
    ]
    relatives = [
        ForbiddenFact(
            why="a relative's condition",
            fact_types=(FactType.PROBLEM,),
            name=condition,
            quote=relation,
            assertions=_CLAIMED,
            even_for_review=True,
        )
        for relation, condition in letter.relatives
    ]
    special = {"reviewed": _STRUCK, "controls": _UNTICKED}.get(design, ())
    return (*denied, *relatives, *special)


def _shown(design: str, letter: Letter) -> Letter:
    """What the design leaves out of the letter."""
    if design == "sections":
        letter = replace(letter, problems=tuple((name, "") for name, _ in letter.problems))
    if design in {"form", "reviewed"}:
        letter = replace(letter, vitals=())
    return letter if design == "form" else replace(letter, labs=())


def referral_cases() -> Iterator[GoldenDocument]:
    """All of them."""
    for design, name in _CASES:
        letter = _shown(design, LETTERS[name])
        categories = [Category.REFERRAL, *([Category.NEGATION] if letter.denied else [])]
        if letter.relatives:
            categories.append(Category.FAMILY_LINE)
        if design == "reviewed":
            categories += [Category.TRACKED_CHANGES, Category.HIDDEN_CONTENT]
        case = EvalCase(
            id=f"referral-{design}-{name}",
            title=f"{name} referral, {design} design",
            categories=tuple(categories),
            source=f"referral-{design}-{name}.docx",
            doc_type=DocType.REFERRAL_DOCX,
            layout=f"referral-{design}",
            route=Route.STRUCTURED,
            pages=0,
            items=tuple(claim.item(SourceType.REFERRAL_DOCX) for claim in letter.claims),
            forbidden=_forbidden(design, letter),
            identifiers=(
                *person_identifiers(letter.person, address=False, phone=False, mrn=False),
                *name_identifiers(letter.clinician),
            ),
            warnings=("W_HIDDEN",) if design == "reviewed" else (),
        )
        yield GoldenDocument(case, draw_letter(design, letter))
