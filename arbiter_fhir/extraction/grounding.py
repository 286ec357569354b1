"""Proves where a quote stands: a box, read again, that holds the quote's words and no others.

A proof works on whole clean words. The box goes around the wanted words; then every word of the page whose centre lies
in the box is read again. Only if these are exactly the wanted words (rules and leader dots apart) is the box handed
out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox

__all__ = ["prove_box", "quote_words"]

#: Marks without letters or digits: leaders and rules, which optical reading makes of dots and lines.
_MARKS = re.compile(r"^[^\w<>%+*]+$")


def quote_words(page: DeidentifiedPage, words: Iterable[CleanWord]) -> DeidentifiedText:
    """The words as they stand in the page's clean text: in order, joined by single blanks."""
    ordered = sorted(set(words), key=lambda word: word.start)
    return DeidentifiedText.join(" ", [page.text.slice(word.start, word.end) for word in ordered])


def prove_box(page: DeidentifiedPage, words: Iterable[CleanWord]) -> BoundingBox | None:
    """The box around ``words``, if reading the page inside it gives these words and no others.

    Args:
        page: The page.
        words: The quote's words, all of this page.
    """
    wanted = sorted(set(words), key=lambda word: word.start)
    if not wanted:
        return None
    box = BoundingBox.around([word.box for word in wanted])
    inside = [word for word in page.words if box.holds_center_of(word.box)]
    read = sorted(
        (word for word in inside if word in wanted or not _MARKS.match(word.text)), key=lambda word: word.start
    )
    if [(word.start, word.text) for word in read] != [(word.start, word.text) for word in wanted]:
        return None
    # The words must also be what the clean text says at their offsets, from which every quote is cut.
    if any(page.text.value[word.start : word.end] != word.text for word in wanted):
        return None
    return box
