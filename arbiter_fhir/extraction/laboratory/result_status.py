"""What a report says of the standing of its results: preliminary, final, corrected.

*Source of the words*: FHIR R4 observation-status and HL7 table 0085, as laboratories print them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arbiter_fhir.domain.fact import ResultStatus
from arbiter_fhir.extraction.laboratory.geometry import PageView

__all__ = ["replaces_result", "status_of_report", "status_of_row", "without_correction"]

_REPORT: Final = re.compile(r"\b(?:report\s+status|status)\s*:?\s*(\w+)|\b(\w+)\s+report\b", re.IGNORECASE)
_PRELIMINARY: Final = re.compile(r"\b(?:preliminary|prelim|partial|interim|pending\s+review)\b", re.IGNORECASE)
_CORRECTED: Final = re.compile(r"\b(?:corrected|amended|revised)\b", re.IGNORECASE)
_FINAL: Final = re.compile(r"\bfinal\b", re.IGNORECASE)
#: A remark under a result that says that it replaces another one.
_REPLACES: Final = re.compile(
    r"\b(?:previously|originally|initially)\s+reported\b|\bcorrected\s+(?:result|value|on|from)\b"
    r"|\bresult\s+(?:was\s+)?(?:corrected|amended|revised)\b",
    re.IGNORECASE,
)
_MARKED: Final = re.compile(
    r"\W*\b(?:corrected|amended|revised)\b\W*$|^\W*(?:corrected|amended|revised)\s+", re.IGNORECASE
)
#: Where a report says several things, the one that keeps most out of the chart holds.
_STRICTEST_FIRST: Final = (ResultStatus.PRELIMINARY, ResultStatus.CORRECTED, ResultStatus.FINAL)


def _status_of(text: str) -> ResultStatus | None:
    if _PRELIMINARY.search(text):
        return ResultStatus.PRELIMINARY
    if _CORRECTED.search(text):
        return ResultStatus.CORRECTED
    return ResultStatus.FINAL if _FINAL.search(text) else None


def without_correction(name: str) -> str:
    """A test's name without the mark of a replaced result (``Glucose (corrected)``).

    A calcium corrected for albumin is another test and keeps its name.
    """
    return name if "calcium" in name.casefold() else _MARKED.sub("", name)


def replaces_result(text: str) -> bool:
    """Whether a remark says that the value above it replaces another one."""
    return _REPLACES.search(text) is not None


def status_of_report(views: Sequence[PageView]) -> ResultStatus | None:
    """What the report says of itself as a whole; ``None`` where it says nothing."""
    matches = [match for view in views for line in view.lines for match in _REPORT.finditer(line.text)]
    found = {_status_of(match[1] or match[2]) for match in matches}
    return next((status for status in _STRICTEST_FIRST if status in found), None)


def status_of_row(printed: str, comment: str, report: ResultStatus | None) -> ResultStatus | None:
    """What holds for one result.

    Args:
        printed: The row's own status as printed; empty where none is.
        comment: The remark attached to the row; empty where none is.
        report: What the report says of itself.

    Returns:
        The row's own word first; a remark that it is not final or replaces another value; else the report's word.
    """
    own = _status_of(printed)
    if own is None and not printed.strip() and _PRELIMINARY.match(comment.lstrip(" (*:-")):
        own = ResultStatus.PRELIMINARY
    if own is not None or not printed.strip():
        return (
            ResultStatus.CORRECTED
            if replaces_result(comment) and own is not ResultStatus.PRELIMINARY
            else own or report
        )
    return None
