"""How sure a fact may be called: thresholds, and the certainty that reasons and confidence allow."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction.reasons import WEIGHTS, Reason

__all__ = ["NATIVE_READING", "REVIEW_CONFIDENCE", "VALUE_OCR_CONFIDENCE", "VERIFIED_CONFIDENCE", "decide_certainty"]

#: Below this confidence nothing is verified. Two mild doubts (0.9 each) fall under it, one does not.
VERIFIED_CONFIDENCE = 0.85
#: Below this confidence a fact is no evidence either: several things about its reading are in doubt at once.
REVIEW_CONFIDENCE = 0.6
#: A value that was read optically with less confidence than this (0-100) is not certified. A range, decimals and a flag
#: that agree with the number are no second reading of it and earn no lower mark: 3.1 read as 3.4 stays low. On fresh
#: scans of all layouts (``scripts/sweep_scans.py``) 7 of 159 values read with 80 to 90 were wrong, in small print 8 of
#: 410 were wrong and borne out, all at 80 to 88; of 794 read with 90 or more none was.
VALUE_OCR_CONFIDENCE = 90.0
#: A text layer says what was printed; what remains is a wrong assignment of columns.
NATIVE_READING = 0.99
_ORDER = (Certainty.NEEDS_REVIEW, Certainty.DOCUMENT_FACT, Certainty.VERIFIED)


def decide_certainty(reasons: Iterable[Reason], confidence: float) -> tuple[Certainty, tuple[Reason, ...]]:
    """The certainty that reasons and confidence allow, and all reasons in a stable order."""
    kept = list(dict.fromkeys(reasons))
    ceiling = min((WEIGHTS[reason].ceiling for reason in kept), key=_ORDER.index, default=Certainty.VERIFIED)
    by_confidence = Certainty.VERIFIED
    if confidence < VERIFIED_CONFIDENCE:
        by_confidence = Certainty.DOCUMENT_FACT if confidence >= REVIEW_CONFIDENCE else Certainty.NEEDS_REVIEW
    if _ORDER.index(by_confidence) < _ORDER.index(ceiling):
        ceiling = by_confidence
        kept.append(Reason.LOW_CONFIDENCE)
    return ceiling, tuple(kept)
