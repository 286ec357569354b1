from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.observed_values import check_value, read_lab
from tests.unit.evals.golden_evidence import fact_for, row
from tests.unit.evals.stated_facts import fact


def test_perfect_values_have_the_published_shape() -> None:
    check_value(FactType.MEDICATION, fact("Metformin")["value"])
    lab = fact_for(row("Glucose", "142", 0.3), 0, "golden:x")["value"]
    check_value(FactType.LAB_RESULT, lab)
    assert read_lab(lab).value == "142"


def test_a_field_too_many_or_too_few_is_named() -> None:
    with pytest.raises(ValueError, match="other fields: surprise"):
        check_value(FactType.ALLERGY, fact("Penicillin")["value"] | {"surprise": 1})
    value = fact("Penicillin")["value"]
    del value["reaction"]
    with pytest.raises(ValueError, match="other fields: reaction"):
        check_value(FactType.ALLERGY, value)


def test_a_word_that_is_none_of_its_kind_does_not_parse() -> None:
    with pytest.raises(ValueError, match="does not parse"):
        check_value(FactType.ALLERGY, fact("Penicillin")["value"] | {"assertion": "maybe"})
