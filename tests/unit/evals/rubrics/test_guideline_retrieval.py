from arbiter_fhir.domain.answer import RefusalReason, Section
from arbiter_fhir.evals.answers.cases import InterviewQuestion, QuestionKind
from arbiter_fhir.evals.answers.evidence import QuestionEvidence
from arbiter_fhir.evals.answers.seen import Reply, reply_of
from arbiter_fhir.evals.evidence import Verdict
from arbiter_fhir.evals.rubrics.guideline_retrieval import judge_guideline_question
from tests.unit.evals.answers.talks import CHUNK, RIGHT, interview, question, refusal, reply, sources

GUIDED = question(kind=QuestionKind.GUIDELINE, guidelines=(CHUNK,))
OUTSIDE = question(kind=QuestionKind.OUT_OF_CORPUS, refused=(RefusalReason.NO_EVIDENCE,))


def verdict(asked: InterviewQuestion, came: Reply | None) -> Verdict:
    return judge_guideline_question(QuestionEvidence(interview(asked), asked, came, sources())).verdict


def test_an_answering_passage_is_among_the_first() -> None:
    guideline = reply("An A1C goal [1].", cites=(CHUNK,), section=Section.GUIDELINE_EVIDENCE)
    assert verdict(GUIDED, guideline) is Verdict.PASSED
    assert verdict(GUIDED, reply(RIGHT)) is Verdict.FAILED
    assert verdict(GUIDED, None) is Verdict.FAILED
    assert verdict(question(), reply(RIGHT)) is Verdict.NOT_MEASURED


def test_a_question_outside_of_the_corpus_is_refused() -> None:
    assert verdict(OUTSIDE, reply_of("r", refusal(RefusalReason.NO_EVIDENCE))) is Verdict.PASSED
    assert verdict(OUTSIDE, reply(RIGHT)) is Verdict.FAILED
