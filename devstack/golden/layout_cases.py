"""Every page design, typed and scanned, with results that the rules were not written beside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

import pymupdf

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.evals.cases import Category, EvalCase, ExpectedFact, ForbiddenFact, Route
from devstack.golden import panels
from devstack.golden.documents import OFFICE_SCAN, POOR_SCAN, SOFT_SCAN, GoldenDocument, bitonal, scan_of
from devstack.golden.expectations import (
    ANY_CERTAINTY,
    expected_facts,
    notes_forbidden,
    patient_identifiers,
    previous_forbidden,
    unresulted_rows,
)
from devstack.golden.paper_clock import on_paper
from devstack.golden.people import LABORATORIES, PATIENTS
from devstack.samples import LAYOUTS, LabReport, Panel, ScanQuality, TrueRow, render_lab_report

__all__ = ["LAYOUT_NAMES", "layout_cases", "scanned_layout"]

_NOTES = (
    "Therapeutic INR for most indications is 2.0 - 3.0; mechanical valves 2.5 - 3.5.",
    "eGFR below 60 for 3 months suggests chronic kidney disease. Questions: call 800-555-0144.",
    "Goal: <7.0 for many adults with diabetes; 2024 method change lowered results by 0.3.",
)
_NOTE_QUOTES = ("mechanical valves", "chronic kidney disease", "Goal: <7.0")


@dataclass(frozen=True, slots=True)
class _Recipe:
    panels: tuple[Panel, ...]
    patient: int
    laboratory: int
    day: tuple[int, int, int]
    categories: tuple[Category, ...] = ()
    earlier: tuple[datetime, ...] = ()


def _on(panel: Panel, day: int, hour: int, minute: int) -> Panel:
    return replace(panel, collected=on_paper(2026, 3, day, hour, minute))


_RECIPES: dict[str, _Recipe] = {
    "ruled": _Recipe((panels.RENAL, panels.DIABETES), 0, 0, (2026, 3, 2)),
    "open": _Recipe((panels.LIVER, panels.IRON), 1, 1, (2026, 1, 19)),
    "flag-in-value": _Recipe((panels.ELECTROLYTES, panels.CARDIAC), 2, 2, (2025, 11, 28)),
    "leaders": _Recipe((panels.BLOOD_COUNT, panels.COAGULATION), 3, 0, (2026, 2, 14)),
    "panel-dates": _Recipe(
        (_on(panels.LIPIDS, 9, 7, 50), _on(panels.URINE, 10, 11, 25), _on(panels.INFECTION, 12, 9, 40)),
        4,
        1,
        (2026, 3, 12),
        (Category.SEVERAL_COLLECTION_DATES, Category.QUALITATIVE, Category.NOT_RESULTED),
    ),
    "side-by-side": _Recipe((panels.ELECTROLYTES, panels.LIVER), 5, 2, (2026, 4, 7)),
    "flag-left": _Recipe((panels.THYROID, panels.LIPIDS), 0, 1, (2025, 12, 5)),
    "in-out-of-range": _Recipe((panels.BLOOD_COUNT, panels.RENAL), 1, 2, (2026, 5, 11)),
    "wrapped": _Recipe((panels.LONG_NAMES,), 2, 0, (2026, 2, 27)),
    "name-above": _Recipe((panels.LIPIDS, panels.THYROID), 3, 1, (2026, 6, 16)),
    "cumulative": _Recipe(
        (panels.RENAL, panels.DIABETES),
        4,
        2,
        (2026, 4, 21),
        (Category.SEVERAL_COLLECTION_DATES,),
        (on_paper(2026, 1, 13, 8, 0), on_paper(2025, 7, 29, 8, 0)),
    ),
    "previous": _Recipe((panels.COAGULATION, panels.IRON), 5, 0, (2026, 3, 30), (Category.PREVIOUS_RESULTS,)),
    "turned": _Recipe((panels.CARDIAC, panels.LIPIDS), 0, 2, (2026, 5, 4)),
    "lines": _Recipe((panels.ELECTROLYTES, panels.THYROID), 1, 0, (2026, 1, 8)),
    "long": _Recipe(
        (panels.BLOOD_COUNT, panels.ELECTROLYTES, panels.LIVER, panels.URINE, panels.INFECTION),
        2,
        1,
        (2026, 6, 3),
        (Category.QUALITATIVE, Category.NOT_RESULTED),
    ),
}

#: Every layout, in a fixed order.
LAYOUT_NAMES = tuple(_RECIPES)

#: Scans made again because sweeps of fresh scans found something there: layout, seed, quality, one bit, what it was.
_FOUND = (
    ("leaders", 504, SOFT_SCAN, True, "a birth date parted by a space"),
    ("lines", 814, SOFT_SCAN, True, "an accession number parted by a space"),
    ("turned", 516, SOFT_SCAN, True, "a clinician whose title and name were misread"),
    ("side-by-side", 501, OFFICE_SCAN, False, "small print that reads 3.1 as 3.4"),
)

#: Scans in another quality than the office scanner's.
_QUALITY = {"flag-left": Category.POOR_SCAN, "open": Category.BITONAL_SCAN, "lines": Category.BITONAL_SCAN}


def layout_cases() -> Iterator[GoldenDocument]:
    """Each layout typed, then each layout scanned."""
    for name, recipe in _RECIPES.items():
        yield _typed(name, recipe)
    for seed, (name, recipe) in enumerate(_RECIPES.items(), start=101):
        yield _scanned(name, recipe, seed)
    for layout, seed, quality, black_and_white, title in _FOUND:
        found = scanned_layout(layout, seed, quality=quality, black_and_white=black_and_white)
        case_id = f"lab-{layout}-scan-{seed}"
        named = {"id": case_id, "source": f"{case_id}.pdf", "title": f"{layout.replace('-', ' ')} layout, {title}"}
        yield replace(found, case=found.case.model_copy(update=named))


def _report(recipe: _Recipe) -> LabReport:
    year, month, day = recipe.day
    collected = on_paper(year, month, day, 7, 35)
    return LabReport(
        panels=recipe.panels,
        collected=collected,
        received=collected.replace(hour=12, minute=48),
        reported=collected.replace(hour=18, minute=21),
        accession=f"G{year % 100:02d}{month:02d}-{day:02d}44{recipe.patient}8{recipe.laboratory}",
        clinic=LABORATORIES[recipe.laboratory],
        earlier_dates=recipe.earlier,
        notes=_NOTES,
    )


def _draw(name: str, recipe: _Recipe) -> tuple[bytes, tuple[TrueRow, ...]]:
    document = render_lab_report(PATIENTS[recipe.patient], _report(recipe), LAYOUTS[name])
    return document.content, document.truth.rows


def _typed(name: str, recipe: _Recipe) -> GoldenDocument:
    content, rows = _draw(name, recipe)
    categories = (Category.CLEAN_TYPED, *recipe.categories)
    return GoldenDocument(_case(name, recipe, rows, content=content, route=Route.TYPED, categories=categories), content)


def _scanned(name: str, recipe: _Recipe, seed: int) -> GoldenDocument:
    kind = _QUALITY.get(name, Category.CLEAN_SCANNED)
    quality = POOR_SCAN if kind is Category.POOR_SCAN else OFFICE_SCAN
    categories = (kind, *recipe.categories)
    content, rows = _scan(name, recipe, seed, quality=quality, black_and_white=kind is Category.BITONAL_SCAN)
    case = _case(name, recipe, rows, content=content, route=Route.SCANNED, categories=categories)
    return GoldenDocument(case, content)


def scanned_layout(name: str, seed: int, *, quality: ScanQuality, black_and_white: bool = False) -> GoldenDocument:
    """One layout's report, scanned in any quality; for sweeps beyond the committed set.

    Raises:
        KeyError: No such layout.
    """
    recipe = _RECIPES[name]
    content, rows = _scan(name, recipe, seed, quality=quality, black_and_white=black_and_white)
    categories = (Category.BITONAL_SCAN if black_and_white else Category.CLEAN_SCANNED, *recipe.categories)
    return GoldenDocument(
        _case(name, recipe, rows, content=content, route=Route.SCANNED, categories=categories), content
    )


def _scan(
    name: str, recipe: _Recipe, seed: int, *, quality: ScanQuality, black_and_white: bool
) -> tuple[bytes, tuple[TrueRow, ...]]:
    typed, typed_rows = _draw(name, recipe)
    content, rows = scan_of(typed, typed_rows, size=LAYOUTS[name].page_size, seed=seed, quality=quality)
    return (bitonal(content) if black_and_white else content), rows


def _case(
    name: str,
    recipe: _Recipe,
    rows: tuple[TrueRow, ...],
    *,
    content: bytes,
    route: Route,
    categories: tuple[Category, ...],
) -> EvalCase:
    layout = LAYOUTS[name]
    return EvalCase(
        id=f"lab-{name}-{route.value}",
        title=f"{name.replace('-', ' ')} layout, {route.value}",
        categories=categories,
        source=f"lab-{name}-{route.value}.pdf",
        doc_type=DocType.LAB_PDF,
        layout=name,
        route=route,
        pages=pymupdf.open(stream=content, filetype="pdf").page_count,
        facts=_facts(rows, recipe, route),
        forbidden=_forbidden(name, recipe),
        unresulted=unresulted_rows(rows),
        identifiers=patient_identifiers(PATIENTS[recipe.patient], _report(recipe), layout),
    )


def _facts(rows: tuple[TrueRow, ...], recipe: _Recipe, route: Route) -> tuple[ExpectedFact, ...]:
    """Earlier columns may be certain or not: no box holds their name and value and nothing else."""
    if not recipe.earlier:
        return expected_facts(rows, route)
    newest = max(row.collected for row in rows)
    current = [row for row in rows if row.collected == newest]
    earlier = [row for row in rows if row.collected != newest]
    return (*expected_facts(current, route), *expected_facts(earlier, route, certainty=ANY_CERTAINTY))


def _forbidden(name: str, recipe: _Recipe) -> tuple[ForbiddenFact, ...]:
    quotes = _NOTE_QUOTES if name != "wrapped" else (*_NOTE_QUOTES, "replicates")
    previous = previous_forbidden(recipe.panels) if name == "previous" else ()
    return (*notes_forbidden(quotes), *previous)
