"""What a drug, an allergy or a problem is about: one name for chart and documents, and the names to ask for it by.

By the curated vocabularies where they know the title, by the code where there is one, else by the words. Unlike
promotion, which must never write beside something similar, an answer may show two entries that are one thing; it must
not show two things as one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from arbiter_fhir.domain.drug_class import class_members, drug_classes, is_in_class
from arbiter_fhir.ports.terminology import ClinicalTerms, TermKind, TermMentions

__all__ = [
    "ICD10",
    "NONE_KNOWN",
    "Names",
    "Vocabulary",
    "allergen_names",
    "asks_for",
    "class_of_allergen",
    "is_none_known",
    "medicine_names",
    "other_names",
    "plain_words",
    "problem_names",
]

#: Prefix of a subject that is a code.
ICD10: Final = "icd10:"
#: Subject of the statement that there are no allergies.
NONE_KNOWN: Final = "none_known"
_CLASS: Final = "class:"
#: The first characters of an ICD-10 code name the category.
_CATEGORY_CHARS: Final = 3
_MIN_PLURAL: Final = 5
_WORD: Final = re.compile(r"[a-z0-9]+")
#: Titles of "there are none", as charts hold them in a list of allergies.
_NONE_TITLE: Final = re.compile(
    r"nk[adf]{1,2}a?|none(?: known)?|no(?: known)?(?: (?:drug|food|medication|environmental))*(?: allerg(?:y|ies))+|"
    r"denies(?: any)? allergies|no known"
)


class Vocabulary(ClinicalTerms, TermMentions, Protocol):
    """What retrieval asks of the curated vocabularies."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a title is about.

    Attributes:
        subject: The one stable name.
        all: Every name to ask for it by, lower case.
    """

    subject: str
    all: frozenset[str]


def plain_words(text: str) -> tuple[str, ...]:
    """A name's words without case, accents and plural."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    return tuple(
        word[:-1] if len(word) > _MIN_PLURAL and word.endswith("s") and not word.endswith("ss") else word
        for word in _WORD.findall(plain)
    )


def medicine_names(title: str, ingredient: str, terms: Vocabulary, *, given_for: str = "") -> Names:
    """What a medication is: its one ingredient or combination; else the words before its strength.

    Args:
        title: As listed.
        ingredient: As extraction normalised it; empty where it did not.
        terms: The curated vocabularies.
        given_for: Indication and instructions: "gout meds" asks for what is given for gout.
    """
    known = {ingredient.casefold()} if ingredient.strip() else {name.casefold() for name in terms.ingredients(title)}
    parts = {part.strip() for name in known for part in name.split(" / ")}
    words = " ".join(_before_number(plain_words(title)))
    subject = next(iter(known)) if len(known) == 1 else words
    reasons = _mentioned(given_for, terms, {TermKind.CONDITION, TermKind.SYMPTOM})
    return Names(subject, frozenset(filter(None, {*known, *parts, *reasons, words, title.strip().casefold()})))


def allergen_names(substance: str, allergen: str, terms: Vocabulary) -> Names:
    """What an allergy is to."""
    known = (allergen.strip() or terms.allergen(substance)).casefold()
    words = " ".join(plain_words(substance))
    return Names(known or words, frozenset(filter(None, {known, words, substance.strip().casefold()})))


def problem_names(title: str, codes: Iterable[str], terms: Vocabulary) -> Names:
    """What a condition is: its ICD-10 code, given or of the tables, where there is exactly one; else its name."""
    given = {_code(code) for code in codes if code.strip()}
    tables = terms.problem_code(title)
    code = given.pop() if len(given) == 1 else _code(tables) if tables and not given else ""
    kinds = {TermKind.CONDITION, TermKind.SYMPTOM, TermKind.PROCEDURE}
    found = [mention for mention in terms.mentions(title) if mention.kind in kinds]
    mentioned = dict.fromkeys(mention.name.casefold() for mention in found)
    words = " ".join(plain_words(title))
    # A name that is the whole title: "HTN" is hypertension, "HTN of her mother" is not.
    whole = next((each.name.casefold() for each in found if title[each.start : each.end] == title.strip()), "")
    subject = f"{ICD10}{code}" if code else whole or words
    coded = {f"{ICD10}{code}"} if code else set()
    return Names(subject, frozenset(filter(None, {*mentioned, *coded, words, title.strip().casefold()})))


def other_names(title: str, kinds: set[TermKind], terms: Vocabulary) -> Names:
    """What a vaccine or a procedure is."""
    mentioned = _mentioned(title, terms, kinds)
    words = " ".join(plain_words(title))
    subject = next(iter(mentioned)) if len(mentioned) == 1 else words
    return Names(subject, frozenset(filter(None, {*mentioned, words, title.strip().casefold()})))


def asks_for(asked: str, names: frozenset[str], terms: Vocabulary) -> bool:
    """Whether a normalised name in a question means something that has these names.

    ``diabetes mellitus`` asks for ``type 2 diabetes mellitus`` as well, ``class:statins`` for every statin, and a
    condition with a code for every code of its category.
    """
    if asked.startswith(_CLASS):
        return any(is_in_class(name, asked) or _is_class_within(name, asked) for name in names)
    if asked.casefold() in names:
        return True
    code = _code(terms.problem_code(asked))[:_CATEGORY_CHARS]
    coded = {name.removeprefix(ICD10)[:_CATEGORY_CHARS] for name in names if name.startswith(ICD10)}
    if code and coded:
        # Where both have a code it decides: pulmonary hypertension is not meant by hypertension.
        return code in coded
    # The parts of a combination stand in any order: "trimethoprim+sulfamethoxazole".
    parts = [plain_words(part) for part in asked.split(" / ")]
    return all(parts) and any(all(_holds(plain_words(name), part) for part in parts) for name in names)


def class_of_allergen(allergen: str) -> str:
    """The key of the class of drugs that an allergen names: ``class:statins``; empty where it names none."""
    folded = allergen.casefold()
    for key, known in drug_classes().items():
        if folded in {key.removeprefix(_CLASS).replace("_", " "), known.display.casefold(), *known.names}:
            return key
    return ""


def is_none_known(title: str) -> bool:
    """Whether a title in a list of allergies states that there are none."""
    return bool(_NONE_TITLE.fullmatch(" ".join(_WORD.findall(title.casefold()))))


def _mentioned(title: str, terms: Vocabulary, kinds: set[TermKind]) -> dict[str, None]:
    return {mention.name.casefold(): None for mention in terms.mentions(title) if mention.kind in kinds}


def _before_number(words: tuple[str, ...]) -> tuple[str, ...]:
    """What follows the first number is strength, not name."""
    number = next((at for at, word in enumerate(words) if at and word[0].isdigit()), len(words))
    return words[:number]


def _code(code: str) -> str:
    return code.strip().upper()


def _holds(longer: tuple[str, ...], shorter: tuple[str, ...]) -> bool:
    """Whether the words of one name stand in a row in another."""
    span = len(shorter)
    return any(longer[at : at + span] == shorter for at in range(len(longer) - span + 1))


def _is_class_within(name: str, asked: str) -> bool:
    """Whether an allergy is to a class all of whose medicines are asked for: to penicillins, where to antibiotics."""
    members = class_members(class_of_allergen(name))
    return bool(members) and members <= class_members(asked)
