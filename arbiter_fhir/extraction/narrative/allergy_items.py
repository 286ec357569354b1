"""The items of an allergy list: which words name a substance, which say how it showed and how badly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.extraction.terminology.allergens import Allergen, allergens, reactions
from arbiter_fhir.extraction.terminology.vocabularies import relations

__all__ = ["AllergyItem", "items_of", "read_reaction", "severity_in"]

_SEPARATOR: Final = re.compile(r"[,;|\u2022]|\s(?:and|&|\+)\s|\s/\s")
_SEVERITY: Final = re.compile(
    r"\b(?:mild(?: to moderate)?|moderate(?: to severe)?|severe|life[- ]threatening|critical|minor|serious)\b",
    re.IGNORECASE,
)
_DETAIL: Final = re.compile(
    r"^\s*(?:\(|[-\u2013\u2014:=\u2192>]+|causes?|gives?|->)\s*(?P<words>[^()]{2,60})", re.IGNORECASE
)
_NEGATED: Final = re.compile(r"\b(?:no|without|denies|not|never)\s+(?:\w+\s+){0,1}$", re.IGNORECASE)
_LEAD: Final = re.compile(
    r"^\s*(?:[\u2022*>o-]\s+|\(?\d{1,2}[.)]\s+)?(?:(?:patient|pt|he|she)\s+)?(?:is\s+|reports\s+|has\s+)?(?:an?\s+)?"
    r"(?:allerg(?:ic|y|ies)\s+to\s+|intoleran(?:t|ce)\s+(?:to|of)\s+|drug:\s*|food:\s*|environmental:\s*|other:\s*|latex:\s*(?=no|yes))?",
    re.IGNORECASE,
)
_NOT_A_NAME: Final = re.compile(
    r"^(?:none|no|not|n/?a|yes|see|reviewed|patient|pt|she|he|denies|reports|reaction|reactions|severity|unknown|type|date|"
    r"onset|list|allerg\w*|as|per|updated|verified|the|if|please|any|medication|medications|drug|drugs|food|foods|other|"
    r"ros|exam|vitals?|neg|imp|plan|labs?|pmhx?|shx|fhx|status|active|confirmed|high|low|criticality|carries|epipen|tolerates|but|when|since|during|was|is|had|has|mild|"
    r"moderate|severe|childhood|documented|noted|in|on|at|with|after|to|environmental|information|source|page|initials)\b",
    re.IGNORECASE,
)
#: An unknown substance is named in at most this many words.
LONGEST_NAME_WORDS: Final = 4


@dataclass(frozen=True, slots=True)
class AllergyItem:
    """One item of a list.

    Attributes:
        start: Where what is said of the substance begins.
        end: Where it ends.
        name_start: Where the substance's name begins.
        name_end: Where it ends.
        allergen: What it is; ``None`` where no table knows it.
        respelled: Its name is spelled otherwise than in the table.
        context: Where the sentence begins that says it; ``None`` where the item says all.
    """

    start: int
    end: int
    name_start: int
    name_end: int
    allergen: Allergen | None
    respelled: bool
    context: int | None = None

    @property
    def sentence_start(self) -> int:
        """Where the words begin that decide what is claimed."""
        return self.start if self.context is None else self.context


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Stretches between separators that stand outside brackets."""
    depth, first, at = 0, start, start
    while at < end:
        if text[at] in "([":
            depth += 1
        elif text[at] in ")]":
            depth = max(0, depth - 1)
        found = _SEPARATOR.match(text, at, end) if depth == 0 else None
        if found is not None:
            yield first, at
            at = first = found.end()
        else:
            at += 1
    yield first, end


def items_of(text: str, start: int, end: int) -> Iterator[AllergyItem]:
    """The items of a stretch of an allergy list.

    Args:
        text: The text, with statements blanked that are no items.
        start: Where the stretch begins.
        end: Where it ends.
    """
    items: list[AllergyItem] = []
    for first, last in _pieces(text, start, end):
        if not text[first:last].strip(" .:-*"):
            continue
        found = [
            match
            for match in allergens().find(text[first:last], tolerant=True)
            if not _is_aside(text, first, match.start, known=bool(items))
        ]
        if found:
            for index, match in enumerate(found):
                begin = first if index == 0 else first + match.start
                stop = first + found[index + 1].start if index + 1 < len(found) else last
                items.append(
                    AllergyItem(begin, stop, first + match.start, first + match.end, match.entry, match.respelled)
                )
        elif items and _is_detail(text[first:last]):
            items[-1] = replace(items[-1], end=last)
        elif (item := _unknown(text, first, last)) is not None:
            items.append(item)
        elif items:
            items[-1] = replace(items[-1], end=last)
    yield from items


def _is_aside(text: str, first: int, start: int, *, known: bool) -> bool:
    """Whether a name only explains the one before it: ``sulfa (Bactrim)``, ``penicillin - including amoxicillin``."""
    before = text[first : first + start]
    opened = before.rfind("(") > before.rfind(")")
    return (opened and (known or bool(allergens().at_start(before.strip(" -*"))))) or bool(
        re.search(
            r"\b(?:including|such as|like|after taking|given for|tolerates?|ok with|carries)\s+(?:\w+\s+)?$",
            before,
            re.IGNORECASE,
        )
    )


def _is_detail(piece: str) -> bool:
    """Whether a piece says how an allergy shows: then it belongs to the substance before it."""
    bare = piece.strip(" .-*(")
    outside = re.sub(r"\([^()]*\)", " ", piece)
    at_start = reactions().at_start(bare) is not None or _SEVERITY.match(bare) is not None
    return at_start or next(reactions().find(outside), None) is not None


def _unknown(text: str, first: int, last: int) -> AllergyItem | None:
    lead = _LEAD.match(text[first:last])
    start = first + (lead.end() if lead else 0)
    found = re.search(r"\s*(?:[:(=\u2192]|[-\u2013\u2014]\s|\s[-\u2013\u2014]|\bcauses?\b|\?)", text[start:last])
    end = start + found.start() if found else last
    name = text[start:end].strip(" .*-")
    words = name.split()
    if not words or len(words) > LONGEST_NAME_WORDS or _NOT_A_NAME.match(name) or not re.match(r"[A-Za-z]{3}", name):
        return None
    if relations().at_start(name) is not None:
        return None
    begin = text.index(name, start, end)
    return AllergyItem(first, last, begin, begin + len(name), None, respelled=False)


def read_reaction(text: str, start: int, end: int, *, before: bool = False) -> tuple[int, int] | None:
    """Where a reaction is said between ``start`` and ``end``; known ones first, else what stands behind a dash.

    Args:
        text: The text.
        start: Where to begin.
        end: Where to end.
        before: The stretch stands before the substance: only known reactions count.
    """
    spans = [
        (start + match.start, start + match.end)
        for match in reactions().find(text[start:end])
        if not _NEGATED.search(text[start : start + match.start])
    ]
    if spans:
        return spans[0][0], spans[-1][1]
    if before:
        return None
    detail = _DETAIL.match(text[start:end])
    if detail is None:
        return None
    words = _SEVERITY.sub(lambda found: " " * len(found[0]), detail["words"])
    words = re.sub(
        r"\[[A-Z]+_\d+\].*|\btolerates?\b.*|\bnot sure\b|\b(?:reaction|allergy|intolerance|yes|no|none|unknown)\b",
        lambda f: " " * len(f[0]),
        words,
        flags=re.IGNORECASE,
    )
    bare = words.strip(" ,.;:-?")
    if not bare or not re.search(r"[A-Za-z]{3}", bare):
        return None
    at = text.index(bare, start + detail.start("words"), end) if bare in text[start:end] else -1
    return (at, at + len(bare)) if at >= 0 else None


def severity_in(text: str) -> str:
    """The severity that a text states, as printed; empty where none."""
    found = _SEVERITY.search(text)
    return found[0] if found and not _NEGATED.search(text[: found.start()]) else ""
