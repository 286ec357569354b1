"""What a result's status means for the chart: settled, corrected, withdrawn, or not settled yet."""

from __future__ import annotations

from arbiter_fhir.domain.fact import LabResult, ResultStatus

__all__ = ["SETTLED", "status_of"]

#: Printed words that settle a result, by what they say; anything else printed (pending, cancelled) settles nothing.
_PRINTED = {
    "": ResultStatus.FINAL,
    "f": ResultStatus.FINAL,
    "final": ResultStatus.FINAL,
    "complete": ResultStatus.FINAL,
    "completed": ResultStatus.FINAL,
    "verified": ResultStatus.FINAL,
    "c": ResultStatus.CORRECTED,
    "corrected": ResultStatus.CORRECTED,
    "corrected report": ResultStatus.CORRECTED,
    "corrected result": ResultStatus.CORRECTED,
    "amended": ResultStatus.CORRECTED,
    "amended report": ResultStatus.CORRECTED,
    "revised": ResultStatus.CORRECTED,
    "preliminary": ResultStatus.PRELIMINARY,
    "entered in error": ResultStatus.ENTERED_IN_ERROR,
}

#: Statuses under which a result may stand in the chart.
SETTLED = frozenset({ResultStatus.FINAL, ResultStatus.CORRECTED})


def status_of(lab: LabResult) -> ResultStatus:
    """The status as read, else by the printed word; a result without any word is final, as laboratories print them."""
    if lab.result_status is not None:
        return lab.result_status
    return _PRINTED.get(" ".join(lab.status.casefold().split()), ResultStatus.UNKNOWN)
