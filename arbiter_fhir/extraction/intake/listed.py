"""A written line that lists several conditions, part by part, where a relative is named beside one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage
from arbiter_fhir.extraction.narrative.family_history import names_relative
from arbiter_fhir.extraction.narrative.text_runs import TextRun, run_of

__all__ = ["parts_of_list"]

_BRACKET: Final = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
#: Behind a dash an answer belongs to what stands before it: ``cancer - no, gout (mother)``.
_ANSWER: Final = r"(?:no|none|never|neg|negative|yes|y|n|not|unsure|unknown|maybe|denie[sd]|resolved|past|possible)\b"
_COMMA: Final = re.compile(rf"[,;]\s*|\s/\s|\s[-\u2013]\s(?!\s*(?:\w+\s+)?\w+\s*$|\s*{_ANSWER})", re.IGNORECASE)
#: How a part begins that has somebody else for its subject.
_THEIRS: Final = re.compile(
    r"\s*(?:and\s+|but\s+)?(?:(?:my|his|her|their|the)\s+)?(?:\w+\s+){1,2}(?:has|had|have|with|suffers|died|takes|is)\b",
    re.IGNORECASE,
)
#: Characters in which the subject of a part is named.
_REACH: Final = 24


def parts_of_list(page: DeidentifiedPage, words: tuple[CleanWord, ...]) -> list[tuple[CleanWord, ...]]:
    """The parts of a line, each of which speaks for itself; the whole line where it is not certain that they do.

    Numbered items are parts. So is what commas part, where relatives stand in brackets alone (``gout, anxiety (son)``):
    a relative before a list has all of it (``mother: gout, diabetes``).

    Args:
        page: Of the words.
        words: The line, in reading order.
    """
    run = run_of(page, words)
    items = list(run.sentences())
    parts = [part for start, end in items for part in _parted(run, start, end)]
    return [part for part in parts if part] or [words]


def _parted(run: TextRun, start: int, end: int) -> Iterator[tuple[CleanWord, ...]]:
    text = run.text[start:end]
    outside = _BRACKET.sub(lambda found: " " * len(found[0]), text)
    cuts = list(_COMMA.finditer(outside)) if names_relative(text) else []
    if names_relative(outside):
        # "Hypertension, my daughter has anxiety": what stands before her is not hers.
        cuts = [cut for cut in cuts if _THEIRS.match(outside, cut.end()) and not names_relative(outside[: cut.start()])]
        cuts = [cut for cut in cuts if names_relative(outside[cut.end() : cut.end() + _REACH])][:1]
    first = start
    for cut in cuts:
        yield run.words_in(first, start + cut.start())
        first = start + cut.end()
    yield run.words_in(first, end)
