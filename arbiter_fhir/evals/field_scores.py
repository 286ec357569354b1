"""Precision, recall and F1 of every field, and the count of verified facts that are not what the paper says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.lab_comparison import canonical_unit
from arbiter_fhir.evals.cases import ExpectedFact
from arbiter_fhir.evals.matching import Match, Matching
from arbiter_fhir.evals.observation import ObservedFact
from arbiter_fhir.evals.printed import same_name, same_print

__all__ = [
    "SCORED_TOGETHER",
    "Field",
    "Score",
    "add_scores",
    "disagreements",
    "score_fields",
    "verified_errors",
]


class Field(StrEnum):
    """Fields that are scored."""

    TEST_NAME = "test_name"
    VALUE = "value"
    UNIT = "unit"
    REFERENCE_RANGE = "reference_range"
    ABNORMAL_FLAG = "abnormal_flag"
    COLLECTION_DATE = "collection_date"


#: The five fields whose joint F1 has a threshold.
SCORED_TOGETHER = (Field.VALUE, Field.UNIT, Field.REFERENCE_RANGE, Field.ABNORMAL_FLAG, Field.COLLECTION_DATE)


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of one field: right, wrong or invented, and missed or wrong."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: Score) -> Score:
        return Score(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float | None:
        """Right of all that was said; ``None`` where nothing was said."""
        said = self.right + self.wrong
        return self.right / said if said else None

    @property
    def recall(self) -> float | None:
        """Right of all that is printed; ``None`` where nothing is printed."""
        printed = self.right + self.missed
        return self.right / printed if printed else None

    @property
    def f1(self) -> float | None:
        """Harmonic mean of both; ``None`` where nothing is printed and nothing was said."""
        total = 2 * self.right + self.wrong + self.missed
        return 2 * self.right / total if total else None


def _expected_text(fact: ExpectedFact, field: Field) -> str:
    if field is Field.ABNORMAL_FLAG:
        return fact.abnormal_flag.value if fact.abnormal_flag else ""
    return str(getattr(fact, field.value))


def _observed_text(fact: ObservedFact, field: Field) -> str:
    if field is Field.ABNORMAL_FLAG:
        return fact.result.abnormal_flag.value if fact.result.abnormal_flag else ""
    return str(getattr(fact.result, field.value) or "")


def _flag_may_be_derived(expected: ExpectedFact, observed: ObservedFact) -> bool:
    """Where no flag is printed, a derived one is right when value and range say so, and its absence is right too."""
    flag = observed.result.abnormal_flag
    return expected.abnormal_flag is None and (
        flag is None or (observed.result.flag_derived and flag is expected.derivable_flag)
    )


def _score_pair(match: Match, field: Field) -> Score:
    printed = _expected_text(match.expected, field)
    if match.observed is None:
        return Score(missed=1 if printed else 0)
    if field is Field.ABNORMAL_FLAG and _flag_may_be_derived(match.expected, match.observed):
        return Score()
    said = _observed_text(match.observed, field)
    if same_print(printed, said):
        return Score(right=1 if printed else 0)
    return Score(wrong=1 if said else 0, missed=1 if printed else 0)


def score_fields(matching: Matching) -> dict[Field, Score]:
    """Counts per field over one document. What is invented counts against precision, what is missed against recall.

    A fact that no row accounts for and that is marked for review is visible doubt, and still counts as wrong here.
    """
    scores = dict.fromkeys(Field, Score())
    for field in Field:
        for match in matching.matches:
            scores[field] += _score_pair(match, field)
        for _, fact in matching.unmatched:
            scores[field] += Score(wrong=1 if _observed_text(fact, field) else 0)
    return scores


def add_scores(every: Iterable[dict[Field, Score]]) -> dict[Field, Score]:
    """Field by field sums."""
    total = dict.fromkeys(Field, Score())
    for scores in every:
        for field, score in scores.items():
            total[field] += score
    return total


def disagreements(expected: ExpectedFact, observed: ObservedFact) -> tuple[Field, ...]:
    """Fields in which a fact does not mean what the row says.

    Stricter than a reader and laxer than print: names may differ by what OCR confuses and units by spelling; values,
    ranges, flags and dates may not differ at all.
    """
    wrong = []
    if not same_name(expected.test_name, observed.result.test_name):
        wrong.append(Field.TEST_NAME)
    if not same_print(expected.value, observed.result.value):
        wrong.append(Field.VALUE)
    if canonical_unit(expected.unit) != canonical_unit(observed.result.unit):
        wrong.append(Field.UNIT)
    if not same_print(expected.reference_range, observed.result.reference_range):
        wrong.append(Field.REFERENCE_RANGE)
    flag_differs = observed.result.abnormal_flag is not expected.abnormal_flag
    if flag_differs and not _flag_may_be_derived(expected, observed):
        wrong.append(Field.ABNORMAL_FLAG)
    if (observed.result.collection_date or "") != expected.collection_date:
        wrong.append(Field.COLLECTION_DATE)
    return tuple(wrong)


def verified_errors(matching: Matching) -> tuple[str, ...]:
    """Every verified fact that the paper does not bear out, as a sentence for the report. Must be empty."""
    found = [
        f"facts[{index}] is verified and stands nowhere on the paper"
        for index, fact in matching.unmatched
        if fact.certainty is Certainty.VERIFIED
    ]
    for match in matching.matches:
        fact = match.observed
        if fact is None or fact.certainty is not Certainty.VERIFIED:
            continue
        wrong = disagreements(match.expected, fact)
        if wrong:
            found.append(f"facts[{match.observed_index}] is verified with a wrong {', '.join(wrong)}")
    return tuple(found)
