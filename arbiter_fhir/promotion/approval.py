"""What a person's approval opens, and what it never opens.

It opens doubts: about the reading, about being unlike earlier results or similar to an entry, about being in no table.
It writes a result beside the chart's own row where the person saw that row, saying what it says now, and approved all
the same; the chart's row stays. It never opens what the chart itself cannot hold (a missing unit or date, an identifier
in the value, a date to come), nor what people did to the very row that we wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.promotion import CHART_SAYS_NONE, contradicted_by
from arbiter_fhir.domain.review import APPROVED_BY_REVIEWER
from arbiter_fhir.promotion.context import PromotionContext

__all__ = ["APPROVED_BESIDE", "APPROVED_REASONS", "may_stand_beside", "review_note"]

#: Reason of a result or entry that was written although the chart or the document says otherwise.
APPROVED_BESIDE: Final = "approved_beside"
#: Reasons of promotions that a person's approval made.
APPROVED_REASONS: Final = frozenset({APPROVED_BY_REVIEWER, APPROVED_BESIDE})

#: Conflicts of two sides that can both stand; a person's work on our own row is not among them.
_TWO_SIDES: Final = frozenset(
    {
        *("other_value_in_chart", "other_unit_in_chart", "document_contradicts_itself"),
        *("corrects_row_of_somebody_else", "corrects_several_rows", "corrected_twice", "reported_after_correction"),
        *("two_strengths_in_document", "other_strength_in_chart"),
        *(CHART_SAYS_NONE, "refuted_in_chart", "retired_in_chart"),
    }
)
_PLACEHOLDER: Final = re.compile(r"\[[A-Z_]+_\d+\]")
#: Stands in a comment for a replaced identifier or an empty field of the paper.
_WITHHELD: Final = "(withheld)"
_NOTHING: Final = "nothing"
#: Fields that follow from others; the comment tells what was printed.
_DERIVED: Final = frozenset(
    {"numeric", "comparator", "ucum", "loinc", "codes", "ingredient", "rxnorm", "allergen", "icd10"}
)


def may_stand_beside(fact: CitedFact, reason: str, row: str | None, context: PromotionContext) -> bool:
    """Whether a person approved a fact over exactly this conflict: with this row, and with what the row says now.

    Args:
        fact: The fact.
        reason: Of the conflict.
        row: The chart's row that contradicts; ``None`` where no single row does.
        context: The chart.
    """
    over = fact.review.over if fact.review is not None and fact.is_approved else ""
    return bool(over) and reason in _TWO_SIDES and over == contradicted_by(reason, row, context.contents(row))


def review_note(fact: CitedFact) -> str:
    """What the comment of the chart's row says of a person's approval; empty where there was none."""
    if not fact.is_approved or fact.review is None:
        return ""
    if fact.review.paper is None:
        return "approved by a reviewer"
    told = "; ".join(f"{name} {text}" for name, text in _changed(fact))
    return f"corrected by a reviewer; the paper was read as: {told}"


def _changed(fact: CitedFact) -> Iterator[tuple[str, str]]:
    paper = fact.review.paper if fact.review is not None else None
    if paper is None:
        return
    for each in fields(paper):
        before, after = getattr(paper, each.name), getattr(fact.value, each.name)
        if before != after and each.name not in _DERIVED:
            yield each.name.replace("_", " "), _PLACEHOLDER.sub(_WITHHELD, _text(before)) or _NOTHING


def _text(value: object) -> str:
    match value:
        case ClinicalDate():
            return value.iso
        case StrEnum():
            return value.value
        case None:
            return ""
        case _:
            return str(value)
