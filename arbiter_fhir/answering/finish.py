"""A validated draft as it goes to the caller: dates and names in their places, marks at the ends of sentences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from arbiter_fhir.answering.sections import empty_sections
from arbiter_fhir.domain.answer import (
    Answer,
    AnswerStatus,
    AnswerTable,
    AnswerTableRow,
    DraftRow,
    DraftTable,
    ValidatedAnswer,
)
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.question import RoutedQuestion

__all__ = ["finish", "placeholders_in", "quote_question"]

#: Control and format characters: what reads left to right is shown left to right.
_UNSEEN: Final = frozenset({"Cc", "Cf"})
_PLACEHOLDER: Final = re.compile(r"\[[A-Z_]+_\d+\]")
#: The form of our citation marks.
_MARK: Final = re.compile(r"\[(\d+)\]")


def quote_question(question: DeidentifiedText) -> str:
    """The question as it may stand beside an answer: what looks like a citation mark in it is none."""
    return _MARK.sub(r"(\1)", question.value)


def placeholders_in(validated: ValidatedAnswer) -> tuple[str, ...]:
    """The placeholders that an answer uses and that are no dates of ours: what there is to restore, in their order."""
    draft = validated.draft
    texts = [claim.text.value for claim in draft.claims]
    texts += [cell.value for table in draft.tables for row in table.rows for cell in row.cells]
    found = (match.group() for text in texts for match in _PLACEHOLDER.finditer(text))
    return tuple(dict.fromkeys(label for label in found if label not in draft.dates))


def finish(validated: ValidatedAnswer, question: RoutedQuestion, restored: Mapping[str, str] | None = None) -> Answer:
    """The answer: sections of sentences that end in marks such as ``[1]``, citations in the order of their numbers.

    Args:
        validated: The draft that passed.
        question: The routed question.
        restored: Placeholder to what it stands for, for this caller; a label that is not in it stays as it is.
    """
    draft = validated.draft
    fill = _Filler(draft.dates, restored or {})
    sections = empty_sections()
    for claim in draft.claims:
        marks = "".join(f"[{number + 1}]" for number in claim.citations)
        sentence = fill.text(claim.text.value)
        if marks:
            sentence = f"{sentence.removesuffix('.')} {marks}."
        sections[claim.section] = (*sections[claim.section], sentence)
    return Answer(
        question=quote_question(question.text),
        status=AnswerStatus.ANSWERED,
        sections=sections,
        citations=draft.citations,
        validation=validated.validation,
        refusal=None,
        tables=tuple(_shown(table, fill) for table in draft.tables),
    )


class _Filler:
    """Puts dates and restored values in the places of their labels, each place once."""

    def __init__(self, dates: Mapping[str, ClinicalDate], restored: Mapping[str, str]) -> None:
        self._values = {label: when.iso.replace("T", " ") for label, when in dates.items()}
        for label, value in restored.items():
            # Whatever is restored is text: it makes no citation mark and no line of its own.
            self._values.setdefault(label, _MARK.sub(r"(\1)", " ".join(value.split())))

    def text(self, text: str) -> str:
        """The text with its labels filled; signs that do not show, or turn the line round, are left out."""
        filled = _PLACEHOLDER.sub(lambda match: self._values.get(match.group(), match.group()), text)
        return "".join(char for char in " ".join(filled.split()) if unicodedata.category(char) not in _UNSEEN)


def _shown(table: DraftTable, fill: _Filler) -> AnswerTable:
    def shown(row: DraftRow) -> AnswerTableRow:
        cells = tuple(fill.text(cell.value) for cell in row.cells)
        return AnswerTableRow(cells, tuple(number + 1 for number in row.citations))

    columns = tuple(column.value for column in table.columns)
    return AnswerTable(table.section, table.title.value, columns, tuple(shown(row) for row in table.rows))
