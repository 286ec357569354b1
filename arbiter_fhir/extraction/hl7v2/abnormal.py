"""Abnormal flags of observations: several may be sent, and some speak of other things than high and low.

*Source*: HL7 v2.5.1 table 0078 (OBX-8), with the codes that 2.7 added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.statement import SusceptibilityInterpretation
from arbiter_fhir.extraction.laboratory.flags import Direction, read_flag

__all__ = ["Flagged", "interpretation_of", "read_flags"]

_DIRECTIONS: Final[Mapping[str, Direction]] = {
    "<": Direction.LOW,
    ">": Direction.HIGH,
    "LX": Direction.LOW,
    "HX": Direction.HIGH,
    "LU": Direction.CRITICAL_LOW,
    "HU": Direction.CRITICAL_HIGH,
    "POS": Direction.ABNORMAL,
    "DET": Direction.ABNORMAL,
    "RR": Direction.ABNORMAL,
    "WR": Direction.ABNORMAL,
    "NEG": Direction.NORMAL,
    "ND": Direction.NORMAL,
    "NR": Direction.NORMAL,
}

#: Change against earlier results, off instrument, quality control: no statement about the range.
_SILENT: Final = frozenset({"U", "D", "B", "W", "NULL", "IND", "E", "QCF", "AC", "TOX", "EX", "CAR", "SYN-S", "SYN-R"})

_INTERPRETATIONS: Final[Mapping[str, SusceptibilityInterpretation]] = {
    "S": SusceptibilityInterpretation.SUSCEPTIBLE,
    "MS": SusceptibilityInterpretation.SUSCEPTIBLE,
    "VS": SusceptibilityInterpretation.SUSCEPTIBLE,
    "SUSCEPTIBLE": SusceptibilityInterpretation.SUSCEPTIBLE,
    "SENSITIVE": SusceptibilityInterpretation.SUSCEPTIBLE,
    "SDD": SusceptibilityInterpretation.SUSCEPTIBLE_DOSE_DEPENDENT,
    "I": SusceptibilityInterpretation.INTERMEDIATE,
    "INTERMEDIATE": SusceptibilityInterpretation.INTERMEDIATE,
    "R": SusceptibilityInterpretation.RESISTANT,
    "RESISTANT": SusceptibilityInterpretation.RESISTANT,
    "NS": SusceptibilityInterpretation.NONSUSCEPTIBLE,
    "NON-SUSCEPTIBLE": SusceptibilityInterpretation.NONSUSCEPTIBLE,
    "NONSUSCEPTIBLE": SusceptibilityInterpretation.NONSUSCEPTIBLE,
}

#: The stronger a flag, the later it stands here.
_STRENGTH: Final = (
    Direction.NORMAL,
    Direction.MARK,
    Direction.ABNORMAL,
    Direction.LOW,
    Direction.HIGH,
    Direction.CRITICAL,
    Direction.CRITICAL_LOW,
    Direction.CRITICAL_HIGH,
)


@dataclass(frozen=True, slots=True)
class Flagged:
    """What the flags of an observation say together.

    Attributes:
        direction: The strongest of them; ``None`` where none speaks of the range.
        unclear: Whether one is not known.
    """

    direction: Direction | None
    unclear: bool


def read_flags(printed: Sequence[str]) -> Flagged:
    """The flags of an observation, one for each repetition."""
    found: list[Direction] = []
    unclear = False
    for flag in printed:
        code = flag.strip().upper()
        direction = _DIRECTIONS.get(code) or (None if code in _SILENT else read_flag(flag))
        if direction is not None:
            found.append(direction)
        elif code and code not in _SILENT and code not in _INTERPRETATIONS:
            unclear = True
    return Flagged(max(found, key=_STRENGTH.index, default=None), unclear)


def interpretation_of(text: str) -> SusceptibilityInterpretation | None:
    """The susceptibility category that a flag or value names; ``None`` for other texts."""
    return _INTERPRETATIONS.get(text.strip().upper())
