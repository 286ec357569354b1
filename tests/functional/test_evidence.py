"""Evidence from chart and documents together, through the product's own line: stores, gates, composer, audit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import pytest

from arbiter_fhir.domain.answer import Answer, Draft, RefusalReason, Section
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import PhiMap
from arbiter_fhir.domain.document import DocType, DocumentPages, DocumentWarning, WarningCode
from arbiter_fhir.domain.question import AskedDocument, AskedQuestion, DateWindow, Intent, RoutedQuestion, Topic
from arbiter_fhir.domain.statement import (
    Allergy,
    Assertion,
    Medication,
    MedicationStatus,
    NoKnownAllergies,
    Problem,
)
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import DeidentificationError, ErrorCode
from arbiter_fhir.pipelines import query
from devstack.ehr.people import STORIES, enter_chart
from devstack.samples import sample
from tests.functional.clinic import Clinic
from tests.functional.scripted import Scripted, hypertension, metformin, register, scripted

FORM = SourceType.INTAKE_FORM
NKDA = Allergy("NKDA", none_known=NoKnownAllergies.DRUG_ALLERGIES)
#: The clinician of every order in the stories.
ORDERED_BY = "Marguerite Vanstraten"


@dataclass
class Patient:
    """A patient with years of chart and one form that contradicts it."""

    clinic: Clinic
    script: Scripted
    patient_id: PatientId
    form: DocumentId
    route: Callable[..., None]

    def ask(self, intent: Intent = Intent.FACTUAL_LOOKUP, *analytes: str, **given: Any) -> Answer:
        """Ask with a route of our own: what the supervisor makes of words is tested elsewhere."""
        self.route(intent, analytes, **given)
        return self.clinic.ask(self.patient_id, "what does the record say?")

    def findings(self, *arguments: Any, **given: Any) -> str:
        answer = self.ask(*arguments, **given)
        assert answer.refusal is None, answer.refusal
        return "\n".join(answer.sections[Section.PATIENT_FINDINGS])

    def doubts(self, *arguments: Any, **given: Any) -> str:
        return "\n".join(self.ask(*arguments, **given).sections[Section.NEEDS_REVIEW])


@pytest.fixture
def route(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets a test decide what the question asks for."""

    def decide(intent: Intent, analytes: tuple[str, ...], **given: Any) -> None:
        def routed(asked: AskedQuestion, **_: object) -> RoutedQuestion:
            return RoutedQuestion(asked.text, intent, analytes, "test", **given)

        monkeypatch.setattr(query, "route", routed)

    return decide


@pytest.fixture
def patient(clinic: Clinic, route: Callable[..., None]) -> Iterator[Patient]:
    with scripted(clinic) as script:
        patient_id = register(clinic)
        enter_chart(clinic.site.store, patient_id, STORIES["diabetes"], today=clinic.pipelines.query._site_today())
        form = script.file(
            patient_id,
            FORM,
            NKDA,
            metformin(),
            Medication("Zestril", "lisinopril", "10 mg", status=MedicationStatus.ACTIVE),
            Problem("HTN", Assertion.ABSENT, icd10="I10"),
            hypertension(name="Gout", icd10="M10.9"),
        )
        yield Patient(clinic, script, patient_id, form, route)


def days_ago(days: int) -> date:
    return date.today() - timedelta(days=days)  # noqa: DTZ011 - the stand-in's own day


def test_lists_come_from_chart_and_documents_with_their_contradictions(patient: Patient) -> None:
    said = patient.findings(Intent.LIST, topics=(Topic.MEDICATIONS,))
    assert "Losartan 50 mg" in said
    assert "Metformin 1000 mg" in said
    assert "Metformin 500 mg" in said
    doubts = patient.doubts(Intent.LIST, topics=(Topic.MEDICATIONS,))
    assert "different doses" in doubts
    assert "Zestril" in doubts
    assert "Allergy to Lisinopril" in doubts
    allergies = patient.doubts(Intent.LIST, topics=(Topic.ALLERGIES,))
    assert "Penicillin" in allergies
    assert "No known drug allergies" in allergies
    problems = patient.doubts(Intent.LIST, topics=(Topic.PROBLEMS,))
    assert "HTN" in problems
    assert "Essential hypertension" in problems


def test_what_was_promoted_is_one_finding_with_the_places_of_both(patient: Patient) -> None:
    answer = patient.ask(Intent.LIST, topics=(Topic.PROBLEMS,), subjects=("gout",))
    (sentence,) = answer.sections[Section.PATIENT_FINDINGS]
    assert sentence.endswith("[1][2].")
    assert [each.source_id.split(":")[0] for each in answer.citations] == ["documents", "lists"]


def test_an_allergy_to_the_class_of_a_drug_answers_for_the_drug(patient: Patient) -> None:
    said = patient.findings(topics=(Topic.ALLERGIES,), subjects=("amoxicillin",))
    assert "Penicillin" in said
    assert "No known drug allergies" in said
    assert "Lisinopril" not in said


def test_who_ordered_is_shown_by_name_to_the_caller_and_kept_out_of_the_records(patient: Patient) -> None:
    said = patient.findings(Intent.ORDERED_BY, "hba1c")
    assert ORDERED_BY in said
    rows = patient.clinic.rows("SELECT action, detail FROM audit_log ORDER BY seq DESC LIMIT 1")
    action, detail = str(rows[0][0]), json.loads(str(rows[0][1]))
    assert action == "job.query.completed"
    assert detail["reidentified"] is True
    assert detail["restored_labels"] == ["[PERSON_1]"]
    everything = str(patient.clinic.rows("SELECT * FROM audit_log")) + str(
        patient.clinic.rows("SELECT * FROM clinical_supervisor_handoffs")
    )
    assert "Vanstraten" not in everything
    plain = patient.ask(Intent.FACTUAL_LOOKUP, "hba1c", topics=(Topic.LABS,))
    assert "Vanstraten" not in plain.text
    ((detail_of_plain,),) = patient.clinic.rows("SELECT detail FROM audit_log ORDER BY seq DESC LIMIT 1")
    assert json.loads(str(detail_of_plain))["restored_count"] == 0


@pytest.fixture
def told_by_paper(clinic: Clinic, route: Callable[..., None]) -> tuple[PatientId, DocumentId]:
    """A patient whose results stand on one report only; who ordered them is asked for."""
    patient_id = clinic.register(sample("ruled").truth.person)
    document = clinic.upload_sample(patient_id)
    clinic.work()
    route(Intent.ORDERED_BY, ("hba1c",))
    return patient_id, document


def who_ordered(clinic: Clinic, patient_id: PatientId) -> str:
    answer = clinic.ask(patient_id, "who ordered the A1c?")
    assert answer.refusal is None
    return "\n".join(answer.sections[Section.PATIENT_FINDINGS])


def test_who_ordered_a_result_that_only_a_document_tells_stands_on_the_document(
    clinic: Clinic, told_by_paper: tuple[PatientId, DocumentId]
) -> None:
    patient_id, document = told_by_paper
    answer = clinic.ask(patient_id, "who ordered the A1c?")
    assert "Ordering Provider: Dr. Anneliese Kowalczyk" in "\n".join(answer.sections[Section.PATIENT_FINDINGS])
    assert f"documents:{document}" in {each.source_id for each in answer.citations}


def test_a_documents_own_names_come_back_from_its_encrypted_map_only(
    clinic: Clinic, told_by_paper: tuple[PatientId, DocumentId], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clinic.pipelines.query, "_maps", None)
    masked = who_ordered(clinic, told_by_paper[0])
    assert "Kowalczyk" not in masked
    assert "Ordering Provider: Dr. [PERSON_" in masked


def test_names_that_cannot_be_decrypted_stay_labels_and_the_answer_stands(
    clinic: Clinic, told_by_paper: tuple[PatientId, DocumentId], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lost:
        def read(self, *_: object) -> PhiMap:
            raise DeidentificationError(ErrorCode.DEID_KEY, "The key is another one.")

    monkeypatch.setattr(clinic.pipelines.query, "_maps", Lost())
    assert "Ordering Provider: Dr. [PERSON_" in who_ordered(clinic, told_by_paper[0])
    rows = clinic.rows(
        "SELECT outcome, error_reason FROM clinical_supervisor_handoffs WHERE request_id IS NOT NULL"
        " ORDER BY id DESC LIMIT 1"
    )
    assert rows == [("labels_kept", ErrorCode.DEID_KEY.value)]


def test_what_changed_since_a_day(patient: Patient) -> None:
    said = patient.findings(Intent.CHANGES, when=DateWindow(start=days_ago(60)), topics=(Topic.LABS, Topic.VITALS))
    assert "7.1 %" in said
    assert "7.4 %" not in said
    assert "132/80" in said
    assert "136/82" not in said


def test_a_window_and_what_is_missing_in_it(patient: Patient) -> None:
    answer = patient.ask(Intent.MISSING, "hba1c", "tsh", when=DateWindow(start=days_ago(20)))
    missing = " ".join(answer.sections[Section.MISSING])
    assert "A1c" in missing or "A1C" in missing
    assert "TSH" in missing or "hyroid" in missing
    pending = patient.findings(Intent.MISSING, topics=(Topic.ORDERS,))
    assert "Lipid panel" in pending
    assert "C-peptide" not in pending


def test_what_was_found_and_answers_nothing_is_no_failed_proof(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "compose_draft", lambda _: Draft((), ()))
    answer = patient.ask(Intent.LIST, topics=(Topic.ALLERGIES,))
    assert answer.refusal is not None
    assert answer.refusal.reason is RefusalReason.NO_EVIDENCE


def test_what_was_not_read_is_said(patient: Patient) -> None:
    waiting = patient.clinic.upload(patient.patient_id, sample("ruled").content, name="second.pdf")
    patient.clinic.pipelines.watch.scan()
    answer = patient.ask(Intent.LIST, topics=(Topic.ALLERGIES,))
    assert any("still waiting to be read" in sentence for sentence in answer.sections[Section.MISSING])
    patient.clinic.site.store.delete_document(waiting)
    patient.clinic.work()


def test_a_page_that_could_not_be_read_is_said_with_its_document(
    clinic: Clinic, route: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = clinic.pipelines.ingest._reader

    class ReadsHalf:
        """The product's reader, which gives up on a second page."""

        def read(self, content: bytes, *, doc_type: DocType | None) -> DocumentPages:
            made = reader.read(content, doc_type=doc_type)
            given_up = DocumentWarning(WarningCode.PARTIAL, "Page 2 took too long and was left unread.", 2)
            return replace(made, warnings=(*made.warnings, given_up))

    monkeypatch.setattr(clinic.pipelines.ingest, "_reader", ReadsHalf())
    patient_id = clinic.register(sample("ruled").truth.person)
    document = clinic.upload_sample(patient_id)
    clinic.work()
    route(Intent.FACTUAL_LOOKUP, ("hba1c",), topics=(Topic.LABS,))
    answer = clinic.ask(patient_id, "last A1c?")
    assert answer.refusal is None
    assert f"1 page of document {document} could not be read." in answer.sections[Section.MISSING]


def test_nothing_of_a_withdrawn_form_comes_back_by_any_path(patient: Patient) -> None:
    patient.script.withdraw(patient.form)
    for given in ({"topics": (Topic.MEDICATIONS,)}, {"topics": (Topic.ALLERGIES,)}, {"topics": (Topic.PROBLEMS,)}):
        answer = patient.ask(Intent.LIST, **given)
        assert f"documents:{patient.form}" not in {each.source_id for each in answer.citations}
        assert answer.sections[Section.NEEDS_REVIEW] == ()
    assert patient.ask(Intent.DOCUMENT, document=AskedDocument(number=patient.form)).refusal is not None


def test_another_patients_document_is_no_document_of_this_one(patient: Patient, clinic: Clinic) -> None:
    person = sample("ruled").truth.person
    other = clinic.register(person, mrn=f"{person.mrn}-2", given="Somebody", family="Else")
    foreign = clinic.upload_sample(other)
    clinic.work()
    answer = patient.ask(Intent.DOCUMENT, document=AskedDocument(number=foreign))
    assert answer.refusal is not None
    assert answer.citations == ()


def test_hand_overs_tell_the_way_with_their_own_times(patient: Patient) -> None:
    patient.ask(Intent.LIST, topics=(Topic.ALLERGIES,))
    rows = patient.clinic.rows(
        "SELECT source_node, destination_node, task_type, outcome, latency_ms, error_reason"
        " FROM clinical_supervisor_handoffs WHERE request_id = (SELECT request_id FROM clinical_supervisor_handoffs"
        " WHERE request_id IS NOT NULL ORDER BY id DESC LIMIT 1) ORDER BY id"
    )
    assert [row[:2] for row in rows] == [
        ("caller", "supervisor"),
        ("supervisor", "evidence-retriever"),
        ("evidence-retriever", "answer-composer"),
        ("answer-composer", "validator"),
    ]
    assert {row[2] for row in rows} == {"list"}
    assert all(isinstance(row[4], int) and row[4] >= 0 and row[5] is None for row in rows)
