"""Short clean sentences for facts, and texts cut to the lengths that results may have."""

from __future__ import annotations

from typing import LiteralString

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import AbnormalFlag, ResultStatus

__all__ = ["cut", "said", "state_result"]

_FLAGGED: dict[AbnormalFlag, LiteralString] = {
    AbnormalFlag.HIGH: "{}, high",
    AbnormalFlag.LOW: "{}, low",
    AbnormalFlag.CRITICAL_HIGH: "{}, critically high",
    AbnormalFlag.CRITICAL_LOW: "{}, critically low",
    AbnormalFlag.ABNORMAL: "{}, abnormal",
    AbnormalFlag.NORMAL: "{}, normal",
}


#: Name, value and unit of a result.
Named = tuple[DeidentifiedText, DeidentifiedText, DeidentifiedText | None]

#: Statuses without which a result would be taken for what it is not.
_STANDING: dict[ResultStatus, LiteralString] = {
    ResultStatus.PRELIMINARY: "{}, preliminary",
    ResultStatus.REGISTERED: "{}, preliminary",
    ResultStatus.CORRECTED: "{}, corrected",
    ResultStatus.CANCELLED: "{}, cancelled",
    ResultStatus.ENTERED_IN_ERROR: "Withdrawn as wrong: {}",
}


def state_result(
    named: Named,
    *,
    reference: DeidentifiedText | None,
    flag: AbnormalFlag | None,
    status: ResultStatus | None = None,
) -> DeidentifiedText:
    """The sentence of a result, e.g. ``Hemoglobin A1c 8.1 % (reference 4.0-5.6), high``."""
    pieces = [piece for piece in named if piece is not None and piece.value]
    sentence = DeidentifiedText.join(" ", pieces)
    if reference is not None and reference.value:
        sentence = DeidentifiedText.compose("{} (reference {})", sentence, reference)
    if flag is not None and status is not ResultStatus.ENTERED_IN_ERROR:
        sentence = DeidentifiedText.compose(_FLAGGED[flag], sentence)
    standing = _STANDING.get(status) if status is not None else None
    return DeidentifiedText.compose(standing, sentence) if standing is not None else sentence


def said(*pieces: DeidentifiedText | None, separator: LiteralString = ", ") -> DeidentifiedText:
    """Those pieces that are there, joined."""
    return DeidentifiedText.join(separator, [piece for piece in pieces if piece is not None and piece.value.strip()])


def cut(text: DeidentifiedText, longest: int) -> DeidentifiedText:
    """The text, or as many of its first words as fit into ``longest`` characters."""
    if len(text) <= longest:
        return text
    end = text.value.rfind(" ", 0, longest + 1)
    return text.slice(0, end if end > 0 else longest)
