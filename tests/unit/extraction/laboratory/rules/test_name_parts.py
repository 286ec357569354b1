"""What stands in the column of names and is no name."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.geometry import text_of, view_page
from arbiter_fhir.extraction.laboratory.rules.name_parts import code_doubts, part_name
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


def parted(text: str) -> dict[str, str]:
    (line,) = view_page(write_lines(text).pages[0]).lines
    parts = {Part.NAME: line.fragments}
    part_name(parts)
    return {part.name: text_of(fragments) for part, fragments in parts.items()}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Glucose [2345-7]", {"NAME": "Glucose", "BETWEEN": "[2345-7]"}),
        ("Glucose (mg/dL)", {"NAME": "Glucose", "UNIT": "(mg/dL)"}),
        ("H Sodium", {"NAME": "Sodium", "FLAG": "H"}),
        ("Sodium", {"NAME": "Sodium"}),
    ],
)
def test_code_unit_and_flag_leave_the_name(text: str, wanted: dict[str, str]) -> None:
    assert parted(text) == wanted


def test_a_code_of_another_test_is_a_doubt() -> None:
    (line,) = view_page(write_lines("Glucose").pages[0]).lines
    parts = {Part.NAME: line.fragments}
    assert code_doubts(parts, ["2951-2"]) == [Reason.CODE_CONTRADICTS_NAME.value]
    assert code_doubts(parts, ["2345-7"]) == []
