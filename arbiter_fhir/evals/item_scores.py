"""Precision, recall and F1 of every kind of fact, of assertions, and the verified items that are wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.domain.fact import Certainty, FactType
from arbiter_fhir.domain.statement import Assertion
from arbiter_fhir.evals.expected_items import IDENTIFYING_FIELDS, ExpectedItem
from arbiter_fhir.evals.field_scores import Field, Score
from arbiter_fhir.evals.item_fields import (
    EXHAUSTIVE,
    asserted_otherwise,
    field_text,
    item_disagreements,
    item_field_agrees,
)
from arbiter_fhir.evals.item_matching import ItemMatch
from arbiter_fhir.evals.observation import ObservedFact

__all__ = [
    "KindScore",
    "add_kinds",
    "claims_a_condition",
    "is_invented",
    "lab_field_scores",
    "score_assertions",
    "score_kinds",
    "verified_item_errors",
]

#: Claims that a condition is or was there.
_CLAIMING = {"", Assertion.PRESENT.value, Assertion.HISTORICAL.value}


@dataclass(frozen=True, slots=True)
class KindScore:
    """One kind of fact.

    Attributes:
        found: Facts with the right name against those expected: was it read at all?
        fields: All judged fields together, the name among them: was it read right?
    """

    found: Score = field(default_factory=Score)
    fields: Score = field(default_factory=Score)

    def __add__(self, other: KindScore) -> KindScore:
        return KindScore(self.found + other.found, self.fields + other.fields)


def claims_a_condition(fact: ObservedFact) -> bool:
    """Whether a fact says that something is or was so, rather than that it is absent, possible or a relative's."""
    return fact.text("assertion") in _CLAIMING


def is_invented(fact: ObservedFact) -> bool:
    """Whether a fact that no expectation accounts for speaks against the line."""
    return fact.fact_type in EXHAUSTIVE and (fact.fact_type is not FactType.PROBLEM or claims_a_condition(fact))


def score_kinds(
    matches: Sequence[ItemMatch], unmatched: Iterable[tuple[int, ObservedFact]]
) -> dict[FactType, KindScore]:
    """Counts per kind over one document. An optional item that did not come out counts for nothing."""
    scores: dict[FactType, KindScore] = {}
    for match in matches:
        if match.observed is None and match.expected.optional:
            continue
        kind = match.expected.fact_type
        scores[kind] = scores.get(kind, KindScore()) + _score_match(match)
    for _, fact in unmatched:
        if is_invented(fact):
            said = [name for name in IDENTIFYING_FIELDS[fact.fact_type] if fact.text(name)]
            extra = KindScore(Score(wrong=1), Score(wrong=len(said)))
            scores[fact.fact_type] = scores.get(fact.fact_type, KindScore()) + extra
    return scores


def _score_match(match: ItemMatch) -> KindScore:
    item, fact = match.expected, match.observed
    printed = [name for name, text in item.fields.items() if text and name != "as_needed"]
    if fact is None:
        return KindScore(Score(missed=1), Score(missed=len(printed)))
    if fact.fact_type is not item.fact_type:
        same = not item_disagreements(item, fact)
        one = Score(right=int(same), wrong=int(not same), missed=int(not same))
        return KindScore(one, one)
    fields = Score()
    for name in item.fields:
        fields += _score_field(item, name, fact)
    named = all(item_field_agrees(item, name, fact) for name in _identifying(match))
    return KindScore(Score(right=int(named), wrong=int(not named), missed=int(not named)), fields)


def _identifying(match: ItemMatch) -> list[str]:
    return [name for name in IDENTIFYING_FIELDS[match.expected.fact_type] if name in match.expected.fields]


def _score_field(item: ExpectedItem, name: str, fact: ObservedFact) -> Score:
    expected, seen = item.fields[name], field_text(fact, name)
    if name == "as_needed":
        # Never left out: it is right or it is wrong.
        return Score(right=1) if expected == seen else Score(wrong=1, missed=1)
    if item_field_agrees(item, name, fact):
        return Score(right=1 if expected else 0)
    return Score(wrong=1 if seen else 0, missed=1 if expected else 0)


def score_assertions(matches: Sequence[ItemMatch]) -> Score:
    """Right and wrong claims over the items whose assertion is judged."""
    total = Score()
    for match in matches:
        if not match.expected.assertions or (match.observed is None and match.expected.optional):
            continue
        if match.observed is None:
            total += Score(missed=1)
        elif asserted_otherwise(match.expected, match.observed):
            total += Score(wrong=1, missed=1)
        else:
            total += Score(right=1)
    return total


def lab_field_scores(matches: Sequence[ItemMatch]) -> dict[Field, Score]:
    """Results in cells and fields, counted like rows on paper, so that both stand in one figure."""
    scores = dict.fromkeys(Field, Score())
    for match in matches:
        if match.expected.fact_type is not FactType.LAB_RESULT or match.expected.optional:
            continue
        for each in Field:
            expected = match.expected.fields.get(each.value)
            if expected is None:
                continue
            if match.observed is None:
                scores[each] += Score(missed=1 if expected else 0)
            else:
                scores[each] += _score_field(match.expected, each.value, match.observed)
    return scores


def add_kinds(every: Iterable[Mapping[FactType, KindScore]]) -> dict[FactType, KindScore]:
    """Kind by kind sums; kinds that were nowhere expected and never came out are left out."""
    total: dict[FactType, KindScore] = {}
    for scores in every:
        for kind, score in scores.items():
            total[kind] = total.get(kind, KindScore()) + score
    return total


def verified_item_errors(
    matches: Sequence[ItemMatch], unmatched: Iterable[tuple[int, ObservedFact]]
) -> tuple[str, ...]:
    """Every verified fact of these that the document does not bear out, as a sentence for the report."""
    found = [
        f"facts[{index}], a {fact.fact_type.value}, is verified and stands nowhere in the document"
        for index, fact in unmatched
        if fact.certainty is Certainty.VERIFIED and is_invented(fact)
    ]
    for match in matches:
        if match.observed is None or match.observed.certainty is not Certainty.VERIFIED:
            continue
        if wrong := item_disagreements(match.expected, match.observed):
            kind = match.expected.fact_type.value
            found.append(f"facts[{match.observed_index}], a {kind}, is verified with a wrong {', '.join(wrong)}")
    return tuple(found)
