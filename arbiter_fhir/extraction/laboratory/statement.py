"""One short clean sentence for a result, for retrieval and display. Dates stay in the structured value."""

from __future__ import annotations

from typing import LiteralString

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.extraction.laboratory.interpretation import Interpretation

__all__ = ["state"]

_FLAGGED: dict[AbnormalFlag, LiteralString] = {
    AbnormalFlag.HIGH: "{}, high",
    AbnormalFlag.LOW: "{}, low",
    AbnormalFlag.CRITICAL_HIGH: "{}, critically high",
    AbnormalFlag.CRITICAL_LOW: "{}, critically low",
    AbnormalFlag.ABNORMAL: "{}, abnormal",
    AbnormalFlag.NORMAL: "{}, normal",
}


def state(found: Interpretation) -> DeidentifiedText:
    """The sentence, e.g. ``Hemoglobin A1c 8.1 % (reference 4.0-5.6), high``."""
    wording = found.wording
    sentence = DeidentifiedText.join(
        " ", [piece for piece in (wording.name, wording.value, wording.unit) if piece.value]
    )
    if wording.reference.value:
        sentence = DeidentifiedText.compose("{} (reference {})", sentence, wording.reference)
    flag = found.result.abnormal_flag
    return DeidentifiedText.compose(_FLAGGED[flag], sentence) if flag is not None else sentence
