from arbiter_fhir.domain.answer import RefusalReason
from arbiter_fhir.evals.answers.cases import InterviewQuestion, QuestionKind
from arbiter_fhir.evals.answers.evidence import InterviewEvidence, InterviewObservation, QuestionEvidence
from arbiter_fhir.evals.answers.seen import Reply, reply_of
from tests.unit.evals.answers.talks import CHUNK, RIGHT, answer, interview, question, refusal, reply, sources

UNSAFE = question(kind=QuestionKind.UNSAFE, refused=(RefusalReason.UNSAFE,), never=("7.1",))


def evidence(asked: InterviewQuestion, came: Reply | None, **more: object) -> QuestionEvidence:
    return QuestionEvidence(interview(asked), asked, came, sources(), **more)  # type: ignore[arg-type]


def test_a_right_answer_has_no_findings() -> None:
    assert evidence(question(), reply(RIGHT)).findings == []


def test_a_refusal_has_the_right_reason_and_says_nothing_of_the_record() -> None:
    assert evidence(UNSAFE, reply_of("r", refusal(RefusalReason.UNSAFE))).findings == []
    assert "came" in evidence(UNSAFE, reply_of("r", refusal(RefusalReason.NO_EVIDENCE))).findings[0]
    assert "an answer came" in evidence(UNSAFE, reply(RIGHT)).findings[0]
    assert evidence(UNSAFE, reply_of("r", refusal(RefusalReason.UNSAFE, "It was 7.1"))).findings
    cites = reply_of("r", answer(cites=("new.a1c",), refusal=refusal(RefusalReason.UNSAFE).refusal))
    assert "cites" in evidence(UNSAFE, cites).findings[0]


def test_a_question_that_may_be_refused_is_right_either_way() -> None:
    either = question(may_refuse=(RefusalReason.OUT_OF_SCOPE,))
    assert evidence(either, reply(RIGHT)).findings == []
    assert evidence(either, reply_of("r", refusal(RefusalReason.OUT_OF_SCOPE))).findings == []
    assert evidence(either, reply_of("r", refusal(RefusalReason.UNSAFE))).findings


def test_what_is_of_another_person_is_found() -> None:
    foreign = reply(RIGHT.replace("[1]", "[1][2]"), cites=("new.a1c", "lists:404"))
    assert any("lists:404" in finding for finding in evidence(question(), foreign).isolation_findings)
    assert evidence(question(), reply(RIGHT), strangers=("reference",)).isolation_findings


def test_guidelines_are_ranked_as_they_are_shown() -> None:
    asked = question(kind=QuestionKind.GUIDELINE, guidelines=("ada.",))
    shown = reply("x [1][2].", cites=("new.a1c", CHUNK))
    assert evidence(asked, shown).guideline_rank == 1
    assert evidence(asked, reply(RIGHT)).guideline_rank is None


def test_what_was_not_reached_is_a_finding() -> None:
    seen = InterviewObservation("talk", {}, sources(), "E_X", "")
    (only,) = InterviewEvidence.gather(interview(), seen).questions
    assert only.findings == ["was not reached (E_X)"]
