"""People decide, the job runs again, and chart, answers and queue follow: approval, correction, rejection, undoing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

import pytest

from arbiter_fhir.bootstrap.site import build_site
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.review import AutomationMode, AutomationRule, ReviewReason, ReviewWord
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.errors import ErrorCode, RequestError, ReviewError
from arbiter_fhir.pipelines.ingest import IngestStep
from arbiter_fhir.pipelines.review_items import Decision
from arbiter_fhir.ports.access import Caller, KeyScope
from arbiter_fhir.worker import WorkerTimes, build_worker
from devstack.ehr.store.labs import LabValue
from devstack.samples import sample
from tests.functional.clinic import Clinic
from tests.functional.desk import Desk, sit_down

PERSON = sample("ruled").truth.person
#: Potassium 41 mmol/L and hemoglobin 136 g/dL are misreadings of 4.1 and 13.6; magnesium and albumin are as they are.
MISREAD = "implausible-value-typed.pdf"
#: Whom that report names.
NAMED = {"given": "Philippa", "middle": "R", "family": "Castellanos-Whyte", "birth_date": date(1969, 6, 11)}
COLLECTED = datetime.fromisoformat("2026-04-10T08:15")


@pytest.fixture
def desk(clinic: Clinic) -> Callable[..., Desk]:
    """A reviewer before a fresh patient."""

    def before(**changes: object) -> Desk:
        return sit_down(clinic, clinic.register(PERSON, **changes))

    return before


@pytest.fixture(scope="module")
def misread(repository: Path) -> bytes:
    return (repository / "fixtures" / "clinical-document-golden" / "sources" / MISREAD).read_bytes()


def opened(desk: Desk, content: bytes) -> DocumentId:
    """A document of this patient, read."""
    document = desk.clinic.upload(desk.patient, content)
    desk.clinic.work()
    return document


class TestIdentity:
    def test_approval_lets_the_document_speak_and_undoing_takes_it_back(self, desk: Callable[..., Desk]) -> None:
        at = desk(mrn="R-1", birth_date=PERSON.birth_date.replace(year=1950))
        at.clinic.upload_sample(at.patient)
        at.clinic.work()
        (item,) = at.items()
        assert item.identity is not None
        birth = next(each for each in item.identity if each.field == "birth_date")
        assert (birth.document, birth.chart, birth.outcome) == (("11/04/1961",), "1950-11-04", "mismatch")
        assert at.chart() == {}
        at.settle(item, ReviewWord.APPROVE, note="Called Jane Doe at 555-0101")
        assert at.chart()["Hemoglobin A1c"] == "8.1"
        assert at.clinic.ask(at.patient, "most recent HbA1c?").refusal is None
        (decided,) = at.clinic.pipelines.review.waiting(at.patient, caller=at.caller).items
        assert decided.decided is not None
        assert (decided.decided.by, decided.decided.can_undo) == ("users:7", True)
        assert "Jane" not in decided.decided.note
        assert "555" not in decided.decided.note
        at.say(decided, ReviewWord.UNDO)
        assert at.chart() == {}
        at.clinic.work()
        assert at.chart() == {}
        assert at.counts()["identity"] == 1

    def test_rejection_takes_back_at_once_what_was_promoted(self, desk: Callable[..., Desk]) -> None:
        at = desk(mrn="R-2", birth_date=PERSON.birth_date.replace(year=1950))
        document = at.clinic.upload_sample(at.patient)
        at.clinic.work()
        (item,) = at.items()
        made = at.settle(item, ReviewWord.APPROVE)
        assert at.chart()
        at.say(made.item, ReviewWord.REJECT, reason=ReviewReason.WRONG_PATIENT)
        assert at.chart() == {}
        assert at.clinic.rows(
            "SELECT DISTINCT actor_type, actor_id, reason FROM clinical_document_retractions WHERE document_id = %s",
            document,
        ) == [("reviewer", "users:7", "identity_rejected")]
        at.clinic.work()
        assert at.chart() == {}
        assert at.counts() == {"identity": 0, "fact": 0, "conflict": 0}
        assert at.clinic.ask(at.patient, "most recent HbA1c?").refusal is not None

    def test_a_verified_document_may_be_said_to_be_anothers(self, desk: Callable[..., Desk]) -> None:
        at = desk()
        document = at.clinic.upload_sample(at.patient)
        at.clinic.work()
        ((check,),) = at.clinic.rows(
            "SELECT id FROM clinical_document_identity_checks WHERE document_id = %s", document
        )
        made = at.clinic.pipelines.review.decide(
            at.patient, Decision(f"identity:{check}", 0, ReviewWord.REJECT), caller=at.caller
        )
        assert at.chart() == {}
        at.clinic.work()
        assert at.chart() == {}
        at.settle(made.item, ReviewWord.UNDO)
        assert at.chart()["Hemoglobin A1c"] == "8.1"

    def test_a_copy_of_the_document_needs_no_second_decision(self, desk: Callable[..., Desk]) -> None:
        at = desk(mrn="R-3", birth_date=PERSON.birth_date.replace(year=1950))
        at.clinic.upload_sample(at.patient)
        at.clinic.work()
        (item,) = at.items()
        at.settle(item, ReviewWord.APPROVE)
        at.clinic.upload_sample(at.patient)
        at.clinic.work()
        assert at.items() == []

    def test_what_makes_no_sense_is_refused(self, desk: Callable[..., Desk]) -> None:
        at = desk(mrn="R-4", birth_date=PERSON.birth_date.replace(year=1950))
        at.clinic.upload_sample(at.patient)
        at.clinic.work()
        (item,) = at.items()
        for word in (ReviewWord.KEEP, ReviewWord.UNDO):
            with pytest.raises(ReviewError) as refused:
                at.say(item, word)
            assert refused.value.code is ErrorCode.REVIEW_INVALID
        with pytest.raises(ReviewError):
            at.say(item, ReviewWord.APPROVE, corrections={"value": "1"})
        other = desk(mrn="R-5")
        with pytest.raises(RequestError):
            other.say(item, ReviewWord.APPROVE)


class TestFacts:
    def test_an_approved_fact_enters_the_chart_and_answers(self, desk: Callable[..., Desk], misread: bytes) -> None:
        at = desk(**NAMED)
        opened(at, misread)
        assert set(at.chart()) == {"Magnesium", "Albumin"}
        item = at.about("Potassium")
        assert [told.code for told in item.reasons] == ["implausible_value"]
        assert item.actions == ("approve", "keep", "reject", "correct")
        at.settle(item, ReviewWord.APPROVE, reason=ReviewReason.SEEN_ON_PAGE)
        assert at.chart()["Potassium"] == "41"
        answer = at.clinic.ask(at.patient, "most recent potassium?")
        assert "41" in answer.text
        assert any("approved by a reviewer" in each.page_or_section for each in answer.citations)
        decided = at.about("Potassium")
        assert decided.reasons[0].code == "approved_by_reviewer"
        at.settle(decided, ReviewWord.UNDO)
        assert "Potassium" not in at.chart()
        assert at.about("Potassium").decided is None

    def test_a_kept_fact_may_be_cited_and_is_not_written(self, desk: Callable[..., Desk], misread: bytes) -> None:
        at = desk(**NAMED)
        opened(at, misread)
        at.settle(at.about("Potassium"), ReviewWord.KEEP)
        assert "Potassium" not in at.chart()
        answer = at.clinic.ask(at.patient, "most recent potassium?")
        assert answer.refusal is None
        assert "41" in answer.text
        assert at.counts() == {"identity": 0, "fact": 1, "conflict": 0}

    def test_a_rejected_fact_is_nowhere(self, desk: Callable[..., Desk], misread: bytes) -> None:
        at = desk(**NAMED)
        document = opened(at, misread)
        at.settle(at.about("Potassium"), ReviewWord.REJECT, reason=ReviewReason.MISREAD)
        assert "Potassium" not in at.chart()
        evidence, view = at.clinic.pipelines.query._evidence, RecordView.whole(at.patient)
        told = [*evidence.active_facts(view), *evidence.review_facts(view)]
        assert not [each for each in told if each.fact.fact_text.value.startswith("Potassium")]
        assert not [each for each in evidence.passages(view, limit=50) if "Potassium" in each.text.value]
        answer = at.clinic.ask(at.patient, "most recent potassium?")
        assert "41" not in answer.text
        assert at.clinic.rows(
            "SELECT active, review_decision, promotion_status FROM clinical_document_facts"
            " WHERE document_id = %s AND fact_text LIKE 'Potassium%%'",
            document,
        ) == [(0, "reject", "rejected")]

    def test_rejecting_what_was_written_takes_the_row_back(self, desk: Callable[..., Desk]) -> None:
        at = desk(mrn=PERSON.mrn)
        document = at.clinic.upload_sample(at.patient)
        at.clinic.work()
        before = at.chart()
        made = at.settle(at.fact(document, "Hemoglobin A1c"), ReviewWord.REJECT)
        assert set(before) - set(at.chart()) == {"Hemoglobin A1c"}
        # The same paper again does not bring it back.
        at.clinic.upload_sample(at.patient)
        at.clinic.work()
        assert "Hemoglobin A1c" not in at.chart()
        at.settle(made.item, ReviewWord.UNDO)
        assert at.chart() == before

    def test_a_row_that_a_clinician_edited_is_left_and_becomes_a_conflict(self, desk: Callable[..., Desk]) -> None:
        at = desk()
        document = at.clinic.upload_sample(at.patient)
        at.clinic.work()
        (row,) = [lab for lab in at.clinic.chart(at.patient) if lab.name == "Hemoglobin A1c"]
        at.clinic.site.store.edit_lab_result(row.result_id, result="8.4")
        at.settle(at.fact(document, "Hemoglobin A1c"), ReviewWord.REJECT)
        assert at.chart()["Hemoglobin A1c"] == "8.4"
        (item,) = at.items("conflict")
        assert item.reasons[0].code == "row_to_take_back_was_edited"
        assert [side.row for side in item.chart] == [f"procedure_result:{row.result_id}"]
        at.settle(item, ReviewWord.KEEP)
        assert at.items() == []


class TestCorrections:
    def test_a_corrected_fact_keeps_what_the_paper_says(self, desk: Callable[..., Desk], misread: bytes) -> None:
        at = desk(**NAMED)
        document = opened(at, misread)
        at.settle(at.about("Potassium"), ReviewWord.APPROVE, corrections={"value": "4.1"})
        (row,) = [lab for lab in at.clinic.chart(at.patient) if lab.name == "Potassium"]
        assert row.value == "4.1"
        ((comment, flag),) = at.clinic.site_rows(
            "SELECT comments, abnormal FROM procedure_result WHERE procedure_result_id = %s", row.result_id
        )
        assert flag == "no"
        assert "corrected by a reviewer; the paper was read as: value 41" in str(comment)
        item = at.about("Potassium")
        assert item.fact is not None
        value = next(each for each in item.fact.fields if each.name == "value")
        assert (value.value, value.paper) == ("4.1", "41")
        assert item.fact.text.startswith("Potassium 4.1 mmol/L")
        answer = at.clinic.ask(at.patient, "most recent potassium?")
        assert answer.refusal is None
        assert "4.1" in answer.text
        # A second reading finds the same fact and row.
        ids = at.clinic.rows("SELECT id FROM clinical_document_facts WHERE document_id = %s ORDER BY id", document)
        at.settle(at.about("Hemoglobin"), ReviewWord.KEEP)
        again = at.clinic.rows("SELECT id FROM clinical_document_facts WHERE document_id = %s ORDER BY id", document)
        assert again == ids
        assert [lab.result_id for lab in at.clinic.chart(at.patient) if lab.name == "Potassium"] == [row.result_id]
        # Taken back, the value is the paper's again, and the row is gone.
        at.settle(at.about("Potassium"), ReviewWord.UNDO)
        assert "Potassium" not in at.chart()
        assert at.about("Potassium").fact.text.startswith("Potassium 41 mmol/L")  # type: ignore[union-attr]

    def test_a_correction_that_cannot_be_read_any_more_waits_and_is_typed_again(
        self, desk: Callable[..., Desk], misread: bytes
    ) -> None:
        at = desk(**NAMED)
        document = opened(at, misread)
        at.settle(at.about("Potassium"), ReviewWord.APPROVE, corrections={"value": "4.1"})
        # As a version that knew another way of writing left it.
        at.clinic.rows(
            "UPDATE clinical_document_fact_reviews SET corrections_json = %s WHERE document_id = %s",
            '{"value": "plenty of it"}',
            document,
        )
        at.settle(at.about("Hemoglobin"), ReviewWord.KEEP)
        assert "Potassium" not in at.chart()
        (item,) = at.items()
        assert "correction_unreadable" in [told.code for told in item.reasons]
        assert at.counts() == {"identity": 0, "fact": 1, "conflict": 0}
        with pytest.raises(ReviewError):
            at.clinic.pipelines.review.accept_all(at.patient, document, {item.item: item.version}, caller=at.caller)
        at.settle(item, ReviewWord.APPROVE, corrections={"value": "4.1"})
        assert at.chart()["Potassium"] == "4.1"
        assert at.items() == []

    def test_a_row_that_would_stay_as_it_was_is_taken_back_before_it_is_put_right(
        self, desk: Callable[..., Desk]
    ) -> None:
        at = desk()
        document = at.clinic.upload_sample(at.patient)
        at.clinic.work()
        ranged = {"reference_range": "4.0 - 5.5"}
        with pytest.raises(ReviewError) as refused:
            at.say(at.fact(document, "Hemoglobin A1c"), ReviewWord.APPROVE, corrections=ranged)
        assert refused.value.code is ErrorCode.REVIEW_INVALID
        at.settle(at.fact(document, "Hemoglobin A1c"), ReviewWord.REJECT)
        at.settle(at.fact(document, "Hemoglobin A1c"), ReviewWord.APPROVE, corrections=ranged)
        (row,) = [lab for lab in at.clinic.chart(at.patient) if lab.name == "Hemoglobin A1c"]
        assert row.reference_range == "4.0 - 5.5"

    def test_correcting_what_is_in_the_chart_replaces_our_row(self, desk: Callable[..., Desk]) -> None:
        at = desk()
        document = at.clinic.upload_sample(at.patient)
        at.clinic.work()
        count = len(at.clinic.chart(at.patient))
        at.settle(at.fact(document, "Hemoglobin A1c"), ReviewWord.APPROVE, corrections={"value": "8.7"})
        assert at.chart()["Hemoglobin A1c"] == "8.7"
        assert len(at.clinic.chart(at.patient)) == count
        at.settle(at.fact(document, "Hemoglobin A1c"), ReviewWord.UNDO)
        assert at.chart()["Hemoglobin A1c"] == "8.1"
        assert len(at.clinic.chart(at.patient)) == count

    @pytest.mark.parametrize(
        "corrections",
        [
            {"value": "four"},
            {"value": ""},
            {"unit": "bananas"},
            {"unit": ""},
            {"collection_date": "04/22/2026"},
            {"numeric": "4"},
            {"reference_range": "low to high"},
            {"abnormal_flag": "purple"},
            {"test_name": "Potassium of Maria Gonzalez"},
        ],
        ids=str,
    )
    def test_what_is_no_value_of_its_field_is_refused(
        self, desk: Callable[..., Desk], misread: bytes, corrections: dict[str, str], clinic: Clinic
    ) -> None:
        at = _shared_desk(desk, misread)
        with pytest.raises(ReviewError) as refused:
            at.say(at.about("Potassium"), ReviewWord.APPROVE, corrections=corrections)
        assert refused.value.code is ErrorCode.REVIEW_INVALID
        assert "Maria" not in refused.value.message
        assert at.about("Potassium").version == 0


_DESKS: list[Desk] = []


def _shared_desk(desk: Callable[..., Desk], misread: bytes) -> Desk:
    """One patient for all refusals, which change nothing."""
    if not _DESKS:
        _DESKS.append(desk(**NAMED))
        opened(_DESKS[0], misread)
    return _DESKS[0]


class TestConflicts:
    def entered(self, at: Desk, value: str) -> int:
        entered = at.clinic.site.store.enter_lab_report(
            at.patient,
            procedure_name="HbA1c",
            results=[LabValue("4548-4", "Hemoglobin A1c", value, "%")],
            date_report=COLLECTED,
            date_collected=COLLECTED,
        )
        return entered.result_ids[0]

    def test_an_approved_conflict_stands_beside_the_charts_row(self, desk: Callable[..., Desk]) -> None:
        at = desk()
        theirs = self.entered(at, "7.5")
        at.clinic.upload_sample(at.patient)
        at.clinic.work()
        (item,) = at.items()
        assert item.kind.value == "conflict"
        assert [(side.row, side.text) for side in item.chart] == [
            (f"procedure_result:{theirs}", "Hemoglobin A1c 7.5 %")
        ]
        at.settle(item, ReviewWord.APPROVE)
        values = sorted(lab.value for lab in at.clinic.chart(at.patient) if lab.name == "Hemoglobin A1c")
        assert values == ["7.5", "8.1"]
        assert at.items() == []
        at.settle(at.about("Hemoglobin A1c"), ReviewWord.UNDO)
        rows = [lab for lab in at.clinic.chart(at.patient) if lab.name == "Hemoglobin A1c"]
        assert [(lab.result_id, lab.value) for lab in rows] == [(theirs, "7.5")]
        assert at.counts()["conflict"] == 1

    def test_approving_a_doubt_is_not_approving_a_conflict_that_nobody_saw(
        self, desk: Callable[..., Desk], misread: bytes
    ) -> None:
        at = desk(**NAMED)
        opened(at, misread)
        item = at.about("Potassium")
        at.clinic.site.store.enter_lab_report(
            at.patient,
            procedure_name="Potassium",
            results=[LabValue("2823-3", "Potassium", "4.6", "mmol/L")],
            date_report=datetime.fromisoformat("2026-04-22T08:05"),
            date_collected=datetime.fromisoformat("2026-04-22T08:05"),
        )
        at.settle(item, ReviewWord.APPROVE, corrections={"value": "4.1"})
        assert at.chart()["Potassium"] == "4.6"
        (conflict,) = at.items("conflict")
        assert conflict.version > 1
        at.settle(conflict, ReviewWord.APPROVE)
        values = sorted(lab.value for lab in at.clinic.chart(at.patient) if lab.name == "Potassium")
        assert values == ["4.1", "4.6"]

    def test_what_contradicts_has_to_be_seen_to_be_decided_about(self, desk: Callable[..., Desk]) -> None:
        at = desk()
        self.entered(at, "7.5")
        at.clinic.upload_sample(at.patient)
        at.clinic.work()
        (item,) = at.items("conflict")
        # As somebody has it on the screen who looked before the chart's row was there.
        before = replace(item, version=0)
        for word in (ReviewWord.APPROVE, ReviewWord.KEEP, ReviewWord.REJECT):
            with pytest.raises(ReviewError) as stale:
                at.say(before, word)
            assert stale.value.code is ErrorCode.REVIEW_STALE
        at.settle(item, ReviewWord.KEEP)
        assert at.chart()["Hemoglobin A1c"] == "7.5"

    def test_a_row_that_is_edited_between_the_look_and_the_click_is_looked_at_again(
        self, desk: Callable[..., Desk]
    ) -> None:
        at = desk()
        theirs = self.entered(at, "7.5")
        at.clinic.upload_sample(at.patient)
        at.clinic.work()
        (item,) = at.items("conflict")
        at.clinic.site.store.edit_lab_result(theirs, result="8.0")
        with pytest.raises(ReviewError) as stale:
            at.say(item, ReviewWord.APPROVE)
        assert stale.value.code is ErrorCode.REVIEW_STALE
        assert "changed while you looked" in stale.value.message
        (again,) = at.items("conflict")
        assert again.chart[0].text == "Hemoglobin A1c 8.0 %"
        at.settle(again, ReviewWord.APPROVE)
        assert sorted(lab.value for lab in at.clinic.chart(at.patient) if lab.name == "Hemoglobin A1c") == [
            "8.0",
            "8.1",
        ]

    def test_a_row_that_is_edited_between_the_click_and_the_job_is_asked_about_again(
        self, desk: Callable[..., Desk]
    ) -> None:
        at = desk()
        theirs = self.entered(at, "7.5")
        at.clinic.upload_sample(at.patient)
        at.clinic.work()
        (item,) = at.items("conflict")
        at.say(item, ReviewWord.APPROVE)
        at.clinic.site.store.edit_lab_result(theirs, result="8.0")
        at.clinic.work()
        assert [lab.value for lab in at.clinic.chart(at.patient) if lab.name == "Hemoglobin A1c"] == ["8.0"]
        (again,) = at.items("conflict")
        assert (again.decided, again.chart[0].text) == (None, "Hemoglobin A1c 8.0 %")

    def test_keeping_settles_a_conflict_in_the_charts_favour(self, desk: Callable[..., Desk]) -> None:
        at = desk()
        self.entered(at, "7.5")
        at.clinic.upload_sample(at.patient)
        at.clinic.work()
        (item,) = at.items()
        at.settle(item, ReviewWord.KEEP, reason=ReviewReason.CHART_IS_RIGHT)
        assert at.chart()["Hemoglobin A1c"] == "7.5"
        assert at.items() == []


class TestTogether:
    def test_the_facts_of_one_document_are_accepted_together(self, desk: Callable[..., Desk], misread: bytes) -> None:
        at = desk(**NAMED)
        document = opened(at, misread)
        items = {item.item: item.version for item in at.items("fact")}
        accepted = at.clinic.pipelines.review.accept_all(at.patient, document, items, caller=at.caller)
        assert accepted.decided == len(items) == 2
        at.clinic.work()
        assert at.chart()["Potassium"] == "41"
        assert at.items() == []
        with pytest.raises(ReviewError) as late:
            at.clinic.pipelines.review.accept_all(at.patient, document, items, caller=at.caller)
        assert late.value.code is ErrorCode.REVIEW_STALE

    def test_what_was_put_right_before_stays_so(self, desk: Callable[..., Desk], misread: bytes) -> None:
        at = desk(**NAMED)
        document = opened(at, misread)
        # The result waits again: the day that was typed is still to come.
        at.settle(
            at.about("Potassium"), ReviewWord.APPROVE, corrections={"value": "4.1", "collection_date": "2126-04-10"}
        )
        item = at.about("Potassium")
        assert item.decided is None
        at.clinic.pipelines.review.accept_all(at.patient, document, {item.item: item.version}, caller=at.caller)
        at.clinic.work()
        assert "Potassium" not in at.chart()
        assert at.about("Potassium").fact.text.startswith("Potassium 4.1 ")  # type: ignore[union-attr]

    def test_one_that_was_decided_meanwhile_stops_all(self, desk: Callable[..., Desk], misread: bytes) -> None:
        at = desk(**NAMED)
        document = opened(at, misread)
        items = {item.item: item.version for item in at.items("fact")}
        at.settle(at.about("Potassium"), ReviewWord.REJECT)
        with pytest.raises(ReviewError):
            at.clinic.pipelines.review.accept_all(at.patient, document, items, caller=at.caller)
        assert at.about("Hemoglobin").version == 0


class TestAtOnce:
    def test_of_two_reviewers_one_wins(self, desk: Callable[..., Desk], misread: bytes) -> None:
        at = desk(**NAMED)
        opened(at, misread)
        item = at.about("Potassium")
        start = threading.Barrier(2)
        outcomes: list[str] = []

        def decide(word: ReviewWord) -> None:
            start.wait(timeout=30)
            try:
                at.say(item, word)
                outcomes.append(word.value)
            except ReviewError as error:
                outcomes.append(error.code.value)

        threads = [threading.Thread(target=decide, args=(word,)) for word in (ReviewWord.APPROVE, ReviewWord.REJECT)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert outcomes.count("E_REVIEW_STALE") == 1
        ((decisions,),) = at.clinic.rows(
            "SELECT COUNT(*) FROM clinical_document_fact_reviews WHERE patient_id = %s", at.patient
        )
        assert decisions == 1
        at.clinic.work()

    def test_a_decision_during_the_job_is_not_lost(self, desk: Callable[..., Desk], misread: bytes) -> None:
        at = desk(**NAMED)
        opened(at, misread)
        potassium, hemoglobin = at.about("Potassium"), at.about("Hemoglobin")
        said = threading.Event()

        def observe(step: IngestStep) -> None:
            if step is IngestStep.EXTRACTED and not said.is_set():
                said.set()
                at.say(hemoglobin, ReviewWord.KEEP)

        pipelines = build_site(at.clinic.site.settings, observe=observe)
        at.say(potassium, ReviewWord.APPROVE)
        build_worker(pipelines, name="interrupted", times=WorkerTimes()).run_until_idle()
        at.clinic.work()
        assert said.is_set()
        assert at.chart()["Potassium"] == "41"
        decided = at.about("Hemoglobin").decided
        assert decided is not None
        assert decided.decision is ReviewWord.KEEP
        assert at.items() == []


class TestAutomation:
    def test_a_bar_holds_back_and_lets_nothing_in(self, desk: Callable[..., Desk]) -> None:
        caller = Caller("users:1", desk().caller.site, frozenset({KeyScope.ADMIN}))
        at = desk()
        automation = at.clinic.pipelines.automation
        rule = AutomationRule(DocType.LAB_PDF, "lab_result", AutomationMode.REVIEW, 0.0)
        automation.replace([rule], caller=caller)
        try:
            at.clinic.upload_sample(at.patient)
            at.clinic.work()
            assert at.chart() == {}
            items = at.items("fact")
            assert {item.reasons[0].code for item in items} == {"below_site_threshold"}
            tried = AutomationRule(DocType.LAB_PDF, "lab_result", AutomationMode.AUTOMATIC, 0.0)
            (before,) = automation.preview([tried], days=30)
            at.settle(items[0], ReviewWord.APPROVE)
            assert len(at.chart()) == 1
            (after,) = automation.preview([tried], days=30)
            assert after.decided.approved == before.decided.approved + 1
            assert (after.would_write, after.would_wait) == (before.would_write, before.would_wait)
            assert after.share_accepted is not None
        finally:
            assert automation.replace([], caller=caller) == []

    def test_what_nobody_decided_is_not_measured(self, clinic: Clinic) -> None:
        rule = AutomationRule(DocType.HL7V2_MESSAGE, "allergy", AutomationMode.AUTOMATIC, 0.5)
        (preview,) = clinic.pipelines.automation.preview([rule], days=30)
        assert preview.share_accepted is None
        assert (preview.would_write, preview.would_wait) == (0, 0)

    def test_a_rule_for_what_is_never_written_is_refused(self, clinic: Clinic) -> None:
        rule = AutomationRule(DocType.LAB_PDF, "vital_sign", AutomationMode.AUTOMATIC, 0.5)
        with pytest.raises(RequestError):
            clinic.pipelines.automation.preview([rule], days=30)
