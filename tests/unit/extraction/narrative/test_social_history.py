from __future__ import annotations

import pytest

from arbiter_fhir.domain.statement import Statement
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.narrative.social_history import find_social_history, social_topic
from tests.unit.extraction.clean_pages import write_lines


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Former smoker, quit 2010. Drinks 2 beers per week.", [("smoking", "historical"), ("alcohol", "present")]),
        (
            "Never smoked, drinks wine, lives with wife",
            [("smoking", "absent"), ("alcohol", "present"), ("living_situation", "present")],
        ),
        ("Denies illicit drug use", [("drug_use", "absent")]),
        ("Tobacco: 1 ppd", [("smoking", "present")]),
        ("Alcohol: none", [("alcohol", "absent")]),
        ("Retired teacher. Married.", [("occupation", "present"), ("marital_status", "present")]),
        ("Likes music", []),
    ],
)
def test_clauses(line: str, wanted: list[tuple[str, str]]) -> None:
    found = find_social_history(read_passages(write_lines("Social History:", line)))
    assert [(v.topic, v.assertion.value) for v in (each.value for each in found) if isinstance(v, Statement)] == wanted


def test_only_social_sections_and_the_first_topic_count() -> None:
    assert find_social_history(read_passages(write_lines("HPI:", "He smokes."))) == ()
    assert social_topic("smokes and drinks") == "smoking"
    assert social_topic("nothing of the kind") is None
