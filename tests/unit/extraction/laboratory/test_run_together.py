from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction.laboratory.run_together import names_two_tests
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.laboratory.test_report import HEADER, extract


@pytest.mark.parametrize("name", ["Plt K/uL 150-400 CO2", "Platelets 150-400 Sodium", "Foo mg/dL 10-20 Bar"])
def test_two_tests_in_one_name(name: str) -> None:
    assert names_two_tests(name)


@pytest.mark.parametrize(
    "name",
    [
        "Sodium",
        "HIV 1-2 Antibody",
        "HPV 16-18 DNA",
        "Creatinine mg/dL",
        "Protein/Creatinine Ratio",
        "eGFR mL/min/1.73 m2",
        "Vitamin D 1-25",
        "Glucose 2 hr post",
    ],
)
def test_one_test_with_numbers_in_its_name(name: str) -> None:
    assert not names_two_tests(name)


def test_a_row_that_ran_into_its_neighbour_goes_to_a_person() -> None:
    titles = "Test                          Result     Flag   Units             Range"
    (fact,) = extract(HEADER, "", titles, f"{'Plt K/uL 150-400 CO2':<30}{'24':<18}{'mmol/L':<18}22-29").facts
    assert Reason.SECOND_NUMBER.value in fact.reasons
    assert fact.certainty is Certainty.NEEDS_REVIEW
