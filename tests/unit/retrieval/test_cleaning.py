"""The chart's text on its way into sentences."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.retrieval.cleaning import ChartCleaner, CleanedText, cut


class Gate:
    """Stands in for de-identification: one known name, and every call noted."""

    def __init__(self, *, joins: bool = False) -> None:
        self.calls: list[str] = []
        self._joins = joins

    def __call__(self, text: str) -> CleanedText:
        self.calls.append(text)
        plain = text.replace("\n", " ") if self._joins else text
        return CleanedText(DeidentifiedText(plain.replace("Quinn", "[PERSON_1]"), DEID_SEAL), {"[PERSON_1]": "Quinn"})


def test_many_lines_cost_one_call_and_each_comes_back_as_itself() -> None:
    gate = Gate()
    cleaner = ChartCleaner(gate)
    cleaner.prepare(["Metformin  500 mg", "seen by\nQuinn", "", "Metformin 500 mg"])
    assert gate.calls == ["Metformin 500 mg\nseen by Quinn"]
    assert cleaner.line("seen by Quinn").text.value == "seen by [PERSON_1]"
    assert cleaner.line("Metformin 500 mg").text.value == "Metformin 500 mg"
    assert len(gate.calls) == 1
    cleaner.prepare(["Metformin 500 mg"])
    assert len(gate.calls) == 1


def test_where_lines_cannot_be_told_apart_each_passes_alone() -> None:
    gate = Gate(joins=True)
    cleaner = ChartCleaner(gate)
    cleaner.prepare(["one", "two of Quinn"])
    assert cleaner.line("two of Quinn").text.value == "two of [PERSON_1]"
    assert gate.calls == ["one\ntwo of Quinn", "two of Quinn"]


def test_a_piece_that_its_line_changed_passes_alone() -> None:
    gate = Gate()
    cleaner = ChartCleaner(gate)
    line = cleaner.line("Knee pain, Quinn Office visit")
    assert cleaner.piece("Office visit", line).text.value == "Office visit"
    assert cleaner.piece("Knee pain, Quinn", line).text.value == "Knee pain, [PERSON_1]"
    assert gate.calls == ["Knee pain, Quinn Office visit", "Knee pain, Quinn"]


def test_what_placeholders_stood_for_is_kept_by_call_and_never_printed() -> None:
    cleaner = ChartCleaner(Gate())
    piece = cleaner.line("seen by Quinn")
    assert cleaner.values[piece.sheet] == {"[PERSON_1]": "Quinn"}
    assert "Quinn" not in repr(cleaner)
    assert "Quinn" not in repr(cleaner.clean("Quinn"))


@pytest.mark.parametrize("text, found", [("8.1", "8.1"), (" 8.1 ", "8.1"), ("", ""), ("9.9", None)])
def test_cutting_out_of_clean_text(build: Any, text: str, found: str | None) -> None:
    made = cut(text, [build.clean("A1c"), build.clean("A1c 8.1 %")])
    assert (made.value if made is not None else None) == found
