import pytest

from arbiter_fhir.domain.answer import RefusalReason, Section
from arbiter_fhir.evals.answers.cases import ExpectedClaim, InterviewQuestion
from arbiter_fhir.evals.answers.claims import citation_problems, claim_problems, match_claims, stands_in
from arbiter_fhir.evals.answers.seen import Reply, reply_of
from tests.unit.evals.answers.talks import CHUNK, RIGHT, question, refusal, reply, sources


def said(asked: InterviewQuestion, came: Reply) -> list[str]:
    return claim_problems(asked, came, match_claims(asked, came, sources()))


def cited(asked: InterviewQuestion, came: Reply) -> list[str]:
    return citation_problems(asked, came, match_claims(asked, came, sources()), sources())


@pytest.mark.parametrize(
    ("text", "wanted", "there"),
    [
        ("was 7.1 %", "7.1", True),
        ("was 17.1 %", "7.1", False),
        ("was 7.12 %", "7.1", False),
        ("was 7.1.", "7.1", True),
        ("was 7.1 %", "%", True),
        ("1.9 mg/dL", "mg/d", False),
    ],
)
def test_a_number_stands_as_itself(text: str, wanted: str, there: bool) -> None:
    assert stands_in(text, wanted) is there


def test_a_right_answer_has_no_problem() -> None:
    assert said(question(), reply(RIGHT)) == []
    assert cited(question(only=("new.a1c",)), reply(RIGHT)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        RIGHT.replace("7.1", "7.2"),
        RIGHT.replace("A1c", "A2"),
        RIGHT.replace("2026-03-01", "2025-03-01"),
        RIGHT.replace("high", "normal"),
        RIGHT.replace("%", "mmol/L"),
    ],
)
def test_a_wrong_field_is_a_claim_that_nothing_says(sentence: str) -> None:
    (problem,) = said(question(), reply(sentence))
    assert problem.startswith("nothing says")


def test_a_claim_stands_in_its_section() -> None:
    assert said(question(), reply(RIGHT, section=Section.NEEDS_REVIEW))


def test_a_refusal_is_no_answer() -> None:
    assert "refusal" in said(question(), reply_of("r", refusal(RefusalReason.NO_EVIDENCE)))[0]


def test_what_must_not_be_said_is_found_where_it_must_not_stand() -> None:
    assert said(question(never=("reference",)), reply(RIGHT)) == ["the answer says 'reference'"]
    assert said(question(never_found=("reference",)), reply(RIGHT))
    asked = question(never_found=("troponin",))
    assert said(asked, reply(RIGHT)) == []
    assert said(question(unguided=True), reply(RIGHT + " [2]", cites=("new.a1c", CHUNK)))


def test_an_optional_claim_counts_where_its_subject_is_spoken_of() -> None:
    stopped = ExpectedClaim(subject=("glipizide",), words=("stopped",), optional=True)
    asked = question(claims=(*question().claims, stopped))
    assert said(asked, reply(RIGHT)) == []
    assert said(asked, reply(RIGHT, "Glipizide 5 mg (active) [1].")) != []
    assert said(asked, reply(RIGHT, "Glipizide 5 mg (stopped) [1].")) == []


def test_missing_and_foreign_citations_are_found() -> None:
    assert cited(question(), reply(RIGHT, cites=("old.a1c",))) == [
        "'A1c 7.1 % 2026-03-01 high' under Patient Findings does not cite new.a1c"
    ]
    both = reply(RIGHT.replace("[1]", "[1][2]"), cites=("new.a1c", "old.a1c"))
    assert cited(question(only=("new.a1c",)), both) == ["it cites old.a1c"]
    assert cited(question(never_cites=("old.a1c",)), both) == ["it cites old.a1c"]
