"""The pages for people."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

import httpx

from devstack.ehr import LabValue, NewPatient, StandInEhr
from devstack.ehr.people import enter_people
from tests.contract.standin.backend import execute

EVIL = "<script>alert(1)</script>\"'&"


def test_patients_are_listed_and_link_to_their_charts(
    ehr: StandInEhr, http: httpx.Client, add_patient: Callable[..., NewPatient]
) -> None:
    patient = add_patient(ehr, fname="Noor", lname="Almeida")
    page = http.get(f"{ehr.base_url}/")
    assert page.status_code == 200
    assert "Noor Almeida" in page.text
    assert f'href="/chart/{patient.pid}"' in page.text


def test_a_chart_shows_documents_with_their_bytes(ehr: StandInEhr, http: httpx.Client, patient: NewPatient) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "panel.pdf", b"%PDF-1.4 panel")
    gone = ehr.store.store_document(patient.pid, "Lab Report", "gone.pdf", b"%PDF-1.4 gone")
    ehr.store.delete_document(gone)
    ehr.store.add_issue(patient.pid, "allergy", "Penicillin", reaction="hives")
    page = http.get(f"{ehr.base_url}/chart/{patient.pid}").text
    for shown in ("panel.pdf", "Lab Report", "gone.pdf", "deleted", "Penicillin", "hives", patient.pubpid):
        assert shown in page
    answer = http.get(f"{ehr.base_url}/chart/{patient.pid}/documents/{document}")
    assert (answer.content, answer.headers["content-type"]) == (b"%PDF-1.4 panel", "application/pdf")
    assert answer.headers["content-disposition"] == "inline"


def test_a_chart_shows_care_as_the_pages_of_openemr_name_it(ehr: StandInEhr, http: httpx.Client) -> None:
    people = enter_people(ehr.store, today=date(2026, 6, 1), names=["diabetes"])
    ehr.store.delete_encounter(people["diabetes"], ehr.store.create_encounter(people["diabetes"], reason="Mistaken"))
    page = http.get(f"{ehr.base_url}/chart/{people['diabetes']}").text
    for shown in (
        *("Losartan 50 mg", "1 tablet By Mouth q.d.", "Hypertension", "Medication review", "132/80 mmHg", "187 lb"),
        *("Established Patient", "Marguerite Vanstraten", "Lipid panel", "canceled", "Tdap", "refused", "Mistaken"),
    ):
        assert shown in page, shown


def test_lab_results_show_every_column(ehr: StandInEhr, http: httpx.Client, patient: NewPatient) -> None:
    document = ehr.store.store_document(patient.pid, "Lab Report", "panel.pdf", b"%PDF-1.4")
    value = LabValue("2160-0", "Creatinine", "1.9", "mg/dL", "0.6-1.3", "high", document_id=document)
    entered = ehr.store.enter_lab_report(
        patient.pid,
        procedure_name="Basic panel",
        date_report=datetime.fromisoformat("2026-11-21T10:05:00"),
        results=[value],
    )
    execute(
        ehr,
        "UPDATE procedure_order SET external_id = 'arb-1', history_order = '1' WHERE procedure_order_id = :id",
        id=entered.order_id,
    )
    page = http.get(f"{ehr.base_url}/chart/{patient.pid}/labs").text
    for shown in ("Basic panel", "2026-11-21 10:05", "Creatinine", "1.9", "mg/dL", "0.6-1.3", "high", "final", "arb-1"):
        assert shown in page
    assert f'href="/chart/{patient.pid}/documents/{document}"' in page


def test_everything_is_escaped_and_nothing_runs(
    ehr: StandInEhr, http: httpx.Client, add_patient: Callable[..., NewPatient]
) -> None:
    patient = add_patient(ehr, fname=EVIL, lname=EVIL)
    document = ehr.store.store_document(patient.pid, "Lab Report", EVIL, b"<html><script>1</script>", "text/html")
    ehr.store.add_issue(patient.pid, "allergy", EVIL, comments=EVIL)
    ehr.store.enter_lab_report(
        patient.pid,
        procedure_name=EVIL,
        date_report=datetime.fromisoformat("2026-01-01"),
        results=[LabValue(EVIL[:20], EVIL, EVIL, EVIL[:20], EVIL, EVIL[:20])],
    )
    for path in ("/", f"/chart/{patient.pid}", f"/chart/{patient.pid}/labs"):
        page = http.get(f"{ehr.base_url}{path}")
        assert "<script" not in page.text
        assert "script-src" not in page.headers["content-security-policy"]
        assert "default-src 'none'" in page.headers["content-security-policy"]
    answer = http.get(f"{ehr.base_url}/chart/{patient.pid}/documents/{document}")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_other_paths_and_other_peoples_documents_are_404(
    ehr: StandInEhr, http: httpx.Client, patient: NewPatient, add_patient: Callable[..., NewPatient]
) -> None:
    other = add_patient(ehr)
    document = ehr.store.store_document(other.pid, "Lab Report", "a.pdf", b"%PDF-1.4")
    for path in (
        "/nothing",
        "/chart",
        "/chart/999999",
        "/chart/x",
        f"/chart/{patient.pid}/nothing",
        f"/chart/{patient.pid}/documents/{document}",
        f"/chart/{patient.pid}/documents/x",
    ):
        assert http.get(f"{ehr.base_url}{path}").status_code == 404, path
    ehr.store.remove_file(document)
    assert http.get(f"{ehr.base_url}/chart/{other.pid}/documents/{document}").status_code == 500
