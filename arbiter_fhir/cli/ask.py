"""`arbiter-fhir ask`: the answer in its four sections, with numbered citations."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from arbiter_fhir.domain.answer import Answer, AnswerTable
from arbiter_fhir.domain.citation import Citation, citation_to_json

__all__ = ["answer_as_json", "print_answer", "table_as_json"]


def answer_as_json(answer: Answer) -> dict[str, object]:
    """The documented JSON of an answer."""
    return {
        "question": answer.question,
        "status": answer.status.value,
        "sections": {section.value: list(sentences) for section, sentences in answer.sections.items()},
        "text": answer.text,
        "citations": [citation_to_json(citation) for citation in answer.citations],
        "tables": [table_as_json(table) for table in answer.tables],
        "notes": list(answer.notes),
        "worded_by": answer.worded_by,
        "refusal": None
        if answer.refusal is None
        else {"reason": answer.refusal.reason.value, "message": answer.refusal.message},
    }


def table_as_json(table: AnswerTable) -> dict[str, object]:
    """The documented JSON of a table."""
    return {
        "section": table.section.value,
        "title": table.title,
        "columns": list(table.columns),
        "rows": [{"cells": list(row.cells), "citations": list(row.citations)} for row in table.rows],
    }


def print_answer(answer: Answer, console: Console, *, request_id: str = "") -> None:
    """Sections with their sentences, then the citations; a refusal with its reason.

    Args:
        answer: What is shown.
        console: Where.
        request_id: Shown last, for a question that follows; empty where none can.
    """
    _print_body(answer, console)
    if request_id:
        console.print(Text(f"To ask on: --follows {request_id}", style="dim"))


def _print_body(answer: Answer, console: Console) -> None:
    console.print(Text(answer.question, style="bold"))
    if answer.refusal is not None:
        console.print(Text(f"Refused ({answer.refusal.reason.value}): {answer.refusal.message}", style="dark_orange"))
        return
    for section, sentences in answer.sections.items():
        console.print(Text(section.value, style="bold cyan"))
        tables = [table for table in answer.tables if table.section is section]
        for sentence in sentences or (() if tables else ("-",)):
            console.print(Text(f"  {sentence}"))
        for table in tables:
            console.print(_shown(table))
    for note in answer.notes:
        console.print(Text(f"  {note}", style="italic"))
    for number, citation in enumerate(answer.citations, start=1):
        console.print(Text(f"  [{number}] {_citation_line(citation)}", style="dim"))


def _shown(table: AnswerTable) -> Table:
    shown = Table(title=table.title, title_justify="left", title_style="bold")
    for column in table.columns:
        shown.add_column(column)
    shown.add_column("")
    for row in table.rows:
        shown.add_row(*(Text(cell) for cell in row.cells), Text("".join(f"[{number}]" for number in row.citations)))
    return shown


def _citation_line(citation: Citation) -> str:
    """One citation in a line: source, place, quote, box."""
    box = citation.box
    place = f" box x={box.x:.3f} y={box.y:.3f} w={box.width:.3f} h={box.height:.3f}" if box else ""
    return f"{citation.source_id}, {citation.page_or_section}: “{citation.quote.value}”{place}"
