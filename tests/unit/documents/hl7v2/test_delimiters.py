"""Delimiters are those that the message declares, or there is no message."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.hl7v2.delimiters import parse_delimiters
from arbiter_fhir.errors import DocumentError, ErrorCode


def test_the_usual_ones() -> None:
    found = parse_delimiters(r"MSH|^~\&|LAB")
    assert (found.field, found.component, found.repetition, found.escape, found.subcomponent) == (
        "|", "^", "~", "\\", "&",
    )  # fmt: skip
    assert found.truncation == ""


def test_others_and_the_truncation_character_of_2_7() -> None:
    found = parse_delimiters("MSH!$%*@#!LAB")
    assert (found.field, found.component, found.repetition, found.escape, found.subcomponent, found.truncation) == (
        "!", "$", "%", "*", "@", "#",
    )  # fmt: skip


def test_a_message_may_do_without_escapes_and_sub_components() -> None:
    found = parse_delimiters("MSH|^~|LAB")
    assert (found.component, found.repetition, found.escape, found.subcomponent) == ("^", "~", "", "")


@pytest.mark.parametrize(
    "header", ["MSH", "MSH|", "MSH||LAB", r"MSH|^^^^|LAB", r"MSH|AB\&|", "MSH |^~&|", "MSH|^~\\&#%|", "MSH9^~\\&9LAB"]
)
def test_unusable_ones_end_in_the_header_error(header: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_delimiters(header)
    assert caught.value.code is ErrorCode.HL7_HEADER
