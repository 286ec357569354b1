"""Amounts that optical reading may have lost: ``50 mg, tablet`` where ``50 mg, 1 tablet`` was printed.

Nothing in the words says that a digit is missing, and a prescription may well say ``50 mg tablet``. So a counted form
behind a strength is never certified on a page that was read optically, unless an amount stands beside it; and where the
white before it is as wide as a number, or a stroke was read there, a person has to look.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from arbiter_fhir.domain.deid import CleanWord
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.sig import AMOUNT, MASS_UNITS

__all__ = ["lost_amounts"]

#: White of more letters' widths than this is no blank: a blank is half a letter wide, a digit with a blank on either
#: side two letters.
WIDEST_BLANK: Final = 1.4
#: White of more letters' widths than this parts columns: an amount such as ``1/2`` with its blanks takes five.
WIDEST_AMOUNT: Final = 6.0
_UNITS: Final = frozenset({*MASS_UNITS, "ml", "mls", "cc", "%", "mmol"})
_EDGES: Final = ".,;:()"
_NUMBER: Final = re.compile(r"\d")


def lost_amounts(words: Iterable[CleanWord]) -> tuple[Reason, ...]:
    """What doubts an amount that is not there; nothing for words of a text layer.

    Args:
        words: The words that say a fact, in reading order.
    """
    read = list(words)
    reasons: list[Reason] = []
    for index, word in enumerate(read):
        if word.confidence is None or not _ends_strength(read, index):
            continue
        between, form = _next_word(read, index)
        if form is None or form.line != word.line or not _is_counted(form.text):
            continue
        white = (form.box.x - word.box.right) / (form.box.width / len(form.text))
        if white > WIDEST_AMOUNT and not between:
            continue
        if between or white > WIDEST_BLANK:
            reasons.append(Reason.VALUE_WIDER_THAN_READ)
        elif AMOUNT.search(" ".join(each.text for each in read)) is None:
            reasons.append(Reason.AMOUNT_MISSING)
    return tuple(dict.fromkeys(reasons))


def _ends_strength(words: Sequence[CleanWord], index: int) -> bool:
    text = words[index].text.casefold().strip(_EDGES)
    unit = text.lstrip("0123456789.,/-")
    if unit not in _UNITS:
        return False
    return text != unit or (index > 0 and _NUMBER.search(words[index - 1].text) is not None)


def _next_word(words: Sequence[CleanWord], index: int) -> tuple[bool, CleanWord | None]:
    """The next word that has letters or digits, and whether a stroke was read before it."""
    between = False
    for word in words[index + 1 :]:
        if any(letter.isalnum() for letter in word.text):
            return between, word
        # A comma or a dash parts what is listed; a bar is what is left of a digit.
        between = between or word.text.strip(_EDGES) in {"|", "!", "/", "\\", "[", "]"}
    return between, None


def _is_counted(text: str) -> bool:
    return AMOUNT.fullmatch(f"1 {text.strip(_EDGES)}") is not None
