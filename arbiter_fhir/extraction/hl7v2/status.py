"""Result status: what OBX-11 and OBR-25 say.

*Source*: HL7 v2.5.1 tables 0085 (observation result status) and 0123 (result status), with A, B and V of 2.7 and 2.8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.domain.fact import ResultStatus

__all__ = ["Standing", "standing_of"]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a status says.

    Attributes:
        status: Normalised; ``None`` where nothing was sent.
        unresulted: Reason of the rejected candidate where the status comes without a value.
    """

    status: ResultStatus | None
    unresulted: str


_NO_VALUE: Final = "value_missing"

_OBSERVATION: Final[Mapping[str, Standing]] = {
    "A": Standing(ResultStatus.CORRECTED, _NO_VALUE),
    "B": Standing(ResultStatus.FINAL, _NO_VALUE),
    "C": Standing(ResultStatus.CORRECTED, _NO_VALUE),
    "D": Standing(ResultStatus.ENTERED_IN_ERROR, _NO_VALUE),
    "F": Standing(ResultStatus.FINAL, _NO_VALUE),
    "I": Standing(ResultStatus.REGISTERED, "pending"),
    "N": Standing(ResultStatus.CANCELLED, "not_performed"),
    "O": Standing(ResultStatus.REGISTERED, "not_performed"),
    "P": Standing(ResultStatus.PRELIMINARY, "pending"),
    "R": Standing(ResultStatus.PRELIMINARY, "pending"),
    "S": Standing(ResultStatus.PRELIMINARY, "pending"),
    "U": Standing(ResultStatus.FINAL, _NO_VALUE),
    "V": Standing(ResultStatus.FINAL, _NO_VALUE),
    "W": Standing(ResultStatus.ENTERED_IN_ERROR, _NO_VALUE),
    "X": Standing(ResultStatus.CANCELLED, "cancelled"),
}

#: From the status that settles most to the one that settles least.
_STRICTNESS: Final = (
    None,
    ResultStatus.FINAL,
    ResultStatus.CORRECTED,
    ResultStatus.PRELIMINARY,
    ResultStatus.REGISTERED,
    ResultStatus.UNKNOWN,
    ResultStatus.CANCELLED,
    ResultStatus.ENTERED_IN_ERROR,
)

#: Request statuses that speak of the request as a whole and leave each observation its own: some results are there yet.
_PARTIAL: Final = frozenset({"A"})

#: Table 0123, as the status of an observation.
_REQUEST: Final[Mapping[str, str]] = {
    "A": "P",
    "C": "C",
    "F": "F",
    "I": "I",
    "M": "C",
    "N": "F",
    "O": "O",
    "P": "P",
    "R": "R",
    "S": "I",
    "X": "X",
}


def standing_of(observation: str, request: str) -> Standing:
    """The status of an observation; where it and its request differ, the one that settles less.

    A final observation under a cancelled or preliminary request is as cancelled or preliminary as the request.

    Args:
        observation: OBX-11.
        request: OBR-25, which alone counts where the observation has none.
    """
    own, whole = observation.strip().upper(), request.strip().upper()
    if not own:
        return _standing(_REQUEST.get(whole, ""))
    said = _standing(own)
    if whole in _PARTIAL or not whole:
        return said
    # A correction somewhere in the request does not make every observation of it one.
    asked = _standing("F" if _REQUEST.get(whole) == "C" else _REQUEST.get(whole, whole))
    return max(said, asked, key=lambda standing: _STRICTNESS.index(standing.status))


def _standing(code: str) -> Standing:
    return _OBSERVATION.get(code, Standing(ResultStatus.UNKNOWN, _NO_VALUE)) if code else Standing(None, _NO_VALUE)
