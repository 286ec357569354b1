"""Several people, workers and charts at once: real connections, real locks, no decision lost and none made up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest

from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.job import ChangeKind
from arbiter_fhir.domain.review import ReviewReason, ReviewWord
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.errors import ArbiterError, ErrorCode, RequestError, ReviewError
from arbiter_fhir.pipelines.ingest import IngestStep
from arbiter_fhir.worker import WorkerTimes, build_worker
from devstack.samples import sample
from tests.functional.clinic import Clinic
from tests.functional.desk import Desk, sit_down
from tests.functional.scripted import Scripted, at, metformin, potassium, register, scripted

FAX, LAB = SourceType.FAX_PACKET, SourceType.LAB_PDF
#: A year that is to come whenever these tests run.
TO_COME = ClinicalDate(date(2126, 1, 1), None, DatePrecision.YEAR)
#: More than any wait for a lock; nothing here waits that long unless it hangs.
PATIENCE = 120.0


@pytest.fixture
def script(clinic: Clinic) -> Iterator[Scripted]:
    with scripted(clinic) as script:
        yield script


@pytest.fixture
def desk(clinic: Clinic) -> Desk:
    return sit_down(clinic, register(clinic))


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Results of calls that start together, an error of ours as itself."""
    start = threading.Barrier(len(calls))
    results: list[object] = [None] * len(calls)

    def run(index: int, call: Callable[[], object]) -> None:
        start.wait(timeout=PATIENCE)
        try:
            results[index] = call()
        except ArbiterError as error:
            results[index] = error

    threads = [threading.Thread(target=run, args=each, daemon=True) for each in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE)
        assert not thread.is_alive()
    return results


def refusals(results: list[object]) -> list[str]:
    return [each.code.value for each in results if isinstance(each, ArbiterError)]


def doubtful(desk: Desk, script: Scripted, count: int = 3) -> DocumentId:
    """A form with medicines that wait for a person: each begins in a year to come, and nothing contradicts them."""
    names = ("Metformin", "Lisinopril", "Atorvastatin")[:count]
    values = [metformin(name=name, ingredient=name.casefold(), started=TO_COME) for name in names]
    return script.file(desk.patient, SourceType.INTAKE_FORM, *values)


class TestReviewers:
    def test_of_overlapping_accept_alls_one_wins_whole(self, desk: Desk, script: Scripted) -> None:
        document = doubtful(desk, script)
        other = sit_down(desk.clinic, desk.patient, user="users:8")
        first, second, third = desk.items("fact")

        def accept(by: Desk, *items: Any) -> Callable[[], object]:
            chosen = {item.item: item.version for item in items}
            return lambda: by.clinic.pipelines.review.accept_all(by.patient, document, chosen, caller=by.caller)

        results = at_once(accept(desk, first, second), accept(other, second, third))
        assert refusals(results) == ["E_REVIEW_STALE"]
        decided = desk.clinic.rows(
            "SELECT reviewer, COUNT(*) FROM clinical_document_fact_reviews WHERE document_id = %s GROUP BY reviewer",
            document,
        )
        assert decided == [(desk.caller.key_id if refusals(results[1:]) else other.caller.key_id, 2)]
        desk.clinic.work()
        assert len(desk.items()) >= 1

    def test_a_decision_and_an_accept_all_do_not_mix(self, desk: Desk, script: Scripted) -> None:
        document = doubtful(desk, script, count=2)
        one, two = desk.items("fact")
        chosen = {item.item: item.version for item in (one, two)}
        results = at_once(
            lambda: desk.say(two, ReviewWord.REJECT),
            lambda: desk.clinic.pipelines.review.accept_all(desk.patient, document, chosen, caller=desk.caller),
        )
        assert refusals(results) == ["E_REVIEW_STALE"]
        counted = desk.clinic.rows(
            "SELECT decision, COUNT(*) FROM clinical_document_fact_reviews WHERE document_id = %s GROUP BY decision",
            document,
        )
        assert counted in ([("reject", 1)], [("approve", 2)])

    def test_two_copies_are_decided_about_one_after_the_other(self, desk: Desk, script: Scripted) -> None:
        one, two = (script.file(desk.patient, LAB, potassium()) for _ in range(2))
        items = [desk.only(one), desk.only(two)]
        results = at_once(lambda: desk.say(items[0], ReviewWord.REJECT), lambda: desk.say(items[1], ReviewWord.REJECT))
        # The second is decided about by itself, or finds that its chart's side has moved; neither is lost or hangs.
        assert set(refusals(results)) <= {"E_REVIEW_STALE"}
        desk.clinic.work()
        assert desk.values() == []


class TestWorkers:
    @pytest.mark.parametrize(
        "step", [IngestStep.CLAIMED, IngestStep.EMBEDDED, IngestStep.PROMOTED, IngestStep.FINISHED]
    )
    def test_a_decision_at_any_step_of_the_job_is_carried_out(
        self, desk: Desk, script: Scripted, step: IngestStep
    ) -> None:
        document = script.file(desk.patient, LAB, potassium())
        item = desk.only(document)
        said: list[threading.Thread] = []
        results: list[object] = []

        def decide() -> None:
            try:
                results.append(desk.say(item, ReviewWord.REJECT))
            except ArbiterError as error:
                results.append(error)

        def observe(now: IngestStep) -> None:
            if now is not step or said:
                return
            thread = threading.Thread(target=decide, daemon=True)
            said.append(thread)
            thread.start()
            if step in {IngestStep.CLAIMED, IngestStep.EMBEDDED}:
                # Nothing is locked yet: the decision comes first. Later it waits for the end of the transaction.
                thread.join(timeout=PATIENCE)

        pipelines = build_site(desk.clinic.site.settings, observe=observe)
        pipelines.ingest._extractor = script
        desk.reopen([document])
        build_worker(pipelines, name="interrupted", times=WorkerTimes()).run_until_idle()
        (thread,) = said
        thread.join(timeout=PATIENCE)
        assert not thread.is_alive()
        assert refusals(results) == []
        desk.clinic.work()
        assert (desk.values(), desk.clinic.outcomes(document)) == ([], ["rejected"])
        assert desk.clinic.jobs(document)[-1][0] == "succeeded"

    def test_decisions_and_jobs_of_one_patients_other_documents_get_by(self, desk: Desk, script: Scripted) -> None:
        days = range(10, 14)
        documents = [script.file(desk.patient, LAB, potassium(f"4.{day}", collection_date=at(day=day))) for day in days]
        first, second, *others = documents
        items = [desk.only(first), desk.only(second)]
        desk.reopen(others)
        results = at_once(
            desk.clinic.worker.run_until_idle,
            lambda: desk.say(items[0], ReviewWord.REJECT),
            lambda: desk.say(items[1], ReviewWord.REJECT),
        )
        assert refusals(results) == []
        assert desk.values() == ["4.12", "4.13"]
        desk.clinic.work()
        assert desk.values() == ["4.12", "4.13"]
        assert {desk.clinic.jobs(document)[-1][:2] for document in documents} == {("succeeded", None)}


class TestDocuments:
    def test_what_was_withdrawn_is_decided_about_no_more(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium())
        item = desk.only(document)
        script.withdraw(document)
        with pytest.raises(RequestError) as gone:
            desk.say(item, ReviewWord.APPROVE)
        assert gone.value.code is ErrorCode.REQUEST_NOT_FOUND

    def test_a_decision_about_what_is_gone_in_the_ehr_writes_nothing(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, FAX, metformin())
        item = desk.only(document)
        desk.clinic.site.store.delete_document(document)
        desk.say(item, ReviewWord.APPROVE)
        desk.clinic.worker.run_until_idle()
        assert desk.entries() == []
        desk.clinic.work()
        assert (desk.entries(), desk.clinic.left_of(document)) == ([], {})

    def test_a_decision_and_the_withdrawal_at_once_leave_nothing(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium())
        item = desk.only(document)
        desk.clinic.site.store.delete_document(document)
        results = at_once(
            lambda: desk.say(item, ReviewWord.APPROVE),
            lambda: desk.clinic.pipelines.retract(document, ChangeKind.DELETED),
        )
        assert set(refusals(results)) <= {"E_REVIEW_STALE", "E_REQUEST_NOT_FOUND"}
        desk.clinic.work()
        assert (desk.values(), desk.clinic.left_of(document)) == ([], {})

    @pytest.mark.parametrize("word", [ReviewWord.REJECT, ReviewWord.KEEP])
    def test_what_was_kept_out_of_one_chart_does_not_enter_the_merged_one_by_itself(
        self, desk: Desk, script: Scripted, word: ReviewWord
    ) -> None:
        document = script.file(desk.patient, LAB, potassium(), potassium("4.7", collection_date=at(day=11)))
        ids = desk.clinic.rows("SELECT id FROM clinical_document_facts WHERE document_id = %s ORDER BY id", document)
        desk.settle(desk.item(f"fact:{ids[0][0]}"), word)
        assert desk.values() == ["4.7"]
        # OpenEMR merges charts by renumbering every row of the one that goes.
        merged = sit_down(desk.clinic, register(desk.clinic))
        desk.clinic.site.store.move_document_patient(document, merged.patient)
        desk.clinic.site_rows(
            "UPDATE procedure_order SET patient_id = %s WHERE patient_id = %s", merged.patient, desk.patient
        )
        desk.clinic.work()
        assert merged.values() == ["4.7"]
        (item,) = merged.items()
        assert item.reasons[0].code == "rejected_before"
        merged.settle(item, ReviewWord.APPROVE)
        assert merged.values() == ["4.1", "4.7"]


#: Corrections that are none: too long, unseen characters, impossible amounts, names, days before any patient's birth.
NO_CORRECTIONS: tuple[dict[str, str], ...] = (
    {"value": "4" * 10_000},
    {"test_name": "p" * 10_000},
    {"value": "4.1\x00"},
    {"unit": "mmol/L\u202e"},
    {"value": "410"},
    {"unit": "%"},
    {"test_name": "Potassium of Maria Gonzalez"},
    {"specimen": "drawn for Philippa Castellanos-Whyte, MRN 4471-220"},
    {"collection_date": "1890-01-01"},
)


class TestWords:
    def test_a_correction_that_is_none_changes_nothing(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium())
        item = desk.only(document)
        for corrections in NO_CORRECTIONS:
            with pytest.raises(ReviewError) as refused:
                desk.say(item, ReviewWord.APPROVE, corrections=corrections)
            assert refused.value.code is ErrorCode.REVIEW_INVALID
            assert not any(text in refused.value.message for text in corrections.values())
        desk.clinic.work()
        assert (desk.only(document).version, desk.values()) == (item.version, ["4.1"])

    def test_what_can_hardly_be_is_written_where_somebody_vouches_for_it(self, desk: Desk, script: Scripted) -> None:
        document = script.file(desk.patient, LAB, potassium())
        desk.settle(
            desk.only(document),
            ReviewWord.APPROVE,
            corrections={"value": "14.1"},
            reason=ReviewReason.CONFIRMED_ELSEWHERE,
        )
        assert desk.values() == ["14.1"]

    def test_names_in_a_note_reach_neither_our_tables_nor_the_chart(self, desk: Desk, script: Scripted) -> None:
        person = sample("ruled").truth.person
        document = script.file(desk.patient, FAX, metformin())
        note = f"{person.given} {person.family} ({person.mrn}) called, 555-0142"
        desk.settle(desk.only(document), ReviewWord.APPROVE, note=note)
        ((stored,),) = desk.clinic.rows(
            "SELECT note FROM clinical_document_fact_reviews WHERE document_id = %s", document
        )
        told = f"{stored} {desk.clinic.site_rows('SELECT comments FROM lists WHERE pid = %s', desk.patient)}"
        for word in (person.family, person.mrn, "555-0142"):
            assert word not in told


def test_the_order_of_decisions_does_not_hang_on_the_clock(desk: Desk, script: Scripted) -> None:
    document = script.file(desk.patient, LAB, potassium())
    desk.settle(desk.only(document), ReviewWord.REJECT)
    # As if the first decision had been made by a clock that ran a day ahead.
    desk.clinic.rows(
        "UPDATE clinical_document_fact_reviews SET decided_at = decided_at + INTERVAL 1 DAY WHERE document_id = %s",
        document,
    )
    desk.settle(desk.only(document), ReviewWord.APPROVE)
    assert desk.values() == ["4.1"]
    assert desk.only(document).decided.decision is ReviewWord.APPROVE  # type: ignore[union-attr]
