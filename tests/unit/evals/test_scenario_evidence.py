from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from arbiter_fhir.domain.answer import RefusalReason
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.evals.clinic import ChartRow, Decision, SeenAnswer
from arbiter_fhir.evals.evidence import Verdict
from arbiter_fhir.evals.scenario_cases import Ask, Change, Check, ExpectedOutcome, ExpectedRow, Scenario, Upload
from arbiter_fhir.evals.scenario_evidence import ScenarioEvidence, judge_steps
from arbiter_fhir.evals.scenario_runner import play
from tests.unit.evals.pretend_clinic import PretendClinic
from tests.unit.evals.test_scenario_cases import ASK, UPLOAD, scenario

PROMOTED = Check(
    rubric="promotion_expectations",
    identity={"first": (IdentityStatus.VERIFIED,)},
    jobs={"first": JobStatus.SUCCEEDED},
    outcomes=(
        ExpectedOutcome(document="first", kind=FactType.LAB_RESULT, name="ldl", outcomes=(PromotionOutcome.PROMOTED,)),
        ExpectedOutcome(
            document="second", kind=FactType.LAB_RESULT, name="LDL", outcomes=(PromotionOutcome.DUPLICATE_SKIPPED,)
        ),
    ),
    rows=(ExpectedRow(patient="own", kind="lab", name="LDL", value="148"),),
    totals={"own": {"lab": 1}},
)
GONE = Check(rubric="deleted_document_not_retrieved", gone=("first", "second"), totals={"own": {"lab": 0}})
REFUSED = Ask(
    rubric="deleted_document_not_retrieved", patient="own", question="LDL?", refused=(RefusalReason.NO_EVIDENCE,)
)
WHOLE = scenario(
    UPLOAD,
    Upload(document="second", source="report.pdf", doc_type=UPLOAD.doc_type, patient="own"),
    PROMOTED,
    ASK,
    Change(do="delete", document="first"),
    Change(do="delete", document="second"),
    GONE,
    REFUSED,
)


def judged(clinic: PretendClinic, rubric: str, of: Scenario = WHOLE) -> Verdict:
    return judge_steps(ScenarioEvidence(of, play(of, clinic, lambda _: b"")), rubric).verdict


@pytest.mark.parametrize("rubric", ["promotion_expectations", "safe_refusal", "deleted_document_not_retrieved"])
def test_a_clinic_that_does_everything_right_passes(rubric: str) -> None:
    assert judged(PretendClinic(), rubric) is Verdict.PASSED


def test_what_nobody_asked_is_not_measured() -> None:
    assert judged(PretendClinic(), "guideline_retrieval") is Verdict.NOT_MEASURED


class KeepsDeleted(PretendClinic):
    def delete(self, document: int) -> None:
        pass


class DoublesRows(PretendClinic):
    def chart(self, patient: int) -> Sequence[ChartRow]:
        return [row for row in super().chart(patient) for _ in range(2)]


class PromotesTwice(PretendClinic):
    def decisions(self, document: int) -> Sequence[Decision]:
        return [Decision("lab_result", "LDL", "148", "promoted", "")]


class DecidesNothing(PretendClinic):
    def decisions(self, document: int) -> Sequence[Decision]:
        return []


class MistakesThePatient(PretendClinic):
    def identity(self, document: int) -> Sequence[str]:
        return ["identity_mismatch_quarantined"]


class AlwaysAnswers(PretendClinic):
    def ask(self, patient: int, question: str) -> SeenAnswer:
        return SeenAnswer("LDL 148 [1]", "", ("documents:1",), 0)


class AlwaysRefuses(PretendClinic):
    def ask(self, patient: int, question: str) -> SeenAnswer:
        return SeenAnswer("", "no_evidence", (), 0)


class CitesNothing(PretendClinic):
    def ask(self, patient: int, question: str) -> SeenAnswer:
        return SeenAnswer("LDL 148", "", (), 1)


class LeavesTraces(PretendClinic):
    def left_of(self, document: int) -> Mapping[str, int]:
        return {"clinical_document_chunks": 3}


@pytest.mark.parametrize(
    ("clinic", "rubric"),
    [
        (KeepsDeleted, "deleted_document_not_retrieved"),
        (AlwaysAnswers, "deleted_document_not_retrieved"),
        (LeavesTraces, "deleted_document_not_retrieved"),
        (DoublesRows, "promotion_expectations"),
        (PromotesTwice, "promotion_expectations"),
        (DecidesNothing, "promotion_expectations"),
        (MistakesThePatient, "promotion_expectations"),
        (AlwaysRefuses, "safe_refusal"),
        (CitesNothing, "safe_refusal"),
    ],
)
def test_each_fault_turns_its_rubric_red(clinic: type[PretendClinic], rubric: str) -> None:
    assert judged(clinic(), rubric) is Verdict.FAILED


def test_a_play_that_broke_off_fails_what_it_did_not_reach() -> None:
    class Crashing(PretendClinic):
        def work(self) -> None:
            raise ZeroDivisionError

    assert judged(Crashing(), "promotion_expectations") is Verdict.FAILED
    assert judged(Crashing(), "safe_refusal") is Verdict.FAILED
