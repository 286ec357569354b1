"""The defaults of what a decision looks at."""

from __future__ import annotations

from datetime import date

from arbiter_fhir.domain.promotion import ListKind
from arbiter_fhir.promotion.context import NoTerms, PromotionContext


def test_without_more_the_chart_is_empty_and_every_list_is_open() -> None:
    context = PromotionContext(date(2026, 5, 1))
    assert (context.labs, context.lists.entries, context.orders, context.earlier) == ((), (), (), ())
    assert context.rules.lists == frozenset(ListKind)


def test_no_terms_know_nothing() -> None:
    terms = NoTerms()
    assert (terms.ingredients("Glucophage"), terms.allergen("Penicillin"), terms.problem_code("HTN")) == (
        frozenset(),
        "",
        "",
    )
