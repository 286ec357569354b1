"""Questions are kept for those who asked them, about the patient they asked of, for a day."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import Intent, RoutedQuestion
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ErrorCode, StoreError
from arbiter_fhir.store import SqlQueryTurns
from tests.integration.store.conftest import StoreSite

ONE, TWO = PatientId(1), PatientId(2)
ASKED = RoutedQuestion(DeidentifiedText("last [DATE_1] A1c", DEID_SEAL), Intent.FACTUAL_LOOKUP, ("hba1c",), "newest")


def kept(site: StoreSite) -> SqlQueryTurns:
    turns = SqlQueryTurns(site.query)
    turns.remember("r1", patient_id=ONE, caller="dr", question=ASKED)
    return turns


def test_a_question_is_found_again(site: StoreSite) -> None:
    assert kept(site).find("r1", patient_id=ONE, caller="dr") == ASKED


@pytest.mark.parametrize("request_id, patient, caller", [("r2", ONE, "dr"), ("r1", TWO, "dr"), ("r1", ONE, "nurse")])
def test_of_no_other_request_patient_or_caller(
    site: StoreSite, request_id: str, patient: PatientId, caller: str
) -> None:
    assert kept(site).find(request_id, patient_id=patient, caller=caller) is None


def test_after_a_day_it_is_gone(site: StoreSite) -> None:
    turns = kept(site)
    site.admin("UPDATE clinical_query_turns SET created_at = utc_timestamp(6) - INTERVAL 86401 SECOND")
    assert turns.find("r1", patient_id=ONE, caller="dr") is None
    turns.remember("r2", patient_id=TWO, caller="dr", question=ASKED)
    assert site.admin("SELECT request_id FROM clinical_query_turns") == [("r2",)]


def test_kept_twice_is_kept_once(site: StoreSite) -> None:
    """A commit whose answer got lost is repeated."""
    kept(site)
    kept(site)
    assert site.number("clinical_query_turns") == 1


def test_the_worker_sees_no_questions(site: StoreSite) -> None:
    kept(site)
    with pytest.raises(StoreError) as refused:
        SqlQueryTurns(site.worker).find("r1", patient_id=ONE, caller="dr")
    assert refused.value.code is ErrorCode.STORE_PRIVILEGE


def test_one_patients_row_is_read(site: StoreSite) -> None:
    kept(site)
    plan = site.admin(
        "EXPLAIN SELECT routed_json FROM clinical_query_turns"
        " WHERE patient_id = 1 AND request_id = 'r1' AND caller = 'dr'"
    )
    assert plan[0][3] in {"const", "ref"}
