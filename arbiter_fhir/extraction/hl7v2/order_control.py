"""What an order's control code (ORC-1) makes of an ordered medicine: ended, or on hold.

*Source*: HL7 v2 table 0119, order control codes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import RejectedCandidate
from arbiter_fhir.domain.statement import Medication, MedicationStatus
from arbiter_fhir.extraction.hl7v2.drafts import Draft

__all__ = ["under_control"]

#: Cancel and discontinue: requested, done, or done without a request.
_ENDED: Final = frozenset({"CA", "OC", "CR", "DC", "OD", "DR"})
#: Hold: requested, done, or done without a request.
_HELD: Final = frozenset({"HD", "OH", "HR"})


def under_control(made: Draft | RejectedCandidate, control: str) -> Draft | RejectedCandidate:
    """What was made of a segment; an ordered medicine with the status that its order has.

    Args:
        made: Of any clinical segment.
        control: Of the order that it belongs to; empty where none.
    """
    code = control.strip().upper()
    if not isinstance(made, Draft) or not isinstance(made.value, Medication):
        return made
    if code in _ENDED:
        made.value = replace(made.value, status=MedicationStatus.STOPPED)
        made.fact_text = DeidentifiedText.compose("Ended: {}", made.fact_text)
    elif code in _HELD:
        made.value = replace(made.value, status=MedicationStatus.ON_HOLD)
        made.fact_text = DeidentifiedText.compose("On hold: {}", made.fact_text)
    return made
