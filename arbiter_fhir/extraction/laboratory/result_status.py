"""What a report says of the standing of its results: preliminary, final, corrected.

*Source of the words*: FHIR R4 observation-status and HL7 table 0085, as laboratories print them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arbiter_fhir.domain.fact import ResultStatus
from arbiter_fhir.extraction.laboratory.geometry import PageView

__all__ = ["is_void", "replaces_result", "status_of_report", "status_of_row", "without_correction"]

_REPORT: Final = re.compile(r"\b(?:report\s+status|status)\s*:?\s*(\w+)|\b(\w+)\s+report\b", re.IGNORECASE)
_PRELIMINARY: Final = re.compile(r"\b(?:preliminary|prelim|partial|interim|pending\s+review)\b", re.IGNORECASE)
_CORRECTED: Final = re.compile(r"\b(?:corrected|amended|revised)\b", re.IGNORECASE)
_FINAL: Final = re.compile(r"\b(?:final|verified|complete[d]?|authori[sz]ed|validated|released)\b", re.IGNORECASE)
#: Words of a result that counts no more, or never did.
_VOID: Final = re.compile(
    r"\b(?:cancel+ed|cancel|cxl|void(?:ed)?|invalid|deleted|wrong|(?:in|entered\s+in)\s+error|error|reject(?:ed)?|"
    r"withdrawn|retracted|not\s+(?:valid|performed|done|reportable)|tnp|qns|dnr|disregard)\b",
    re.IGNORECASE,
)
_UNSETTLED: Final = re.compile(
    r"\b(?:unverified|unconfirmed|unreviewed|draft|tentative|provisional|not\s+(?:yet\s+)?(?:final|verified|confirmed)|"
    r"in\s+process|in\s+progress|pending|incomplete)\b",
    re.IGNORECASE,
)
#: Letters of HL7 table 0085 in a column of statuses.
_LETTERS: Final = {
    "f": ResultStatus.FINAL,
    "v": ResultStatus.FINAL,
    "p": ResultStatus.PRELIMINARY,
    "i": ResultStatus.PRELIMINARY,
    "r": ResultStatus.PRELIMINARY,
    "s": ResultStatus.PRELIMINARY,
    "c": ResultStatus.CORRECTED,
    "x": ResultStatus.CANCELLED,
    "d": ResultStatus.ENTERED_IN_ERROR,
    "w": ResultStatus.ENTERED_IN_ERROR,
}
#: "All results on this report are preliminary": a sentence about the report.
_ALL: Final = re.compile(
    r"\b(?:all|these|following|above|below|the|this)\s+(?:\w+\s+){0,3}(?:results?|values?|report)\b[^.]{0,60}?"
    r"\b(?:is|are|remains?|should\s+be\s+considered)\s+(?P<what>[^.]{3,60})",
    re.IGNORECASE,
)
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
    letter = _LETTERS.get(text.strip(" .*").casefold())
    if letter is not None:
        return letter
    if _VOID.search(text):
        return ResultStatus.CANCELLED
    if _PRELIMINARY.search(text) or _UNSETTLED.search(text):
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


def is_void(text: str) -> bool:
    """Whether a heading or a status says that results count no more (``LIPID PANEL - CANCELLED``)."""
    return _VOID.search(text) is not None


def status_of_report(views: Sequence[PageView]) -> ResultStatus | None:
    """What the report says of itself as a whole; ``None`` where it says nothing."""
    matches = [match for view in views for line in view.lines for match in _REPORT.finditer(line.text)]
    said = [match[1] or match[2] for match in matches]
    said += [match["what"] for view in views for line in view.lines for match in _ALL.finditer(line.text)]
    found = {_status_of(text) for text in said if len(text) > 1} - {ResultStatus.CANCELLED}
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
