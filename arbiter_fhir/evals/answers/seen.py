"""What came back to a question of an interview, cut into statements with what each of them cites."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arbiter_fhir.domain.answer import Answer, Section
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.document import BoundingBox

__all__ = ["Reply", "SeenCitation", "Statement", "reply_of"]

_MARKS = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class SeenCitation:
    """A citation as handed out.

    Attributes:
        place: ``page 1``, or a section.
        part: Field or chunk.
    """

    source_type: str
    source_id: str
    place: str
    part: str
    quote: str
    page: int | None = None
    box: BoundingBox | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence, or one row of a table with the table's title before it.

    Attributes:
        text: Without citation marks.
        citations: What it cites.
    """

    section: Section
    text: str
    citations: tuple[SeenCitation, ...]
    in_table: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """Everything that came back.

    Attributes:
        request_id: For a question that leans on this one.
        refusal: The reason; empty where there is an answer.
        text: As a person reads it.
    """

    request_id: str
    refusal: str
    text: str
    statements: tuple[Statement, ...]
    citations: tuple[SeenCitation, ...]

    def of(self, *sections: Section) -> tuple[Statement, ...]:
        """Statements of some sections."""
        return tuple(each for each in self.statements if each.section in sections)


def _seen(citation: Citation) -> SeenCitation:
    return SeenCitation(
        citation.source_type.value,
        citation.source_id,
        citation.page_or_section,
        citation.field_or_chunk_id,
        citation.quote.value,
        citation.page,
        citation.box,
    )


def _marked(citations: Sequence[SeenCitation], numbers: Iterable[int]) -> tuple[SeenCitation, ...]:
    return tuple(citations[number - 1] for number in numbers if 0 < number <= len(citations))


def reply_of(request_id: str, answer: Answer) -> Reply:
    """An answer as it reached the caller."""
    citations = tuple(map(_seen, answer.citations))
    statements = []
    for section, sentences in answer.sections.items():
        for sentence in sentences:
            numbers = [int(number) for number in _MARKS.findall(sentence)]
            text = re.sub(r"\s+([.;,])", r"\1", _MARKS.sub("", sentence)).strip()
            statements.append(Statement(section, text, _marked(citations, numbers)))
    for table in answer.tables:
        for row in table.rows:
            text = " | ".join((table.title, *row.cells))
            statements.append(Statement(table.section, text, _marked(citations, row.citations), in_table=True))
    refusal = answer.refusal.reason.value if answer.refusal else ""
    return Reply(request_id, refusal, answer.text, tuple(statements), citations)
