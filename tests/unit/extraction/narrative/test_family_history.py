from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import FamilyHistory
from arbiter_fhir.extraction.narrative.candidate import Candidate
from arbiter_fhir.extraction.narrative.family_history import find_family_history, shares_bracket
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines


def find(*lines: str) -> tuple[Candidate, ...]:
    return find_family_history(read_passages(write_lines(*lines)))


def said(*lines: str) -> list[tuple[str, str, str]]:
    values = [each.value for each in find(*lines)]
    return [(v.relation, v.condition, v.assertion.value) for v in values if isinstance(v, FamilyHistory)]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Mother: diabetes, breast cancer", [("Mother", "diabetes", "family"), ("Mother", "breast cancer", "family")]),
        ("Father - MI; brother - asthma", [("Father", "MI", "family"), ("brother", "asthma", "family")]),
        (
            "Diabetes in mother and hypertension in father",
            [("mother", "Diabetes", "family"), ("father", "hypertension", "family")],
        ),
        ("Colon cancer (maternal uncle)", [("maternal uncle", "Colon cancer", "family")]),
        ("No family history of colon cancer", [("", "colon cancer", "absent")]),
        ("Positive for heart failure", [("", "heart failure", "family")]),
        ("Negative for diabetes", [("", "diabetes", "absent")]),
        ("Noncontributory", []),
        ("Mother: alive and well", []),
    ],
)
def test_sections(line: str, wanted: list[tuple[str, str, str]]) -> None:
    assert said("Family History:", line) == wanted


def test_age_and_death() -> None:
    values = [
        each.value for each in find("Family History:", "Father died of MI at age 60. Mother: breast cancer dx 52")
    ]
    assert [(v.age_at_onset, v.deceased) for v in values if isinstance(v, FamilyHistory)] == [
        ("60", True),
        ("52", False),
    ]


def test_rows_under_a_header() -> None:
    found = find(
        "Relation      Condition            Age",
        "Mother        Breast cancer        52",
        "Father        Strange disease",
    )
    assert said("Relation      Condition            Age", "Mother        Breast cancer        52") == [
        ("Mother", "Breast cancer", "family")
    ]
    assert Reason.NAME_UNKNOWN in found[1].reasons


def test_sentences_elsewhere_and_unknown_conditions() -> None:
    assert said("HPI:", "Her sister has lupus.") == [("sister", "lupus", "family")]
    assert said("HPI:", "She has lupus.") == []
    (unknown,) = find("Family History:", "Brother: Ehlers-Danlos syndrome")
    assert unknown.reasons == (Reason.NAME_UNKNOWN,)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Parkinson's disease (father)", "Family history: Parkinson's disease (father)"),
        ("diabetes (mother's side)", "Family history: diabetes (mother's side)"),
        ("stroke (father, in his sixties), gout", "Family history: stroke (father, in his sixties)"),
        ("stroke (father; gout)", "Family history: stroke (father"),
    ],
)
def test_a_bracket_that_was_opened_is_closed(line: str, text: str) -> None:
    assert find("Family history:", line)[0].text.value == text


def test_a_time_is_no_condition() -> None:
    assert said("Family history:", "Mother's illnesses during pregnancy: asthma") == [("Mother's", "asthma", "family")]


def test_as_a_child_says_when_and_a_column_of_people_may_name_the_patient() -> None:
    assert not said("Past Medical History", "Asthma as a child")
    assert not said("Past Medical History", "Reflux when he was an infant")
    rows = (
        "Problem          Status      Who",
        "Hypertension     Active      Self",
        "Diabetes         Active      Mother",
    )
    assert said(*rows) == [("Mother", "Diabetes", "family")]


@pytest.mark.parametrize("line", ["Maternal aunt: ?lupus", "Father: possibly diabetes", "Sister: asthma (maybe)"])
def test_what_nobody_is_sure_of_in_a_relative_goes_to_a_person(line: str) -> None:
    (candidate,) = find("Family History", line)
    assert Reason.STATED_AS_UNCERTAIN in candidate.reasons


def test_what_two_relatives_have_is_said_of_both() -> None:
    assert said("Family history:", "mother and father both had diabetes") == [
        ("mother", "diabetes", "family"),
        ("father", "diabetes", "family"),
    ]


def test_a_denial_of_the_family_is_of_no_relative_that_is_told_of_beside_it() -> None:
    line = "no heart disease, mother had gout, no one with cancer except an aunt"
    denied = [each for each in said("Family history:", line) if each[2] == "absent"]
    assert denied == [("", "heart disease", "absent"), ("", "cancer", "absent")]
    exception = next(each for each in find("Family history:", line) if "cancer" in each.text.value)
    assert Reason.STATED_AS_UNCERTAIN in exception.reasons


@pytest.mark.parametrize(
    ("line", "condition", "shared"),
    [
        ("Gout and anxiety (daughter)", "Gout", True),
        ("Gout and anxiety (daughter)", "anxiety", False),
        ("Gout, asthma (her son)", "Gout", True),
        ("Gout (daughter) and anxiety", "Gout", False),
        ("Gout since 2011, mother well", "Gout", False),
    ],
)
def test_a_bracket_behind_two_conditions_leaves_the_first_open(line: str, condition: str, shared: bool) -> None:
    assert shares_bracket(line, condition) is shared


def test_the_first_of_two_conditions_before_a_relative_waits_for_a_person() -> None:
    gout, anxiety = find("Past medical history:", "Gout and anxiety (daughter)")
    assert Reason.SPEAKS_OF_ANOTHER in gout.reasons
    assert Reason.SPEAKS_OF_ANOTHER not in anxiety.reasons


def test_a_row_of_problems_may_say_that_it_is_a_relatives() -> None:
    rows = ("Problem            Status", "Breast cancer      Family history - mother", "Gout               Active")
    assert said(*rows) == [("mother", "Breast cancer", "family")]


def test_a_relative_in_a_closed_bracket_has_nothing_behind_it() -> None:
    assert said("Family history:", "CAD (father 50s), breast ca (mat aunt)") == [
        ("father", "CAD", "family"),
        ("aunt", "breast ca", "family"),
    ]
