"""Section 6 of the observations: bundles, parameters, dates."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from devstack.ehr import LabValue, NewPatient, StandInEhr
from devstack.ehr.fhir.search import Condition, NothingMatchesError, date_condition
from tests.contract.standin.backend import Backend, execute

UTC = ZoneInfo("UTC")


@pytest.fixture
def filled(ehr: StandInEhr, patient: NewPatient) -> NewPatient:
    """A patient with two documents and one lab value."""
    ehr.store.store_document(patient.pid, "Lab Report", "one.pdf", b"%PDF-1.4 one")
    ehr.store.store_document(patient.pid, "Lab Report", "two.pdf", b"%PDF-1.4 two")
    ehr.store.enter_lab_report(
        patient.pid,
        procedure_name="Panel",
        date_report=datetime.fromisoformat("2026-11-21T10:00:00"),
        results=[LabValue("2160-0", "Creatinine", "1.9", "mg/dL")],
    )
    return patient


def test_bundle_is_a_collection_with_one_bare_link_and_untyped_full_urls(backend: Backend, filled: NewPatient) -> None:
    bundle = backend.get("DocumentReference", patient=str(filled.uuid)).json()
    assert (bundle["resourceType"], bundle["type"], bundle["total"]) == ("Bundle", "collection", 2)
    assert bundle["link"] == [{"relation": "self", "url": backend.ehr.base_url}]
    for entry in bundle["entry"]:
        assert entry["fullUrl"] == f"{backend.ehr.base_url}/{entry['resource']['id']}"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", bundle["meta"]["lastUpdated"])


@pytest.mark.parametrize(
    "parameters",
    [
        {"_count": "1"},
        {"_offset": "0", "_count": "10"},
        {"_sort": "date"},
        {"_lastUpdated": "ge2020-01-01"},
        {"status": "current"},
        {"subject": "x"},
        {"foo": "bar"},
        {"date": "bad"},
        {"patient": "nonuuid"},
        {"type": "11502-2"},
        {"category": "Lab Report"},
        {"category": "11502-2"},
        {"category": "clinical-note"},
    ],
    ids=str,
)
def test_what_it_does_not_know_or_cannot_read_empties_the_bundle(
    backend: Backend, filled: NewPatient, parameters: dict[str, str]
) -> None:
    answer = backend.get("DocumentReference", **{"patient": str(filled.uuid), **parameters})
    assert answer.status_code == 200
    assert answer.json()["total"] == 0
    assert "entry" not in answer.json()


def test_the_same_for_observation(backend: Backend, filled: NewPatient) -> None:
    assert len(backend.search("Observation", patient=str(filled.uuid))) == 1
    assert backend.search("Observation", patient=str(filled.uuid), _count="1") == []


def test_nothing_is_paged(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    for number in range(120):
        ehr.store.store_document(patient.pid, "Medical Record", f"{number}.txt", b"note", encrypted=False)
    bundle = backend.get("DocumentReference", patient=str(patient.uuid)).json()
    assert bundle["total"] == len(bundle["entry"]) == 120
    assert [link["relation"] for link in bundle["link"]] == ["self"]


def test_patient_may_be_a_reference(backend: Backend, filled: NewPatient) -> None:
    assert len(backend.search("DocumentReference", patient=f"Patient/{filled.uuid}")) == 2


def test_without_patient_all_patients_come(
    ehr: StandInEhr, backend: Backend, filled: NewPatient, add_patient: Callable[..., NewPatient]
) -> None:
    other = add_patient(ehr)
    ehr.store.store_document(other.pid, "Lab Report", "other.pdf", b"%PDF-1.4")
    subjects = {found["subject"]["reference"] for found in backend.search("DocumentReference")}
    assert {f"Patient/{filled.uuid}", f"Patient/{other.uuid}"} <= subjects


@pytest.mark.parametrize(
    ("date", "found"),
    [
        ("2026-11-30T05:15:19", True),
        ("eq2026-11-30T05:15:19Z", True),
        ("gt2026-11-30T05:15:19", False),
        ("ge2026-11-30T05:15:19", True),
        ("gt2026-11-30T05:15:18", True),
        ("lt2026-11-30T05:15:19", False),
        ("lt2026-11-30T05:15:20", True),
        ("le2026-11-30T05:15:19", True),
        ("ge2026-11-30T00:15:19-05:00", True),
        ("ge2026-11-30T00:15:20-05:00", False),
        ("2026-11-30", True),
        ("gt2026-11-30", False),
        ("ge2026-11", True),
        ("2025", False),
    ],
)
def test_date_prefixes_and_offsets(
    ehr: StandInEhr, backend: Backend, patient: NewPatient, date: str, found: bool
) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "a.pdf", b"%PDF-1.4")
    execute(ehr, "UPDATE documents SET date = '2026-11-30 05:15:19' WHERE id = :id", id=document)
    hits = backend.search("DocumentReference", patient=str(patient.uuid), date=date)
    assert len(hits) == (1 if found else 0)


def test_a_plus_sign_that_is_not_escaped_is_a_space_and_matches_nothing(
    ehr: StandInEhr, backend: Backend, filled: NewPatient
) -> None:
    answer = backend.http.get(
        f"{ehr.fhir_base_url}/DocumentReference?patient={filled.uuid}&date=ge2020-01-01T00:00:00+00:00",
        headers={"Authorization": f"Bearer {backend.token()}"},
    )
    assert answer.json()["total"] == 0


def test_order_changes_after_an_update(ehr: StandInEhr, backend: Backend, patient: NewPatient) -> None:
    numbers = [ehr.store.store_document(patient.pid, "Lab Report", f"{n}.pdf", b"%PDF-1.4") for n in range(8)]

    def order() -> list[str]:
        return [found["id"] for found in backend.search("DocumentReference", patient=str(patient.uuid))]

    before = order()
    for number in numbers[:4]:
        ehr.store.rename_document(number, f"renamed {number}.pdf")
    assert sorted(order()) == sorted(before)
    assert order() != before


def test_a_date_that_does_not_exist_matches_nothing() -> None:
    with pytest.raises(NothingMatchesError):
        date_condition("d.date", "2026-02-30", UTC, "p0")
    assert date_condition("d.date", "lt2026", UTC, "p0") == Condition(
        "d.date < :p0_low", {"p0_low": datetime.fromisoformat("2026-01-01")}
    )
