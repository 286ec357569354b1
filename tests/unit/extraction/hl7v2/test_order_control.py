"""Orders that were ended or put on hold."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import Medication, MedicationStatus
from tests.unit.documents.hl7v2.writing import HEADER
from tests.unit.extraction.hl7v2.messages import PATIENT, extract, message, segment

ORDER = HEADER.replace("ORU^R01^ORU_R01", "RDE^O11^RDE_O11")
METFORMIN = segment("RXE", f2="860975^metformin 500 MG^RXNORM", f3="1")


@pytest.mark.parametrize(
    ("control", "status", "text"),
    [
        ("NW", MedicationStatus.UNKNOWN, "Order of metformin 500 MG 1"),
        ("DC", MedicationStatus.STOPPED, "Ended: Order of metformin 500 MG 1"),
        ("HD", MedicationStatus.ON_HOLD, "On hold: Order of metformin 500 MG 1"),
    ],
)
def test_the_control_code_says_what_became_of_an_order(control: str, status: MedicationStatus, text: str) -> None:
    found = extract(message(PATIENT, segment("ORC", f1=control, f2="7"), METFORMIN, header=ORDER))
    (fact,) = [each for each in found.facts if isinstance(each.value, Medication)]
    assert isinstance(fact.value, Medication)
    assert (fact.value.status, fact.fact_text.value) == (status, text)


def test_each_order_has_its_own() -> None:
    orders = [segment("ORC", f1="DC"), METFORMIN, segment("ORC", f1="NW"), METFORMIN]
    facts = extract(message(PATIENT, *orders, header=ORDER)).facts
    told = [fact.value.status for fact in facts if isinstance(fact.value, Medication)]
    assert told == [MedicationStatus.STOPPED, MedicationStatus.UNKNOWN]
