"""`arbiter-fhir trace DOCUMENT`: what is left of a document, anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

__all__ = ["TraceLine", "print_trace", "trace_as_json"]


@dataclass(frozen=True, slots=True)
class TraceLine:
    """What one table holds of a document: rows that still count, and rows kept for history only."""

    place: str
    active: int
    inactive: int


def trace_as_json(document_id: int, lines: Sequence[TraceLine]) -> dict[str, object]:
    """JSON of a trace."""
    return {
        "document_id": document_id,
        "active": sum(line.active for line in lines),
        "places": [{"place": line.place, "active": line.active, "inactive": line.inactive} for line in lines],
    }


def print_trace(document_id: int, lines: Sequence[TraceLine], console: Console) -> None:
    """A table, and one sentence that says whether anything of the document still counts."""
    table = Table(title=f"documents:{document_id}", title_justify="left")
    table.add_column("Place")
    table.add_column("Active", justify="right")
    table.add_column("Inactive (history)", justify="right")
    for line in lines:
        table.add_row(line.place, str(line.active), str(line.inactive))
    console.print(table)
    active = sum(line.active for line in lines)
    console.print("Nothing of this document is active anywhere." if active == 0 else f"{active} rows are active.")
