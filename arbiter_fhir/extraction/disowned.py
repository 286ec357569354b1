"""Remarks that take a result back without a status: mislabelled, another patient's, not to be used.

*Source of the words*: ordinary comments of laboratories on specimens that were mixed up, contaminated or spoilt.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["disowns_report", "disowns_result"]

_DISOWNED: Final = re.compile(
    r"\bmis-?\s?label+ed\b|\b(?:wrong|another|other|different|incorrect)\s+(?:patient|person)(?:'?s)?\b|\bwrong\s+blood\b"
    r"|\bwrong\s+(?:tube|specimen|sample|container|draw)\b|\b(?:typo|mis-?typed|mis-?entered|(?:data\s+)?entry\s+error)\b"
    r"|\bactual(?:ly)?\s+(?:(?:value|result|reading)\s+)?(?:(?:is|was)\s+)?\d|\bshould\s+(?:read|have\s+been)\s+\d"
    r"|\bdo\s+not\s+use\b|\bdisregard\b|\b(?:reported|entered|released|resulted|posted)\s+in\s+error\b"
    r"|\b(?:result|value|specimen|sample|test)s?\s+(?:(?:is|are|may\s+be|was|were|considered)\s+)?"
    r"(?:invalid|erroneous|unreliable|questionable|compromised|contaminated|mixed\s+up|switched|not\s+valid)\b"
    r"|\bfalse[- ](?:positive|negative)s?\s+(?:is\s+)?(?:suspected|likely|possible|probable)\b"
    r"|\b(?:suspected|possible|probable|likely|consider|biologic(?:al)?|suspect)\s+(?:a\s+)?"
    r"false[- ](?:positive|negative)\b"
    r"|\bresults?\s+(?:belongs?|pertains?)\s+to\s+(?:an?other|a\s+different|the\s+wrong)\b"
    r"|\bcontamination\s+(?:is\s+)?(?:suspected|likely|possible|cannot)\b|\b(?:suspected|possible|probable|suspect)\s+"
    r"(?:\w+\s+){0,2}contamination\b|\bplease\s+(?:redraw|re-?collect|resubmit)\b|\b(?:falsely|spuriously)\s+"
    r"(?:elevated|high|low|raised|increased|decreased)\b|\b(?:result|specimen|sample)s?\s+(?:of|from)\s+(?:the\s+)?"
    r"(?:donor|mother|father|husband|wife|partner|baby|newborn|sibling|brother|sister|twin)\b",
    re.IGNORECASE,
)
#: What is said of a whole report. Rules for ordinary cases ("falsely low in patients who ...") are none of it.
_REPORT_DISOWNED: Final = re.compile(
    r"\bmis-?\s?label+ed\b|\b(?:to|from|of|for|on)\s+(?:the\s+wrong|another|an\s+other|a\s+different|an\s+incorrect)\s+"
    r"(?:patient|person)\b(?!\s+\w*(?:population|group|categor))|\bwrong\s+(?:patient|blood)\b"
    r"|\b(?:do\s+not\s+use|disregard)\s+(?:\w+\s+){0,2}(?:report|results?|values?)\b"
    r"|\b(?:reported|released|resulted|issued)\s+in\s+error\b"
    r"|\b(?:specimen|sample)s?\s+(?:(?:is|are|was|were|may\s+be)\s+)?(?:mixed\s+up|switched)\b",
    re.IGNORECASE,
)
#: "No contamination", "not mislabeled": what is denied takes nothing back.
_DENIED: Final = re.compile(r"\b(?:no|not|without|never)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)


def disowns_result(remark: str) -> bool:
    """Whether a remark says that the result above it is not to be relied on, or not the patient's.

    Args:
        remark: Clean text of the remark.
    """
    return any(not _DENIED.search(remark[: found.start()]) for found in _DISOWNED.finditer(remark))


def disowns_report(remark: str) -> bool:
    """Whether a remark that stands beside no result takes the results of its report back.

    Args:
        remark: Clean text of the remark.
    """
    return any(not _DENIED.search(remark[: found.start()]) for found in _REPORT_DISOWNED.finditer(remark))
