"""What a test is likely to be whose printed name the table does not hold as it stands.

``Vit D`` and ``Vitamin D3 25-hydroxy`` name a test by a spelling that means it anywhere, or around the words of a known
name. That is not enough for a code, and enough to doubt: a range of another size than the unit has is as wrong there.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from arbiter_fhir.domain.analyte_table import analyte_rows
from arbiter_fhir.extraction.laboratory.analytes import Analyte, find_analyte, fold_name

__all__ = ["likely_analyte"]

#: Letters of the shortest name that counts among other words; shorter ones are parts of too many others.
LEAST_LETTERS: Final = 3
#: Forms of vitamin D that are measured together.
_FORM: Final = re.compile(r"\bd[23]\b")


@cache
def likely_analyte(printed: str) -> Analyte | None:
    """The analyte of a name, or the one whose known name has the most words of it; ``None`` where none has.

    Args:
        printed: A test's name. What follows from the answer may only be a doubt.
    """
    found = find_analyte(printed)
    if found is not None:
        return found
    words = frozenset(_FORM.sub("d", fold_name(printed)).split())
    best: tuple[int, Analyte] | None = None
    for name, analyte in _names():
        among = name <= words and sum(map(len, name)) >= LEAST_LETTERS
        if (name == words or among) and (best is None or len(name) > best[0]):
            best = len(name), analyte
    return best[1] if best else None


@cache
def _names() -> tuple[tuple[frozenset[str], Analyte], ...]:
    """All names and spellings as sets of words, in the table's order."""
    shown = {row.test: row.display for row in analyte_rows() if row.display}
    return tuple(
        (frozenset(fold_name(name).split()), Analyte(row.analyte, shown[row.test], row.kind))
        for row in analyte_rows()
        if row.analyte
        for name in (*row.names, *row.spellings)
    )
