"""De-identification: raw pages to clean pages.

*Takes* pages with words and boxes, the chart's patient and clinicians. *Gives* clean text and words with the way back
to the page, the encrypted map's plain content, and identifier candidates for the identity gate.
*Never* passes raw text on, fetches anything, or goes on when a part of it is missing.
"""

from __future__ import annotations

from arbiter_fhir.deid.dates import DateOrder
from arbiter_fhir.deid.deidentifier import PresidioDeidentifier
from arbiter_fhir.deid.restore import restore, used_labels

__all__ = ["DateOrder", "PresidioDeidentifier", "restore", "used_labels"]
