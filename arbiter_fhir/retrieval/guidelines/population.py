"""Whether a passage speaks of people like the one that a question names: of that age, of that sex.

"Mammogram at 42" wants the advice for ages 40 to 74 and not the one for 75 and older. Only what a question says in
words is read; nothing is taken from a chart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["population_fit"]

#: Older than anybody: the open end of "65 or older".
_OLDEST: Final = 130
_AGE_ASKED: Final = re.compile(
    r"\b(?P<old>\d{1,3})[ -]?(?:yo|y/o|yr[ -]?old|years?[ -]olds?|years? of age)\b"
    r"|\b(?:age|aged|at|over|after|older than|above|turning)[ ](?P<age>\d{1,3})\b"
    r"(?![/.%]|[ ]?(?:mg|mmol|mm|g|ng|ml|pack|weeks?|%))"
)
_RANGE: Final = re.compile(
    r"\b(?:ages?|aged)[ ](?:about[ ])?(?P<first>\d{1,3})(?:[ ]years)?[ ](?:to|and|through)[ ](?P<last>\d{1,3})\b"
)
_OPEN: Final = re.compile(
    r"\b(?:age|aged)[ ](?P<a>\d{1,3})(?:[ ]years)?[ ](?:or|and)[ ]older\b"
    r"|\b(?P<b>\d{1,3})[ ]years[ ](?:or|and)[ ]older\b"
    r"|\bolder[ ]than[ ](?:about[ ])?(?P<c>\d{1,3})\b"
    r"|\b(?:from|after)[ ]age[ ](?P<d>\d{1,3})\b|\bover[ ](?P<e>\d{1,3})\b"
)
_BELOW: Final = re.compile(
    r"\b(?:younger[ ]than|under|below[ ]age)[ ](?P<a>\d{1,3})\b|\baged[ ](?P<b>\d{1,3})[ ]or[ ]younger\b"
)
_FEMALE: Final = re.compile(r"\b(?:women|woman|female|females|girls?|pregnan\w*|postmenopausal|premenopausal)\b")
_MALE: Final = re.compile(r"\b(?:men|man|males?|boys?)\b")


def population_fit(question: str, passage: str) -> float:
    """How well the people of a passage fit those of a question: 1 they do, -1 they do not, 0 one of both names none.

    Age and sex count alike.

    Args:
        question: As asked.
        passage: Heading and text.
    """
    asked, offered = question.casefold(), passage.casefold()
    verdicts = [verdict for verdict in (_age(asked, offered), _sex(asked, offered)) if verdict is not None]
    return sum(verdicts) / len(verdicts) if verdicts else 0.0


def _age(asked: str, offered: str) -> float | None:
    ages = [int(match["old"] or match["age"]) for match in _AGE_ASKED.finditer(asked)]
    spans = list(_spans(offered))
    if not ages or not spans:
        return None
    return 1.0 if any(first <= ages[0] <= last for first, last in spans) else -1.0


def _spans(offered: str) -> Iterator[tuple[int, int]]:
    for match in _RANGE.finditer(offered):
        yield int(match["first"]), int(match["last"])
    for match in _OPEN.finditer(offered):
        yield int(next(filter(None, match.groups()))), _OLDEST
    for match in _BELOW.finditer(offered):
        yield 0, int(next(filter(None, match.groups())))


def _sex(asked: str, offered: str) -> float | None:
    wanted = bool(_FEMALE.search(asked)), bool(_MALE.search(asked))
    spoken = bool(_FEMALE.search(offered)), bool(_MALE.search(offered))
    if wanted[0] == wanted[1] or not any(spoken):
        return None
    return 1.0 if spoken[0 if wanted[0] else 1] else -1.0
