from arbiter_fhir.evals.answers.scores import AnswerScore, score_answers
from arbiter_fhir.evals.report import as_markdown
from arbiter_fhir.evals.report_answers import answer_blocks, failed_questions
from tests.unit.evals.answers.talks import RIGHT, reply
from tests.unit.evals.answers.test_scores import judged


def test_no_interviews_are_said_to_be_not_measured() -> None:
    (block,) = answer_blocks(AnswerScore(), ())
    assert block.sentences == ("Answers: not measured.",)


def test_rates_kinds_and_interviews_are_shown() -> None:
    whole = (judged(),)
    text = as_markdown([*answer_blocks(score_answers(whole), whole)])
    assert "3 of 3 questions are right in every respect." in text
    assert "| latest_value | 1 | 1 | 1.0000 |" in text
    assert "| talk | 3 | 0 | 0.00 | pass |" in text
    assert [*failed_questions(whole)] == []


def test_a_failed_question_is_told_as_it_was_typed_with_what_is_wrong() -> None:
    (block,) = failed_questions((judged(a1c=reply(RIGHT.replace("7.1", "7.2"))),))
    assert (block.title, block.sentences) == ("Failed: talk / a1c (latest_value)", ("latest A1c?",))
    assert any("unsupported_claims: statement 0" in point for point in block.points)


def test_what_fails_an_interview_as_a_whole_is_told_once() -> None:
    (block,) = failed_questions((judged(logs="Castlebury"),))
    assert block.title == "Failed: talk"
    assert "Castlebury" not in str(block)
