from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.item_fields import (
    asserted_otherwise,
    field_agrees,
    identifies,
    item_disagreements,
    main_text,
    resembles,
)
from tests.unit.evals.stated_facts import ASTHMA, METFORMIN, MOTHER, PENICILLIN, WALKS, item, seen


@pytest.mark.parametrize(
    ("field", "expected", "said", "right"),
    [
        ("name", "Metformin", "metformin", True),
        ("name", "Metformin", "Metoprolol", False),
        ("amount", "500 mg 1 tablet", "1 tablet 500 mg", True),
        ("amount", "500 mg", "5000 mg", False),
        ("unit", "mL/min/1.73m2", "mL/min/1.73 m2", True),
        ("unit", "mg/dL", "g/dL", False),
        ("value", "7.4", "74", False),
        ("frequency", "twice daily", "Twice daily", True),
        ("text", "Walks 30 minutes", "Exercise: Walks 30 minutes", True),
        ("text", "Walks 30 minutes", "Walks", False),
        ("text", "Knee pain", "Knee pain [DATE_1]", True),
        ("reaction", "", "", True),
        ("reaction", "", "hives", False),
        ("reaction", "hives", "", False),
    ],
)
def test_when_a_field_agrees(field: str, expected: str, said: str, right: bool) -> None:
    assert field_agrees(field, expected, said) is right


def test_a_perfect_fact_disagrees_in_nothing() -> None:
    for expected, name in ((METFORMIN, "Metformin"), (PENICILLIN, "Penicillin"), (MOTHER, "breast cancer")):
        assert identifies(expected, seen(name))
        assert item_disagreements(expected, seen(name)) == ()


def test_each_fault_is_named() -> None:
    assert item_disagreements(METFORMIN, seen("Metformin", strength="850 mg")) == ("amount",)
    assert item_disagreements(METFORMIN, seen("Metformin", as_needed=True)) == ("as_needed",)
    assert item_disagreements(PENICILLIN, seen("Penicillin", assertion="absent")) == ("assertion",)
    assert item_disagreements(MOTHER, seen("breast cancer", relation="Sister")) == ("relation",)


def test_one_of_several_claims_is_enough() -> None:
    assert not asserted_otherwise(ASTHMA, seen("Asthma", assertion="historical"))
    assert asserted_otherwise(ASTHMA, seen("Asthma", assertion="family"))


def test_another_kind_is_judged_by_its_text() -> None:
    other = seen("Walks").model_copy(update={"fact_type": FactType.OTHER})
    assert item_disagreements(WALKS, other) == ()
    assert main_text(other) == "Exercise: Walks 30 minutes"


def test_a_standard_name_may_stand_for_a_printed_one() -> None:
    named = item(FactType.PROBLEM, fields={"name": "DM2"}, spellings={"name": ("Asthma",)})
    assert identifies(named, seen("Asthma"))


def test_a_misread_name_resembles_and_another_does_not() -> None:
    assert resembles(METFORMIN, seen("Metformin", name="Metforrnim"))
    assert not resembles(METFORMIN, seen("Metformin", name="Lisinopril"))
