"""The curated vocabularies for running text: which medicines, allergens, conditions, vaccines and the like it names.

Clinicians type abbreviations in small letters, so more of them count here than in a document; those that are words of
a question as well ("all", "as", "add") count only in capitals.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, TypeVar

from arbiter_fhir.domain.organism import organism_words
from arbiter_fhir.extraction.terminology.allergens import Allergen, allergens
from arbiter_fhir.extraction.terminology.conditions import Condition, conditions
from arbiter_fhir.extraction.terminology.lexicon import Lexicon
from arbiter_fhir.extraction.terminology.medicines import Medicine, medicines
from arbiter_fhir.extraction.terminology.vocabularies import asked_names, procedures, relations, vaccines
from arbiter_fhir.ports.terminology import TermKind, TermMention

__all__ = ["MIN_WORD", "term_mentions", "term_words"]

#: Shorter words are not corrected: too many others lie one letter away.
MIN_WORD: Final = 5
#: Names that are ordinary words, or common abbreviations of something else, in a question.
_CAPITALS: Final = frozenset(
    ["as", "mr", "ms", "ed", "add", "cap", "ar", "all", "mono", "pd", "ca", "pens", "pe", "la", "ac"]
)
#: Names that are words of questions far more often than what they name.
_NEVER: Final = frozenset(
    [
        *(
            "pt",
            "well",
            "none",
            "doe",
            "does",
            "adds",
            "caps",
            "pads",
            "cads",
            "mash",
            "sis",
            "aid",
            "aids",
            "nix",
            "pen",
        ),
        *(
            "sunlight",
            "vaccine",
            "vaccines",
            "environmental",
            "seasonal",
            "versed",
            "colds",
            "smoke",
            "smokes",
        ),
    ]
)
#: Kinds of allergens that are given as medicines.
_CLASSES: Final = frozenset(["drug_class", "contrast"])

T = TypeVar("T")


def _medicine(entry: Medicine) -> tuple[TermKind, str]:
    return TermKind.MEDICINE, entry.ingredient


def _allergen(entry: Allergen) -> tuple[TermKind, str] | None:
    if entry.kind == "drug":
        return None
    return (TermKind.DRUG_CLASS if entry.kind in _CLASSES else TermKind.ALLERGEN), entry.name


def _condition(entry: Condition) -> tuple[TermKind, str]:
    return (TermKind.SYMPTOM if entry.is_symptom else TermKind.CONDITION), entry.name


def _word(kind: TermKind) -> Callable[[str], tuple[TermKind, str]]:
    return lambda name: (kind, name)


def _in(lexicon: Lexicon[T], name_of: Callable[[T], tuple[TermKind, str] | None], text: str) -> Iterator[TermMention]:
    for match in lexicon.find(text):
        named = name_of(match.entry)
        printed = text[match.start : match.end]
        folded = re.sub(r"[^a-z0-9]", "", printed.casefold())
        if named is None or folded in _NEVER or (folded in _CAPITALS and not printed.isupper()):
            continue
        yield TermMention(named[0], named[1].casefold(), match.start, match.end)


def term_mentions(text: str) -> Sequence[TermMention]:
    """All names of all vocabularies, from left to right; one stretch may be a name of several vocabularies."""
    found = [
        *_in(medicines(), _medicine, text),
        *_in(allergens(), _allergen, text),
        *_in(conditions(), _condition, text),
        *_in(vaccines(), _word(TermKind.VACCINE), text),
        *_in(procedures(), _word(TermKind.PROCEDURE), text),
        *_in(relations(), _word(TermKind.RELATION), text),
    ]
    # A further name counts only outside of the tables' own: pulmonary hypertension is no hypertension.
    further = _in(asked_names(), lambda named: (TermKind(named[0]), named[1]), text)
    found += [each for each in further if not any(_holds(known, each) for known in found)]
    return sorted(found, key=lambda mention: (mention.start, mention.start - mention.end))


def _holds(known: TermMention, other: TermMention) -> bool:
    return known.start <= other.start and other.end <= known.end


@cache
def term_words() -> frozenset[str]:
    """Every word of `MIN_WORD` letters and more that is a name by itself, in lower case."""
    lexicons = (medicines(), allergens(), conditions(), vaccines(), procedures(), relations(), asked_names())
    words = (word for lexicon in lexicons for word in lexicon.single_words())
    return organism_words() | {word for word in words if len(word) >= MIN_WORD and word.isalpha()}
