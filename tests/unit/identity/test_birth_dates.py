"""Birth dates in every usual form, slips, and other days."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.identity import MatchOutcome
from arbiter_fhir.identity.birth_dates import compare_birth_date

BORN = date(1970, 4, 10)


@pytest.mark.parametrize(
    "printed",
    [
        "04/10/1970",
        "4/10/1970",
        "4/10/70",
        "04-10-1970",
        "04.10.1970",
        "1970-04-10",
        "1970/04/10",
        "19700410",
        "04101970",
        "10-Apr-1970",
        "10 APR 1970",
        "10APR1970",
        "April 10, 1970",
        "Apr. 10th, 1970",
        "DOB: 04/10/1970 (56 Y)",
        "1970-04-10T00:00:00",
    ],
)
def test_the_same_day_in_any_form_matches(printed: str) -> None:
    assert compare_birth_date(printed, BORN).outcome is MatchOutcome.MATCH


@pytest.mark.parametrize(
    "printed, detail",
    [
        ("10/04/1970", "day_month_swapped"),
        ("1970-10-04", "day_month_swapped"),
        ("04/10/1971", "one_digit_differs"),
        ("04/11/1970", "one_digit_differs"),
        ("04/10/1907", "digits_transposed"),
        ("04/01/1970", "digits_transposed"),
        ("O4/1O/197O", "letter_for_digit"),
        ("1970", "year_only"),
    ],
)
def test_slips_are_close_and_no_more(printed: str, detail: str) -> None:
    comparison = compare_birth_date(printed, BORN)
    assert (comparison.outcome, comparison.detail) == (MatchOutcome.CLOSE, detail)


@pytest.mark.parametrize("printed", ["05/11/1970", "12/25/1988", "April 21, 1970", "1971", "04/10/2070x 04/10/1982"])
def test_another_day_differs(printed: str) -> None:
    assert compare_birth_date(printed, BORN).outcome is MatchOutcome.MISMATCH


@pytest.mark.parametrize("printed", ["", "unknown", "56 years", "xx/xx/xxxx", "02/30/", "45/45/4545"])
def test_what_is_no_date_says_nothing(printed: str) -> None:
    assert compare_birth_date(printed, BORN).outcome is MatchOutcome.NOT_COMPARABLE


def test_a_day_above_twelve_is_read_in_the_only_order_that_exists() -> None:
    assert compare_birth_date("31/01/1970", date(1970, 1, 31)).outcome is MatchOutcome.MATCH


@pytest.mark.parametrize("printed", ["", "04/10/1970"])
def test_blank_never_equals_blank(printed: str) -> None:
    assert compare_birth_date(printed, None).outcome is MatchOutcome.NOT_COMPARABLE


DAYS = st.dates(min_value=date(1900, 1, 1), max_value=date(2030, 12, 31))


@given(DAYS, st.sampled_from(["%m/%d/%Y", "%Y-%m-%d", "%d %b %Y", "%B %d, %Y", "%m/%d/%y", "%Y%m%d"]))
def test_a_day_matches_itself(day: date, form: str) -> None:
    assert compare_birth_date(day.strftime(form), day).outcome is MatchOutcome.MATCH


@given(DAYS, DAYS)
def test_two_different_days_never_match(one: date, other: date) -> None:
    if one != other:
        assert compare_birth_date(f"{one:%Y-%m-%d}", other).outcome is not MatchOutcome.MATCH
