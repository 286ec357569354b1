"""Observation values by their declared type.

*Source*: HL7 v2.5.1 section 7.4.2.2 and 7.4.2.5 (OBX-2, OBX-5), table 0125 (value types), 2.A.64 (SN).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import Comparator
from arbiter_fhir.domain.statement import Coding
from arbiter_fhir.extraction.hl7v2.codes import codings_of, wording_of
from arbiter_fhir.extraction.hl7v2.tree import Leaf, SegmentView, holds_placeholder, without_placeholders
from arbiter_fhir.extraction.laboratory.values import ValueKind, parse_value
from arbiter_fhir.extraction.reasons import Reason

__all__ = ["CODED", "ObservedValue", "ValueType", "read_value", "value_type_of"]


class ValueType(StrEnum):
    """Types that are read in a way of their own; every other is read as text."""

    NUMERIC = "NM"
    STRUCTURED = "SN"
    CODED = "CE"
    DATE = "TS"
    DOCUMENT = "ED"
    POINTER = "RP"
    TEXT = "TX"


CODED: Final = frozenset({"CE", "CWE", "CNE", "CF", "ID", "IS"})
_DATES: Final = frozenset({"DT", "TS", "DTM"})

_NUMBER: Final = re.compile(r"[+-]?\d+(?:\.\d+)?|[+-]?\.\d+")
#: One or two placeholders and nothing else.
_ONLY_DATE: Final = re.compile(r"\[DATE_\d+\]")
#: A text of so many words still says something when an identifier in it is hidden.
_TELLING_WORDS: Final = 4


@dataclass(frozen=True, slots=True)
class ObservedValue:
    """What an observation says.

    Attributes:
        clean: As printed, clean text.
        numeric: The number, where it is one.
        comparator: Sent before the number.
        why: Why there is no result, where the value says so; empty otherwise.
        reasons: Doubts.
        codes: Of a coded value.
    """

    clean: DeidentifiedText
    numeric: Decimal | None = None
    comparator: Comparator | None = None
    why: str = ""
    reasons: tuple[Reason, ...] = ()
    codes: tuple[Coding, ...] = ()

    @property
    def is_number(self) -> bool:
        """Whether a unit is due."""
        return self.numeric is not None


def value_type_of(observation: SegmentView) -> ValueType:
    """The declared type (OBX-2), as far as it matters for reading."""
    declared = observation.text(2).strip().upper()
    if declared in CODED:
        return ValueType.CODED
    if declared in _DATES:
        return ValueType.DATE
    return ValueType(declared) if declared in {"NM", "SN", "ED", "RP"} else ValueType.TEXT


def read_value(observation: SegmentView) -> ObservedValue | None:
    """The value of an observation; ``None`` where OBX-5 is empty."""
    repetitions = observation.repetitions(5)
    if not repetitions:
        return None
    kind = value_type_of(observation)
    values = [_read(observation, repetition, kind) for repetition in repetitions]
    if len(values) == 1:
        return values[0]
    # Several values of one observation: shown together, never one of them as the value.
    joined = DeidentifiedText.join("; ", [value.clean for value in values])
    codes = tuple(code for value in values for code in value.codes)
    numbers = any(value.is_number for value in values)
    return ObservedValue(joined, reasons=(Reason.TWO_VALUES if numbers else Reason.VALUE_IS_NOTE,), codes=codes)


def _read(observation: SegmentView, repetition: int, kind: ValueType) -> ObservedValue:
    leaves = observation.field(5, repetition)
    match kind:
        case ValueType.STRUCTURED:
            return _structured(leaves)
        case ValueType.CODED:
            return _coded(observation, repetition)
        case ValueType.NUMERIC:
            return _numeric(leaves)
        case ValueType.DATE:
            return _dated(leaves)
        case _:
            return _text(leaves)


def _together(leaves: list[Leaf], *, apart: bool = True) -> DeidentifiedText:
    texts = [leaf.clean for leaf in leaves]
    return DeidentifiedText.join(" ", texts) if apart else DeidentifiedText.join("", texts)


def _numeric(leaves: list[Leaf]) -> ObservedValue:
    clean = _together(leaves)
    text = clean.value.strip()
    if _NUMBER.fullmatch(text):
        return ObservedValue(clean, Decimal(text))
    if holds_placeholder(text):
        return ObservedValue(clean, reasons=(Reason.VALUE_DEIDENTIFIED,))
    parsed = parse_value(text)
    if parsed is None:
        return ObservedValue(clean, reasons=(Reason.VALUE_UNRECOGNISED, Reason.VALUE_UNLIKE_TYPE))
    if parsed.kind is ValueKind.NOT_RESULTED:
        return ObservedValue(clean, why=parsed.why)
    # A number with a comparator, a titre, a word: no NM, whatever it is declared to be.
    return ObservedValue(clean, parsed.numeric, parsed.comparator, reasons=(Reason.VALUE_UNLIKE_TYPE,))


def _structured(leaves: list[Leaf]) -> ObservedValue:
    """SN: comparator, number, separator, number; set without blanks: ``>100``, ``1:80``, ``10-20``, ``2+``."""
    clean = _together(leaves, apart=False)
    parts = {leaf.component: leaf.text.strip() for leaf in leaves}
    first, last = parts.get(2, ""), parts.get(4, "")
    if not parts.get(3) and not last and _NUMBER.fullmatch(first):
        parsed = parse_value(clean.value)
        if parsed is not None and parsed.kind is ValueKind.NUMBER:
            return ObservedValue(clean, parsed.numeric, parsed.comparator)
        return ObservedValue(clean, Decimal(first)) if parts.get(1, "=") == "=" else _unrecognised(clean)
    numbers = all(_NUMBER.fullmatch(number) for number in (first, last) if number)
    if parts.get(3) in {":", "/"} and first and last and numbers:
        return ObservedValue(clean)
    if parts.get(3) == "-" and first and last and numbers:
        return ObservedValue(clean, reasons=(Reason.VALUE_IS_INTERVAL,))
    if parts.get(3) == "+" and first and not last and numbers:
        return ObservedValue(clean)
    return _unrecognised(clean)


def _unrecognised(clean: DeidentifiedText) -> ObservedValue:
    hidden = Reason.VALUE_DEIDENTIFIED if holds_placeholder(clean.value) else Reason.VALUE_UNRECOGNISED
    return ObservedValue(clean, reasons=(hidden, Reason.VALUE_UNLIKE_TYPE))


def _coded(observation: SegmentView, repetition: int) -> ObservedValue:
    leaf = wording_of(observation, 5, repetition=repetition)
    codes = codings_of(observation, 5, repetition=repetition)
    if leaf is None:
        return _text(observation.field(5, repetition))
    clean = leaf.clean
    if holds_placeholder(clean.value):
        return ObservedValue(clean, reasons=(Reason.VALUE_DEIDENTIFIED,), codes=codes)
    parsed = parse_value(clean.value)
    if parsed is not None and parsed.kind is ValueKind.NOT_RESULTED:
        return ObservedValue(clean, why=parsed.why, codes=codes)
    # A code of a vocabulary says what it says; a text without one is as good as any other text.
    doubts = () if parsed is not None or codes else (Reason.VALUE_IS_NOTE,)
    return ObservedValue(clean, reasons=doubts, codes=codes)


def _dated(leaves: list[Leaf]) -> ObservedValue:
    clean = _together(leaves)
    whole = _ONLY_DATE.fullmatch(clean.value.strip())
    return ObservedValue(clean, reasons=(Reason.VALUE_IS_DATE if whole else Reason.VALUE_UNRECOGNISED,))


def _text(leaves: list[Leaf]) -> ObservedValue:
    clean = _together(leaves)
    if len(without_placeholders(clean.value).split()) < _TELLING_WORDS and holds_placeholder(clean.value):
        return ObservedValue(clean, reasons=(Reason.VALUE_DEIDENTIFIED,))
    parsed = parse_value(clean.value)
    if parsed is None or parsed.kind is ValueKind.SEE_NOTE:
        return ObservedValue(clean, reasons=(Reason.VALUE_IS_NOTE,))
    if parsed.kind is ValueKind.NOT_RESULTED:
        return ObservedValue(clean, why=parsed.why)
    interval = (Reason.VALUE_IS_INTERVAL,) if parsed.kind is ValueKind.INTERVAL else ()
    return ObservedValue(clean, parsed.numeric, parsed.comparator, reasons=interval)
