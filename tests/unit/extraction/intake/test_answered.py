"""What an answer makes of its question."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Assertion, Medication, MedicationStatus, Problem
from arbiter_fhir.extraction.intake.answered import answered
from arbiter_fhir.extraction.intake.items import Item
from arbiter_fhir.extraction.intake.options import Said
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_forms import form_page

PAGE = form_page(["Asthma [x] No since childhood"])
NAME, *MARKS, SINCE, CHILDHOOD = PAGE.words


def candidate(value: Problem | Medication) -> Candidate:
    kind = FactType.PROBLEM if isinstance(value, Problem) else FactType.MEDICATION
    return Candidate(kind, value, PAGE, (NAME,), PAGE.text.slice(0, 6))


def item(said: Said, *, detailed: bool = False, noted: bool = False) -> Item:
    details = (SINCE, CHILDHOOD) if detailed else ()
    return Item((NAME,), said, tuple(MARKS), details=details, noted=noted)


def test_what_is_written_stays_as_it_is() -> None:
    plain = candidate(Problem("Asthma"))
    assert answered(plain, item(Said.WRITTEN)) == plain


def test_no_denies_and_shows_its_mark() -> None:
    found = answered(candidate(Problem("Asthma")), item(Said.NO))
    assert isinstance(found.value, Problem)
    assert (found.value.assertion, found.text.value) == (Assertion.ABSENT, "Answered no: Asthma")
    assert [word.text for word in found.words] == ["Asthma", "[x]", "No"]
    assert found.reasons == ()


def test_a_medication_answered_no_is_not_taken() -> None:
    found = answered(candidate(Medication("Asthma")), item(Said.NO))
    assert isinstance(found.value, Medication)
    assert found.value.status is MedicationStatus.NOT_TAKEN


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        (item(Said.NO, detailed=True), Reason.CONTRADICTED_IN_DOCUMENT),
        (item(Said.UNCLEAR), Reason.CHECKBOX_UNCLEAR),
        (item(Said.YES, noted=True), Reason.STATED_AS_UNCERTAIN),
    ],
)
def test_doubts_of_answers(told: Item, reason: Reason) -> None:
    assert reason in answered(candidate(Problem("Asthma")), told).reasons


def test_what_was_once_is_past() -> None:
    found = answered(candidate(Problem("Asthma")), item(Said.PAST))
    assert isinstance(found.value, Problem)
    assert found.value.assertion is Assertion.HISTORICAL
    stopped = answered(candidate(Medication("Asthma")), item(Said.PAST))
    assert isinstance(stopped.value, Medication)
    assert stopped.value.status is MedicationStatus.STOPPED
