"""Section 11 of the observations: patients."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from devstack.ehr import NewPatient, StandInEhr
from tests.contract.standin.backend import Backend, execute, rows


def test_identifier_is_the_record_number_and_never_the_pid(
    ehr: StandInEhr, backend: Backend, patient: NewPatient
) -> None:
    [found] = backend.search("Patient", identifier=patient.pubpid)
    assert found["id"] == str(patient.uuid)
    [identifier] = found["identifier"]
    assert (identifier["value"], identifier["type"]["coding"][0]["code"]) == (patient.pubpid, "PT")
    assert str(patient.pid) != patient.pubpid
    assert backend.search("Patient", identifier=str(patient.pid)) == []


def test_search_by_family_name_and_birth_date(
    ehr: StandInEhr, backend: Backend, add_patient: Callable[..., NewPatient]
) -> None:
    one = add_patient(ehr, fname="Ruth", mname="Ann", lname="Okonkwo-Hale", dob=date(1951, 3, 4), street="1 Elm St")
    add_patient(ehr, fname="Ruth", lname="Other", dob=date(1951, 3, 4))
    assert [found["id"] for found in backend.search("Patient", family="okonkwo")] == [str(one.uuid)]
    found = backend.search("Patient", name="Okonkwo-Hale", birthdate="1951-03-04")
    assert [one_found["id"] for one_found in found] == [str(one.uuid)]
    assert backend.search("Patient", name="Okonkwo-Hale", birthdate="1951-03-05") == []
    [resource] = found
    assert resource["name"][0] == {"use": "official", "family": "Okonkwo-Hale", "given": ["Ruth", "Ann"]}
    assert (resource["birthDate"], resource["gender"]) == ("1951-03-04", "female")
    assert resource["address"][0]["line"] == ["1 Elm St"]
    assert backend.get(f"Patient/{one.uuid}").json()["id"] == str(one.uuid)
    assert [hit["id"] for hit in backend.search("Patient", _id=str(one.uuid))] == [str(one.uuid)]


def test_wildcards_in_a_name_are_not_wildcards(backend: Backend, patient: NewPatient) -> None:
    assert backend.search("Patient", family="%") == []
    assert backend.search("Patient", family="Q_ill") == []


def test_pid_counts_up_and_the_record_number_defaults_to_it(ehr: StandInEhr) -> None:
    first = ehr.store.create_patient(fname="A", lname="B", dob=date(2000, 1, 1))
    second = ehr.store.create_patient(fname="C", lname="D", dob=date(2000, 1, 1))
    assert second.pid == first.pid + 1
    assert second.pubpid == str(second.pid)
    [row] = rows(ehr, "SELECT * FROM patient_data WHERE pid = :pid", pid=second.pid)
    assert (row["uuid"], row["dupscore"], row["phone_home"]) == (second.uuid.bytes, -9, "")


def test_a_row_without_uuid_gets_one_at_the_first_read(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    execute(ehr, "UPDATE patient_data SET uuid = NULL WHERE pid = :pid", pid=patient.pid)
    [found] = backend.search("Patient", identifier=patient.pubpid)
    assert found["id"] != str(patient.uuid)
    registered = rows(
        ehr,
        "SELECT r.table_name, r.table_id FROM uuid_registry r JOIN patient_data p ON p.uuid = r.uuid"
        " WHERE p.pid = :pid",
        pid=patient.pid,
    )
    assert registered == [{"table_name": "patient_data", "table_id": "id"}]


def test_a_column_that_is_not_there_is_refused(ehr: StandInEhr, patient: NewPatient) -> None:
    with pytest.raises(ValueError, match="patient_data has no column"):
        ehr.store.update_patient(patient.pid, nickname="Al")


def test_former_names_clinicians_and_encounters(ehr: StandInEhr, patient: NewPatient) -> None:
    ehr.store.add_former_name(patient.pid, lname="Marrow", until=date(1999, 5, 1))
    [former] = rows(ehr, "SELECT * FROM patient_history WHERE pid = :pid", pid=patient.pid)
    assert (former["previous_name_last"], former["history_type_key"]) == ("Marrow", "name_history")
    clinician = ehr.store.add_clinician(username="jdoe", fname="Jo", lname="Doe", npi="1234567893")
    [user] = rows(ehr, "SELECT * FROM users WHERE id = :id", id=clinician)
    assert (user["authorized"], user["active"], user["npi"]) == (1, 1, "1234567893")
    encounter = ehr.store.create_encounter(patient.pid, reason="Visit", provider_id=clinician)
    [row] = rows(ehr, "SELECT * FROM form_encounter WHERE pid = :pid", pid=patient.pid)
    assert row["encounter"] == encounter
    assert rows(ehr, "SELECT id FROM sequences")[0]["id"] == encounter


def test_issues_are_written_with_their_touch(ehr: StandInEhr, patient: NewPatient) -> None:
    ehr.store.add_issue(patient.pid, "allergy", "Penicillin", reaction="hives", severity="severe")
    drug = ehr.store.add_issue(patient.pid, "medication", "Lisinopril 10 mg", dosage_instructions="once a day")
    kinds = {row["type"] for row in rows(ehr, "SELECT type FROM lists_touch WHERE pid = :pid", pid=patient.pid)}
    assert kinds == {"allergy", "medication"}
    [medication] = rows(ehr, "SELECT * FROM lists_medication WHERE list_id = :id", id=drug)
    assert medication["drug_dosage_instructions"] == "once a day"
    ehr.store.end_issue(drug)
    [row] = rows(ehr, "SELECT activity, enddate FROM lists WHERE id = :id", id=drug)
    assert row["activity"] == 0
    assert row["enddate"] is not None
