"""HL7 v2 messages by their own reader, through the whole line into the chart and out of it."""

from __future__ import annotations

from datetime import datetime

import pytest

from arbiter_fhir.bootstrap.watching import build_mappings
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from devstack.samples import sample
from tests.functional.clinic import Clinic

PERSON = sample("ruled").truth.person


@pytest.fixture(scope="module")
def category(clinic: Clinic) -> str:
    """A category that is read as HL7 v2 messages."""
    name = "Laboratory Messages"
    build_mappings(clinic.site.settings).put(clinic.site.store.add_category(name), DocType.HL7V2_MESSAGE, active=True)
    return name


def message(kind: str, *segments: str) -> bytes:
    """One message about the sample's person."""
    born = PERSON.birth_date.strftime("%Y%m%d")
    name = f"{PERSON.family.upper()}^{PERSON.given.upper()}"
    header = f"MSH|^~\\&|LAB|SAMPLE LABORATORIES|EHR|CLINIC|20260410103000||{kind}|M1|P|2.5.1"
    patient = f"PID|1||{PERSON.mrn}^^^CLINIC^MR||{name}||{born}|{PERSON.sex[:1]}"
    return "\r".join([header, patient, *segments, ""]).encode()


def potassium(value: str, status: str, *, reported: str = "101500") -> bytes:
    """A potassium with its OBX-11 status and the time of its report."""
    when = "20260410083000"
    request = f"OBR|1|P1|F1|2823-3^Potassium^LN|||{when}|||||||||||||||20260410{reported}||CH|{status}"
    return message(
        "ORU^R01^ORU_R01",
        request,
        f"OBX|1|NM|2823-3^Potassium [Moles/volume] in Serum or Plasma^LN||{value}|mmol/L|3.5-5.1||||{status}|||{when}",
    )


def file(clinic: Clinic, patient: PatientId, content: bytes, category: str) -> DocumentId:
    document = clinic.upload(patient, content, name="message.hl7", category=category)
    clinic.work()
    state = clinic.jobs(document)[-1][:2]
    assert state == ("succeeded", None), state
    return document


def outcomes(clinic: Clinic, document: DocumentId) -> list[tuple[object, ...]]:
    return clinic.rows(
        "SELECT outcome, conflict_reason FROM clinical_document_promotions WHERE document_id = %s ORDER BY fact_id",
        document,
    )


def test_final_corrected_and_withdrawn(clinic: Clinic, category: str) -> None:
    patient = clinic.register(PERSON)
    order = clinic.site.store.place_lab_order(
        patient,
        "Potassium",
        date_ordered=datetime(2026, 4, 9),  # noqa: DTZ001 - the site's local time
    )
    preliminary = file(clinic, patient, potassium("6.4", "P"), category)
    assert outcomes(clinic, preliminary)[0][0] != "promoted"
    assert clinic.chart(patient) == []
    final = file(clinic, patient, potassium("5.9", "F"), category)
    (row,) = clinic.chart(patient)
    assert (row.value, row.unit, row.code, row.order_id) == ("5.9", "mmol/L", "2823-3", order)
    corrected = file(clinic, patient, potassium("4.1", "C"), category)
    (row,) = clinic.chart(patient)
    assert (row.value, row.order_id, row.document_id) == ("4.1", order, corrected)
    declared = file(clinic, patient, potassium("4.1", "W"), category)
    assert clinic.chart(patient) == []
    assert outcomes(clinic, declared) == [("not_promotable", "withdrew_result")]
    assert outcomes(clinic, final) == [("promoted", "new_result")]


def test_of_two_corrections_the_later_report_stands_in_whichever_order_they_come(clinic: Clinic, category: str) -> None:
    patient = clinic.register(PERSON)
    file(clinic, patient, potassium("5.9", "F"), category)
    file(clinic, patient, potassium("4.1", "C", reported="110000"), category)
    second = file(clinic, patient, potassium("4.3", "C", reported="120000"), category)
    assert [(lab.value, lab.document_id) for lab in clinic.chart(patient)] == [("4.3", second)]
    late = file(clinic, patient, potassium("4.2", "C", reported="113000"), category)
    assert outcomes(clinic, late) == [("not_promotable", "superseded_by_correction")]
    assert [lab.value for lab in clinic.chart(patient)] == ["4.3"]
    clinic.site.store.delete_document(second)
    clinic.work()
    assert [(lab.value, lab.document_id) for lab in clinic.chart(patient)] == [("4.2", late)]


def test_a_deleted_result_without_a_value_leaves_the_chart(clinic: Clinic, category: str) -> None:
    patient = clinic.register(PERSON)
    file(clinic, patient, potassium("5.9", "F"), category)
    declared = file(clinic, patient, potassium("", "D"), category)
    assert outcomes(clinic, declared) == [("not_promotable", "withdrew_result")]
    assert clinic.chart(patient) == []
    clinic.site.store.delete_document(declared)
    clinic.work()
    assert [lab.value for lab in clinic.chart(patient)] == ["5.9"]


def test_a_message_and_a_paper_with_the_same_results_are_one_set_of_rows(clinic: Clinic, category: str) -> None:
    patient = clinic.register(PERSON)
    paper = clinic.upload_sample(patient)
    clinic.work()
    before = clinic.chart(patient)
    row = next(lab for lab in before if lab.code)
    when = row.collected_at.strftime("%Y%m%d%H%M%S") if row.collected_at else ""
    content = message(
        "ORU^R01^ORU_R01",
        f"OBR|1|P1|F1|{row.code}^{row.name}^LN|||{when}|||||||||||||||{when}||CH|F",
        f"OBX|1|NM|{row.code}^{row.name}^LN||{row.value}|{row.unit}|{row.reference_range}||||F|||{when}",
    )
    sent = file(clinic, patient, content, category)
    assert outcomes(clinic, sent) == [("duplicate_skipped", "same_value_from_other_document")]
    assert clinic.chart(patient) == before
    clinic.site.store.delete_document(paper)
    clinic.work()
    assert [(lab.value, lab.document_id) for lab in clinic.chart(patient)] == [(row.value, sent)]


def test_an_admission_fills_the_lists_with_what_it_states_plainly(clinic: Clinic, category: str) -> None:
    patient = clinic.register(PERSON)
    content = message(
        "ADT^A01^ADT_A01",
        "PV1|1|I",
        "AL1|1|DA^Drug allergy^HL70127|70618^Penicillin^RXNORM|SV^Severe^HL70128|Hives",
        "DG1|1||I10^Essential (primary) hypertension^I10|||F",
        "DG1|2||E11.9^Type 2 diabetes mellitus^I10|||W",
    )
    document = file(clinic, patient, content, category)
    entries = clinic.site_rows("SELECT type, title, diagnosis FROM lists WHERE pid = %s ORDER BY id", patient)
    assert entries == [
        ("allergy", "Penicillin", "RXNORM:70618"),
        ("medical_problem", "Essential (primary) hypertension", "ICD10:I10"),
    ]
    clinic.site.store.delete_document(document)
    clinic.work()
    assert clinic.site_rows("SELECT id FROM lists WHERE pid = %s AND activity = 1", patient) == []
    assert clinic.left_of(document) == {}
