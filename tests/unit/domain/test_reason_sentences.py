"""Reason words come with the sentence of the table that people read."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.reason_sentences import sentence_of
from arbiter_fhir.extraction.reasons import Reason


def test_a_word_has_the_tables_sentence() -> None:
    assert sentence_of("unit_missing") == "An amount or result has no unit."


def test_marks_of_the_table_are_left_out() -> None:
    assert sentence_of("value_is_error") == "The spreadsheet shows an error (#REF!) where the value belongs."


@pytest.mark.parametrize("reason", list(Reason))
def test_every_doubt_has_a_sentence_of_its_own(reason: Reason) -> None:
    assert sentence_of(reason.value) != reason.value.replace("_", " ").capitalize() + "."


def test_a_word_that_nobody_knows_is_still_readable() -> None:
    assert sentence_of("left_as_it_was") == "Left as it was."
