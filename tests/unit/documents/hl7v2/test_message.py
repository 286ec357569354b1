"""Fields, repetitions, components and sub-components come out as they went in, whatever parts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.documents.hl7v2.delimiters import Delimiters
from arbiter_fhir.documents.hl7v2.limits import MAX_PARTS_OF_FIELD
from arbiter_fhir.documents.hl7v2.message import Segment
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.hl7v2.writing import PATIENT, message, parsed

_TEXT = st.text(
    alphabet=st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=8
)
_FIELD = st.lists(st.lists(st.lists(_TEXT, min_size=1, max_size=3), min_size=1, max_size=3), min_size=1, max_size=3)
_MARKS = st.permutations("|^~\\&!$%*@;:/").map(lambda marks: "".join(marks[:5]))


def written(field: list[list[list[str]]], marks: str) -> str:
    """The field, escaped and joined."""
    _, component, repetition, escape, sub = marks
    codes = dict(zip(marks, "FSRET", strict=True))

    def escaped(text: str) -> str:
        return "".join(f"{escape}{codes[letter]}{escape}" if letter in codes else letter for letter in text)

    return repetition.join(
        component.join(sub.join(escaped(text) for text in texts) for texts in components) for components in field
    )


@given(st.lists(_FIELD, min_size=1, max_size=4), _MARKS)
def test_what_was_written_is_read(fields: list[list[list[list[str]]]], marks: str) -> None:
    delimiters = Delimiters(*marks)
    segment = Segment("ZZZ", 1, 1, tuple(written(field, marks) for field in fields), delimiters, "utf-8")
    for number, field in enumerate(fields, start=1):
        assert segment.repetitions(number) == [tuple(tuple(texts) for texts in components) for components in field]


def test_the_header_counts_its_delimiters_as_fields() -> None:
    (found,), _ = parsed(message(PATIENT))
    header = found.segments[0]
    assert [header.text(number) for number in (1, 2, 3, 12)] == ["|", r"^~\&", "LAB", "2.5.1"]


def test_an_absent_field_is_empty() -> None:
    (found,), _ = parsed(message("PID|1||"))
    assert found.segments[1].repetitions(30) == []
    assert found.segments[1].text(3, 5) == ""
    assert list(found.segments[1].numbers()) == [1]


@pytest.mark.parametrize("mark", ["~", "^", "&"])
def test_parts_of_a_field_are_bounded(mark: str) -> None:
    (found,), _ = parsed(message("PID|1||" + mark * MAX_PARTS_OF_FIELD))
    with pytest.raises(DocumentError) as caught:
        found.segments[1].repetitions(3)
    assert caught.value.code is ErrorCode.TOO_LARGE
