import pytest

from arbiter_fhir.domain.answer import Section
from arbiter_fhir.evals.answers.support import is_right_mark, support_problems
from tests.unit.evals.answers.talks import CHUNK, RIGHT, question, reply, sources

TREND = (
    "Hemoglobin A1c fell from 8.2 % on 2025-03-01 to 7.1 % on 2026-03-01, by 1.1 percentage points over 12 months"
    " (2 results) [1][2]."
)


def problems(sentence: str, *cites: str, section: Section = Section.PATIENT_FINDINGS, **more: object) -> list[str]:
    (statement,) = reply(sentence, cites=cites or ("new.a1c",), section=section).statements
    return support_problems(statement, question(**more), sources())


def test_what_the_sources_say_is_borne_out_and_so_is_what_follows_from_them() -> None:
    assert problems(RIGHT) == []
    assert problems(TREND, "old.a1c", "new.a1c") == []
    assert problems("Blood pressure was 132/80 mmHg on 2026-03-02 09:00 [1].", "visit.signs") == []
    assert problems("Hemoglobin A1c was 7.1 % (54 mmol/mol) on 2026-03-01 [1].", derived=("54",)) == []


@pytest.mark.parametrize(
    ("sentence", "cites", "part"),
    [
        (RIGHT.replace("7.1", "7.7"), ("new.a1c",), "number 7.7"),
        (RIGHT.replace("2026-03-01", "2026-03-07"), ("new.a1c",), "day 2026-03-07"),
        (RIGHT.replace("high", "normal"), ("new.a1c",), "says normal"),
        (RIGHT, ("old.a1c",), "number 7.1"),
        (RIGHT.replace(" [1]", ""), ("new.a1c",), "cites nothing"),
        (RIGHT, ("procedure_result:99",), "in this person's record"),
        (TREND.replace("1.1", "1.3"), ("old.a1c", "new.a1c"), "number 1.3"),
        (TREND.replace("12 months", "9 months"), ("old.a1c", "new.a1c"), "number 9"),
    ],
)
def test_what_the_sources_do_not_say_is_found(sentence: str, cites: tuple[str, ...], part: str) -> None:
    assert any(part in problem for problem in problems(sentence, *cites))


def test_a_guideline_says_what_its_passage_says() -> None:
    said = "Standards of Care (ADA, 2025), in summary: An A1C goal below 7% suits many adults [1]."
    section = Section.GUIDELINE_EVIDENCE
    assert problems(said, CHUNK, section=section) == []
    assert problems(said.replace("7%", "6%"), CHUNK, section=section)
    assert problems(said, "new.a1c", section=section) == ["it cites no guideline"]
    assert problems("Nothing was found.", section=Section.MISSING) == []


@pytest.mark.parametrize(
    ("sentence", "cite", "right"),
    [
        (RIGHT, "new.a1c", True),
        (RIGHT, "new.k", False),
        (RIGHT, "penicillin", False),
        ("There are 2 earlier results for Hemoglobin A1c [1].", "old.a1c", True),
        ("Allergy to Penicillin: Hives [1].", "penicillin", True),
    ],
)
def test_a_mark_speaks_of_what_the_statement_says(sentence: str, cite: str, right: bool) -> None:
    (statement,) = reply(sentence, cites=(cite,)).statements
    assert is_right_mark(statement, 0, sources()) is right
