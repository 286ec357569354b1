"""What a line of a culture says about growth: denied, doubtful, formerly reported, or nothing grown at all.

*Source of the words*: ordinary wording of microbiology reports.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arbiter_fhir.extraction.laboratory.geometry import Fragment, text_of

__all__ = [
    "denies_growth",
    "doubts_growth",
    "formerly_at",
    "label_end",
    "labels_another_test",
    "speaks_of_amount",
    "speaks_of_culture",
    "states_growth",
]

#: Names of groups and traits that hold a word of denial.
_TRAITS: Final = re.compile(
    r"\b(?:coagulase|gram|lactose|oxidase|indole|catalase|lactamase|esbl|mrsa|vre)[- ](?:negative|neg)\b|\bno\.",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"\b(?:no|not|negative|neg|absent|none|without|neither|nor|ruled?\s+out|free\s+of|undetected|unlikely)\b",
    re.IGNORECASE,
)
_DOUBTED: Final = re.compile(
    r"\b(?:possible|possibly|probable|probably|presumptive|presumptively|presumed|suspected|suggestive|suggests?|"
    r"resembling|consistent\s+with|to\s+follow|pending|contaminants?|contamination|may\s+be|cannot)\b|\?",
    re.IGNORECASE,
)
_FORMERLY: Final = re.compile(
    r"^\W*(?:previously|formerly|originally|initially|prior|previous|former|changed|corrected|amended)\b", re.IGNORECASE
)
_STATED: Final = re.compile(
    r"\bno\s+(?:\w+\s+){0,2}growth\b|\b(?:normal|mixed|usual|oral|skin)\s+(?:\w+\s+){0,2}flora\b"
    r"|\bno\s+(?:\S+\s+){1,6}(?:isolated|recovered|seen|detected|present)\b|\bno\s+(?:\w+\s+)?pathogens?\b"
    r"|\bgram[- ](?:positive|negative)\s+(?:cocci|rods?|bacilli|organisms?)\b|\b(?:multiple|mixed)\s+organisms\b"
    r"|\bgrowth\s+of\b|\b(?:budding\s+)?yeasts?\b",
    re.IGNORECASE,
)
_AMOUNT: Final = re.compile(
    r"\b(?:cfu|colon(?:y|ies)|growth|isolated|recovered|light|moderate|heavy|scant|many|few|rare)\b|\b[1-4]\+",
    re.IGNORECASE,
)
#: Labels of tests that are no cultures.
_NO_CULTURE: Final = re.compile(
    r"\bo\s?(?:&|and)\s?p\b|\bova\b|\bparasit|\bpcr\b|\bnaat\b|\btoxin|\bantigen|\bscreen|\bserolog|\btiter|\brapid\b|\bafb\b",
    re.IGNORECASE,
)
#: Words of the longest label.
LABEL_WORDS: Final = 6
_CULTURE_WORDS: Final = re.compile(
    r"\b(?:susceptibilit\w+|sensitivit\w+|antibiogram|antibiotics?|antimicrobials?|m\.?i\.?c\.?|microbiology)\b",
    re.IGNORECASE,
)


def label_end(fragments: Sequence[Fragment]) -> int:
    """Where the answer behind a label of a few words begins (``BLOOD CULTURE SET 1: No growth``); 0 without a label."""
    for at, each in enumerate(fragments[:LABEL_WORDS]):
        if each.text.endswith(":"):
            return at + 1 if at + 1 < len(fragments) else 0
    return 0


def labels_another_test(fragments: Sequence[Fragment]) -> bool:
    """Whether a line begins with the label of another test than the culture above it (``Stool O&P: ...``)."""
    return _NO_CULTURE.search(text_of(fragments[: label_end(fragments)])) is not None


def denies_growth(text: str) -> bool:
    """Whether a line that names an organism says that it did not grow (``No Salmonella isolated``)."""
    return _DENIED.search(_TRAITS.sub(" ", text)) is not None


def doubts_growth(text: str) -> bool:
    """Whether a line that names an organism leaves its name or its meaning open (``Presumptive ...``)."""
    return _DOUBTED.search(text) is not None


def formerly_at(fragments: Sequence[Fragment]) -> int:
    """Where words about a former report begin; the number of fragments where none do."""
    return next((index for index, each in enumerate(fragments) if _FORMERLY.match(each.text)), len(fragments))


def states_growth(fragments: Sequence[Fragment]) -> bool:
    """Whether a line of a culture states what grew without naming an organism (``No growth at 5 days``)."""
    return _STATED.search(text_of(fragments)) is not None


def speaks_of_amount(text: str) -> bool:
    """Whether a line says how much of an organism grew (``>100,000 CFU/mL``, ``moderate growth``)."""
    return _AMOUNT.search(text) is not None


def speaks_of_culture(text: str) -> bool:
    """Whether a line belongs to a susceptibility table by its words."""
    return _CULTURE_WORDS.search(text) is not None
