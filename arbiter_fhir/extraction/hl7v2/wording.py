"""Short clean sentences for facts, and texts cut to the lengths that results may have."""

from __future__ import annotations

from typing import LiteralString

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import AbnormalFlag

__all__ = ["cut", "said", "state_result"]

_FLAGGED: dict[AbnormalFlag, LiteralString] = {
    AbnormalFlag.HIGH: "{}, high",
    AbnormalFlag.LOW: "{}, low",
    AbnormalFlag.CRITICAL_HIGH: "{}, critically high",
    AbnormalFlag.CRITICAL_LOW: "{}, critically low",
    AbnormalFlag.ABNORMAL: "{}, abnormal",
    AbnormalFlag.NORMAL: "{}, normal",
}


def state_result(
    name: DeidentifiedText,
    value: DeidentifiedText,
    unit: DeidentifiedText | None,
    reference: DeidentifiedText | None,
    flag: AbnormalFlag | None,
) -> DeidentifiedText:
    """The sentence of a result, e.g. ``Hemoglobin A1c 8.1 % (reference 4.0-5.6), high``."""
    pieces = [piece for piece in (name, value, unit) if piece is not None and piece.value]
    sentence = DeidentifiedText.join(" ", pieces)
    if reference is not None and reference.value:
        sentence = DeidentifiedText.compose("{} (reference {})", sentence, reference)
    return DeidentifiedText.compose(_FLAGGED[flag], sentence) if flag is not None else sentence


def said(*pieces: DeidentifiedText | None, separator: LiteralString = ", ") -> DeidentifiedText:
    """Those pieces that are there, joined."""
    return DeidentifiedText.join(separator, [piece for piece in pieces if piece is not None and piece.value.strip()])


def cut(text: DeidentifiedText, longest: int) -> DeidentifiedText:
    """The text, or as many of its first words as fit into ``longest`` characters."""
    if len(text) <= longest:
        return text
    end = text.value.rfind(" ", 0, longest + 1)
    return text.slice(0, end if end > 0 else longest)
