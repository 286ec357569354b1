from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.statement import state
from tests.unit.extraction.laboratory.test_duplicates import interpreted


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Sodium            140             mmol/L   136-145", "Sodium 140 mmol/L (reference 136-145), normal"),
        (
            "Potassium         6.2      HH     mmol/L   3.5-5.2",
            "Potassium 6.2 mmol/L (reference 3.5-5.2), critically high",
        ),
        ("RPR               Reactive A               Negative", "RPR Reactive (reference Negative), abnormal"),
        ("Color             Yellow", "Color Yellow"),
    ],
)
def test_a_result_is_one_sentence_without_its_date(line: str, sentence: str) -> None:
    (found,) = interpreted("Test              Result   Flag   Units    Range", line)
    assert state(found).value == sentence
