"""What a text claims about something it names: present, absent, possible, hypothetical, historical, or someone else's.

The rules are those of ConText: a trigger before or after the target, a scope that ends at the sentence, at a word that
turns the sentence, or at the next trigger of its kind. Pseudo-triggers look like triggers and are none.

*Source*: Harkema H, Dowling JN, Thornblade T, Chapman WW. ConText: an algorithm for determining negation, experiencer,
and temporal status from clinical reports. J Biomed Inform 2009, 42:839-851. Triggers: ``data/assertion_triggers.tsv``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final

from arbiter_fhir.domain.statement import Assertion
from arbiter_fhir.extraction.narrative.phrases import phrases_of
from arbiter_fhir.extraction.narrative.sections import SectionKind

__all__ = ["assertion_of", "claim_of_section"]


class _Side(StrEnum):
    BEFORE = "before"  # the trigger stands before its target
    AFTER = "after"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class _Trigger:
    """A trigger or turning word found in a sentence; `clause` turns claims of the patient only."""

    start: int
    end: int
    assertion: Assertion | None
    side: _Side
    clause: bool = False


_TABLE: Final = "assertion_triggers.tsv"
#: Where two triggers reach one target, the earlier of this list decides.
_ORDER: Final = (
    Assertion.FAMILY,
    Assertion.OTHER_EXPERIENCER,
    Assertion.ABSENT,
    Assertion.HYPOTHETICAL,
    Assertion.POSSIBLE,
    Assertion.HISTORICAL,
)
#: What a section says of everything in it, unless the words say more.
_OF_SECTION: Final = {
    SectionKind.FAMILY_HISTORY: Assertion.FAMILY,
    SectionKind.PAST_HISTORY: Assertion.PRESENT,
    SectionKind.RULED_OUT_PROBLEMS: Assertion.ABSENT,
    SectionKind.RESOLVED_PROBLEMS: Assertion.HISTORICAL,
    SectionKind.SUSPECTED_PROBLEMS: Assertion.POSSIBLE,
}
#: A sign in brackets right beside a name: ``(-) cough``, ``cough (+)``. The one before it is its own.
_SIGN_BEFORE: Final = re.compile(r"\((?P<sign>[-\u2013\u2212+])\)\s*$")
_SIGN_BEHIND: Final = re.compile(r"\s*\((?P<sign>[-\u2013\u2212+])\)")
#: "Negative" with the name of what is negative behind it.
_OF_SOMETHING: Final = re.compile(
    r"\W*neg(?:ative)?\s+(?!for\b|on\b|by\b|in\b|at\b|and\b|per\b|x\b|since\b|but\b|to\b)[A-Za-z]", re.IGNORECASE
)
#: Words between a trigger after its target and the target, at most.
MOST_WORDS_BACK: Final = 7


@cache
def _reporters() -> re.Pattern[str]:
    """A person who only speaks for the patient or stands beside: ``mother reports``, ``lives with his wife``."""
    who = "|".join(phrases_of(_TABLE, "reporters").phrases)
    whose = r"(?:the |his |her |their |my |patient's |pt's )?"
    says = (
        r"(?:reports?|reported|states?|stated|says|said|denies|denied|notes?|noted|noticed|feels|thinks|gives|brought|"
        r"brings|helps|is (?:concerned|worried|with|here)|provides?|provided|confirms?|accompan\w+|observed|called)"
    )
    before = (
        r"(?:per|lives? with|living with|lives? at home with|accompanied by|according to|brought in by|history from)"
    )
    return re.compile(
        rf"\b(?:{before}\s+{whose}(?:{who})\b|{whose}(?:{who})(?=\s+(?:also\s+)?{says}\b))", re.IGNORECASE
    )


_GROUPS: Final = (
    ("negation_before", Assertion.ABSENT, _Side.BEFORE),
    ("negation_after", Assertion.ABSENT, _Side.AFTER),
    ("possible_before", Assertion.POSSIBLE, _Side.BEFORE),
    ("possible_after", Assertion.POSSIBLE, _Side.AFTER),
    ("hypothetical_before", Assertion.HYPOTHETICAL, _Side.BEFORE),
    ("hypothetical_after", Assertion.HYPOTHETICAL, _Side.AFTER),
    ("historical_before", Assertion.HISTORICAL, _Side.BEFORE),
    ("historical_after", Assertion.HISTORICAL, _Side.AFTER),
    ("family", Assertion.FAMILY, _Side.BOTH),
    ("other_person", Assertion.OTHER_EXPERIENCER, _Side.BOTH),
)


def assertion_of(
    text: str, start: int, end: int, *, section: SectionKind = SectionKind.UNKNOWN, listed: bool = False
) -> Assertion:
    """What a sentence claims about the target that stands from ``start`` to ``end`` in it.

    Args:
        text: One sentence, list item or clause.
        start: Offset of the target, inclusive.
        end: Offset of the target, exclusive.
        section: The section that it stands in.
        listed: The text is an item of a list: one condition with what is said of it.
    """
    found = list(_triggers(text, start, end))
    scopes = [trigger for trigger in found if _reaches(text, trigger, found, start, end)]
    reaching = {trigger.assertion for trigger in scopes}
    if Assertion.FAMILY in reaching and all(
        "," in text[end : trigger.start] for trigger in scopes if trigger.assertion is Assertion.ABSENT
    ):
        # "sister with lupus, PE ruled out": the verdict speaks of the next item, not of hers.
        reaching.discard(Assertion.ABSENT)
    if re.match(r"\s*\?", text[end:]) or re.search(r"\?\s*$", text[:start]) or (listed and text.rstrip().endswith("?")):
        reaching.add(Assertion.POSSIBLE)
    sign = _SIGN_BEFORE.search(text[:start]) or _SIGN_BEHIND.match(text[end:])
    if sign is not None and sign["sign"] == "+":
        reaching.discard(Assertion.ABSENT)
    elif sign is not None:
        reaching.add(Assertion.ABSENT)
    of_section = _OF_SECTION.get(section)
    if of_section is Assertion.FAMILY:
        # A denied condition of a relative is absent; nothing in this section is the patient's own.
        return Assertion.ABSENT if Assertion.ABSENT in reaching else Assertion.FAMILY
    if of_section is Assertion.ABSENT and not reaching & {Assertion.FAMILY, Assertion.OTHER_EXPERIENCER}:
        # Nothing that a word says of a condition under such a heading makes it the patient's.
        return Assertion.ABSENT
    if {Assertion.FAMILY, Assertion.ABSENT} <= reaching:
        return Assertion.ABSENT
    return next((assertion for assertion in _ORDER if assertion in reaching), of_section or Assertion.PRESENT)


def claim_of_section(section: SectionKind) -> Assertion:
    """What the heading of a section claims of a name in it of which nothing more is said."""
    return _OF_SECTION.get(section, Assertion.PRESENT)


def _triggers(text: str, start: int, end: int) -> Iterator[_Trigger]:
    """All triggers and turning words outside the target; of two that overlap the longer holds, pseudo-triggers too."""
    found, pseudo = _spans(text)
    for each in found:
        if each.start < end and start < each.end:
            continue
        length = each.end - each.start
        longer = [
            other for other in found if other.end - other.start > length and _overlap(each, other.start, other.end)
        ]
        covered = any(_overlap(each, first, last) and last - first >= length for first, last in pseudo)
        if not longer and not covered:
            yield each


@lru_cache(maxsize=256)
def _spans(text: str) -> tuple[list[_Trigger], list[tuple[int, int]]]:
    """All triggers and turning words of a text, and its pseudo-triggers; asked again for every target of a sentence."""
    found = [
        _Trigger(first, last, assertion, side)
        for kind, assertion, side in _GROUPS
        for first, last in phrases_of(_TABLE, kind).find(text)
    ]
    found.extend(
        _Trigger(first, last, None, _Side.BOTH, clause=clause)
        for kind, clause in (("turning", False), ("turning_clause", True))
        for first, last in phrases_of(_TABLE, kind).find(text)
    )
    pseudo = list(phrases_of(_TABLE, "pseudo").find(text))
    pseudo.extend(match.span() for match in _reporters().finditer(text))
    return found, pseudo


def _overlap(trigger: _Trigger, start: int, end: int) -> bool:
    return trigger.start < end and start < trigger.end


def _reaches(text: str, trigger: _Trigger, every: list[_Trigger], start: int, end: int) -> bool:
    """Whether a trigger's scope holds the target."""
    before = trigger.end <= start
    # "Breast cancer - negative BRCA": what is negative is named behind.
    of_another = not before and trigger.assertion is Assertion.ABSENT and _OF_SOMETHING.match(text[trigger.start :])
    if of_another or trigger.assertion is None or trigger.side is (_Side.AFTER if before else _Side.BEFORE):
        return False
    first, last = (trigger.end, start) if before else (end, trigger.start)
    between = text[first:last]
    others = trigger.assertion in {Assertion.FAMILY, Assertion.OTHER_EXPERIENCER}
    turns = [each for each in every if each.assertion is None and first <= each.start and each.end <= last]
    if _bracketed_apart(between, before=before) or any(not (each.clause and others) for each in turns):
        return False
    if others:
        return _same_person(text, trigger, first, last)
    if before and text[trigger.start] == "(" and re.search(r"\w\s*$", text[: trigger.start]):
        # "asthma (-), COPD": a sign or verdict in brackets behind one name says nothing of the next.
        return False
    if before:
        # "PE ruled out 2019, gout": a verdict behind its own condition says nothing of the next one.
        verdict = "," in between and text[trigger.start : trigger.end].casefold().endswith("ruled out")
        return not verdict and not _parted(between, trigger, every, start)
    # "h/o stroke, sister with lupus, PE ruled out": another statement stands between.
    stated = [
        each for each in every if each.assertion not in {None, trigger.assertion} and each.side is not _Side.AFTER
    ]
    parted = "," in between and any(first <= each.start and each.end <= last for each in stated)
    return not parted and not _opens_next_item(text, trigger, between) and _reaches_back(between, trigger.assertion)


def _opens_next_item(text: str, trigger: _Trigger, between: str) -> bool:
    """Whether a trigger behind a comma begins the next item: ``HTN, possible COPD``, and not ``COPD, possible``."""
    if between.strip() != "," or trigger.assertion not in {Assertion.POSSIBLE, Assertion.HISTORICAL}:
        return False
    return re.match(r"\s*(?:[,;.)?]|$)", text[trigger.end :]) is None


def _bracketed_apart(between: str, *, before: bool) -> bool:
    """Whether a trigger in a bracket speaks of another item of a list: ``cancer (mother), gout``, ``gout, PE (no)``."""
    if before:
        closed = between.find(")")
        return closed >= 0 and "(" not in between[:closed] and _NEXT_ITEM.match(between, closed + 1) is not None
    opened = between.rfind("(")
    return opened >= 0 and ")" not in between[opened:] and _ITEM_END.search(between[:opened]) is not None


#: What parts the items of a list.
_ITEM_END: Final = re.compile(r"[,;]|\s/\s|\s[-\u2013]\s")
#: What follows a bracket where the next item begins; "cancer (mother) and ..." goes on with hers.
_NEXT_ITEM: Final = re.compile(r"\s*(?:[,;.]|[/\u2013-]\s)")


def _reaches_back(between: str, assertion: Assertion) -> bool:
    """Whether a trigger behind its target is near enough: a list before a verdict is short, other words are near."""
    if re.search(r"[;:]|\.\s", between):
        return False
    words = len(between.split())
    if assertion is Assertion.HYPOTHETICAL:
        return words <= 1 and "," not in between
    if assertion in {Assertion.POSSIBLE, Assertion.HISTORICAL} and between.strip() != ",":
        return words <= MOST_WORDS_BACK and not re.search(r",|\band\b", between)
    return words <= MOST_WORDS_BACK


def _parted(between: str, trigger: _Trigger, every: list[_Trigger], start: int) -> bool:
    """Whether something ends the scope of a trigger before it comes to the target."""
    if re.search(r";|\.\s|:\s", between):
        return True
    # A new statement of another kind takes over: "no fever, history of asthma", "denies pain, possible fracture".
    later = [each for each in every if each.assertion and trigger.end <= each.start and each.end <= start]
    others = [each for each in later if each.side is not _Side.AFTER and each.assertion is not trigger.assertion]
    if trigger.assertion is Assertion.ABSENT:
        others = [each for each in others if each.assertion in {Assertion.HISTORICAL, Assertion.POSSIBLE}]
        # "no history of", "no evidence of possible": one trigger right behind the other is one statement.
        return any(not re.fullmatch(r"[\s\w]{0,12}", between[: max(0, each.start - trigger.end)]) for each in others)
    return False


def _same_person(text: str, trigger: _Trigger, first: int, last: int) -> bool:
    """Whether a relative named in a sentence is still whom it speaks about at the target."""
    between = text[first:last]
    if re.search(r";|\.\s", between):
        return False
    if trigger.start >= last:
        # Behind the target only "... in her mother", "... (father)", "... , mother" names who has it.
        family = text[trigger.start : trigger.end].casefold().startswith(("runs in", "in "))
        # "HTN, stroke, sister with lupus" opens with her; "diabetes, mother" closes.
        if "," in between and (between.count(",") > 1 or re.match(r"\s+(?:with|has|had)\b", text[trigger.end :])):
            return family
        return family or _WHOSE.search(between) is not None
    return _PATIENT.search(between) is None


_WHOSE: Final = re.compile(r"(?:\b(?:in|of|by|per|for)\s+(?:\w+\s+){0,2}|[(,\u2013-]\s*(?:\w+\s+){0,2})$")
_PATIENT: Final = re.compile(r"\b(?:patient|pt|he|she|himself|herself)\b", re.IGNORECASE)
