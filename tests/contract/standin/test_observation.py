"""Section 9 of the observations: what 7.0.1 does to lab values."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import datetime
from typing import Any

import httpx
import pytest

from devstack.ehr import LabValue, NewPatient, StandInEhr
from tests.contract.standin.backend import Backend, execute, register, rows

WHEN = datetime.fromisoformat("2026-11-21T10:00:00")


def enter(ehr: StandInEhr, patient: NewPatient, *values: LabValue, **fields: Any) -> Any:
    return ehr.store.enter_lab_report(patient.pid, procedure_name="Panel", date_report=WHEN, results=values, **fields)


def observe(ehr: StandInEhr, backend: Backend, patient: NewPatient, value: LabValue) -> dict[str, Any]:
    enter(ehr, patient, value)
    [found] = backend.search("Observation", patient=str(patient.uuid))
    return found


def test_the_observed_resource(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    value = LabValue("2160-0", "Creatinine", "1.9", "mg/dL", "0.6-1.3", "high", comments="flagged", document_id=7)
    found = observe(ehr, backend, patient, value)
    identifier = found.pop("id")
    assert found.pop("meta")["versionId"] == "1"
    assert found == {
        "resourceType": "Observation",
        "status": "final",
        "category": [
            {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/observation-category", "code": "laboratory"}]}
        ],
        "code": {"coding": [{"system": "http://loinc.org", "code": "2160-0", "display": "Creatinine"}]},
        "subject": {"reference": f"Patient/{patient.uuid}", "type": "Patient"},
        "effectiveDateTime": "2026-11-21T10:00:00+00:00",
        "valueQuantity": {"value": 1, "unit": "mg/dL", "system": "http://unitsofmeasure.org"},
        "note": [{"text": "flagged"}],
    }
    assert backend.get(f"Observation/{identifier}").json()["id"] == identifier


@pytest.mark.parametrize(
    ("result", "field", "content"),
    [
        ("1.9", "valueQuantity", 1),
        ("140", "valueQuantity", 140),
        ("-2.5", "valueQuantity", -2),
        ("<5", "valueString", "<5"),
        ("Positive", "valueString", "Positive"),
        ("0", "dataAbsentReason", "unknown"),
        ("", "dataAbsentReason", "unknown"),
    ],
)
def test_values(
    ehr: StandInEhr, backend: Backend, patient: NewPatient, result: str, field: str, content: object
) -> None:
    found = observe(ehr, backend, patient, LabValue("2160-0", "Creatinine", result, "mg/dL"))
    kinds = {"valueQuantity", "valueString", "dataAbsentReason"} & set(found)
    assert kinds == {field}
    if field == "valueQuantity":
        assert found[field]["value"] == content
    elif field == "valueString":
        assert found[field] == content
    else:
        assert found[field]["coding"][0]["code"] == content


@pytest.mark.parametrize("result", ["DNR", "TNP"])
def test_not_done_rows_are_left_out(ehr: StandInEhr, backend: Backend, patient: NewPatient, result: str) -> None:
    enter(ehr, patient, LabValue("2160-0", "Creatinine", result))
    assert backend.search("Observation", patient=str(patient.uuid)) == []


def test_every_code_is_called_loinc_and_no_code_is_unknown(
    ehr: StandInEhr, backend: Backend, patient: NewPatient
) -> None:
    enter(ehr, patient, LabValue("LOCAL1", "House test", "3"), LabValue("", "Nameless", "4"))
    codes = [found["code"]["coding"][0] for found in backend.search("Observation", patient=str(patient.uuid))]
    assert {"system": "http://loinc.org", "code": "LOCAL1", "display": "House test"} in codes
    assert {code["code"] for code in codes} == {"LOCAL1", "UNK"}


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("", "unknown"),
        ("final", "final"),
        ("preliminary", "preliminary"),
        ("corrected", "corrected"),
        ("prelim", "unknown"),
        ("error", "unknown"),
    ],
)
def test_status(ehr: StandInEhr, backend: Backend, patient: NewPatient, stored: str, shown: str) -> None:
    assert observe(ehr, backend, patient, LabValue("1-1", "X", "3", status=stored))["status"] == shown


def test_effective_time_is_that_of_the_report(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    enter(ehr, patient, LabValue("1-1", "X", "3"), date_collected=datetime.fromisoformat("2026-11-19T08:00:00"))
    execute(ehr, "UPDATE procedure_result SET date = '2026-11-20 00:00:00'")
    [found] = backend.search("Observation", patient=str(patient.uuid))
    assert found["effectiveDateTime"] == "2026-11-21T10:00:00+00:00"


@pytest.mark.parametrize(
    ("parameters", "count"),
    [
        ({"code": "2160-0"}, 1),
        ({"code": "http://loinc.org|2160-0"}, 1),
        ({"code": "2160-0,2345-7"}, 2),
        ({"category": "laboratory"}, 3),
        ({"category": "vital-signs"}, 0),
        ({"date": "ge2026-11-21"}, 3),
        ({"date": "gt2026-11-21T10:00:00"}, 0),
        ({"foo": "1"}, 0),
    ],
    ids=str,
)
def test_parameters(
    ehr: StandInEhr, backend: Backend, patient: NewPatient, parameters: dict[str, str], count: int
) -> None:
    enter(ehr, patient, *(LabValue(code, "X", "3") for code in ("2160-0", "2345-7", "718-7")))
    assert len(backend.search("Observation", patient=str(patient.uuid), **parameters)) == count


def test_rows_get_their_uuids_at_the_first_read(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    entered = enter(ehr, patient, LabValue("1-1", "X", "3"))
    sql = (
        "SELECT o.uuid AS o, t.uuid AS t, r.uuid AS r FROM procedure_order o"
        " JOIN procedure_report t ON t.procedure_order_id = o.procedure_order_id"
        " JOIN procedure_result r ON r.procedure_report_id = t.procedure_report_id"
        " WHERE o.procedure_order_id = :id"
    )
    assert dict(rows(ehr, sql, id=entered.order_id)[0]) == {"o": None, "t": None, "r": None}
    [found] = backend.search("Observation", patient=str(patient.uuid))
    [row] = rows(ehr, sql, id=entered.order_id)
    assert str(uuid.UUID(bytes=row["r"])) == found["id"]
    registered = rows(
        ehr, "SELECT table_name, table_id FROM uuid_registry WHERE uuid IN (:o, :t, :r) ORDER BY table_name", **row
    )
    assert [(one["table_name"], one["table_id"]) for one in registered] == [
        ("procedure_order", "procedure_order_id"),
        ("procedure_report", "procedure_report_id"),
        ("procedure_result", "procedure_result_id"),
    ]


def test_an_inactive_order_hides_all_and_an_edit_shows(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    entered = enter(ehr, patient, LabValue("1-1", "X", "3"))
    ehr.store.edit_lab_result(entered.result_ids[0], result="4", result_status="corrected")
    ehr.store.sign_lab_report(entered.report_id)
    [found] = backend.search("Observation", patient=str(patient.uuid))
    assert (found["valueQuantity"]["value"], found["status"]) == (4, "corrected")
    ehr.store.deactivate_lab_order(entered.order_id)
    assert backend.search("Observation", patient=str(patient.uuid)) == []


def test_diagnostic_report_needs_the_title_and_may_hold_a_null(
    ehr: StandInEhr, backend: Backend, patient: NewPatient
) -> None:
    enter(ehr, patient, LabValue("1-1", "X", "3"), order_title=None)
    assert backend.search("DiagnosticReport", patient=str(patient.uuid)) == []
    enter(ehr, patient, LabValue("1-1", "X", "3"), LabValue("1-2", "Y", "4"))
    [found] = backend.search("DiagnosticReport", patient=str(patient.uuid))
    assert (found["status"], found["performer"]) == ("final", [None])
    assert found["category"][0]["coding"][0]["code"] == "LAB"
    assert found["code"]["coding"][0]["code"] == "UNK"
    assert len(found["result"]) == 2
    assert backend.get(f"DiagnosticReport/{found['id']}").status_code == 200
    assert backend.search("DiagnosticReport", patient=str(patient.uuid), code="1-1") == []


def test_8x_keeps_decimals_and_shows_flag_and_range(
    newer_ehr: StandInEhr, http: httpx.Client, add_patient: Callable[..., NewPatient]
) -> None:
    backend, patient = register(newer_ehr, http), add_patient(newer_ehr)
    value = LabValue("2160-0", "Creatinine", "1.9", "mg/dL", "0.6-1.3", "high")
    found = observe(newer_ehr, backend, patient, value)
    assert found["valueQuantity"]["value"] == 1.9
    assert found["interpretation"][0]["coding"][0]["code"] == "H"
    assert found["referenceRange"][0]["low"]["value"] == 0.6
    assert found["referenceRange"][0]["high"]["value"] == 1.3
