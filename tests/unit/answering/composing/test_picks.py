"""One value out of several, and values beyond a bound."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.answering import compose_draft
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.question import AskedDetail, AskedFlag, Intent, Pick, ValueBound
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


def judged(build: Any) -> list[Any]:
    rows = [
        ("4.4", "2026-05-20", AbnormalFlag.NORMAL),
        ("6.9", "2026-01-15", AbnormalFlag.CRITICAL_HIGH),
        ("5.4", "2025-06-10", AbnormalFlag.HIGH),
        ("4.1", "2024-06-10", AbnormalFlag.NORMAL),
        ("4.0", "2023-06-10", None),
    ]
    return [
        build.item("Potassium", value, "mmol/L", "", day=day, flag=flag, number=number)
        for number, (value, day, flag) in enumerate(rows)
    ]


@pytest.mark.parametrize(
    "changes, count, values",
    [
        ({"flagged": AskedFlag.ABNORMAL, "latest_only": True}, "2 of the 4 {} are flagged or out of range", ["6.9"]),
        ({"flagged": AskedFlag.NORMAL, "latest_only": True}, "2 of the 4 {} are normal or within range", ["4.4"]),
        ({"flagged": AskedFlag.HIGH}, "2 of the 4 {} are high or above range", ["6.9", "5.4"]),
        ({"flagged": AskedFlag.HIGH, "newest_count": 1}, "2 of the 4 {} are high or above range", ["6.9"]),
        ({"flagged": AskedFlag.HIGH, "steps_back": 1}, "2 of the 4 {} are high or above range", ["5.4"]),
        ({"flagged": AskedFlag.HIGH, "steps_back": 2}, "2 of the 4 {} are high or above range", []),
        ({"flagged": AskedFlag.CRITICAL}, "1 of the 4 {} is critical", ["6.9"]),
        ({"flagged": AskedFlag.LOW}, "None of the 4 {} is low or below range", []),
        (
            {"flagged": AskedFlag.ABNORMAL, "pick": Pick.OLDEST},
            *("2 of the 4 {} are flagged or out of range", ["5.4", "4.1"]),
        ),
        ({"flagged": AskedFlag.NORMAL, "pick": Pick.OLDEST}, "2 of the 4 {} are normal or within range", ["4.1"]),
    ],
)
def test_results_with_a_flag_are_counted_and_the_asked_ones_told(
    build: Any, changes: dict[str, Any], count: str, values: list[str]
) -> None:
    said = found(build.bundle(*judged(build), question=asked(build, Intent.FACTUAL_LOOKUP, "potassium", **changes)))
    assert said[0].startswith(count.format("results for Potassium that can be judged"))
    assert [sentence.split(" was ")[1].split()[0] for sentence in said[1:]] == values


def test_one_result_and_none_that_can_be_judged(build: Any) -> None:
    def of(*items: Any, flag: AskedFlag) -> Any:
        return compose_draft(build.bundle(*items, question=asked(build, Intent.FACTUAL_LOOKUP, flagged=flag))).claims

    items = judged(build)
    assert of(items[1], flag=AskedFlag.HIGH)[0].text.value == (
        "The one result for Potassium that can be judged is high or above range."
    )
    assert of(items[1], flag=AskedFlag.LOW)[0].text.value == (
        "The one result for Potassium that can be judged is not low or below range."
    )
    assert not [claim for claim in of(items[4], flag=AskedFlag.LOW) if claim.citations]


def test_a_count_of_flags_is_worked_out_again(build: Any) -> None:
    question = asked(build, Intent.FACTUAL_LOOKUP, "potassium", flagged=AskedFlag.HIGH)
    bundle = build.bundle(*judged(build), question=question)
    draft = compose_draft(bundle)
    assert check(draft, bundle).ok
    for old, new in (("2 of the 4", "1 of the 4"), ("2 of the 4", "2 of the 5"), ("high or above", "low or below")):
        assert not check(reworded(draft, 0, old, new), bundle).ok
    claims = (replace(draft.claims[0], citations=draft.claims[0].citations[:2]), *draft.claims[1:])
    assert not check(replace(draft, claims=claims), bundle).ok


def test_a_named_value_selects_its_results(build: Any, results: list[Any]) -> None:
    question = asked(build, Intent.LIST, "hba1c", bound=ValueBound("=", Decimal("9.4")))
    assert found(build.bundle(*results, question=question)) == (
        "1 of the 3 results for Hemoglobin A1c is 9.4 % [1][2][3].",
        "Hemoglobin A1c was 9.4 % (high; reference 4.0-5.6) on 2026-01-02 [2].",
    )
    none = asked(build, Intent.LIST, "hba1c", bound=ValueBound("=", Decimal("9.9")))
    assert found(build.bundle(*results, question=none)) == (
        "None of the 3 results for Hemoglobin A1c is 9.9 % [1][2][3].",
    )


def test_the_flag_of_a_picked_value_is_told_with_it(build: Any, results: list[Any]) -> None:
    question = asked(build, Intent.FACTUAL_LOOKUP, "hba1c", pick=Pick.HIGHEST, detail=AskedDetail.FLAG)
    assert found(build.bundle(*results, question=question)) == (
        "The highest of the 3 results for Hemoglobin A1c was 9.4 % on 2026-01-02 [1][2][3].",
        "Hemoglobin A1c was 9.4 % (high; reference 4.0-5.6) on 2026-01-02 [2].",
    )
