"""What is told between a decision and the reading that carries it out: nothing is missing and nothing is made up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.pipelines.review_items import ReviewItem, ReviewState
from tests.functional.clinic import Clinic
from tests.functional.desk import Desk, sit_down
from tests.functional.scripted import Scripted, at, penicillin, potassium, register, scripted

INTAKE, LAB = SourceType.INTAKE_FORM, SourceType.LAB_PDF
QUESTION = "most recent potassium?"


@pytest.fixture
def script(clinic: Clinic) -> Iterator[Scripted]:
    with scripted(clinic) as script:
        yield script


@pytest.fixture
def desk(clinic: Clinic) -> Desk:
    return sit_down(clinic, register(clinic))


def shown(desk: Desk) -> list[ReviewItem]:
    """All that a patient's page of the queue shows."""
    return list(desk.clinic.pipelines.review.waiting(desk.patient, caller=desk.caller).items)


def evidence(desk: Desk) -> list[str]:
    """Values of the results that answers may state from documents."""
    found = desk.clinic.pipelines.query._evidence.active_facts(RecordView.whole(desk.patient))
    return sorted(each.fact.lab.value for each in found if each.fact.lab is not None)


class TestTheQueue:
    def test_an_undone_item_stays_on_the_page(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium())
        desk.settle(desk.only(document), ReviewWord.APPROVE)
        made = desk.say(desk.only(document), ReviewWord.UNDO)
        (item,) = shown(desk)
        assert item.item == made.item.item
        assert (item.state, item.decided) == (ReviewState.READ_AGAIN, None)
        assert (made.item.state, made.item.version) == (item.state, item.version)
        assert desk.counts() == {"identity": 0, "fact": 0, "conflict": 0}
        desk.clinic.work()
        assert shown(desk) == []
        assert desk.only(document).state is ReviewState.SETTLED

    def test_a_correction_shows_the_papers_value_at_once(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium())
        made = desk.say(desk.only(document), ReviewWord.APPROVE, corrections={"value": "4.3"})
        for item in (made.item, *shown(desk)):
            assert self.values(item) == ("4.3", "4.1")
            assert item.state is ReviewState.READ_AGAIN
            assert item.reasons[0].code == "approved_by_reviewer"
        desk.clinic.work()
        (item,) = shown(desk)
        assert (item.state, self.values(item)) == (ReviewState.DECIDED, ("4.3", "4.1"))
        desk.say(item, ReviewWord.UNDO)
        (item,) = shown(desk)
        assert (item.state, self.values(item)) == (ReviewState.READ_AGAIN, ("4.1", None))

    def test_a_decision_that_could_not_be_carried_out_says_so(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium())
        made = desk.say(desk.only(document), ReviewWord.REJECT)
        assert made.item.state is ReviewState.READ_AGAIN
        desk.clinic.rows(
            "UPDATE clinical_document_processing_jobs SET status = 'failed', finished_at = utc_timestamp(6)"
            " WHERE document_id = %s",
            document,
        )
        (item,) = shown(desk)
        assert (item.state, item.decided and item.decided.decision) == (
            ReviewState.NOT_CARRIED_OUT,
            ReviewWord.REJECT,
        )

    def values(self, item: ReviewItem) -> tuple[str, str | None]:
        assert item.fact is not None
        value = next(each for each in item.fact.fields if each.name == "value")
        return value.value, value.paper


class TestAnswers:
    def test_facts_of_a_document_that_is_read_again_stay_and_it_is_said(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium(), potassium("4.7", collection_date=at(day=11)))
        desk.reopen([document])
        assert evidence(desk) == ["4.1", "4.7"]
        answer = desk.clinic.ask(desk.patient, QUESTION)
        assert "4.7" in answer.text
        assert f"Document {document} is being read again" in answer.text
        assert "waiting to be read" not in answer.text
        desk.clinic.work()
        assert evidence(desk) == ["4.1", "4.7"]
        assert "read again" not in desk.clinic.ask(desk.patient, QUESTION).text

    @pytest.mark.parametrize(
        ("word", "said"),
        [
            (ReviewWord.REJECT, {}),
            (ReviewWord.APPROVE, {"corrections": {"value": "4.3"}}),
        ],
        ids=["rejected", "corrected"],
    )
    def test_what_is_said_to_be_wrong_is_out_at_once(
        self, desk: Desk, script: Scripted, word: ReviewWord, said: dict[str, object]
    ) -> None:
        document = script.file(desk.patient, LAB, potassium("4.7", collection_date=at(day=11)))
        copy = script.file(desk.patient, LAB, potassium("4.7", collection_date=at(day=11)))
        desk.say(desk.only(document), word, **said)
        assert evidence(desk) == []
        view = RecordView.whole(desk.patient)
        reader = desk.clinic.pipelines.query._evidence
        assert list(reader.review_facts(view)) == []
        rejected = word is ReviewWord.REJECT
        assert bool(reader.passages(view, limit=50)) is not rejected
        desk.clinic.work()
        assert evidence(desk) == ([] if rejected else ["4.3", "4.3"])
        assert reader.passages(view, limit=50)
        assert desk.clinic.jobs(copy)[-1][0] == "succeeded"

    def test_an_approval_without_a_place_on_the_page_is_rejected_without_harm(
        self, desk: Desk, script: Scripted
    ) -> None:
        document = script.file(desk.patient, INTAKE, penicillin())
        desk.settle(desk.only(document), ReviewWord.APPROVE)
        # As a fact of a page whose words have no places.
        desk.clinic.rows(
            "UPDATE clinical_document_facts SET citation_json = JSON_SET(citation_json, '$.box', NULL)"
            " WHERE document_id = %s",
            document,
        )
        made = desk.say(desk.only(document), ReviewWord.REJECT)
        assert made.item.state is ReviewState.READ_AGAIN
        desk.clinic.work()
        assert desk.entries() == [("Penicillin", 0)]


class TestTheChart:
    def test_what_was_rejected_leaves_it_before_any_worker_comes(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium(), potassium("4.7", collection_date=at(day=11)))
        copy = script.file(desk.patient, LAB, potassium(), potassium("4.7", collection_date=at(day=11)))
        ((fact_id,),) = desk.clinic.rows("SELECT MIN(id) FROM clinical_document_facts WHERE document_id = %s", copy)
        made = desk.say(desk.item(f"fact:{fact_id}"), ReviewWord.REJECT)
        assert desk.values() == ["4.7"]
        assert made.item.state is ReviewState.READ_AGAIN
        assert desk.clinic.rows(
            "SELECT actor_type, actor_id, action FROM clinical_document_retractions WHERE patient_id = %s", desk.patient
        ) == [("reviewer", "users:7", "chart_row_inactivated")]
        desk.clinic.work()
        assert desk.values() == ["4.7"]
        assert [desk.clinic.outcomes(each)[0] for each in (document, copy)] == ["rejected", "rejected"]
        desk.settle(desk.item(f"fact:{fact_id}"), ReviewWord.UNDO)
        assert desk.values() == ["4.1", "4.7"]

    def test_what_a_person_has_edited_stays_until_somebody_decides_beside_it(
        self, desk: Desk, script: Scripted
    ) -> None:
        document = script.file(desk.patient, LAB, potassium())
        (row,) = desk.clinic.chart(desk.patient)
        desk.clinic.site.store.edit_lab_result(row.result_id, result="4.4")
        desk.say(desk.only(document), ReviewWord.REJECT)
        assert desk.values() == ["4.4"]
        desk.clinic.work()
        (item,) = desk.items("conflict")
        assert item.reasons[0].code == "row_to_take_back_was_edited"


class TestCopies:
    def test_a_copy_that_has_failed_follows_the_decision(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium())
        copy = script.file(desk.patient, LAB, potassium())
        desk.clinic.rows(
            "UPDATE clinical_document_processing_jobs SET status = 'failed', error_code = 'E_CRASH',"
            " finished_at = utc_timestamp(6) WHERE document_id = %s",
            document,
        )
        desk.settle(desk.only(copy), ReviewWord.REJECT)
        assert desk.values() == []
        assert [desk.clinic.jobs(each)[-1][:2] for each in (document, copy)] == [("succeeded", None)] * 2

    def test_what_failed_does_not_count_while_it_is_tried_again(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium("4.7", collection_date=at(day=11)))
        copy = script.file(desk.patient, LAB, potassium("4.9", collection_date=at(day=12)))
        desk.clinic.rows(
            "UPDATE clinical_document_processing_jobs SET status = 'failed', finished_at = utc_timestamp(6)"
            " WHERE document_id = %s",
            document,
        )
        assert evidence(desk) == ["4.9"]
        desk.say(desk.only(copy), ReviewWord.KEEP)
        assert evidence(desk) == ["4.9"]
        desk.clinic.work()
        assert evidence(desk) == ["4.7", "4.9"]
