"""What people do to a document in OpenEMR has its outcome, and a withdrawn document leaves nothing that counts."""

from __future__ import annotations

from devstack.samples import sample
from tests.functional.clinic import Clinic

PERSON = sample("ruled").truth.person


def read(clinic: Clinic) -> tuple[int, int]:
    """A fresh patient with one report, read and promoted: (patient, document)."""
    patient = clinic.register(PERSON)
    document = clinic.upload_sample(patient)
    clinic.work()
    assert clinic.chart(patient)
    return patient, document


def test_a_deleted_document_is_withdrawn_everywhere(clinic: Clinic) -> None:
    patient, document = read(clinic)
    assert clinic.left_of(document)
    clinic.site.store.delete_document(document)
    clinic.work()
    assert clinic.chart(patient) == []
    assert clinic.left_of(document) == {}
    assert clinic.jobs(document)[0][0] == "retracted"
    assert clinic.ask(patient, "most recent HbA1c?").refusal is not None
    (count,) = clinic.rows("SELECT COUNT(*) FROM clinical_document_retractions WHERE document_id = %s", document)[0]
    assert int(str(count)) > 0


def test_withdrawing_twice_is_withdrawing_once(clinic: Clinic) -> None:
    patient, document = read(clinic)
    clinic.site.store.delete_document(document)
    clinic.work()
    before = clinic.rows("SELECT COUNT(*) FROM clinical_document_retractions WHERE document_id = %s", document)
    clinic.work()
    assert clinic.rows("SELECT COUNT(*) FROM clinical_document_retractions WHERE document_id = %s", document) == before
    assert clinic.chart(patient) == []


def test_an_undeleted_document_is_read_again(clinic: Clinic) -> None:
    patient, document = read(clinic)
    before = {(lab.name, lab.value) for lab in clinic.chart(patient)}
    clinic.site.store.delete_document(document)
    clinic.work()
    clinic.site.store.undelete_document(document, "Lab Report")
    clinic.work()
    assert {(lab.name, lab.value) for lab in clinic.chart(patient)} == before
    assert clinic.ask(patient, "most recent HbA1c?").refusal is None


def test_a_renamed_document_changes_nothing(clinic: Clinic) -> None:
    patient, document = read(clinic)
    before = clinic.chart(patient)
    clinic.site.store.rename_document(document, "renamed.pdf")
    clinic.work()
    assert clinic.chart(patient) == before
    assert len(clinic.jobs(document)) == 1


def test_a_document_moved_out_of_the_mapped_category_is_withdrawn(clinic: Clinic) -> None:
    patient, document = read(clinic)
    clinic.site.store.move_document_category(document, "Medical Record")
    clinic.work()
    assert clinic.chart(patient) == []
    assert clinic.left_of(document) == {}
    clinic.site.store.move_document_category(document, "Lab Report")
    clinic.work()
    assert clinic.chart(patient)


def test_a_document_moved_to_its_own_patient_is_withdrawn_and_promoted_there(clinic: Clinic) -> None:
    wrong = clinic.register(
        PERSON, given="Other", family="Person", mrn="W-1", birth_date=PERSON.birth_date.replace(1950)
    )
    right = clinic.register(PERSON)
    document = clinic.upload_sample(wrong)
    clinic.work()
    assert clinic.chart(wrong) == []
    clinic.site.store.move_document_patient(document, right)
    clinic.work()
    assert clinic.chart(wrong) == []
    assert clinic.chart(right)


def test_a_document_moved_away_leaves_the_first_chart(clinic: Clinic) -> None:
    patient, document = read(clinic)
    other = clinic.register(
        PERSON, given="Other", family="Person", mrn="W-2", birth_date=PERSON.birth_date.replace(1951)
    )
    clinic.site.store.move_document_patient(document, other)
    clinic.work()
    assert clinic.chart(patient) == []
    assert clinic.chart(other) == []


def test_a_document_in_two_mapped_categories_is_one_document(clinic: Clinic) -> None:
    patient, document = read(clinic)
    before = clinic.chart(patient)
    clinic.site.store.link_category(document, "Medical Record")
    clinic.work()
    assert clinic.chart(patient) == before
    assert len(clinic.jobs(document)) == 1


def test_when_one_of_two_documents_goes_the_other_carries_the_result(clinic: Clinic) -> None:
    patient, first = read(clinic)
    second = clinic.upload_sample(patient)
    clinic.work()
    before = {(lab.name, lab.value) for lab in clinic.chart(patient)}
    clinic.site.store.delete_document(first)
    clinic.work()
    chart = clinic.chart(patient)
    assert {(lab.name, lab.value) for lab in chart} == before
    assert {lab.document_id for lab in chart} == {second}
    assert clinic.left_of(first) == {}


def test_a_result_that_a_clinician_edited_is_left_to_a_person(clinic: Clinic) -> None:
    patient, document = read(clinic)
    edited = clinic.chart(patient)[0]
    clinic.site.store.edit_lab_result(edited.result_id, result="123")
    clinic.site.store.delete_document(document)
    clinic.work()
    assert [(lab.result_id, lab.value) for lab in clinic.chart(patient)] == [(edited.result_id, "123")]
    actions = clinic.rows(
        "SELECT action FROM clinical_document_retractions WHERE document_id = %s AND promoted_record_id = %s",
        document,
        edited.result_id,
    )
    assert actions == [("needs_review",)]


def test_a_document_of_an_unmapped_category_is_nobodys_business(clinic: Clinic) -> None:
    patient = clinic.register(PERSON)
    document = clinic.upload(patient, sample("ruled").content, category="Medical Record")
    clinic.work()
    assert clinic.jobs(document) == []
