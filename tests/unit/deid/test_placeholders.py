"""Placeholders: one for each value, dates in order of time."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.deid.dates import DateOrder
from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.placeholders import Assignment, Mention, assign_placeholders
from arbiter_fhir.domain.deid import IdentifierKind

TODAY = date(2026, 5, 1)


def assign(*mentions: tuple[IdentifierKind, str]) -> Assignment:
    return assign_placeholders(
        [Mention(kind, surface) for kind, surface in mentions],
        load_lexicon(),
        today=TODAY,
        site_order=DateOrder.MONTH_FIRST,
    )


def labels(*mentions: tuple[IdentifierKind, str]) -> list[str]:
    return [placeholder.label for placeholder in assign(*mentions).placeholders]


def test_the_same_value_in_another_form_has_the_same_placeholder() -> None:
    phone, mrn = IdentifierKind.PHONE, IdentifierKind.MRN
    assert labels((phone, "(555) 234-0142"), (phone, "+1 555.234.0142 x4"), (phone, "555-234-0143")) == [
        "[PHONE_1]",
        "[PHONE_1]",
        "[PHONE_2]",
    ]
    assert labels((mrn, "00448192"), (mrn, "448-192"), (mrn, "448I92")) == ["[MRN_1]"] * 3


def test_dates_that_cannot_be_read_come_after_those_that_can() -> None:
    kind = IdentifierKind.DATE
    made = assign((kind, "April 10"), (kind, "04/12/2026"), (kind, "2026-04-10"))
    assert [each.label for each in made.placeholders] == ["[DATE_3]", "[DATE_2]", "[DATE_1]"]
    assert set(made.dates) == {"[DATE_1]", "[DATE_2]"}


@given(st.lists(st.dates(date(1931, 1, 1), date(2026, 4, 30)), min_size=1, max_size=12))
def test_the_numbers_of_dates_follow_time(days: list[date]) -> None:
    made = assign(*((IdentifierKind.DATE, f"{day:%m/%d/%Y}") for day in days))
    numbers = [placeholder.index for placeholder in made.placeholders]
    # A page whose dates prove the day to come first is read so; here the month always does, or nothing tells.
    by_number = {placeholder.index: made.dates[placeholder.label].day for placeholder in made.placeholders}
    ordered = [by_number[number] for number in sorted(by_number)]
    assert ordered == sorted(ordered)
    assert len(set(numbers)) == len(set(days))
