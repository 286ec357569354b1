"""What a recognizer finds in a text, for tables of examples and near misses."""

from __future__ import annotations

from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognizers import Recognizer


def found(recognizer: Recognizer, text: str) -> list[str]:
    """The surfaces found, each once, in order of place; one inside another is left out."""
    spans = sorted({(each.start, each.end) for each in recognizer.find(Reading(text))})
    outer = [
        span
        for span in spans
        if not any(other != span and other[0] <= span[0] and span[1] <= other[1] for other in spans)
    ]
    return [text[start:end] for start, end in outer]
