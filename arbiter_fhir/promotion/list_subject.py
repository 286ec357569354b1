"""What an allergy, a medication or a problem is about, and whether an entry of the chart is about the same.

By code where both have one, by the curated vocabularies where they know the chart's title, else by the words. Where
two things may be the same and nothing decides (a combination that holds the ingredient, a code of the same category),
they are *similar*: nothing is written beside a similar entry without a person.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from arbiter_fhir.domain.promotion import ChartListEntry, ListKind
from arbiter_fhir.domain.statement import Allergy, Coding, Medication, Problem
from arbiter_fhir.ports.terminology import ClinicalTerms

__all__ = ["Likeness", "ListValue", "Subject", "likeness", "named", "says_none", "strengths", "subject_of"]

ListValue = Allergy | Medication | Problem

RXNORM = "RXNORM"
ICD10 = "ICD10"
SNOMED = "SNOMED-CT"
#: FHIR URIs and HL7 table 0396 words to the words of OpenEMR's `lists.diagnosis`.
_SYSTEMS = {
    "http://www.nlm.nih.gov/research/umls/rxnorm": RXNORM,
    "rxnorm": RXNORM,
    "http://hl7.org/fhir/sid/icd-10-cm": ICD10,
    "http://hl7.org/fhir/sid/icd-10": ICD10,
    "icd10": ICD10,
    "i10": ICD10,
    "i10c": ICD10,
    "http://snomed.info/sct": SNOMED,
    "sct": SNOMED,
    "snm": SNOMED,
    "snomed-ct": SNOMED,
}
#: Concepts and titles of "there are none", as charts hold them (SNOMED CT 716186003, 409137002, 428607008, 429625007).
_NONE_CODES = frozenset((SNOMED, code) for code in ("716186003", "409137002", "428607008", "429625007"))
_NONE_TITLES = frozenset(
    [
        *("nkda", "nka", "nkfa", "none", "none known", "no allergies", "no known allergies"),
        *("no known drug allergies", "no known food allergies", "no known medication allergies", "denies allergies"),
    ]
)
#: The first characters of an ICD-10 code name the category.
_CATEGORY_CHARS = 3
_WORD = re.compile(r"[a-z0-9]+")
_STRENGTH = re.compile(
    r"(\d+(?:[.,]\d+)*)\s*(mcg|ug|mg|g|ml|meq|units?|iu|%)(?:\s*/\s*(?:\d+\s*)?[a-z]+)?", re.IGNORECASE
)
_UNITS = {"ug": "mcg", "unit": "units", "iu": "units"}
_MIN_PLURAL = 5


class Likeness(Enum):
    """How an entry of the chart compares with what a fact is about."""

    SAME = "same"
    SIMILAR = "similar"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a fact is about.

    Attributes:
        names: Folded names, the normalised one among them.
        codes: ``(system, code)`` in OpenEMR's words.
    """

    kind: ListKind
    names: frozenset[tuple[str, ...]]
    codes: frozenset[tuple[str, str]]

    def is_same(self, other: Subject) -> bool:
        """Whether two facts are about the same."""
        return self.kind is other.kind and bool(self.names & other.names or self.codes & other.codes)


def subject_of(value: ListValue) -> Subject:
    """What a fact is about."""
    match value:
        case Allergy():
            codes = [*_codes(value.codes), *([(RXNORM, value.rxnorm)] if value.rxnorm else [])]
            return _subject(ListKind.ALLERGY, (value.substance, value.allergen), codes)
        case Medication():
            codes = [*_codes(value.codes), *([(RXNORM, value.rxnorm)] if value.rxnorm else [])]
            return _subject(ListKind.MEDICATION, (value.name, value.ingredient), codes)
        case Problem():
            codes = [*_codes(value.codes), *([(ICD10, value.icd10)] if value.icd10 else [])]
            return _subject(ListKind.PROBLEM, (value.name,), codes)


def named(value: ListValue, terms: ClinicalTerms) -> ListValue:
    """The value with its normalised allergen, where extraction left that to the vocabulary (an HL7 segment)."""
    if isinstance(value, Allergy) and not value.allergen.strip() and value.none_known is None:
        return replace(value, allergen=terms.allergen(value.substance, whole=True))
    return value


def likeness(subject: Subject, entry: ChartListEntry, terms: ClinicalTerms) -> Likeness:
    """Whether an entry of the chart is about the same."""
    if entry.kind is not subject.kind:
        return Likeness.OTHER
    if subject.codes & set(entry.codes):
        return Likeness.SAME
    match subject.kind:
        case ListKind.MEDICATION:
            known = _by_concept({_words(name) for name in terms.ingredients(entry.title)}, subject)
        case ListKind.ALLERGY:
            allergen = terms.allergen(entry.title)
            known = _by_concept({_words(allergen)} if allergen else set(), subject)
        case ListKind.PROBLEM:
            known = _by_category(entry, terms, subject)
    return known or _by_words(entry, subject)


def says_none(entry: ChartListEntry) -> bool:
    """Whether an allergy entry of the chart states that there are none."""
    plain = " ".join(_WORD.findall(entry.title.casefold()))
    return entry.kind is ListKind.ALLERGY and (plain in _NONE_TITLES or bool(_NONE_CODES & set(entry.codes)))


def strengths(text: str) -> frozenset[str]:
    """Amounts with units in a text, one spelling each: ``500 mg``, ``0.5 mg``."""
    found = set()
    for match in _STRENGTH.finditer(text):
        number, unit = match[1].replace(",", ""), match[2].casefold()
        plain = number.rstrip("0").rstrip(".") if "." in number else number
        found.add(f"{plain} {_UNITS.get(unit, unit)}")
    return frozenset(found)


def _subject(kind: ListKind, names: Iterable[str], codes: Iterable[tuple[str, str]]) -> Subject:
    return Subject(kind, frozenset(words for name in names if (words := _words(name))), frozenset(codes))


def _codes(codings: Iterable[Coding]) -> list[tuple[str, str]]:
    found = ((_SYSTEMS.get(coding.system.casefold()), coding.code.strip()) for coding in codings)
    return [(system, code) for system, code in found if system and code]


def _words(name: str) -> tuple[str, ...]:
    """A name's words without case, accents and plural: what follows the first number is strength, not name."""
    folded = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    words: list[str] = []
    for word in _WORD.findall(plain):
        if word[0].isdigit() and words:
            break
        words.append(word[:-1] if len(word) > _MIN_PLURAL and word.endswith("s") and not word.endswith("ss") else word)
    return tuple(words)


def _by_concept(concepts: set[tuple[str, ...]], subject: Subject) -> Likeness | None:
    """Compare by what the vocabulary says; ``None`` where it does not know the title."""
    if not concepts:
        return None
    if concepts & subject.names:
        return Likeness.SAME if len(concepts) == 1 else Likeness.SIMILAR
    # A combination's name holds its ingredients, one after the other.
    shared = any(_holds(name, each) or _holds(each, name) for name in subject.names for each in concepts)
    return Likeness.SIMILAR if shared else Likeness.OTHER


def _by_category(entry: ChartListEntry, terms: ClinicalTerms, subject: Subject) -> Likeness | None:
    codes = {code for system, code in entry.codes if system.upper().startswith(ICD10)}
    named = terms.problem_code(entry.title)
    theirs = {code.replace(".", "").upper() for code in codes | ({named} if named else set())}
    mine = {code.replace(".", "").upper() for system, code in subject.codes if system == ICD10}
    if theirs & mine:
        return Likeness.SAME
    categories = {code[:_CATEGORY_CHARS] for code in theirs} & {code[:_CATEGORY_CHARS] for code in mine}
    if categories:
        return Likeness.SIMILAR
    return None


def _by_words(entry: ChartListEntry, subject: Subject) -> Likeness:
    title = _words(entry.title)
    if title in subject.names:
        return Likeness.SAME
    holds = any(_holds(title, name) or _holds(name, title) for name in subject.names)
    return Likeness.SIMILAR if holds else Likeness.OTHER


def _holds(longer: tuple[str, ...], shorter: tuple[str, ...]) -> bool:
    """Whether the words of one name stand in a row in another."""
    span = len(shorter)
    return bool(span) and any(longer[at : at + span] == shorter for at in range(len(longer) - span + 1))
