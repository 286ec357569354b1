"""What reviewers type: dates of the patient's own life, and no identifier."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, cast

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import FactType, LabResult
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ErrorCode, ReviewError
from arbiter_fhir.extraction import FieldCorrections
from arbiter_fhir.pipelines.review_text import NOTE_CHARS, ReviewText

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


def corrected(patient: ChartPatient | None = PATIENT, /, **fields: str) -> dict[str, str]:
    told = TEXT.corrections(FactType.LAB_RESULT, POTASSIUM, fields, patient)
    return {name: text.value for name, text in told}


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
