"""Results stated in running text: ``Your hemoglobin A1c was 8.2 % on [DATE_1]``.

Only a known test, a few words that say that it was measured, a number, and a unit in which that test is measured make a
result; goals, limits and former values are none. It never counts as more than something that the document says.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from arbiter_fhir.domain.statement import Assertion
from arbiter_fhir.extraction.laboratory.analytes import Analyte, find_analyte, units_of
from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.dates import is_date
from arbiter_fhir.extraction.laboratory.geometry import Fragment, text_of
from arbiter_fhir.extraction.laboratory.rules.table import ReadRow
from arbiter_fhir.extraction.laboratory.units import clean_unit, longest_unit, ucum_of
from arbiter_fhir.extraction.laboratory.values import ValueKind, longest_value, parse_value
from arbiter_fhir.extraction.narrative.assertion import assertion_of
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["leaves_numbers", "read_prose"]

_NAME_WORDS: Final = 5
#: Words that may stand between a test and its number.
_SAYING: Final = frozenset(
    {
        "was",
        "is",
        "of",
        "at",
        "came",
        "back",
        "result",
        "level",
        "value",
        "measured",
        "returned",
        "your",
        "showed",
        ":",
        "=",
    }
)
#: Words before a test that make its number none of this report's.
_NOT_NOW: Final = frozenset(
    {
        *("previous", "previously", "prior", "last", "goal", "target", "former", "if", "expected", "normal", "average"),
        *("usual", "not", "no", "baseline", "estimated"),
    }
)
#: Words before a test that make it somebody else's.
_OTHERS: Final = frozenset(
    f"{person}{end}"
    for person in ("mother", "father", "sister", "brother", "daughter", "son", "wife", "husband", "partner", "donor")
    for end in ("", "'s", "\u2019s")
)
#: Ends of sentences.
_ENDS: Final = (".", "!", ";")
_MOST_SAYING: Final = 4
_DATE_WITHIN: Final = 4


def read_prose(fragments: Sequence[Fragment]) -> list[ReadRow]:
    """Results that a line of text states, from left to right.

    Args:
        fragments: The line.
    """
    rows: list[ReadRow] = []
    index = 0
    while index < len(fragments):
        found = _result_at(fragments, index)
        if found is None:
            index += 1
            continue
        row, index = found
        rows.append(row)
    return rows


def leaves_numbers(fragments: Sequence[Fragment], rows: Sequence[ReadRow]) -> bool:
    """Whether a line holds measured numbers beside the results that it states.

    Args:
        fragments: The line.
        rows: What `read_prose` read of it.
    """
    read = {id(each) for row in rows for part in row.parts.values() for each in part}
    for number, unit in pairwise(fragments):
        measured = parse_value(number.text.lstrip("(")) is not None and any(char.isdigit() for char in number.text)
        if id(number) not in read and measured and ucum_of(unit.text.rstrip(",.;)")) is not None:
            return True
    return False


def _result_at(fragments: Sequence[Fragment], start: int) -> tuple[ReadRow, int] | None:
    size, analyte = _analyte_at(fragments, start)
    if analyte is None:
        return None
    before = {_word(fragment) for fragment in fragments[max(start - 3, 0) : start]}
    near = {_word(fragment) for fragment in fragments[max(start - 3, _sentence_start(fragments, start)) : start]}
    if before & _NOT_NOW or near & _OTHERS or _is_of_another(fragments, start, size):
        return None
    at = start + size
    while at < len(fragments) and at - start - size < _MOST_SAYING and _word(fragments[at]) in _SAYING:
        at += 1
    count = longest_value([fragment.text for fragment in fragments[at:]])
    value = tuple(fragments[at : at + count])
    parsed = parse_value(text_of(value)) if count else None
    unit = _unit_at(fragments[at + count :], analyte)
    if parsed is None or parsed.kind is not ValueKind.NUMBER or not unit:
        return None
    end = at + count + len(unit)
    dated = next((each.word.text for each in fragments[end : end + _DATE_WITHIN] if is_date(each)), "")
    parts = {Part.NAME: tuple(fragments[start : start + size]), Part.VALUE: value, Part.UNIT: unit}
    doubts = [Reason.STATED_IN_PROSE.value, *([] if dated else [Reason.COLLECTION_DATE_UNREADABLE.value])]
    return ReadRow(parts, doubts, dated), end


def _sentence_start(fragments: Sequence[Fragment], at: int) -> int:
    """The first fragment of the sentence that another stands in."""
    return next((index + 1 for index in range(at - 1, -1, -1) if fragments[index].text.endswith(_ENDS)), 0)


def _is_of_another(fragments: Sequence[Fragment], start: int, size: int) -> bool:
    """Whether the sentence speaks of a person who is not the patient where it names the test."""
    said = "".join(f"{fragment.text} " for fragment in fragments[_sentence_start(fragments, start) : start])
    name = text_of(fragments[start : start + size])
    rest = text_of(fragments[start + size :])
    return assertion_of(f"{said}{name} {rest}", len(said), len(said) + len(name)) in {
        Assertion.FAMILY,
        Assertion.OTHER_EXPERIENCER,
    }


def _analyte_at(fragments: Sequence[Fragment], start: int) -> tuple[int, Analyte | None]:
    for size in range(min(_NAME_WORDS, len(fragments) - start), 0, -1):
        words = fragments[start : start + size]
        analyte = find_analyte(text_of(words).rstrip(":,"))
        if analyte is not None and not any(fragment.is_placeholder for fragment in words):
            return size, analyte
    return 0, None


def _unit_at(fragments: Sequence[Fragment], analyte: Analyte) -> tuple[Fragment, ...]:
    """The unit at the beginning, where the test is measured in it."""
    words = [fragment.text.rstrip(",.;)") for fragment in fragments[:_NAME_WORDS]]
    count = longest_unit([word for word in words if word])
    printed = " ".join(words[:count])
    start, end = clean_unit(printed)
    return tuple(fragments[:count]) if count and ucum_of(printed[start:end]) in units_of(analyte) else ()


def _word(fragment: Fragment) -> str:
    text = fragment.text.casefold()
    return text if text in {":", "="} else text.strip(".,;:()")
