"""Lines that list several conditions."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.intake.listed import parts_of_list
from tests.unit.extraction.clean_pages import write_lines


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("Hypertension, gout, anxiety (son)", ["Hypertension,", "gout,", "anxiety (son)"]),
        ("Gout 2) Anxiety (son)", ["Gout", "Anxiety (son)"]),
        ("Mother: gout, diabetes", ["Mother: gout, diabetes"]),
        ("gout, diabetes", ["gout, diabetes"]),
        ("Gout (father), cancer - no, hepatitis: unsure", ["Gout (father),", "cancer - no,", "hepatitis: unsure"]),
        ("gout / anxiety (son)", ["gout", "anxiety (son)"]),
        ("Hypertension, my daughter has anxiety, asthma", ["Hypertension,", "my daughter has anxiety, asthma"]),
        ("Gout (left, toe), anxiety (son)", ["Gout (left, toe),", "anxiety (son)"]),
    ],
)
def test_parts(line: str, parts: list[str]) -> None:
    page = write_lines(line).pages[0]
    assert [" ".join(word.text for word in part) for part in parts_of_list(page, page.words)] == parts
