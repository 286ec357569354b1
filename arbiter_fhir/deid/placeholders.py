"""One placeholder for each person and value across a document; dates numbered in order of time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from typing import Final

from arbiter_fhir.deid.dates import DateOrder, PrintedDate, decide_orders, parse_date, parse_stamp, resolve
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.ocr_digits import read_digits
from arbiter_fhir.deid.person_links import link_people
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import IdentifierKind, Placeholder

__all__ = ["Assignment", "Mention", "assign_placeholders"]

_EXTENSION: Final = re.compile(r"[\s,;]*(?:x|ext?\.?|extension|opt\.?)[\s:#.]*\d+$", re.IGNORECASE)
_NOT_WORD: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Mention:
    """One span to replace, in document order.

    Attributes:
        kind: What it is.
        surface: Folded text of it.
        person: The chart's key of a person where the sweep knows it, else empty.
        declared: Whether the format itself says what it is: a date may then be a bare year or a time stamp.
    """

    kind: IdentifierKind
    surface: str = field(repr=False)
    person: str = ""
    declared: bool = False


@dataclass(frozen=True, slots=True)
class Assignment:
    """The placeholder of each mention, and what date placeholders mean.

    Attributes:
        placeholders: One for each mention, in the same order.
        dates: Label to date, for dates that could be read safely.
    """

    placeholders: tuple[Placeholder, ...]
    dates: Mapping[str, ClinicalDate] = field(repr=False)


def assign_placeholders(
    mentions: Sequence[Mention], lexicon: Lexicon, *, today: date, site_order: DateOrder
) -> Assignment:
    """Placeholders for all mentions of a document.

    Args:
        mentions: In document order.
        lexicon: Word lists.
        today: For two-digit years.
        site_order: Order of day and month where the document's own dates prove none.
    """
    found: list[Placeholder | None] = [None] * len(mentions)
    people = [index for index, mention in enumerate(mentions) if mention.kind is IdentifierKind.PERSON]
    links = link_people([(mentions[index].surface, mentions[index].person) for index in people], lexicon)
    keys = dict(zip(people, links, strict=True))
    counters: dict[IdentifierKind, dict[str, int]] = {}
    for index, mention in enumerate(mentions):
        if mention.kind is IdentifierKind.DATE:
            continue
        numbers = counters.setdefault(mention.kind, {})
        key = keys.get(index) or _value_key(mention)
        found[index] = Placeholder(mention.kind, numbers.setdefault(key, len(numbers) + 1))
    dates = _assign_dates(mentions, found, today, site_order)
    return Assignment(tuple(placeholder for placeholder in found if placeholder is not None), dates)


def _value_key(mention: Mention) -> str:
    surface = mention.surface
    if mention.kind in {IdentifierKind.PERSON, IdentifierKind.ADDRESS, IdentifierKind.LOCATION}:
        return _NOT_WORD.sub(" ", surface.casefold()).strip()
    if mention.kind in {IdentifierKind.EMAIL, IdentifierKind.URL}:
        return "".join(surface.casefold().split())
    if mention.kind is IdentifierKind.PHONE:
        digits = "".join(sign for sign in read_digits(_EXTENSION.sub("", surface)) if sign.isdigit())
        return digits[-10:]
    bare = _NOT_WORD.sub("", surface.upper()).replace("O", "0").replace("I", "1")
    return bare.lstrip("0") or bare


def _assign_dates(
    mentions: Sequence[Mention], found: list[Placeholder | None], today: date, site_order: DateOrder
) -> dict[str, ClinicalDate]:
    """Number the dates: those that can be read by time, then the others by place."""
    printed: dict[int, PrintedDate] = {}
    for index, mention in enumerate(mentions):
        if mention.kind is IdentifierKind.DATE:
            parsed = (parse_stamp if mention.declared else parse_date)(mention.surface, today)
            if parsed is not None:
                printed[index] = parsed
    orders = decide_orders(printed.values(), site_order)
    resolved = {index: meant for index, each in printed.items() if (meant := resolve(each, orders)) is not None}
    numbers: dict[ClinicalDate | str, int] = {}
    for meant in sorted(set(resolved.values()), key=_chronological):
        numbers[meant] = len(numbers) + 1
    dates: dict[str, ClinicalDate] = {}
    for index, mention in enumerate(mentions):
        if mention.kind is not IdentifierKind.DATE:
            continue
        known = resolved.get(index)
        key: ClinicalDate | str = known if known is not None else _NOT_WORD.sub(" ", mention.surface.casefold()).strip()
        placeholder = Placeholder(IdentifierKind.DATE, numbers.setdefault(key, len(numbers) + 1))
        found[index] = placeholder
        if known is not None:
            dates[placeholder.label] = known
    return dates


def _chronological(meant: ClinicalDate) -> tuple[date, bool, time, str, bool]:
    return (meant.day, meant.clock is not None, meant.clock or time(), meant.precision.value, meant.ambiguous)
