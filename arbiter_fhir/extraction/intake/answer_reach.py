"""How far what stands under a heading answers it: what is right behind it does, a further question does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.extraction.intake.items import Item
from arbiter_fhir.extraction.intake.options import Said
from arbiter_fhir.extraction.intake.sheet import Section

__all__ = ["answers_in_row", "asks_otherwise", "before_next_question", "beside_heading", "is_behind_field"]

_OF_PEOPLE: Final = frozenset({IdentifierKind.PERSON, IdentifierKind.PHONE})
#: A line under a concern that is none of it: a question with its answer, or talk of allergies and medicines taken.
_OTHER_TOPIC: Final = re.compile(
    r"^[^:?.;]{3,70}[:?]\s*\S|\ballerg|^\W*(?:\w+\s+){0,2}(?:meds|medications|medicines)\b|\b\d+\s*(?:mg|mcg|units?)\b",
    re.IGNORECASE,
)
#: Below operations: another question with its answer ("Pain 7/10", "PHQ-9 = 14"), or a vaccine.
_ASKED_AND_ANSWERED: Final = re.compile(r"\w[:=?]\s|\s=\s|\b\d{1,2}\s*/\s*10\b|\bvaccin|\bshots?\b", re.IGNORECASE)
#: Answers in one word behind names of one line ("Heart attack No  Stroke No"), and vaccines among conditions.
_ANSWERS: Final = re.compile(
    r"(?<=\w)\s+(?:yes|no)\b(?=\s*(?:$|[-\u2013,;(]|[A-Z]))|"
    r"\b(?:vaccin\w*|immuni[sz]\w*|tetanus|tdap|pneumovax|prevnar|shingrix|boosters?)\b",
    re.IGNORECASE,
)


def asks_otherwise(item: Item) -> bool:
    """Whether a line below operations tells of something else, or of a person.

    Args:
        item: Of the section.
    """
    told = any(word.placeholder is not None and word.placeholder.kind in _OF_PEOPLE for word in item.words)
    return told or _ASKED_AND_ANSWERED.search(item.text) is not None


def answers_in_row(item: Item) -> bool:
    """Whether a written line among conditions holds answers of its own, or vaccines: which name is meant is open.

    Args:
        item: Of the section.
    """
    return item.said is Said.WRITTEN and _ANSWERS.search(item.text) is not None


def before_next_question(items: Sequence[Item]) -> Sequence[Item]:
    """The items of a concern, up to a line that asks and answers something else: ``Mom's allergies: codeine``.

    Args:
        items: All that stands under the heading, in reading order.
    """
    ends = (at for at, item in enumerate(items) if at and item.said is Said.WRITTEN and _OTHER_TOPIC.search(item.text))
    return items[: next(ends, len(items))]


def beside_heading(section: Section, item: Item) -> Item:
    """The item; right behind the heading it answers it, however far from the other lines' margin it stands.

    Args:
        section: With its heading.
        item: Of the section.
    """
    if not item.aside or not item.words or not section.heading:
        return item
    last, first = section.heading[-1], item.words[0]
    return replace(item, aside=False) if first.line == last.line and 0 <= first.start - last.end <= 1 else item


def is_behind_field(section: Section, item: Item) -> bool:
    """Whether a box is ticked below a label that a field on its own line has answered: the label ends there.

    ``Family history [mother: gout]`` and, below, ``Stroke [x]``: the stroke is asked by itself, of whom is not said.

    Args:
        section: With its heading and lines.
        item: Of the section.
    """
    if not section.heading or not item.marks or item.said is Said.WRITTEN:
        return False
    line = section.heading[-1].line
    answered = any(
        cell.field and cell.words and cell.words[0].line == line for each in section.lines for cell in each.cells
    )
    return answered and all(word.line != line for word in item.marks)
