"""Unknown words beside known substances."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.statement import Allergy
from arbiter_fhir.extraction.citing import Source
from arbiter_fhir.extraction.narrative.allergies import find_allergies
from arbiter_fhir.extraction.narrative.candidate import to_facts
from arbiter_fhir.extraction.narrative.passages import read_passages
from tests.unit.extraction.clean_pages import write_lines

INCOMPLETE, MISREAD = ("name_incomplete",), ("name_misread",)


def reasons(*lines: str, confidence: float | None = None) -> list[tuple[str, ...]]:
    candidates = find_allergies(read_passages(write_lines("Allergies", *lines, confidence=confidence)))
    facts = to_facts(candidates, Source(SourceType.REFERRAL_DOCX, "f"))
    assert all((fact.certainty is Certainty.NEEDS_REVIEW) == bool(fact.reasons) for fact in facts)
    return [tuple(fact.reasons) for fact in facts]


@pytest.mark.parametrize(
    "line",
    [
        "Barium contrast (hives)",
        "Qadolinated contrast - flushing",
        "Contrast rnedia (hives)",
        "Penicillin benzathlne",
        "Defatted peanut",
        "Ethiodized iodine: rash",
    ],
)
def test_an_unknown_word_that_touches_a_name_holds_the_fact_back(line: str) -> None:
    assert reasons(line) == [INCOMPLETE]
    assert reasons(line, confidence=96.0) == [INCOMPLETE]


@pytest.mark.parametrize(
    "line",
    [
        "Severe penicillin allergy (hives)",
        "IV contrast - flushing",
        "1. Sulfa antibiotics: rash",
        "Reports latex sensitivity",
        "Lisinopril causes cough",
        "Codeine nausea and vomiting",
        "Hives from amoxicillin",
        "Bee stings - swelling",
        "Oral erythromycin (nausea)",
        "Drug: aspirin",
        "Naproxen gives her hives",
        "Peanuts",
        "Tape (adhesive)",
        "Allergic to shellfish since childhood",
    ],
)
def test_words_that_lists_use_beside_names_are_no_part_of_them(line: str) -> None:
    assert all(each == () for each in reasons(line))


@pytest.mark.parametrize("line", ["lodinated contrast - hives", "lbuprofen (wheezing)", "lodine (rash)"])
def test_a_capital_i_read_as_an_l_is_respelled_and_left_to_a_person(line: str) -> None:
    assert reasons(line, confidence=96.0) == [MISREAD]


def test_the_whole_name_of_a_respelled_substance_is_quoted() -> None:
    (found,) = find_allergies(read_passages(write_lines("Allergies", "lodinated contrast - hives")))
    assert isinstance(found.value, Allergy)
    assert (found.value.substance, found.value.allergen) == ("lodinated contrast", "iodinated contrast")
