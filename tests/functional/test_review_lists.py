"""Decisions about entries of lists, and about results that several documents bring."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ErrorCode, ReviewError
from arbiter_fhir.pipelines.review_items import Decision, DecisionMade
from arbiter_fhir.ports.access import Caller, KeyScope
from tests.functional.clinic import Clinic
from tests.functional.desk import Desk, sit_down
from tests.functional.scripted import Scripted, metformin, penicillin, potassium, register, scripted

INTAKE, FAX, LAB = SourceType.INTAKE_FORM, SourceType.FAX_PACKET, SourceType.LAB_PDF


@pytest.fixture
def script(clinic: Clinic) -> Iterator[Scripted]:
    with scripted(clinic) as script:
        yield script


def settle(
    clinic: Clinic, patient: PatientId, document: DocumentId, word: ReviewWord, *, shown: int | None = None
) -> DecisionMade:
    """Decide about the one fact of a document, and let the worker carry it out."""
    ((fact,),) = clinic.rows("SELECT id FROM clinical_document_facts WHERE document_id = %s", document)
    caller = Caller("users:7", clinic.pipelines.scope.site, frozenset({KeyScope.REVIEW}))
    version = shown_version(clinic, patient, document) if shown is None else shown
    made = clinic.pipelines.review.decide(patient, Decision(f"fact:{fact}", version, word), caller=caller)
    clinic.work()
    return made


def shown_version(clinic: Clinic, patient: PatientId, document: DocumentId) -> int:
    """Of the one fact of a document, as a reviewer is told it."""
    return sit_down(clinic, patient).only(document).version


def entries(clinic: Clinic, patient: PatientId) -> list[tuple[object, ...]]:
    return clinic.site_rows("SELECT type, title, activity FROM lists WHERE pid = %s ORDER BY id", patient)


def test_a_medicine_of_a_fax_is_written_when_a_person_says_so(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    document = script.file(patient, FAX, metformin())
    assert clinic.outcomes(document) == ["not_promotable"]
    settle(clinic, patient, document, ReviewWord.APPROVE)
    assert entries(clinic, patient) == [("medication", "Metformin 500 mg tablet", 1)]
    ((comment,),) = clinic.site_rows("SELECT comments FROM lists WHERE pid = %s", patient)
    assert str(comment).endswith("approved by a reviewer")
    settle(clinic, patient, document, ReviewWord.UNDO)
    assert entries(clinic, patient) == [("medication", "Metformin 500 mg tablet", 0)]
    assert clinic.outcomes(document) == ["not_promotable"]


def test_an_allergy_that_the_chart_denies_stands_beside_it_when_a_person_says_so(
    clinic: Clinic, script: Scripted
) -> None:
    patient = register(clinic)
    clinic.site.store.add_issue(patient, "allergy", "NKDA")
    document = script.file(patient, INTAKE, penicillin())
    assert clinic.outcomes(document) == ["conflict_needs_review"]
    settle(clinic, patient, document, ReviewWord.APPROVE)
    assert entries(clinic, patient) == [("allergy", "NKDA", 1), ("allergy", "Penicillin", 1)]
    settle(clinic, patient, document, ReviewWord.REJECT)
    assert entries(clinic, patient) == [("allergy", "NKDA", 1), ("allergy", "Penicillin", 0)]


def test_an_approval_over_the_charts_mark_of_none_is_made_by_who_saw_it(clinic: Clinic, script: Scripted) -> None:
    patient = register(clinic)
    clinic.site.store.mark_none(patient, "allergy")
    document = script.file(patient, INTAKE, penicillin())
    assert clinic.outcomes(document) == ["conflict_needs_review"]
    with pytest.raises(ReviewError):
        settle(clinic, patient, document, ReviewWord.APPROVE, shown=0)
    settle(clinic, patient, document, ReviewWord.APPROVE)
    assert entries(clinic, patient) == [("allergy", "Penicillin", 1)]
    assert clinic.rows("SELECT over_row FROM clinical_document_fact_reviews WHERE document_id = %s", document) == [
        ("list_marked_none",)
    ]


def test_an_allergy_beside_an_entry_is_approved_by_who_saw_what_the_entry_says(
    clinic: Clinic, script: Scripted
) -> None:
    patient = register(clinic)
    none = clinic.site.store.add_issue(patient, "allergy", "NKDA")
    document = script.file(patient, INTAKE, penicillin())
    seen = shown_version(clinic, patient, document)
    clinic.site_rows("UPDATE lists SET title = 'No known drug allergies' WHERE id = %s", none)
    with pytest.raises(ReviewError) as stale:
        settle(clinic, patient, document, ReviewWord.APPROVE, shown=seen)
    assert stale.value.code is ErrorCode.REVIEW_STALE
    settle(clinic, patient, document, ReviewWord.APPROVE)
    assert [title for _, title, _ in entries(clinic, patient)] == ["No known drug allergies", "Penicillin"]


class TestTheSameStatementOfAnotherDocument:
    """A person rejected it in the first; nobody has looked at the second."""

    def both(self, clinic: Clinic, script: Scripted) -> tuple[Desk, DocumentId, DocumentId]:
        desk = sit_down(clinic, register(clinic))
        first = script.file(desk.patient, LAB, potassium("4.1"))
        second = script.file(desk.patient, LAB, potassium("4.10"))
        assert (clinic.outcomes(first), clinic.outcomes(second)) == (["promoted"], ["duplicate_skipped"])
        desk.settle(desk.only(first), ReviewWord.REJECT)
        return desk, first, second

    def test_it_is_asked_about_and_not_written_by_itself(self, clinic: Clinic, script: Scripted) -> None:
        desk, _, second = self.both(clinic, script)
        assert desk.values() == []
        (item,) = desk.items("fact")
        assert (item.document_id, item.reasons[0].code) == (second, "rejected_before")
        desk.settle(item, ReviewWord.APPROVE)
        assert [(lab.value, lab.document_id) for lab in clinic.chart(desk.patient)] == [("4.10", second)]

    def test_when_the_rejection_is_taken_back_nobody_is_asked(self, clinic: Clinic, script: Scripted) -> None:
        desk, first, second = self.both(clinic, script)
        desk.settle(desk.only(first), ReviewWord.UNDO)
        assert desk.items() == []
        assert len(desk.values()) == 1
        assert sorted([*clinic.outcomes(first), *clinic.outcomes(second)]) == ["duplicate_skipped", "promoted"]

    def test_a_later_document_is_asked_about_as_well(self, clinic: Clinic, script: Scripted) -> None:
        desk, first, second = self.both(clinic, script)
        script.withdraw(first)
        third = script.file(desk.patient, LAB, potassium("4.100"))
        assert desk.values() == []
        assert {item.document_id for item in desk.items("fact")} == {second, third}
