from __future__ import annotations

import pytest
from pydantic import ValidationError

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.expected_items import ExpectedItem, ForbiddenFact
from tests.unit.evals.stated_facts import METFORMIN, WALKS, item, words_at


def test_an_item_survives_its_file() -> None:
    assert ExpectedItem.model_validate_json(METFORMIN.model_dump_json()) == METFORMIN


def test_fields_of_another_kind_are_errors() -> None:
    with pytest.raises(ValidationError, match="has no dosage"):
        item(FactType.MEDICATION, fields={"name": "Metformin", "dosage": "500 mg"})
    with pytest.raises(ValidationError, match="has no amount"):
        item(FactType.ALLERGY, fields={"substance": "Latex", "amount": "1"})
    with pytest.raises(ValidationError, match="says which one"):
        item(FactType.ALLERGY, fields={"reaction": "hives"})


def test_words_stand_on_a_page() -> None:
    with pytest.raises(ValidationError):
        item(FactType.PROBLEM, fields={"name": "Gout"}, words=words_at(0.2, "Gout"))


def test_kinds_and_spellings() -> None:
    assert WALKS.types == {FactType.SOCIAL_HISTORY, FactType.OTHER}
    spelled = item(FactType.VITAL_SIGN, fields={"test_name": "BMI"}, spellings={"test_name": ("Body mass index",)})
    assert spelled.texts("test_name") == ("BMI", "Body mass index")


def test_a_forbidden_fact_names_something() -> None:
    with pytest.raises(ValidationError):
        ForbiddenFact(why="nothing", fact_types=(FactType.ALLERGY,))
