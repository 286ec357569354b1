"""Which question another one follows."""

from __future__ import annotations

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import Intent, RoutedQuestion
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.pipelines.turns import Conversation

ASKED = RoutedQuestion(DeidentifiedText("last A1c", DEID_SEAL), Intent.FACTUAL_LOOKUP, ("hba1c",), "newest")


class Kept:
    """Turns in memory."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, PatientId, str], RoutedQuestion] = {}

    def remember(self, request_id: str, *, patient_id: PatientId, caller: str, question: RoutedQuestion) -> None:
        self.rows[request_id, patient_id, caller] = question

    def find(self, request_id: str, *, patient_id: PatientId, caller: str) -> RoutedQuestion | None:
        return self.rows.get((request_id, patient_id, caller))


class Full(Kept):
    """A database that takes nothing more."""

    def remember(self, request_id: str, *, patient_id: PatientId, caller: str, question: RoutedQuestion) -> None:
        raise StoreError(ErrorCode.STORE_UNAVAILABLE, "full")


def test_a_question_finds_the_one_it_follows() -> None:
    turns = Kept()
    one = Conversation(turns, patient_id=PatientId(1), caller="dr")
    one.keep("r1", ASKED)
    assert one.before("r1") is ASKED
    assert one.before(None) is None
    assert Conversation(turns, patient_id=PatientId(2), caller="dr").before("r1") is None
    assert Conversation(turns, patient_id=PatientId(1), caller="nurse").before("r1") is None


def test_without_a_place_to_keep_them_every_question_stands_for_itself() -> None:
    nowhere = Conversation(None, patient_id=PatientId(1), caller="dr")
    nowhere.keep("r1", ASKED)
    assert nowhere.before("r1") is None


def test_a_question_that_cannot_be_kept_is_answered_all_the_same() -> None:
    turns = Full()
    Conversation(turns, patient_id=PatientId(1), caller="dr").keep("r1", ASKED)
    assert not turns.rows
