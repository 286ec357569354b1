"""When a field of a fact says what the document says: print for print, with the licence that each field needs."""

from __future__ import annotations

import re

from rapidfuzz.distance import Levenshtein

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.lab_comparison import canonical_unit
from arbiter_fhir.evals.expected_items import AMOUNT, IDENTIFYING_FIELDS, ExpectedItem
from arbiter_fhir.evals.observation import ObservedFact
from arbiter_fhir.evals.printed import look_alike, same_name, unspaced

__all__ = [
    "EXHAUSTIVE",
    "asserted_otherwise",
    "field_agrees",
    "field_text",
    "identifies",
    "item_disagreements",
    "item_field_agrees",
    "main_text",
    "resembles",
]

#: Fields that hold running text: the observed text may say a little more, such as the question that was answered.
_RUNNING = {"text"}
_NAMES = {"test_name", "name", "substance", "organism", "drug", "condition", "relation", "reaction", "severity"}
_UNITS = {"unit"}
_PLACEHOLDER = re.compile(r"\[[A-Z_]+_\d+\]")

#: Kinds of which everything in a document is expected, so that anything more is invented.
EXHAUSTIVE = frozenset(
    {
        FactType.LAB_RESULT,
        FactType.SUSCEPTIBILITY,
        FactType.MEDICATION,
        FactType.ALLERGY,
        FactType.PROBLEM,
        FactType.FAMILY_HISTORY,
        FactType.VITAL_SIGN,
    }
)

#: Share of different letters up to which a name may still be the same name, misread.
MISREAD_SHARE = 0.25


def field_text(fact: ObservedFact, field: str) -> str:
    """What the fact says in a field; strength and dose together for `AMOUNT`."""
    if field == AMOUNT:
        return " ".join(part for part in (fact.text("strength"), fact.text("dose")) if part)
    return fact.text(field)


def main_text(fact: ObservedFact) -> str:
    """The text that says which fact it is."""
    return fact.text(IDENTIFYING_FIELDS[fact.fact_type][0])


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", _PLACEHOLDER.sub(" ", text).casefold())


def _says_the_same(expected: str, seen: str) -> bool:
    """Whether all the expected words stand in the seen text, which is not much longer."""
    wanted, words = _words(expected), _words(seen)
    return bool(wanted) and set(wanted) <= set(words) and len(words) <= 2 * len(wanted) + 4


def field_agrees(field: str, expected: str, seen: str) -> bool:
    """Whether a field says what is expected of it."""
    if not expected or not seen:
        return not expected and not seen
    if field in _RUNNING:
        return _says_the_same(expected, seen)
    if field in _NAMES:
        return same_name(expected, seen)
    if field in _UNITS:
        return canonical_unit(expected) == canonical_unit(seen)
    if field == AMOUNT:
        return sorted(_words(expected)) == sorted(_words(seen))
    return unspaced(expected).casefold() == unspaced(seen).casefold()


def identifies(item: ExpectedItem, fact: ObservedFact) -> bool:
    """Whether the fact names the same thing."""
    names = [name for name in IDENTIFYING_FIELDS[item.fact_type] if name in item.fields]
    return all(item_field_agrees(item, name, fact) for name in names)


def item_field_agrees(item: ExpectedItem, field: str, fact: ObservedFact) -> bool:
    """Whether a field says one of the texts that are right."""
    seen = field_text(fact, field)
    return any(field_agrees(field, text, seen) for text in item.texts(field))


def resembles(item: ExpectedItem, fact: ObservedFact) -> bool:
    """Whether the fact names the same thing but for letters that were misread, or for words too many or too few."""
    seen = look_alike(main_text(fact))
    return any(_misread(look_alike(text), seen) for text in item.texts(IDENTIFYING_FIELDS[item.fact_type][0]))


def _misread(expected: str, seen: str) -> bool:
    if not expected or not seen:
        return False
    if expected in seen or seen in expected:
        return True
    return Levenshtein.distance(expected, seen) <= MISREAD_SHARE * max(len(expected), len(seen))


def item_disagreements(item: ExpectedItem, fact: ObservedFact) -> tuple[str, ...]:
    """Judged fields in which the fact says something else than the document."""
    if fact.fact_type is not item.fact_type:
        # Another kind that is as right has other fields: only its text can be compared.
        own = main_text(fact)
        return () if _says_the_same(next(iter(item.fields.values())), own) else ("text",)
    wrong = [name for name in item.fields if not item_field_agrees(item, name, fact)]
    return (*wrong, *(["assertion"] if asserted_otherwise(item, fact) else []))


def asserted_otherwise(item: ExpectedItem, fact: ObservedFact) -> bool:
    """Whether the fact claims the thing in another way than the text does."""
    claimed = fact.text("assertion")
    return bool(item.assertions) and bool(claimed) and claimed not in {each.value for each in item.assertions}
