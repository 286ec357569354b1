"""Workbook cases: every design."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.cases import Category, EvalCase, ForbiddenFact, Route, UnresultedRow
from devstack.golden.documents import GoldenDocument
from devstack.golden.patients import person_identifiers
from devstack.golden.workbook.designs import DESIGNS, PATIENT_OF

__all__ = ["workbook_cases"]

_CATEGORIES = {
    "wide": (Category.SEVERAL_COLLECTION_DATES,),
    "across": (Category.SEVERAL_COLLECTION_DATES,),
    "epoch": (Category.SEVERAL_COLLECTION_DATES,),
    "hidden": (Category.HIDDEN_CONTENT,),
    "formulas": (Category.NOT_RESULTED,),
}
_LABS = (FactType.LAB_RESULT,)
_FORBIDDEN = {
    "summary": (
        ForbiddenFact(why="a note", fact_types=_LABS, quote="Goal"),
        ForbiddenFact(why="a comment", fact_types=_LABS, value="6.6"),
    ),
    "formulas": (
        ForbiddenFact(why="a formula without a value", fact_types=_LABS, test_name="LDL Cholesterol", value="122.4"),
    ),
}
_UNRESULTED = {
    "formulas": (
        UnresultedRow(test_name="LDL Cholesterol", value="(no value)", page=1),
        UnresultedRow(test_name="Triglycerides", value="#N/A", page=1),
    ),
}


def workbook_cases() -> Iterator[GoldenDocument]:
    """All of them."""
    for design, draw in DESIGNS.items():
        book = draw()
        case = EvalCase(
            id=f"workbook-{design}",
            title=f"workbook, {design} design",
            categories=(Category.WORKBOOK, *_CATEGORIES.get(design, ())),
            source=f"workbook-{design}.xlsx",
            doc_type=DocType.CLINICAL_WORKBOOK,
            layout=f"workbook-{design}",
            route=Route.STRUCTURED,
            pages=0,
            items=tuple(book.items),
            forbidden=_FORBIDDEN.get(design, ()),
            unresulted=_UNRESULTED.get(design, ()),
            identifiers=person_identifiers(PATIENT_OF[design], address=False, phone=False),
            warnings=("W_HIDDEN",) if design == "hidden" else (),
        )
        yield GoldenDocument(case, book.content())
