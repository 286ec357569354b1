"""The scale bench's arithmetic; that copies are whole and readings flat is tested over a database."""

from __future__ import annotations

import pytest

from devstack.bench.patients.asking import BY_RECORD_NUMBER, QUESTIONS, Asked, choose_patients
from devstack.bench.patients.copies import CHART_COPIES, OWN_COPIES, SPREAD
from devstack.bench.patients.growth import kind_of
from devstack.bench.patients.report import scale_as_json, scale_as_text
from devstack.bench.patients.run import ScaleBench, at_size
from devstack.bench.patients.templates import TEMPLATES
from devstack.ehr.people import STORIES
from devstack.samples import PEOPLE, sample


def asked(size: int, milliseconds: float, *, rows: int) -> list[Asked]:
    return [
        Asked(size, question, milliseconds + turn, milliseconds / 2, rows, 3, "answered")
        for question in (*QUESTIONS, BY_RECORD_NUMBER)
        for turn in range(4)
    ]


def test_the_same_kinds_are_asked_about_in_the_same_order_at_every_size() -> None:
    small = choose_patients(10, 1_000, each=3, seed=7)
    large = choose_patients(10, 90_000, each=3, seed=7)
    assert [kind_of(pid) for pid in small] == [kind_of(pid) for pid in large] == [0, 1, 2, 3, 4] * 3
    assert len(set(large)) == 15
    assert choose_patients(10, 90_000, each=3, seed=7) == large


def test_shares_make_ten_and_every_template_has_its_story_and_its_own_reports() -> None:
    assert sum(template.share for template in TEMPLATES) == 10
    assert {template.story for template in TEMPLATES} == set(STORIES)
    for template in TEMPLATES:
        assert all(sample(name).truth.person == PEOPLE[template.person] for name in template.documents)


def test_numbers_of_copies_stay_within_openemrs_int_columns() -> None:
    # Two hundred rows of one kind for one patient is more than any template has.
    assert 200 * SPREAD + SPREAD < 2**31
    own = [copy.space for copy in (*CHART_COPIES, *OWN_COPIES) if copy.own]
    assert len(own) == len(set(own))
    made = {*own, "encounter"}
    for copy in (*CHART_COPIES, *OWN_COPIES):
        assert {copy.space, *copy.numbers.values()} <= made, copy.table


def test_ratios_are_to_the_smallest_size_and_the_search_by_number_stands_apart() -> None:
    bench = ScaleBench(
        (
            at_size(1_000, 2.0, 50.0, asked(1_000, 100.0, rows=80)),
            at_size(10_000, 20.0, 500.0, asked(10_000, 150.0, rows=80)),
        ),
        asked_patients=4,
        rounds=1,
    )
    sizes = scale_as_json(bench)["sizes"]
    assert isinstance(sizes, list)
    assert sizes[0]["ratio_p50"] == 1.0
    assert sizes[1]["ratio_database_p50"] == pytest.approx(1.5)
    assert sizes[1]["ratio_rows"] == 1.0
    assert sizes[1]["overall"]["answers"] == {"answered": 4 * len(QUESTIONS)}
    text = scale_as_text(bench)
    assert all(question in text for question in (*QUESTIONS, BY_RECORD_NUMBER))
    assert "10,000" in text
