"""Intake cases: each design typed, some scanned, one filled in on a screen, and forms that are made to mislead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion
from arbiter_fhir.evals.cases import Category, EvalCase, ForbiddenFact, KnownIdentifier, Route
from arbiter_fhir.evals.expected_items import ExpectedItem
from devstack.golden.claims import ANY_CERTAINTY, Claim, items_drawn
from devstack.golden.documents import OFFICE_SCAN, GoldenDocument, bitonal
from devstack.golden.expectations import name_identifiers
from devstack.golden.intake.answers import ANSWERS, Answers
from devstack.golden.intake.designs import draw_intake
from devstack.golden.intake.filled import draw_filled
from devstack.golden.intake.traps import TRAPS, Trap, draw_trap
from devstack.golden.patients import person_identifiers
from devstack.golden.turning import scan_items
from devstack.samples.paper import Paper

__all__ = ["intake_cases", "intake_identifiers"]

_CLAIMED = (Assertion.PRESENT, Assertion.HISTORICAL)

#: Design, whose answers, seed of its scan (0 for none), one bit.
_FORMS = (
    ("plain", "asthma", 601, False),
    ("tables", "heart", 602, False),
    ("ticks", "migraine", 603, False),
    ("framed", "knee", 604, True),
    ("two-columns", "annual", 0, False),
    ("tables", "urinary", 0, False),
    ("plain", "annual", 0, False),
    ("framed", "heart", 0, False),
)


def intake_cases() -> Iterator[GoldenDocument]:
    """All of them."""
    for design, who, seed, black_and_white in _FORMS:
        answers = ANSWERS[who]
        claims = _drawn_claims(design, answers)
        paper = draw_intake(design, answers)
        yield _document(f"{design}-{who}", design, answers, paper, claims)
        if seed:
            yield _document(f"{design}-{who}", design, answers, paper, claims, seed=seed, bits=black_and_white)
    for who in ("asthma", "heart"):
        yield _filled(ANSWERS[who], who)
    for trap in TRAPS:
        paper = draw_trap(trap)
        yield _document(trap.id, trap.design, trap.answers, paper, trap.claims, trap=trap)
        if trap.seed:
            yield _document(trap.id, trap.design, trap.answers, paper, trap.claims, trap=trap, seed=trap.seed)


def _drawn_claims(design: str, answers: Answers) -> tuple[Claim, ...]:
    """In the table of medications names carry their form."""
    if design != "tables":
        return answers.claims
    return replace(
        answers, meds=tuple(replace(med, name=f"{med.name} {med.form}".strip()) for med in answers.meds)
    ).claims


def intake_identifiers(answers: Answers, *, full: bool) -> tuple[KnownIdentifier, ...]:
    """Everybody on the form; the patient with address, telephone and number where the design prints them."""
    others = [part for name in (answers.contact, answers.doctor) if name for part in name_identifiers(name)]
    return (*person_identifiers(answers.person, address=full, phone=full, mrn=full), *others)


def _forbidden(answers: Answers, design: str) -> tuple[ForbiddenFact, ...]:
    relatives = [
        ForbiddenFact(
            why="a relative's condition",
            fact_types=(FactType.PROBLEM,),
            name=each.condition,
            quote=each.relation.split()[-1],
            even_for_review=True,
        )
        for each in answers.kin
    ]
    example = [
        ForbiddenFact(why="the form's own example", fact_types=(FactType.MEDICATION,), name="aspirin")
        for _ in range(design == "framed")
    ]
    denied = [
        ForbiddenFact(why="answered with no", fact_types=(FactType.PROBLEM,), name=name, assertions=_CLAIMED)
        for name in answers.denied
    ]
    return (*relatives, *example, *denied)


def _document(
    name: str,
    design: str,
    answers: Answers,
    paper: Paper,
    claims: Sequence[Claim],
    *,
    seed: int = 0,
    bits: bool = False,
    trap: Trap | None = None,
) -> GoldenDocument:
    items = items_drawn(paper.sheets, claims, SourceType.INTAKE_FORM)
    content = paper.finish()
    route = Route.TYPED
    if seed:
        content, items = scan_items(content, items, size=paper.size, seed=seed, quality=OFFICE_SCAN)
        content = bitonal(content) if bits else content
        route = Route.SCANNED
        items = tuple(_less_sure(item) for item in items)
    category = Category.SCANNED_INTAKE if seed else Category.TYPED_INTAKE
    case = EvalCase(
        id=f"intake-{name}-{route.value}",
        title=f"{trap.title if trap else design.replace('-', ' ') + ' form'}, {route.value}",
        categories=(category, *(trap.categories if trap else _kinds(answers))),
        source=f"intake-{name}-{route.value}.pdf",
        doc_type=DocType.INTAKE_FORM,
        layout=f"intake-{design}",
        route=route,
        pages=len(paper.sheets),
        items=items,
        forbidden=(*_forbidden(answers, design), *(trap.forbidden if trap else ())),
        identifiers=intake_identifiers(answers, full=design == "plain"),
        warnings=trap.warnings if trap else (),
    )
    return GoldenDocument(case, content)


def _kinds(answers: Answers) -> tuple[Category, ...]:
    none = (Category.NO_KNOWN_ALLERGIES,) if answers.none_known else ()
    wishes = (Category.CITED_PREFERENCE,) if answers.wishes else ()
    return (Category.FAMILY_LINE, *none, *wishes)


def _less_sure(item: ExpectedItem) -> ExpectedItem:
    """A scan may leave doubt where the paper leaves none; what is doubtful on paper stays so."""
    return item if len(item.certainty) == 1 else item.model_copy(update={"certainty": ANY_CERTAINTY})


def _filled(answers: Answers, who: str) -> GoldenDocument:
    ticked = replace(answers, none_known="No known drug allergies" if answers.none_known else "", operations=())
    content, items = draw_filled(ticked, ticked.claims)
    case = EvalCase(
        id=f"intake-filled-{who}",
        title="fields and boxes filled in on a screen",
        categories=(Category.FILLED_INTAKE, *_kinds(ticked)),
        source=f"intake-filled-{who}.pdf",
        doc_type=DocType.INTAKE_FORM,
        layout="intake-filled",
        route=Route.TYPED,
        pages=1,
        items=items,
        forbidden=_forbidden(ticked, "filled"),
        identifiers=(
            *person_identifiers(answers.person, address=False, mrn=False),
            *name_identifiers(answers.doctor),
        ),
    )
    return GoldenDocument(case, content)
