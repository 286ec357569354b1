"""Remarks that tell another value of a result than its row: ``ADDENDUM: Glucose corrected to 94``.

The row stays as it was printed; which of the two holds, a person has to see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

from arbiter_fhir.extraction.laboratory.analytes import find_analyte

__all__ = ["Amendment", "amendments_in"]

#: The analyte's key and the value that a remark tells.
Amendment = tuple[str, Decimal]

_AMENDED: Final = re.compile(
    r"\b(?:corrected|amended|revised|changed|updated|re-?reported)\s+(?:result\s+|value\s+)?"
    r"(?:from\s+\S+(?:\s+[^\s\d]\S*)?\s+)?(?:to|as)\s+(?P<value>\d+(?:\.\d+)?)(?![\d/:-])",
    re.IGNORECASE,
)
_SENTENCE: Final = re.compile(r"[.;!?]\s+")
#: Words of the longest name that is looked for.
NAME_WORDS: Final = 5


def amendments_in(lines: Iterable[str]) -> frozenset[Amendment]:
    """What remarks say that results have become.

    Args:
        lines: Clean texts of lines.
    """
    return frozenset(
        (key, Decimal(found["value"]))
        for line in lines
        for sentence in _SENTENCE.split(line)
        if (found := _AMENDED.search(sentence)) is not None
        for key in _analytes(sentence[: found.start()])
    )


def _analytes(text: str) -> Iterator[str]:
    words = [word.strip(":,()") for word in text.split()]
    for start in range(len(words)):
        for end in range(min(len(words), start + NAME_WORDS), start, -1):
            found = find_analyte(" ".join(words[start:end]))
            if found is not None:
                yield found.key
                break
