"""The model's entities, judged."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.model_entities import ModelEntity, judge_entities
from arbiter_fhir.deid.reading import Reading


@pytest.mark.parametrize(
    ("text", "entity", "label", "expected"),
    [
        ("seen by Martha Okafor today", "Martha Okafor", "PERSON", ["Martha Okafor"]),
        ("Collected Martha Okafor", "Collected Martha Okafor", "PERSON", ["Martha Okafor"]),
        ("started Lasix today", "Lasix", "PERSON", []),
        ("positive Babinski sign", "Babinski", "PERSON", []),
        ("has Graves disease", "Graves", "PERSON", []),
        ("Foley placed", "Foley", "PERSON", []),
        ("Zonulin 42 ng/mL 0-50", "Zonulin", "PERSON", []),
        ("Okafor, Ngozi 04/10/1962 F", "Okafor, Ngozi 04/10/1962 F", "PERSON", ["Okafor, Ngozi"]),
        ("Appearance Cloudy A Clear", "Cloudy A Clear", "PERSON", []),
        ("K. Patel said", "K. Patel", "PERSON", ["K. Patel"]),
        ("moved to Kalkaska", "Kalkaska", "GPE", ["Kalkaska"]),
        ("travel to Mexico", "Mexico", "GPE", []),
        ("CBC ordered", "CBC", "GPE", []),
        ("the TSH was", "TSH", "ORG", []),
        ("met Nguyen Hoa there", "Nguyen Hoa", "ORG", ["Nguyen Hoa"]),
        (
            "shows a Meckel hernia and no Apgar then Okafor",
            "a Meckel hernia and no Apgar then Okafor",
            "PERSON",
            ["Okafor"],
        ),
        ("Quest Diagnostics report", "Quest Diagnostics", "ORG", []),
    ],
)
def test_an_entity_is_kept_or_dropped(text: str, entity: str, label: str, expected: list[str]) -> None:
    start = text.index(entity)
    found = list(judge_entities(Reading(text), [ModelEntity(start, start + len(entity), label, 0.85)]))
    assert [text[each.start : each.end] for each in found] == expected
