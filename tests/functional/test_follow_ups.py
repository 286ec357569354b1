"""A conversation over the whole line: each question may lean on the one before, of the same caller and patient only."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.answer import Answer, AnswerStatus, RefusalReason
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import PatientId
from devstack.samples import sample
from tests.functional.clinic import Clinic


@pytest.fixture(scope="module")
def patient(clinic: Clinic) -> PatientId:
    registered = clinic.register(sample("ruled").truth.person)
    clinic.upload_sample(registered)
    clinic.work()
    return registered


def asked(
    clinic: Clinic, patient: PatientId, question: str, *, follows: str | None = None, caller: str = "test"
) -> tuple[str, Answer]:
    return clinic.pipelines.query.ask(RecordView.whole(patient), question, caller=caller, follows=follows)


def test_a_question_leans_on_the_one_before(clinic: Clinic, patient: PatientId) -> None:
    first, answer = asked(clinic, patient, "most recent HbA1c?")
    assert answer.status is AnswerStatus.ANSWERED
    second, flagged = asked(clinic, patient, "was that high?", follows=first)
    assert flagged.status is AnswerStatus.ANSWERED
    assert "A1c" in flagged.text
    _, potassium = asked(clinic, patient, "what about creatinine?", follows=second)
    assert "creatinine" in potassium.text.casefold()


def test_of_another_caller_or_patient_or_none_nothing_is_taken(clinic: Clinic, patient: PatientId) -> None:
    first, _ = asked(clinic, patient, "most recent HbA1c?")
    other = clinic.register(sample("ruled", seed=2).truth.person)
    for who, caller, follows in (
        (patient, "somebody-else", first),
        (other, "test", first),
        (patient, "test", "no-such-request"),
        (patient, "test", None),
    ):
        _, answer = asked(clinic, who, "was that high?", follows=follows, caller=caller)
        assert answer.refusal is not None
        assert answer.refusal.reason is RefusalReason.OUT_OF_SCOPE


def test_what_is_kept_is_clean_text(clinic: Clinic, patient: PatientId) -> None:
    person = sample("ruled").truth.person
    asked(clinic, patient, f"A1c of {person.given} {person.family} since 3/14/2019 and of Zorvitha Quaxelbryn?")
    kept = " ".join(str(row) for row in clinic.rows("SELECT question_text, routed_json FROM clinical_query_turns"))
    assert "[PERSON_1]" in kept
    for name in (person.given, person.family, "Zorvitha", "Quaxelbryn", "3/14/2019"):
        assert name not in kept
