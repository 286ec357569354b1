"""What people do to rows in the chart, while others decide about the facts that the rows were written from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.errors import ErrorCode, ReviewError
from devstack.samples import sample
from tests.functional.clinic import Clinic
from tests.functional.desk import Desk, sit_down
from tests.functional.scripted import Scripted, penicillin, potassium, register, scripted

INTAKE, LAB = SourceType.INTAKE_FORM, SourceType.LAB_PDF
EDITED, CHANGED = "row_to_take_back_was_edited", "promoted_row_changed_or_removed"


@pytest.fixture
def script(clinic: Clinic) -> Iterator[Scripted]:
    with scripted(clinic) as script:
        yield script


@pytest.fixture
def at(clinic: Clinic) -> Desk:
    return sit_down(clinic, register(clinic))


def edit(at: Desk, **columns: str) -> int:
    """A clinician edits the one result in the chart; gives its id."""
    (row,) = at.clinic.chart(at.patient)
    at.clinic.site.store.edit_lab_result(row.result_id, **columns)
    return row.result_id


def asked(at: Desk) -> list[str]:
    """The conflicts that wait, by their reason."""
    return [item.reasons[0].code for item in at.items("conflict")]


class TestEditedAndRejected:
    def test_it_waits_however_often_the_document_is_read(self, at: Desk, script: Scripted) -> None:
        document = script.file(at.patient, LAB, potassium())
        edit(at, result="4.4")
        at.settle(at.only(document), ReviewWord.REJECT)
        assert asked(at) == [EDITED]
        at.read_again(document, times=2)
        assert (asked(at), at.values()) == ([EDITED], ["4.4"])
        ((count,),) = at.clinic.rows(
            "SELECT COUNT(*) FROM clinical_document_retractions WHERE document_id = %s", document
        )
        assert count == 1

    @pytest.mark.parametrize("word", [ReviewWord.KEEP, ReviewWord.REJECT])
    def test_a_decision_beside_what_the_row_says_settles_it(self, at: Desk, script: Scripted, word: ReviewWord) -> None:
        document = script.file(at.patient, LAB, potassium())
        row = edit(at, result="4.4")
        at.settle(at.only(document), ReviewWord.REJECT)
        (item,) = at.items("conflict")
        assert item.actions == ("keep", "reject", "correct")
        at.settle(item, word)
        at.read_again(document)
        assert (asked(at), at.values()) == ([], ["4.4"])
        # Another content is another pair.
        at.clinic.site.store.edit_lab_result(row, result="4.5")
        at.read_again(document)
        assert asked(at) == [EDITED]

    def test_a_decision_that_was_made_before_the_next_edit_settles_nothing(self, at: Desk, script: Scripted) -> None:
        document = script.file(at.patient, LAB, potassium())
        row = edit(at, result="4.4")
        at.settle(at.only(document), ReviewWord.REJECT)
        (item,) = at.items("conflict")
        at.say(item, ReviewWord.KEEP)
        at.clinic.site.store.edit_lab_result(row, result="4.5")
        at.clinic.work()
        (again,) = at.items("conflict")
        assert again.chart[0].text.startswith("Potassium 4.5")


class TestChangedOrRemoved:
    def test_a_removed_row_is_not_written_again(self, at: Desk, script: Scripted) -> None:
        document = script.file(at.patient, LAB, potassium())
        (row,) = at.clinic.chart(at.patient)
        at.clinic.site.store.deactivate_lab_order(row.order_id)
        at.read_again(document, times=3)
        assert (asked(at), at.values()) == ([CHANGED], [])
        copy = script.file(at.patient, LAB, potassium("4.10"))
        at.read_again(copy, document)
        assert (at.clinic.outcomes(copy), at.values()) == (["conflict_needs_review"], [])

    def test_what_was_decided_and_taken_back_is_asked_again(self, at: Desk, script: Scripted) -> None:
        document = script.file(at.patient, LAB, potassium())
        (row,) = at.clinic.chart(at.patient)
        at.clinic.site.store.deactivate_lab_order(row.order_id)
        at.read_again(document)
        (item,) = at.items("conflict")
        with pytest.raises(ReviewError) as refused:
            at.say(item, ReviewWord.APPROVE)
        assert refused.value.code is ErrorCode.REVIEW_INVALID
        at.settle(item, ReviewWord.KEEP)
        at.read_again(document)
        assert (asked(at), at.values()) == ([], [])
        at.settle(at.only(document), ReviewWord.UNDO)
        assert (asked(at), at.values()) == ([CHANGED], [])

    def test_a_row_that_was_moved_to_another_day_is_not_doubled(self, at: Desk, script: Scripted) -> None:
        document = script.file(at.patient, LAB, potassium())
        (row,) = at.clinic.chart(at.patient)
        at.clinic.site_rows(
            "UPDATE procedure_report p JOIN procedure_result r USING (procedure_report_id)"
            " SET p.date_collected = '2026-04-12 08:30', p.date_report = '2026-04-12 08:30'"
            " WHERE r.procedure_result_id = %s",
            row.result_id,
        )
        at.read_again(document, times=2)
        assert (asked(at), at.values()) == ([CHANGED], ["4.1"])

    def test_approved_then_edited_then_undone(self, at: Desk, script: Scripted) -> None:
        document = script.file(at.patient, LAB, potassium())
        at.settle(at.only(document), ReviewWord.APPROVE)
        edit(at, result="4.4")
        at.settle(at.only(document), ReviewWord.UNDO)
        assert (asked(at), at.values()) == ([CHANGED], ["4.4"])
        (item,) = at.items("conflict")
        with pytest.raises(ReviewError):
            at.say(item, ReviewWord.APPROVE)
        at.settle(item, ReviewWord.APPROVE, corrections={"value": "4.4"})
        assert (asked(at), at.values()) == ([], ["4.4"])
        assert at.clinic.outcomes(document) == ["already_exists"]

    def test_what_is_not_in_the_chart_is_never_called_so(self, at: Desk, script: Scripted) -> None:
        document = script.file(at.patient, LAB, potassium())
        edit(at, result="4.4")
        at.read_again(document)
        # As an earlier version left it, which forgot the row.
        at.clinic.rows(
            "UPDATE clinical_document_promotions SET promoted_record_id = NULL WHERE document_id = %s", document
        )
        at.settle(at.only(document), ReviewWord.APPROVE)
        assert (at.clinic.outcomes(document), at.values()) == (["conflict_needs_review"], ["4.4"])
        at.read_again(document)
        assert asked(at) == [CHANGED]


class TestOurRowStands:
    def test_it_is_known_through_a_conflict_and_leaves_with_its_document(self, at: Desk, script: Scripted) -> None:
        document = script.file(at.patient, LAB, potassium())
        script.says(document, potassium(), potassium("9.9"))
        at.read_again(document, times=2)
        assert at.clinic.outcomes(document) == ["conflict_needs_review"] * 2
        assert at.values() == ["4.1"]
        script.withdraw(document)
        assert at.values() == []

    def test_an_entry_beside_an_edited_one_is_asked_about_and_leaves_when_undone(
        self, at: Desk, script: Scripted
    ) -> None:
        none = at.clinic.site.store.add_issue(at.patient, "allergy", "NKDA")
        document = script.file(at.patient, INTAKE, penicillin())
        at.settle(at.only(document), ReviewWord.APPROVE)
        at.clinic.site.store.edit_issue(none, title="No known drug allergies")
        at.read_again(document, times=2)
        assert asked(at) == ["chart_says_none"]
        assert at.entries() == [("No known drug allergies", 1), ("Penicillin", 1)]
        at.settle(at.only(document), ReviewWord.UNDO)
        assert at.entries() == [("No known drug allergies", 1), ("Penicillin", 0)]
        assert asked(at) == ["chart_says_none"]

    def test_approved_once_more_it_is_the_same_row_and_can_be_taken_back(self, at: Desk, script: Scripted) -> None:
        none = at.clinic.site.store.add_issue(at.patient, "allergy", "NKDA")
        document = script.file(at.patient, INTAKE, penicillin())
        at.settle(at.only(document), ReviewWord.APPROVE)
        at.clinic.site.store.edit_issue(none, title="No known drug allergies")
        at.read_again(document)
        at.settle(at.only(document), ReviewWord.APPROVE)
        assert (asked(at), at.entries()[1:]) == ([], [("Penicillin", 1)])
        at.settle(at.only(document), ReviewWord.REJECT)
        assert at.entries()[1:] == [("Penicillin", 0)]


class TestIdentity:
    def test_an_edited_row_of_anothers_document_is_asked_about(self, at: Desk) -> None:
        document = at.clinic.upload(at.patient, sample("ruled").content)
        at.clinic.work()
        (row,) = [lab for lab in at.clinic.chart(at.patient) if lab.name == "Hemoglobin A1c"]
        at.clinic.site.store.edit_lab_result(row.result_id, result="8.4")
        self.turn_away(at, document)
        assert at.chart() == {"Hemoglobin A1c": "8.4"}
        (item,) = at.items()
        assert (item.reasons[0].code, item.actions) == (EDITED, ("keep", "reject"))
        with pytest.raises(ReviewError):
            at.say(item, ReviewWord.APPROVE)
        at.read_again(document)
        assert asked(at) == [EDITED]
        at.settle(at.items()[0], ReviewWord.REJECT)
        assert at.items() == []
        assert at.chart() == {"Hemoglobin A1c": "8.4"}

    def turn_away(self, at: Desk, document: DocumentId) -> None:
        at.settle(at.whose(document), ReviewWord.REJECT)
