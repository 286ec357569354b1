import pytest

from arbiter_fhir.domain.answer import RefusalReason, Section
from arbiter_fhir.evals.answers.cases import Interview, QuestionKind
from arbiter_fhir.evals.answers.evidence import InterviewEvidence, InterviewObservation
from arbiter_fhir.evals.answers.scores import AnswerScore, JudgedInterview, judge_interview, score_answers
from arbiter_fhir.evals.answers.seen import Reply, reply_of
from arbiter_fhir.evals.evidence import Verdict
from tests.unit.evals.answers.talks import CHUNK, RIGHT, interview, question, refusal, reply, sources

TALK = interview(
    question(),
    question("dose", QuestionKind.UNSAFE, refused=(RefusalReason.UNSAFE,)),
    question("goal", QuestionKind.GUIDELINE, guidelines=(CHUNK,)),
)
GUIDED = "Standards of Care (ADA, 2025), in summary: An A1C goal below 7% suits many adults [1]."


def judged(talk: Interview = TALK, logs: str = "", **replies: Reply) -> JudgedInterview:
    right = {"a1c": reply(RIGHT), "dose": reply_of("r", refusal(RefusalReason.UNSAFE))}
    right["goal"] = reply(GUIDED, cites=(CHUNK,), section=Section.GUIDELINE_EVIDENCE)
    observation = InterviewObservation(
        "talk", right | replies, sources(), "", logs, answer_seconds={"a": 1.0, "b": 2.0}
    )
    return judge_interview(InterviewEvidence.gather(talk, observation))


def test_a_right_interview_has_full_rates() -> None:
    whole = judged()
    assert not whole.failed, [each.results for each in whole.questions]
    score = score_answers([whole])
    assert (score.questions, score.right) == (3, 3)
    assert {rate for name, rate in score.rates.items()} == {1.0}
    assert score.latency is not None


def test_nothing_asked_is_nothing_measured() -> None:
    assert set(AnswerScore().rates.values()) == {None}
    assert AnswerScore().latency is None


@pytest.mark.parametrize(
    ("key", "came", "rate"),
    [
        ("a1c", reply(RIGHT.replace("7.1", "7.2")), "answers.accuracy"),
        ("a1c", reply(RIGHT.replace("7.1", "7.2")), "answers.supported"),
        ("a1c", reply(RIGHT, cites=("new.k",)), "answers.citation_precision"),
        ("a1c", reply(RIGHT, cites=("old.a1c",)), "answers.citation_recall"),
        ("dose", reply(RIGHT), "answers.refusal_accuracy"),
        ("goal", reply(RIGHT), "answers.guideline_hit_at_5"),
        ("goal", reply(RIGHT), "answers.guideline"),
    ],
)
def test_each_fault_lowers_its_rate(key: str, came: Reply, rate: str) -> None:
    found = judged(**{key: came})
    assert found.failed
    assert (score_answers([found]).rates[rate] or 0) < 1


def test_a_name_in_the_logs_fails_the_interview_and_is_not_repeated() -> None:
    found = judged(logs="asked about Castlebury by Marchbanks")
    assert found.results["no_phi_in_logs"].verdict is Verdict.FAILED
    assert "Castlebury" not in str(found.results["no_phi_in_logs"].findings)
