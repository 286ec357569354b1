"""Names that a message sets in components: beside a found part of one, its other parts are found too.

A sender may put somebody's name in a field of codes or in a segment of its own, where nothing declares it: of
``Quill^Marlow`` a list knows one half.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.folding import FoldedText
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.names import CREDENTIALS
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.word_lists import read_words
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.region import DeclaredContent, Region

__all__ = ["names_beside_components"]

#: ``ZPD[1]-2[2].1``: the field with its repetition, and the component.
_COMPONENT: Final = re.compile(r"(?P<field>.+-\d+(?:\[\d+\])?)\.(?P<component>\d+)")
_UNDECLARED: Final = frozenset({None, DeclaredContent.NARRATIVE, DeclaredContent.CLINICAL})
_MEDICAL: Final = read_words("medical_words.txt", "medical_proper_words.txt", "drugs.txt")
#: A name's part has rarely more words.
MAX_WORDS: Final = 3
#: Shorter parts are codes and flags.
MIN_LETTERS: Final = 3
SCORE: Final = 0.6

Span = tuple[int, int]


def names_beside_components(
    regions: Sequence[Region], folded: FoldedText, reading: Reading, findings: Sequence[Finding]
) -> Iterator[Finding]:
    """Components beside one that is a person as a whole, where they are written like names and mean nothing clinical.

    Args:
        regions: The page's regions.
        folded: The way from raw text to reading.
        reading: The page's reading.
        findings: What was found.
    """
    people = [(each.start, each.end) for each in findings if each.kind is IdentifierKind.PERSON]
    for _, group in groupby(_components(regions, folded), key=lambda part: part[0]):
        parts = list(group)
        named = [number for _, number, span in parts if any(_covers(person, span) for person in people)]
        for _, number, span in parts:
            beside = any(abs(number - other) == 1 for other in named) and number not in named
            if beside and _is_written_as_name(reading, span):
                yield Finding(*span, IdentifierKind.PERSON, Strength.PATTERN, "component", SCORE)


def _components(regions: Sequence[Region], folded: FoldedText) -> Iterator[tuple[str, int, Span]]:
    for region in regions:
        match = _COMPONENT.fullmatch(region.path)
        if match is not None and region.declares in _UNDECLARED and len(region.spans) == 1:
            start, end = region.spans[0]
            yield match["field"], int(match["component"]), (folded.from_raw(start), folded.from_raw(end))


def _covers(person: Span, span: Span) -> bool:
    return person[0] <= span[0] and span[1] <= person[1]


def _is_written_as_name(reading: Reading, span: Span) -> bool:
    words = reading.tokens_in(*span)
    return 0 < len(words) <= MAX_WORDS and all(
        word.is_name_shaped
        and len(word.text) >= MIN_LETTERS
        and word.key not in FORM_WORDS | CREDENTIALS
        and word.key not in reading.lexicon.clinical
        and word.key not in _MEDICAL
        for word in words
    )
