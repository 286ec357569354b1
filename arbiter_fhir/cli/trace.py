"""`arbiter-fhir trace DOCUMENT`: what is left of a document, anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

from arbiter_fhir.ports.custody import DerivedCount
from arbiter_fhir.ports.records import ChartRowRecord, PartRecord

__all__ = ["print_trace", "trace_as_json"]


def trace_as_json(
    document_id: int,
    places: Mapping[str, DerivedCount],
    parts: Sequence[PartRecord] = (),
    rows: Sequence[ChartRowRecord] = (),
) -> dict[str, object]:
    """JSON of a trace."""
    return {
        "document_id": document_id,
        "active": sum(count.active for count in places.values()),
        "places": [
            {"place": place, "active": count.active, "inactive": count.inactive} for place, count in places.items()
        ],
        "parts": [
            {
                "part": part.number,
                "kind": part.kind.value,
                "first_page": part.first_page,
                "last_page": part.last_page,
                "identity_status": part.status.value,
                "reason": part.reason,
            }
            for part in parts
        ],
        "chart_rows": [
            {"row": row.key, "sources": [f"documents:{each.document_id}" for each in row.sources]} for row in rows
        ],
    }


def print_trace(
    document_id: int,
    places: Mapping[str, DerivedCount],
    console: Console,
    parts: Sequence[PartRecord] = (),
    rows: Sequence[ChartRowRecord] = (),
) -> None:
    """A table, and one sentence that says whether anything of the document still counts."""
    table = Table(title=f"documents:{document_id}", title_justify="left")
    table.add_column("Place")
    table.add_column("Active", justify="right")
    table.add_column("Inactive (history)", justify="right")
    for place, count in places.items():
        table.add_row(place, str(count.active), str(count.inactive))
    console.print(table)
    if len(parts) > 1:
        for part in parts:
            console.print(
                f"part {part.number} (pages {part.first_page}-{part.last_page}): {part.status.value}, {part.reason}"
            )
    shared = [row for row in rows if len({each.document_id for each in row.sources}) > 1]
    for row in shared:
        sources = ", ".join(dict.fromkeys(f"documents:{each.document_id}" for each in row.sources))
        console.print(f"{row.key} is known from {sources}")
    active = sum(count.active for count in places.values())
    console.print("Nothing of this document is active anywhere." if active == 0 else f"{active} rows are active.")
