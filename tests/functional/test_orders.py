"""A result answers the one open order that asked for it, and gives the order back when its source is withdrawn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import LabResult, ResultStatus
from arbiter_fhir.domain.tenant import PatientId
from devstack.ehr import LabValue
from tests.functional.clinic import Clinic
from tests.functional.scripted import Scripted, at, potassium, register, scripted

HL7 = SourceType.HL7V2_MESSAGE
APRIL_1 = datetime(2026, 4, 1, 9, 0)  # noqa: DTZ001 - the chart keeps local time


@pytest.fixture
def script(clinic: Clinic) -> Iterator[Scripted]:
    with scripted(clinic) as script:
        yield script


def sodium() -> LabResult:
    return LabResult("Sodium", "139", "mmol/L", numeric=Decimal(139), loinc="2951-2", collection_date=at(8, 30))


def orders(clinic: Clinic, patient: PatientId) -> list[tuple[object, ...]]:
    """Number, status and state of each order of the patient."""
    return clinic.site_rows(
        "SELECT procedure_order_id, order_status, activity FROM procedure_order WHERE patient_id = %s"
        " ORDER BY procedure_order_id",
        patient,
    )


@pytest.mark.parametrize("name", ["Potassium", "Serum K", "Basic Metabolic Panel"])
def test_a_result_answers_its_open_order(clinic: Clinic, script: Scripted, name: str) -> None:
    patient = register(clinic)
    order = clinic.site.store.place_lab_order(patient, name, date_ordered=APRIL_1)
    document = script.file(patient, HL7, potassium())
    assert orders(clinic, patient) == [(order, "complete", 1)]
    (row,) = clinic.chart(patient)
    assert (row.order_id, row.value, row.document_id) == (order, "4.1", document)
    script.withdraw(document)
    assert clinic.chart(patient) == []
    found = orders(clinic, patient)
    assert found[0] == (order, "pending", 1)
    assert [state for _, _, state in found[1:]] == [0]


def test_all_results_of_a_panel_answer_one_order_and_leave_it_together(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    order = clinic.site.store.place_lab_order(patient, "BMP", date_ordered=APRIL_1, status="routed")
    document = script.file(patient, HL7, sodium(), potassium())
    assert {lab.order_id for lab in clinic.chart(patient)} == {order}
    assert len(clinic.chart(patient)) == 2
    script.withdraw(document)
    assert clinic.chart(patient) == []
    assert orders(clinic, patient)[0] == (order, "routed", 1)


def test_an_order_with_an_unanswered_line_stays_open(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    order = clinic.site.store.place_lab_order(patient, "Potassium", "Sodium", date_ordered=APRIL_1)
    script.file(patient, HL7, potassium())
    assert orders(clinic, patient) == [(order, "pending", 1)]
    script.file(patient, HL7, sodium())
    assert orders(clinic, patient) == [(order, "complete", 1)]


@pytest.mark.parametrize(
    ("names", "ordered", "status"),
    [
        (["Potassium", "BMP"], APRIL_1, "pending"),
        (["Glucose"], APRIL_1, "pending"),
        (["Potassium"], datetime(2026, 4, 11), "pending"),  # noqa: DTZ001
        (["Potassium"], datetime(2024, 4, 1), "pending"),  # noqa: DTZ001
        (["Potassium"], APRIL_1, "canceled"),
        (["Potassium"], APRIL_1, "complete"),
    ],
)
def test_a_result_without_exactly_one_order_gets_its_own(
    clinic: Clinic, script: Scripted, names: list[str], ordered: datetime, status: str
) -> None:
    patient = register(clinic)
    placed = [clinic.site.store.place_lab_order(patient, name, date_ordered=ordered, status=status) for name in names]
    script.file(patient, HL7, potassium())
    (row,) = clinic.chart(patient)
    assert row.order_id not in placed
    assert [each[:2] for each in orders(clinic, patient)][: len(placed)] == [(number, status) for number in placed]


def test_a_clinicians_result_under_the_order_is_never_moved(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    order = clinic.site.store.place_lab_order(patient, "Potassium", date_ordered=APRIL_1)
    document = script.file(patient, HL7, potassium())
    ((report,),) = clinic.site_rows(
        "SELECT procedure_report_id FROM procedure_report WHERE procedure_order_id = %s", order
    )
    clinic.site.store.add_lab_result(int(str(report)), LabValue("", "Haemolysis index", "0"))
    clinic.site.store.delete_document(document)
    clinic.work()
    assert len(clinic.chart(patient)) == 2
    actions = clinic.rows(
        "SELECT action FROM clinical_document_retractions WHERE document_id = %s AND promotion_id IS NOT NULL", document
    )
    assert actions == [("needs_review",)]


def test_a_correction_answers_the_order_that_its_original_answered(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    order = clinic.site.store.place_lab_order(patient, "Potassium", date_ordered=APRIL_1)
    script.file(patient, HL7, potassium("6.9"))
    corrected = script.file(patient, HL7, potassium("4.1", result_status=ResultStatus.CORRECTED))
    (row,) = clinic.chart(patient)
    assert (row.value, row.order_id) == ("4.1", order)
    script.withdraw(corrected)
    (row,) = clinic.chart(patient)
    assert (row.value, row.order_id) == ("6.9", order)


def test_reading_an_attached_document_again_writes_nothing(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    clinic.site.store.place_lab_order(patient, "Potassium", date_ordered=APRIL_1)
    document = script.file(patient, HL7, potassium())
    before = clinic.chart(patient)
    with clinic.pipelines.retract._work.begin() as work:
        work.reopen_jobs([document])
    clinic.work()
    assert clinic.jobs(document) == [("succeeded", None, patient)]
    assert clinic.chart(patient) == before
