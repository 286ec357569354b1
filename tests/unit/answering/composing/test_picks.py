"""One value out of several, and values beyond a bound."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.answering import compose_draft
from arbiter_fhir.domain.question import Intent, Pick, ValueBound
from tests.unit.answering.answers import asked, check, found, reworded


@pytest.fixture
def results(build: Any) -> list[Any]:
    return [
        build.item(value=value, day=day, number=number)
        for number, (value, day) in enumerate([("8.1", "2026-04-10"), ("9.4", "2026-01-02"), ("7.0", "2025-01-02")])
    ]


@pytest.mark.parametrize(
    "pick, said",
    [
        (Pick.HIGHEST, "The highest of the 3 results for Hemoglobin A1c was 9.4 % on 2026-01-02 [1][2][3]."),
        (Pick.LOWEST, "The lowest of the 3 results for Hemoglobin A1c was 7.0 % on 2025-01-02 [1][2][3]."),
        (Pick.OLDEST, "The oldest of the 3 results for Hemoglobin A1c was 7.0 % on 2025-01-02 [1][2][3]."),
        (
            Pick.MEAN,
            (
                "The mean of the 3 results for Hemoglobin A1c from 2025-01-02 to 2026-04-10 is 8.2 % (worked out here)"
                " [1][2][3]."
            ),
        ),
    ],
)
def test_each_pick_is_one_sentence(build: Any, results: list[Any], pick: Pick, said: str) -> None:
    assert found(build.bundle(*results, question=asked(build, Intent.FACTUAL_LOOKUP, "hba1c", pick=pick))) == (said,)


def test_a_single_result_is_told_as_it_is(build: Any, results: list[Any]) -> None:
    bundle = build.bundle(results[0], question=asked(build, Intent.FACTUAL_LOOKUP, "hba1c", pick=Pick.MEAN))
    assert found(bundle)[0].startswith("Hemoglobin A1c was 8.1 %")


def test_results_beyond_a_bound_are_counted_and_listed(build: Any, results: list[Any]) -> None:
    def of(sign: str, limit: str, *items: Any) -> tuple[str, ...]:
        question = asked(build, Intent.LIST, "hba1c", bound=ValueBound(sign, Decimal(limit)))
        return found(build.bundle(*items, question=question))

    assert of(">", "8", *results)[0] == "2 of the 3 results for Hemoglobin A1c are above 8 % [1][2][3]."
    assert len(of(">", "8", *results)) == 3
    assert of(">=", "9.4", *results)[0] == "1 of the 3 results for Hemoglobin A1c is at or above 9.4 % [1][2][3]."
    assert of("<", "7", *results) == ("None of the 3 results for Hemoglobin A1c is below 7 % [1][2][3].",)
    assert of("<=", "7", results[0]) == (
        "The one result for Hemoglobin A1c that can be compared is not at or below 7 % [1].",
    )


@pytest.mark.parametrize(
    "changes, old, new",
    [
        ({"pick": Pick.HIGHEST}, "highest", "lowest"),
        ({"pick": Pick.MEAN}, "8.2", "8.1"),
        ({"pick": Pick.OLDEST}, "3 results", "2 results"),
        ({"bound": ValueBound(">", Decimal(8))}, "2 of", "3 of"),
        ({"bound": ValueBound(">", Decimal(8))}, "above 8", "above 9"),
        ({"bound": ValueBound(">", Decimal(8))}, "above", "below"),
    ],
)
def test_a_changed_comparison_is_stopped(
    build: Any, results: list[Any], changes: dict[str, Any], old: str, new: str
) -> None:
    bundle = build.bundle(*results, question=asked(build, Intent.LIST, "hba1c", **changes))
    assert not check(reworded(compose_draft(bundle), 0, old, new), bundle).ok
