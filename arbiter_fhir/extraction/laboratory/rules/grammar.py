"""Reads result rows that have no column titles: name, value, then flag, unit and range in any order.

Every place where a value could begin is tried; the reading that knows the analyte, leaves a gap before the value and
leaves no word over wins. A sentence with a number in it leaves words over and is no row.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.dates import is_date
from arbiter_fhir.extraction.laboratory.flags import longest_flag
from arbiter_fhir.extraction.laboratory.geometry import CELL_GAP_CHARS, Fragment, text_of
from arbiter_fhir.extraction.laboratory.ranges import is_range, parse_range
from arbiter_fhir.extraction.laboratory.units import longest_unit
from arbiter_fhir.extraction.laboratory.values import ValueKind, longest_value, looks_misread, parse_value

__all__ = ["Tail", "Utterance", "is_remark", "read_row", "read_tail", "speaks_of_results"]

#: The longest range phrase has this many fragments (``( > OR = 60 )``).
_RANGE_WORDS = 9
_NAME_WORDS = 9
#: A printed line holds fewer words than this; what is longer was not made of a table.
_LINE_WORDS = 120
#: A unit that the table does not hold is not longer than this.
_FOREIGN_UNIT = 10
#: Words that no test name holds, but sentences about results do.
_SENTENCE = re.compile(
    r"\b(?:is|was|are|were|be|been|below|above|under|over|used|call|target|targets|goal|goals|per|if|than|should|may|"
    r"previously|previous|prior|last|cutoff|cut-off|threshold|therapeutic|recommended|please|this|that|these|adults?|"
    r"most|between|about|page|phone|fax|tel|age|weight|height|bmi|room|account|client|invoice|total pages|suite|"
    r"reference|range|ranges|method|lot|version|rev|form|clia|npi|licen[sc]e|zip|dob)\b",
    re.IGNORECASE,
)
_STATUSES = frozenset({"final", "corrected", "amended", "preliminary", "prelim", "verified"})
# What optical reading makes of a lonely L or H.
_FLAG_LIKE = re.compile(r"^(?:[A-Za-z|!]{1,2}|1)$")
_SITE = re.compile(r"^(?:\d{2}|[A-Z]{2,3}|[A-Z]\d)$")


@dataclass(slots=True)
class Tail:
    """What follows a value.

    Attributes:
        left_over: Fragments that are neither flag, unit nor range.
    """

    parts: dict[Part, tuple[Fragment, ...]] = field(default_factory=dict)
    left_over: tuple[Fragment, ...] = ()


@dataclass(slots=True)
class Utterance:
    """One row read from a line.

    Attributes:
        score: How much speaks for the reading.
        gap: A column gap stands before the value.
        known: The analyte is in the table.
        misread: The value is a number in which letters were read.
        doubts: What is unclear about the reading.
        rest: Fragments to the right that may hold a further row.
        dated: Placeholder label of an unlabelled date before the name.
    """

    parts: dict[Part, tuple[Fragment, ...]]
    score: float
    gap: bool
    known: bool
    misread: bool
    doubts: tuple[str, ...] = ()
    rest: tuple[Fragment, ...] = ()
    dated: str = ""


def _words(fragments: Sequence[Fragment]) -> list[str]:
    return [fragment.text for fragment in fragments]


def _longest_range(fragments: Sequence[Fragment]) -> int:
    for count in range(min(len(fragments), _RANGE_WORDS), 0, -1):
        if is_range(text_of(fragments[:count])):
            return count
    return 0


def _range_with_unit(fragments: Sequence[Fragment]) -> tuple[int, int]:
    """Lengths of a bracket that holds a range and a unit (``(4.0 - 5.6 %)``): range part and whole; 0, 0 for none."""
    if not fragments or not fragments[0].text.startswith("("):
        return 0, 0
    for stop, fragment in enumerate(fragments[:_RANGE_WORDS]):
        if fragment.text.endswith(")"):
            inner = [f.text.strip("()") for f in fragments[: stop + 1]]
            for cut in range(stop, 0, -1):
                if parse_range(" ".join(inner[:cut])) and longest_unit([w for w in inner[cut:] if w]) > 0:
                    return cut, stop + 1
            return 0, 0
    return 0, 0


def _is_foreign_unit(rest: Sequence[Fragment]) -> bool:
    """Whether an unknown word stands where a unit would, right before a range: a rare unit, or a misread one."""
    word = rest[0].text
    plain = len(word) <= _FOREIGN_UNIT and parse_value(word) is None and any(char.isalpha() for char in word)
    return plain and not rest[0].is_placeholder and _longest_range(rest[1:]) > 0


def read_tail(fragments: Sequence[Fragment]) -> Tail:
    """Read flag, unit and range, each at most once, in any order.

    Args:
        fragments: What stands to the right of a value.
    """
    tail = Tail()
    rest = list(fragments)
    while rest:
        words = _words(rest)
        unit = longest_unit(words) if Part.UNIT not in tail.parts else 0
        flag = longest_flag(words) if Part.FLAG not in tail.parts else 0
        reference = _longest_range(rest) if Part.RANGE not in tail.parts else 0
        bracket, whole = _range_with_unit(rest) if Part.RANGE not in tail.parts else (0, 0)
        if reference > max(flag, 0) and not (flag and reference == flag):
            tail.parts[Part.RANGE], rest = tuple(rest[:reference]), rest[reference:]
        elif bracket:
            tail.parts[Part.RANGE] = tuple(rest[:whole])
            rest = rest[whole:]
        elif flag:
            tail.parts[Part.FLAG], rest = tuple(rest[:flag]), rest[flag:]
        elif unit:
            tail.parts[Part.UNIT], rest = tuple(rest[:unit]), rest[unit:]
        elif Part.UNIT not in tail.parts and Part.RANGE not in tail.parts and _is_foreign_unit(rest):
            tail.parts[Part.UNIT], rest = (rest[0],), rest[1:]
        elif rest[0].text.casefold() in _STATUSES and Part.STATUS not in tail.parts:
            tail.parts[Part.STATUS], rest = (rest[0],), rest[1:]
        else:
            break
    if len(rest) == 1 and _FLAG_LIKE.match(rest[0].text) and Part.FLAG not in tail.parts and Part.RANGE in tail.parts:
        # One or two characters after the range stand where a flag would: kept, so that the doubt is seen.
        tail.parts[Part.FLAG], rest = tuple(rest), []
    tail.left_over = tuple(rest)
    return tail


def _value_at(fragments: Sequence[Fragment], index: int) -> tuple[int, bool]:
    """How many fragments make up a value that begins at ``index``, and whether it is a misread number."""
    count = longest_value(_words(fragments[index:]))
    if count:
        return count, False
    return (1, True) if looks_misread(fragments[index].text) else (0, False)


def _name_allowed(name: Sequence[Fragment]) -> bool:
    text = text_of(name)
    if not name or len(name) > _NAME_WORDS or not any(char.isalpha() for char in text):
        return False
    if any(is_date(fragment) for fragment in name) or text[0] in "-+<>=*":
        return False
    return _SENTENCE.search(text) is None


def read_row(fragments: Sequence[Fragment], char: float, *, first: bool = True) -> Utterance | None:
    """Read the first row of a line; ``None`` where the line holds none.

    Args:
        fragments: Left to right.
        char: Mean character width in points.
        first: Look whether what is left over is a further row; only once, so that a line of numbers costs no more than
            the square of its length.
    """
    fragments = fragments[:_LINE_WORDS]
    best: Utterance | None = None
    own = fragments[:1] if fragments and is_date(fragments[0]) else ()
    lead = len(own) or _leading_flag(fragments, char)
    body = fragments[lead:]
    for index in range(1, len(body)):
        count, misread = _value_at(body, index)
        name = body[:index]
        if not count or not _name_allowed(name):
            continue
        found = _judge(body, index, count, misread=misread, char=char, first=first)
        if own:
            found.dated = own[0].word.text
            found.doubts = (*found.doubts, "collection_date_unlabelled")
        elif lead and Part.FLAG not in found.parts:
            found.parts[Part.FLAG] = tuple(fragments[:lead])
        if best is None or found.score > best.score:
            best = found
    return best if best is not None and best.score > 0 else None


def _leading_flag(fragments: Sequence[Fragment], char: float) -> int:
    count = longest_flag(_words(fragments))
    if not count or count >= len(fragments):
        return 0
    wide = fragments[count].x0 - fragments[count - 1].x1 > CELL_GAP_CHARS * char
    return count if wide else 0


def _judge(body: Sequence[Fragment], index: int, count: int, *, misread: bool, char: float, first: bool) -> Utterance:
    name, value = tuple(body[:index]), tuple(body[index : index + count])
    mark = _mark_apart(name, char)
    name = name[: len(name) - len(mark)]
    gap = (mark or value)[0].x0 - name[-1].x1 > CELL_GAP_CHARS * char
    known = find_analyte(text_of(name).rstrip(":")) is not None
    tail = read_tail(body[index + count :])
    if mark:
        tail.parts.setdefault(Part.FLAG, mark)
    rest = tail.left_over
    if len(rest) == 1 and _SITE.match(rest[0].text):
        rest = ()
    score = _evidence(name, value, tail, known=known, gap=gap) - 1.0 * misread
    further = bool(rest) and rest[0].x0 - body[body.index(rest[0]) - 1].x1 > CELL_GAP_CHARS * char
    doubts: tuple[str, ...] = ()
    parts = {Part.NAME: name, Part.VALUE: value, **tail.parts}
    if rest and (not further or (first and read_row(rest, char, first=False) is None)):
        doubts = _garbled(parts, rest, char)
        # A sentence goes on after its number; a row ends.
        score -= 2.0 if known and gap else 4.0
        further = False
    near = Part.RANGE in tail.parts and tail.parts[Part.RANGE][0].x0 - value[-1].x1 <= CELL_GAP_CHARS * char
    if near and _is_word(value) and _is_word(tail.parts[Part.RANGE]):
        # Two answers side by side, one of them to be marked by hand.
        doubts = (*doubts, "two_values")
    return Utterance(parts, score, gap, known, misread, doubts, rest if further else ())


def _mark_apart(name: Sequence[Fragment], char: float) -> tuple[Fragment, ...]:
    """A flag in a column of its own between name and value (``Sodium      * 129``); empty where there is none."""
    apart = len(name) > 1 and name[-1].x0 - name[-2].x1 > CELL_GAP_CHARS * char
    return (name[-1],) if apart and longest_flag([name[-1].text]) else ()


def _is_word(fragments: Sequence[Fragment]) -> bool:
    parsed = parse_value(text_of(fragments))
    return parsed is not None and parsed.kind is ValueKind.QUALITATIVE


def _evidence(name: Sequence[Fragment], value: Sequence[Fragment], tail: Tail, *, known: bool, gap: bool) -> float:
    parsed = parse_value(text_of(value))
    worded = parsed is not None and parsed.kind in {ValueKind.QUALITATIVE, ValueKind.INTERVAL}
    score = 3.0 * known + 1.5 * gap + 0.8 * text_of(name).endswith(":") - 0.5 * worded
    score += 1.0 * (Part.UNIT in tail.parts) + 1.0 * (Part.RANGE in tail.parts) + 0.5 * (Part.FLAG in tail.parts)
    # Neither a known analyte nor columns nor anything beside the value: a number in some line.
    if not known and not (gap and tail.parts) and not (Part.UNIT in tail.parts and Part.RANGE in tail.parts):
        score -= 3.0
    return score


def _garbled(parts: dict[Part, tuple[Fragment, ...]], rest: tuple[Fragment, ...], char: float) -> tuple[str, ...]:
    """Doubts about a row with words left over; what stands where its range should be is kept as read."""
    digits = [fragment for fragment in rest if any(char.isdigit() for char in fragment.text)]
    value = parts[Part.VALUE]
    gap = rest[0].x0 - value[-1].x1
    if 0 <= gap <= CELL_GAP_CHARS * char and digits[:1] == [rest[0]]:
        parts[Part.VALUE] = (*value, rest[0])
        return ("value_unreadable",)
    if len(digits) > 1 and Part.RANGE not in parts and Part.UNIT in parts:
        parts[Part.RANGE] = rest
        return ("range_unclear",)
    return ("second_number_on_row",) if digits else ("row_unclear",)


_REMARK = re.compile(
    r"\b(?:see|drawn|repeated|note|comment|performed|method|sheet|verified|called|notified)\b|\d\d:\d\d", re.IGNORECASE
)


def is_remark(name: Sequence[Fragment]) -> bool:
    """Whether words in a name column are a remark: they read like a sentence and name no known test."""
    text = text_of(name)
    speaks = _SENTENCE.search(text) is not None or _REMARK.search(text) is not None
    return speaks and find_analyte(text) is None


def speaks_of_results(text: str) -> bool:
    """Whether a line that is no row still names an analyte and a number, so that a person should know of it."""
    if not re.search(r"(?<![\w-])[<>]?\d+(?:\.\d+)?(?![\w])", text):
        return False
    words = re.findall(r"[A-Za-z][A-Za-z0-9-]*", text)
    phrases = (" ".join(words[start : start + size]) for size in (3, 2, 1) for start in range(len(words) - size + 1))
    return any(len(phrase) > 2 and find_analyte(phrase) is not None for phrase in phrases)
