import pytest
from pydantic import ValidationError

from arbiter_fhir.domain.answer import RefusalReason
from arbiter_fhir.evals.answers.cases import ExpectedClaim, Interview, line_keys
from tests.unit.evals.answers.talks import CHART, LATEST, PLACES, interview, question


def test_everything_in_a_chart_can_be_cited_by_its_key() -> None:
    assert set(line_keys(CHART)) == set(PLACES)


def test_a_question_expects_an_answer_or_a_refusal() -> None:
    with pytest.raises(ValidationError, match="refused, or answered"):
        question(claims=())
    with pytest.raises(ValidationError, match="refused, or answered"):
        interview().questions[0].model_validate(
            {**question().model_dump(), "refused": (RefusalReason.UNSAFE,), "claims": (LATEST,)}
        )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"questions": (question(), question())}, "one question"),
        ({"questions": (question(follows=True),)}, "follows none"),
        ({"chart": (*CHART, CHART[0])}, "one thing"),
        (
            {"questions": (question(claims=(ExpectedClaim(subject=("x",), sources=("nowhere",)),)),)},
            "nowhere",
        ),
    ],
)
def test_an_interview_speaks_of_what_there_is(fields: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        interview(**fields)


def test_an_interview_survives_its_file() -> None:
    assert Interview.model_validate_json(interview().model_dump_json()) == interview()
