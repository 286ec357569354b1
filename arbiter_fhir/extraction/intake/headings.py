"""Which section a line of a form opens: titles as clinicians write them, and questions as forms put them to patients.

The wording is free, so a heading is judged by its words: all of them must be words of headings, and one must name the
section. *Source*: ``data/form_headings.tsv``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from arbiter_fhir.extraction.narrative.sections import SectionKind, read_heading
from arbiter_fhir.extraction.tables import read_table

__all__ = ["FormHeading", "form_heading"]

#: Questions that name no section in so many words.
_QUESTIONS: Final[tuple[tuple[re.Pattern[str], SectionKind], ...]] = (
    (
        re.compile(r"\b(brings? you|why are you (?:here|seeing)|reason for (?:your |today'?s )?(?:visit|appointment))"),
        SectionKind.CHIEF_CONCERN,
    ),
    (
        re.compile(
            r"^(have you ever|do you (?:now )?have|have you (?:had|been)|check all|check any|please check|mark all|"
            r"are you being treated|circle all)\b"
        ),
        SectionKind.PAST_HISTORY,
    ),
    (
        re.compile(
            r"^(anything else|is there anything|additional (?:comments|information|concerns)|preferences?\b|"
            r"other (?:comments|concerns|information|notes)|comments?\b|your (?:goals|wishes|preferences))"
        ),
        SectionKind.OTHER,
    ),
    (
        re.compile(
            r"^(in case of emergency|emergency contact|how did you hear|for office use|office use only|"
            r"insurance\b|billing\b|consent\b|patient (?:information|demographics|registration)|about you\b|"
            r"contact information|personal information|your information|responsible party|authorization\b|"
            r"pharmacy\b|signature\b|acknowledge?ment)"
        ),
        SectionKind.ADMINISTRATIVE,
    ),
)

#: The table's row of words that name no section.
_BESIDE: Final = "beside"
_PARENTHESIS: Final = re.compile(r"\([^()]*\)|\([^()]*$")
_WORD: Final = re.compile(r"[a-z][a-z'-]*")
_LETTERED: Final = re.compile(r"^\s*(?:(?:section|part)\s+)?(?:[ivx]{1,4}|[a-h]|\d{1,2})[.):]\s+", re.IGNORECASE)
#: Words of a heading over medications that are no longer taken, that were taken before, or that are changed now.
_ENDED: Final = frozenset({"stopped", "discontinued", "quit"})
_BEFORE: Final = frozenset({"past", "previous", "previously", "prior", "former", "formerly"})
_CHANGED: Final = frozenset({"changes", "changed", "change", "started", "starting", "new", "recent", "recently"})
#: Whose form it is, as a form for children says it.
_WHOSE: Final = re.compile(r"\b(?:(?:your|the|my) )?(?:child|patient|son|daughter|baby|infant)'?s\b")
_NO_LONGER: Final = re.compile(r"\bno longer\b|\bnot any ?more\b")
#: A span of time that a heading asks for, with the one number that a heading may have.
_WITHIN: Final = re.compile(r"\b(?:past|last|within)(?: the)?(?: past| last)? \d{1,2} (?:day|week|month|year)s?\b")
#: How a line begins that asks for a list, and the lists that it may ask for.
_ASKS: Final = re.compile(r"^(?:please\s+)?(?:list|name|write|enter|describe|tell|all|current|any|your|my)\b")
_OF_LISTS: Final = frozenset(
    {SectionKind.ALLERGIES, SectionKind.MEDICATIONS, SectionKind.PAST_MEDICATIONS, SectionKind.MEDICATION_CHANGES}
)
#: Longest heading in words, its parentheses left out.
LONGEST: Final = 16


@dataclass(frozen=True, slots=True)
class FormHeading:
    """A heading at the start of a line.

    Attributes:
        kind: The section that it opens.
        end: Where in the text the rest begins; the text's length where nothing follows.
    """

    kind: SectionKind
    end: int


def form_heading(text: str) -> FormHeading | None:
    """The heading with which a cell begins; ``None`` where it begins otherwise."""
    usual = read_heading(text)
    if usual is not None and usual.kind is not SectionKind.ADMINISTRATIVE and usual.alone:
        return FormHeading(usual.kind, len(text))
    label, colon, rest = text.partition(":")
    if colon and rest.strip():
        kind = _kind(label)
        if kind is not None:
            return FormHeading(kind, len(text) - len(rest.lstrip()))
        return None if usual is None or usual.kind is SectionKind.ADMINISTRATIVE else FormHeading(usual.kind, usual.end)
    question, mark, rest = text.partition("?")
    if mark and rest.strip() and (kind := _kind(question)) is not None:
        return FormHeading(kind, len(text) - len(rest.lstrip()))
    kind = _kind(text) or (_titled(text) if text.rstrip().endswith(":") else None)
    return None if kind is None else FormHeading(kind, len(text))


def _titled(text: str) -> SectionKind | None:
    """The list that a short line with a colon behind it asks for, though not all of its words are a heading's."""
    plain = _PARENTHESIS.sub(" ", text).casefold().strip(" :*-_.")
    asks = len(plain.split()) <= LONGEST and _ASKS.match(plain) is not None
    kind = _named(plain) if asks else None
    return kind if kind in _OF_LISTS else None


def _kind(text: str) -> SectionKind | None:
    plain = _PARENTHESIS.sub(" ", _LETTERED.sub("", text)).casefold().replace("\u2019", "'").strip(" :*-_.")
    plain = _WHOSE.sub("your", plain)
    plain = _WITHIN.sub("past", _NO_LONGER.sub("stopped", plain))
    if not plain or len(plain.split()) > LONGEST:
        return None
    words = _WORD.findall(plain)
    general = not re.search(r"\d", plain) and all(word in _beside() or _name_of(word) for word in words)
    for pattern, kind in _QUESTIONS:
        # "Do you have asthma?" asks one thing; "Do you have any of these?" opens a list.
        if pattern.search(plain) and (general or kind is not SectionKind.PAST_HISTORY):
            return _named(plain) or kind if kind is SectionKind.PAST_HISTORY else kind
    return _named(plain) if general else None


def _named(plain: str) -> SectionKind | None:
    words = set(_WORD.findall(plain))
    kind = next((kind for kind, names in _names() if words & names), None)
    if kind is SectionKind.FAMILY_HISTORY and words & {"concern", "concerns"}:
        return SectionKind.OTHER
    if kind is not SectionKind.MEDICATIONS:
        return kind
    now = bool(words & {"current", "currently", "now", "taking", "present"})
    if words & (_ENDED | _BEFORE) and not now and "ever" not in words:
        return SectionKind.PAST_MEDICATIONS
    # Who lists what is taken now beside what was, or is to be, does not say which is which.
    return SectionKind.MEDICATION_CHANGES if words & (_ENDED | _BEFORE | _CHANGED) or "ever" in words else kind


def _name_of(word: str) -> bool:
    return any(word in names for _, names in _names())


@cache
def _names() -> tuple[tuple[SectionKind, frozenset[str]], ...]:
    """Words that name a section; the first section that any word of a heading is among wins."""
    rows = [(row["section"], frozenset(row["words"].split())) for row in read_table("form_headings.tsv")]
    return tuple((SectionKind(section), words) for section, words in rows if section != _BESIDE)


@cache
def _beside() -> frozenset[str]:
    """Words that may stand in a heading beside its name."""
    words = [row["words"].split() for row in read_table("form_headings.tsv") if row["section"] == _BESIDE]
    return frozenset(word for row in words for word in row)
