"""Labels of forms."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.extraction.intake.labels import read_label


@pytest.mark.parametrize(
    ("text", "kind", "topic", "rest"),
    [
        ("Date of Birth: [DATE_1]", FactType.DEMOGRAPHIC, "birth_date", "[DATE_1]"),
        ("PATIENT NAME", FactType.DEMOGRAPHIC, "name", ""),
        ("Do you smoke?", FactType.SOCIAL_HISTORY, "smoking", ""),
        ("Alcohol: 2 glasses of wine", FactType.SOCIAL_HISTORY, "alcohol", "2 glasses of wine"),
        ("Preferred Pharmacy (name and city): Corner Drug", FactType.OTHER, "preferred_pharmacy", "Corner Drug"),
        ("Patient's name:", FactType.DEMOGRAPHIC, "name", ""),
        ("Today\u2019s date:", FactType.DEMOGRAPHIC, "signature", ""),
    ],
)
def test_labels(text: str, kind: FactType, topic: str, rest: str) -> None:
    label = read_label(text)
    assert label is not None
    assert (label.kind, label.topic, text[label.end :]) == (kind, topic, rest)


@pytest.mark.parametrize("text", ["Metformin 500 mg", "Mother: diabetes", "Allergies: none", "", "Reason: pain"])
def test_other_texts_are_no_labels(text: str) -> None:
    assert read_label(text) is None
