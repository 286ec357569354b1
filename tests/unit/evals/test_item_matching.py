from __future__ import annotations

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.evals.item_matching import match_items
from tests.unit.evals.stated_facts import ASTHMA, METFORMIN, WALKS, item, seen, words_at


def test_facts_meet_their_items_whatever_their_order() -> None:
    matches, left = match_items(
        (METFORMIN, ASTHMA), [(0, seen("Asthma")), (1, seen("Penicillin")), (2, seen("Metformin"))]
    )
    assert [match.observed_index for match in matches] == [2, 0]
    assert [index for index, _ in left] == [1]


def test_the_right_one_of_two_alike_is_taken() -> None:
    near = METFORMIN.model_copy(update={"page": 1, "words": words_at(0.3, "Metformin", "500", "mg")})
    far = METFORMIN.model_copy(update={"page": 1, "words": words_at(0.7, "Metformin", "500", "mg")})
    facts = [(0, seen("Metformin", box=(0.1, 0.7, 0.29, 0.02))), (1, seen("Metformin", box=(0.1, 0.3, 0.29, 0.02)))]
    assert [match.observed_index for match in match_items((near, far), facts)[0]] == [1, 0]


def test_a_misread_name_is_met_at_its_place_only() -> None:
    placed = METFORMIN.model_copy(update={"page": 1, "words": words_at(0.3, "Metformin", "500", "mg")})
    misread = {"name": "Metforrnin", "box": (0.1, 0.3, 0.29, 0.02)}
    assert match_items((placed,), [(0, seen("Metformin", **misread))])[0][0].observed_index == 0
    elsewhere = misread | {"box": (0.1, 0.8, 0.29, 0.02), "name": "Metfornin"}
    assert match_items((placed,), [(0, seen("Metformin", **elsewhere))])[0][0].observed is None


def test_another_page_or_kind_is_no_match() -> None:
    second_page = ASTHMA.model_copy(update={"page": 2})
    assert match_items((second_page,), [(0, seen("Asthma"))])[0][0].observed is None
    allergy = item(FactType.ALLERGY, fields={"substance": "Asthma"})
    assert match_items((allergy,), [(0, seen("Asthma"))])[0][0].observed is None


def test_another_kind_that_is_as_right_is_a_match() -> None:
    other = seen("Walks").model_copy(update={"fact_type": FactType.OTHER})
    assert match_items((WALKS,), [(0, other)])[0][0].observed_index == 0


def test_one_of_a_group_excuses_the_others() -> None:
    group = [ASTHMA.model_copy(update={"group": "g"}), item(FactType.PROBLEM, fields={"name": "Wheeze"}, group="g")]
    matches, _ = match_items(group, [(0, seen("Asthma"))])
    assert [match.expected.optional for match in matches] == [False, True]
    assert [match.expected.optional for match in match_items(group, [])[0]] == [False, False]
