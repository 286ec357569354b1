"""What printed dates mean."""

from __future__ import annotations

from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.deid.dates import DateOrder, DateOrders, decide_orders, is_plausible, parse_date, parse_stamp, resolve

TODAY = date(2026, 5, 1)


def read(text: str, order: DateOrder = DateOrder.MONTH_FIRST) -> str | None:
    printed = parse_date(text, TODAY)
    meant = resolve(printed, order) if printed else None
    return meant.iso if meant else None


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("04/10/2026", "2026-04-10"),
        ("1971 -09-14", "1971-09-14"),
        ("12/ 17/84", "1984-12-17"),
        ("12/ 17/1984", "1984-12-17"),
        ("4-10-26", "2026-04-10"),
        ("10.04.2026", "2026-10-04"),
        ("2026-04-10", "2026-04-10"),
        ("2026-04-10T08:30", "2026-04-10T08:30"),
        ("2026/04/10 08:30", "2026-04-10T08:30"),
        ("04/10/2026 at 8:30 PM", "2026-04-10T20:30"),
        ("04/10/2026, 12:05 am", "2026-04-10T00:05"),
        ("10-Apr-2026", "2026-04-10"),
        ("10APR2026", "2026-04-10"),
        ("April 10th, 2026", "2026-04-10"),
        ("Sept. 3, 1959", "1959-09-03"),
        ("10th of April 2026", "2026-04-10"),
        ("April 2026", "2026-04"),
        ("04/2026", "2026-04"),
        ("20260410", "2026-04-10"),
        ("202604100830", "2026-04-10T08:30"),
        ("04101962", "1962-04-10"),
        ("12/17/84", "1984-12-17"),
        ("12/17/26", "2026-12-17"),
        ("O4/1O/2026", "2026-04-10"),
        ("25/10/2026", "2026-10-25"),
        ("April 10", None),
        ("02/30/2026", None),
        ("13/45/2026", None),
    ],
)
def test_a_printed_date_is_read(text: str, iso: str | None) -> None:
    assert read(text) == iso


def orders_of(*texts: str, site: DateOrder = DateOrder.MONTH_FIRST) -> DateOrders:
    dates = [parse_date(text, TODAY) for text in texts]
    return decide_orders([each for each in dates if each is not None], site)


def test_the_order_follows_the_evidence() -> None:
    assert orders_of("25/10/2026", "10/26/2026").plain is None
    assert orders_of("25/10/2026").plain is DateOrder.DAY_FIRST
    assert orders_of("10/26/2026", site=DateOrder.DAY_FIRST).plain is DateOrder.MONTH_FIRST
    assert orders_of(site=DateOrder.DAY_FIRST).plain is DateOrder.DAY_FIRST


def test_a_dotted_date_is_decided_by_its_like_or_by_a_site_that_writes_the_day_first() -> None:
    assert orders_of("02.10.2026").dotted is None
    assert orders_of("02.10.2026", "10/26/2026").dotted is None
    assert orders_of("02.10.2026", "25.10.2026").dotted is DateOrder.DAY_FIRST
    assert orders_of("02.10.2026", "10.25.2026").dotted is DateOrder.MONTH_FIRST
    assert orders_of("02.10.2026", site=DateOrder.DAY_FIRST).dotted is DateOrder.DAY_FIRST
    assert orders_of("25.10.2026", "02/10/2026").plain is DateOrder.MONTH_FIRST


@pytest.mark.parametrize(
    ("text", "beside", "iso", "ambiguous"),
    [
        ("02.10.2026", "", "2026-10-02", True),
        ("02.10.2026", "25.10.2026", "2026-10-02", False),
        ("02.10.2026", "10.25.2026", "2026-02-10", False),
        ("25.10.2026", "", "2026-10-25", False),
        ("02.02.2026", "", "2026-02-02", False),
        ("02/10/2026", "", "2026-02-10", False),
        ("2026.02.10", "", "2026-02-10", False),
    ],
)
def test_a_dotted_date_that_nothing_decides_is_ambiguous(text: str, beside: str, iso: str, ambiguous: bool) -> None:
    printed = parse_date(text, TODAY)
    meant = resolve(printed, orders_of(text, *filter(None, [beside]))) if printed else None
    assert meant is not None
    assert (meant.iso, meant.ambiguous) == (iso, ambiguous)


def test_doubt_is_said_only_where_both_orders_make_a_date() -> None:
    equal, differing = parse_date("04/04/2026", TODAY), parse_date("04/10/2026", TODAY)
    assert equal is not None
    assert differing is not None
    nothing = DateOrders(None, None)
    assert not resolve(equal, nothing).ambiguous
    assert resolve(differing, nothing).ambiguous


@given(st.dates(date(1931, 1, 1), date(2026, 12, 31)), st.one_of(st.none(), st.times()))
def test_reading_back_what_was_written(day: date, clock: time | None) -> None:
    suffix = f" {clock:%H:%M}" if clock else ""
    iso = f"{day.isoformat()}T{clock:%H:%M}" if clock else day.isoformat()
    for form in ("%m/%d/%Y", "%Y-%m-%d", "%d-%b-%Y", "%B %d, %Y", "%d %B %Y"):
        assert read(f"{day:{form}}{suffix}") == iso


@given(st.integers(1, 31), st.integers(1, 31))
def test_plausible_means_a_date_in_some_order(first: int, second: int) -> None:
    printed = parse_date(f"{first:02d}/{second:02d}/2026", TODAY)
    assert printed is not None
    assert is_plausible(printed) == (resolve(printed, DateOrder.MONTH_FIRST) is not None)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("1962", "1962"),
        ("196204", "1962-04"),
        ("19620410", "1962-04-10"),
        ("1962041008", "1962-04-10"),
        ("196204100830", "1962-04-10T08:30"),
        ("19620410083059", "1962-04-10T08:30"),
        ("19620410083059.1234+0200", "1962-04-10T08:30"),
        ("19620410^D", "1962-04-10"),
        ("1962-04-10T08:30:00+02:00", "1962-04-10T08:30"),
        ("04/13/1962", "1962-04-13"),
    ],
)
def test_stamps_keep_what_was_written(text: str, iso: str) -> None:
    stamp = parse_stamp(text, date(2026, 5, 1))
    assert stamp is not None
    meant = resolve(stamp, DateOrder.MONTH_FIRST)
    assert meant is not None
    assert meant.iso == iso


@pytest.mark.parametrize("text", ["", "19621310", "19620431", "08:30", "unknown", "0000"])
def test_what_is_no_stamp(text: str) -> None:
    assert parse_stamp(text, date(2026, 5, 1)) is None
