"""What reviewers type: dates of the patient's own life, and no identifier."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, cast

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType, LabResult
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.review import ReviewReason
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.statement import Medication
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ErrorCode, ReviewError
from arbiter_fhir.extraction import FieldCorrections
from arbiter_fhir.pipelines.review_text import FIELD_CHARS, NOTE_CHARS, ReviewText

if TYPE_CHECKING:
    from arbiter_fhir.ports.documents import Deidentifier

PATIENT = ChartPatient(PatientId(7), "Jane", "", "Doe", "", date(1961, 11, 4), "female", "MRN-1")
POTASSIUM = LabResult("Potassium", "41", "mmol/L", "3.5 - 5.1")


class NamesAway:
    """Replaces one name."""

    def deidentify_text(self, text: str, *, patient: ChartPatient | None) -> DeidentifiedText:
        del patient
        return DeidentifiedText(text.replace("Doe", "[PERSON_1]"), DEID_SEAL)


TEXT = ReviewText(cast("Deidentifier", NamesAway()), FieldCorrections())


def corrected(
    patient: ChartPatient | None = PATIENT, /, *, why: ReviewReason = ReviewReason.MISREAD, **fields: str
) -> dict[str, str]:
    told = TEXT.corrections(FactType.LAB_RESULT, POTASSIUM, fields, patient, reason=why)
    return {name: text.value for name, text in told}


@pytest.mark.parametrize(
    "fields", [{"value": "410"}, {"value": "-4.1"}, {"unit": "%"}, {"test_name": "Sodium"}], ids=str
)
def test_what_can_hardly_be_is_taken_from_who_looked_twice(fields: dict[str, str]) -> None:
    for why in (ReviewReason.MISREAD, ReviewReason.OTHER):
        with pytest.raises(ReviewError) as refused:
            corrected(why=why, **fields)
        assert refused.value.code is ErrorCode.REVIEW_INVALID
        assert "hardly possible" in refused.value.message
    for why in (ReviewReason.SEEN_ON_PAGE, ReviewReason.CONFIRMED_ELSEWHERE):
        assert corrected(why=why, **fields) == fields


def test_what_the_paper_itself_says_is_no_slip_of_the_finger() -> None:
    # 41 is hardly possible, and it is not what is put right here.
    assert corrected(collection_date="2026-04-10") == {"collection_date": "2026-04-10"}


@pytest.mark.parametrize("value", ["\uff14.\uff11", "\u0664.\u0661", "4.\u0967"])
def test_digits_that_the_chart_cannot_count_with_are_refused(value: str) -> None:
    with pytest.raises(ReviewError) as refused:
        corrected(value=value)
    assert "0 to 9" in refused.value.message


@pytest.mark.parametrize("day", ["1960", "1961-10", "1961-11-03", "1961-11-03T23:59"])
def test_a_day_before_the_patients_birth_is_refused(day: str) -> None:
    with pytest.raises(ReviewError) as refused:
        corrected(collection_date=day)
    assert refused.value.code is ErrorCode.REVIEW_INVALID
    assert day not in refused.value.message
    assert "1961" not in refused.value.message


@pytest.mark.parametrize("day", ["1961", "1961-11", "1961-11-04", "1961-11-04T00:10", "2026-04-10"])
def test_days_from_birth_on_are_taken(day: str) -> None:
    assert corrected(collection_date=day) == {"collection_date": day}


def test_without_a_birth_date_nothing_is_compared() -> None:
    assert corrected(None, collection_date="1960-01-01") == {"collection_date": "1960-01-01"}


def test_a_name_in_a_field_is_refused_and_in_a_note_replaced() -> None:
    with pytest.raises(ReviewError):
        corrected(test_name="Potassium of Doe")
    assert TEXT.note("told  Doe", PATIENT).value == "told [PERSON_1]"
    with pytest.raises(ReviewError):
        TEXT.note("x" * (NOTE_CHARS + 1), PATIENT)


@pytest.mark.parametrize(
    ("fields", "fits"),
    [
        ({"test_name": "x" * FIELD_CHARS}, True),
        ({"test_name": "x" * (FIELD_CHARS + 1)}, False),
        ({"specimen": "x" * (FIELD_CHARS + 1)}, False),
        ({"value": "4" * (FIELD_CHARS + 1)}, False),
    ],
)
def test_a_text_longer_than_the_charts_column_is_refused(fields: dict[str, str], fits: bool) -> None:
    if fits:
        assert corrected(**fields) == fields
        return
    with pytest.raises(ReviewError, match="longer than the chart") as refused:
        corrected(**fields)
    assert all(text not in refused.value.message for text in fields.values())


def test_parts_of_a_name_that_fit_alone_may_be_too_long_together() -> None:
    paper = Medication("Metformin", strength="500 mg")
    with pytest.raises(ReviewError, match="'name' is longer"):
        TEXT.corrections(FactType.MEDICATION, paper, {"strength": "5" * 250}, PATIENT, reason=ReviewReason.MISREAD)
    told = TEXT.corrections(FactType.MEDICATION, paper, {"strength": "850 mg"}, PATIENT, reason=ReviewReason.MISREAD)
    assert [(name, text.value) for name, text in told] == [("strength", "850 mg")]


@pytest.mark.parametrize("mark", ["\x00", "\x1b", "\u202e", "\ud800"])
def test_a_note_of_unseen_characters_is_refused(mark: str) -> None:
    with pytest.raises(ReviewError, match="cannot be printed"):
        TEXT.note(f"told{mark} her", PATIENT)
