"""Section 7 of the observations: DocumentReference in 7.0.1, and what is read of 8.x."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import httpx

from devstack.ehr import NewPatient, StandInEhr
from tests.contract.standin.backend import Backend, execute, register

PDF = b"%PDF-1.4 sample"


def test_the_resource_has_these_fields_and_no_others(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "second.pdf", PDF)
    execute(ehr, "UPDATE documents SET date = '2026-11-30 05:15:19' WHERE id = :id", id=document)
    identifier = str(ehr.store.document_uuid(document))
    [found] = backend.search("DocumentReference", patient=str(patient.uuid))
    meta = found.pop("meta")
    assert meta["versionId"] == "1"
    assert meta["lastUpdated"].endswith("+00:00")
    assert not meta["lastUpdated"].startswith("2026-11-30T05:15:19")
    assert found == {
        "id": identifier,
        "resourceType": "DocumentReference",
        "identifier": [{"value": identifier}],
        "status": "current",
        "type": {
            "coding": [
                {
                    "system": "http://terminology.hl7.org/CodeSystem/v3-NullFlavor",
                    "code": "UNK",
                    "display": "unknown",
                }
            ]
        },
        "category": [{"text": "Lab Report"}],
        "subject": {"reference": f"Patient/{patient.uuid}", "type": "Patient"},
        "date": "2026-11-30T05:15:19+00:00",
        "content": [
            {
                "attachment": {
                    "contentType": "application/pdf",
                    "url": f"{ehr.base_url}/apis/default/fhir/Binary/{identifier}",
                    "title": "second.pdf",
                },
                "format": {
                    "system": "http://ihe.net/fhir/ValueSet/IHE.FormatCode.codesystem",
                    "code": "urn:ihe:iti:xds:2017:mimeTypeSufficient",
                    "display": "mimeType Sufficient",
                },
            }
        ],
    }
    assert backend.get(f"DocumentReference/{identifier}").json()["id"] == identifier


def test_context_only_with_an_encounter(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    encounter = ehr.store.create_encounter(patient.pid)
    ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", PDF, encounter=encounter)
    [found] = backend.search("DocumentReference", patient=str(patient.uuid))
    [reference] = found["context"]["encounter"]
    assert reference["type"] == "Encounter"
    assert reference["reference"].startswith("Encounter/")


def test_without_a_category_it_is_visible_with_data_absent(
    ehr: StandInEhr, backend: Backend, patient: NewPatient
) -> None:
    ehr.store.store_document(patient.pid, None, "a.pdf", PDF)
    [found] = backend.search("DocumentReference", patient=str(patient.uuid))
    [category] = found["category"]
    assert category["coding"][0]["code"] == "unknown"
    assert category["coding"][0]["system"].endswith("data-absent-reason")


def test_in_two_categories_it_comes_twice_with_one_id(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", PDF)
    ehr.store.link_category(document, "Medical Record")
    found = backend.search("DocumentReference", patient=str(patient.uuid))
    assert [one["category"][0]["text"] for one in found] == ["Lab Report", "Medical Record"]
    assert len({one["id"] for one in found}) == 1


def test_deleted_is_still_listed_and_its_bytes_are_not(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    for delete in (ehr.store.process_deleted, ehr.store.delete_document):
        document = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", PDF)
        delete(document)
        identifier = str(ehr.store.document_uuid(document))
        [found] = [
            one for one in backend.search("DocumentReference", patient=str(patient.uuid)) if one["id"] == identifier
        ]
        assert found["status"] == "entered-in-error"
        answer = backend.get(f"Binary/{identifier}")
        assert (answer.status_code, answer.content) == (404, b"")


def test_renamed_moved_and_undeleted_documents_keep_their_date(
    ehr: StandInEhr, backend: Backend, patient: NewPatient, add_patient: Callable[..., NewPatient]
) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", PDF)
    [before] = backend.search("DocumentReference", patient=str(patient.uuid))
    ehr.store.rename_document(document, "b.pdf")
    ehr.store.move_document_category(document, "Medical Record")
    ehr.store.redate_document(document, date(2020, 1, 1))
    [after] = backend.search("DocumentReference", patient=str(patient.uuid))
    assert after["content"][0]["attachment"]["title"] == "b.pdf"
    assert after["category"] == [{"text": "Medical Record"}]
    assert after["date"] == before["date"]
    other = add_patient(ehr)
    ehr.store.move_document_patient(document, other.pid)
    assert backend.search("DocumentReference", patient=str(patient.uuid)) == []
    [moved] = backend.search("DocumentReference", patient=str(other.uuid))
    assert moved["id"] == before["id"]
    assert backend.get(f"Binary/{moved['id']}").content == PDF
    ehr.store.delete_document(document)
    ehr.store.undelete_document(document, "Lab Report")
    [back] = backend.search("DocumentReference", patient=str(other.uuid))
    assert (back["status"], back["category"]) == ("current", [{"text": "Lab Report"}])


def test_8x_drops_what_has_no_category_row(
    newer_ehr: StandInEhr, http: httpx.Client, add_patient: Callable[..., NewPatient]
) -> None:
    backend, patient = register(newer_ehr, http), add_patient(newer_ehr)
    store = newer_ehr.store
    kept = store.store_document(patient.pid, "Lab Report", "kept.pdf", PDF)
    expired = store.store_document(patient.pid, "Lab Report", "expired.pdf", PDF)
    deleted = store.store_document(patient.pid, "Lab Report", "deleted.pdf", PDF)
    store.store_document(patient.pid, None, "uncategorised.pdf", PDF)
    store.process_deleted(expired)
    store.delete_document(deleted)
    found = {
        one["content"][0]["attachment"]["title"]: one["status"]
        for one in backend.search("DocumentReference", patient=str(patient.uuid))
    }
    assert found == {"kept.pdf": "current", "expired.pdf": "entered-in-error"}
    answer = backend.get(f"Binary/{store.document_uuid(deleted)}")
    assert (answer.status_code, answer.content) == (404, b"")
    assert backend.get(f"Binary/{kept}").content == PDF


def test_8x_last_updated_is_the_upload_and_a_parameter(
    newer_ehr: StandInEhr, http: httpx.Client, add_patient: Callable[..., NewPatient]
) -> None:
    backend, patient = register(newer_ehr, http), add_patient(newer_ehr)
    newer_ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", PDF)
    execute(newer_ehr, "UPDATE documents SET date = '2026-11-30 05:15:19'")
    [found] = backend.search("DocumentReference", _lastUpdated="ge2026-11-30T05:15:19")
    assert found["meta"]["lastUpdated"] == found["date"] == "2026-11-30T05:15:19+00:00"
    assert found["author"][0]["type"] == "Organization"
    assert found["custodian"]["type"] == "Organization"
    assert backend.search("DocumentReference", _lastUpdated="gt2026-11-30T05:15:19") == []
