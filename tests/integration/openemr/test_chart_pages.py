"""Links from citations of the chart to OpenEMR's pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from sqlalchemy import text

from arbiter_fhir.domain.chart_record import PageOpening
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr import SqlChartReader
from devstack.ehr import LabValue, NewPatient
from tests.integration.openemr.conftest import Chart, local

pytestmark = pytest.mark.database


@pytest.fixture
def page(chart: Chart, patient: NewPatient) -> Callable[[str], tuple[str, PageOpening] | None]:
    reader = SqlChartReader(chart.query, chart.tables)

    def find(source_id: str) -> tuple[str, PageOpening] | None:
        found = reader.page(PatientId(patient.pid), source_id)
        if found is None:
            return None
        assert found.patient_id == patient.pid
        assert found.title
        return found.path, found.opening

    return find


Pages = Callable[[str], tuple[str, PageOpening] | None]


def test_results_and_orders_open_the_orders_results(chart: Chart, patient: NewPatient, page: Pages) -> None:
    entered = chart.store.enter_lab_report(
        patient.pid,
        procedure_name="BMP",
        results=[LabValue("2160-0", "Creatinine", "1.1")],
        date_report=local("2026-01-02 10:00:00"),
    )
    expected = (f"interface/orders/single_order_results.php?orderid={entered.order_id}", PageOpening.DIALOG)
    assert page(f"procedure_result:{entered.result_ids[0]}") == expected
    assert page(f"procedure_order:{entered.order_id}") == expected
    chart.store.deactivate_lab_order(entered.order_id)
    assert page(f"procedure_result:{entered.result_ids[0]}") is None
    assert page(f"procedure_order:{entered.order_id}") is None


def test_list_entries_and_prescriptions_open_their_forms(chart: Chart, patient: NewPatient, page: Pages) -> None:
    issue = chart.store.add_issue(patient.pid, "medical_problem", "Hypertension")
    prescription = chart.store.prescribe(patient.pid, "Metformin")
    assert page(f"lists:{issue}") == (
        f"interface/patient_file/summary/add_edit_issue.php?issue={issue}&thistype=medical_problem",
        PageOpening.DIALOG,
    )
    assert page(f"prescriptions:{prescription}") == (
        f"controller.php?prescription&edit&id={prescription}&pid={patient.pid}",
        PageOpening.DIALOG,
    )


def test_a_visit_opens_by_its_number_and_vital_signs_open_within_their_visit(
    chart: Chart, patient: NewPatient, page: Pages
) -> None:
    number = chart.store.create_encounter(patient.pid, reason="Follow-up")
    with chart.admin.connect() as connection:
        row = connection.execute(
            text("SELECT id FROM form_encounter WHERE encounter = :number"), {"number": number}
        ).scalar_one()
    vitals = chart.store.record_vitals(patient.pid, encounter=number, pulse=70)
    loose = chart.store.record_vitals(patient.pid, pulse=71)
    expected = (
        f"interface/patient_file/encounter/encounter_top.php?set_encounter={number}&set_pid={patient.pid}",
        PageOpening.TAB,
    )
    assert row != number
    assert page(f"form_encounter:{row}") == expected
    assert page(f"form_vitals:{vitals}") == expected
    assert page(f"form_vitals:{loose}") == (
        f"interface/patient_file/summary/demographics.php?set_pid={patient.pid}",
        PageOpening.TAB,
    )
    chart.store.delete_form("vitals", loose)
    chart.store.delete_encounter(patient.pid, number)
    assert [page(f"form_encounter:{row}"), page(f"form_vitals:{vitals}"), page(f"form_vitals:{loose}")] == [None] * 3


def test_vaccines_documents_and_the_patient_open_their_pages(chart: Chart, patient: NewPatient, page: Pages) -> None:
    vaccine = chart.store.immunize(patient.pid, "115")
    document = chart.store.store_document(patient.pid, "Lab Report", "f.txt", b"text")
    assert page(f"immunizations:{vaccine}") == (
        "interface/patient_file/summary/immunizations.php",
        PageOpening.TAB,
    )
    # The view page of the document, as OpenEMR's own links to it are written.
    assert page(f"documents:{document}") == (
        f"controller.php?document&view&patient_id={patient.pid}&doc_id={document}",
        PageOpening.TAB,
    )
    summary = (f"interface/patient_file/summary/demographics.php?set_pid={patient.pid}", PageOpening.TAB)
    assert page(f"patient_data:{patient.pid}") == summary
    assert page(f"lists_touch:{patient.pid}") == summary
    chart.store.edit_immunization(vaccine, added_erroneously=1)
    chart.store.delete_document(document)
    assert page(f"immunizations:{vaccine}") is None
    assert page(f"documents:{document}") is None


def test_no_link_leads_to_another_patients_row(chart: Chart, patient: NewPatient, page: Pages) -> None:
    store = chart.store
    other = store.create_patient(fname="Bo", lname="Marsh", dob=date(1980, 2, 3)).pid
    entered = store.enter_lab_report(
        other,
        procedure_name="BMP",
        results=[LabValue("2160-0", "Creatinine", "1.1")],
        date_report=local("2026-01-02 10:00:00"),
    )
    visit = store.create_encounter(other)
    with chart.admin.connect() as connection:
        row = connection.execute(
            text("SELECT id FROM form_encounter WHERE encounter = :number"), {"number": visit}
        ).scalar_one()
    theirs = [
        f"procedure_result:{entered.result_ids[0]}",
        f"procedure_order:{entered.order_id}",
        f"lists:{store.add_issue(other, 'allergy', 'Latex')}",
        f"prescriptions:{store.prescribe(other, 'Metformin')}",
        f"form_encounter:{row}",
        f"form_vitals:{store.record_vitals(other, encounter=visit, pulse=70)}",
        f"immunizations:{store.immunize(other, '115')}",
        f"documents:{store.store_document(other, 'Lab Report', 'g.txt', b'text of another')}",
        f"patient_data:{other}",
        f"lists_touch:{other}",
    ]
    reader = SqlChartReader(chart.query, chart.tables)
    for source_id in theirs:
        assert page(source_id) is None, source_id
        assert reader.page(PatientId(other), source_id) is not None, source_id


@pytest.mark.parametrize(
    "source_id",
    ["", "lists", "lists:", "lists:0", "lists:-1", "lists:1 OR 1=1", "users:1", "globals:1", "lists:12x", "LISTS:1"],
)
def test_what_names_no_row_of_a_chart_has_no_page(page: Pages, source_id: str) -> None:
    assert page(source_id) is None
