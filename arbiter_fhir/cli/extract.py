"""`arbiter-fhir extract`: JSON, a table for people, and pictures with the boxes drawn."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arbiter_fhir.domain.citation import citation_to_json
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import IdentifierSpan
from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import Certainty, CitedFact
from arbiter_fhir.domain.fact_value import value_to_json
from arbiter_fhir.pipelines.preview import Preview

__all__ = ["DrawOverlay", "fact_as_json", "preview_as_json", "print_preview", "write_overlays"]

#: Draws boxes with labels and colours on a page: content, page number, boxes -> PNG.
DrawOverlay = Callable[[bytes, int, Sequence[tuple[BoundingBox, str, str]]], bytes]

_OWNER_ONLY = 0o600
_COLOUR = {
    Certainty.VERIFIED: "#16803d",
    Certainty.DOCUMENT_FACT: "#1d4ed8",
    Certainty.NEEDS_REVIEW: "#c2410c",
}
_STYLE = {
    Certainty.VERIFIED: "green",
    Certainty.DOCUMENT_FACT: "blue",
    Certainty.NEEDS_REVIEW: "dark_orange",
}


def fact_as_json(fact: CitedFact) -> dict[str, object]:
    """One fact: value as printed, dates ISO, citation, certainty and its reasons."""
    return {
        "fact_type": fact.fact_type.value,
        "certainty": fact.certainty.value,
        "confidence": round(fact.confidence, 4),
        "value": value_to_json(fact.value),
        "citation": citation_to_json(fact.citation),
        "reasons": list(fact.reasons),
    }


def span_as_json(span: IdentifierSpan) -> dict[str, object]:
    """Where an identifier stood and what stands there now; never its value."""
    return {
        "kind": span.kind.value,
        "placeholder": span.placeholder.label,
        "page": span.page,
        "start": span.start,
        "end": span.end,
        "score": round(span.score, 3),
        "recognizer": span.recognizer,
    }


def preview_as_json(preview: Preview, *, name: str, doc_type: str, fitting: DocType | None = None) -> dict[str, object]:
    """The documented JSON of `extract` for a file that could be read.

    Args:
        preview: What was read.
        name: Of the file.
        doc_type: As which it was read.
        fitting: The type as which something would be found, where nothing was.
    """
    warnings = [*preview.pages.warnings, *preview.extraction.warnings]
    return {
        "document": {
            "file": name,
            "doc_type": doc_type,
            "fitting_type": None if fitting is None else fitting.value,
            "media_type": preview.pages.media_type.value,
            "pages": len(preview.pages.pages),
        },
        "parts": [
            {"part": part.number, "kind": part.kind.value, "first_page": part.first_page, "last_page": part.last_page}
            for part in preview.clean.parts
        ],
        "pages": [
            {"page": page.number, "route": page.route.value, "text": page.text.value} for page in preview.clean.pages
        ],
        "identifiers": [span_as_json(span) for span in preview.clean.spans],
        "facts": [fact_as_json(fact) for fact in preview.extraction.facts],
        "rejected": [
            {"page": item.page, "reason": item.reason, "quote": item.quote.value}
            for item in preview.extraction.rejected
        ],
        "warnings": [
            {"code": warning.code.value, "page": warning.page, "message": warning.message} for warning in warnings
        ],
        "error": None,
    }


def print_preview(preview: Preview, console: Console, *, doc_type: DocType, fitting: DocType | None = None) -> None:
    """The facts as a table, then what was not taken and why; where nothing was found, what to try."""
    title = f"{len(preview.extraction.facts)} facts"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("Kind", "Fact", "Date", "Where", "Certainty", "Reasons"):
        # In a narrow terminal a cell goes on in its next line; nothing of a result is cut off.
        table.add_column(heading, overflow="fold")
    for fact in preview.extraction.facts:
        table.add_row(
            fact.fact_type.value.replace("_", " "),
            Text(fact.fact_text.value),
            _dated(fact),
            fact.citation.page_or_section,
            Text(fact.certainty.value, style=_STYLE[fact.certainty]),
            Text(", ".join(fact.reasons)),
        )
    console.print(table)
    if preview.is_empty:
        console.print(_what_to_try(doc_type, fitting), style="yellow")
    for item in preview.extraction.rejected:
        console.print(Text(f"not taken, page {item.page}: {item.reason}: {item.quote.value}", style="dim"))
    for warning in (*preview.pages.warnings, *preview.extraction.warnings):
        place = f"page {warning.page}: " if warning.page else ""
        console.print(Text(f"{warning.code.value} {place}{warning.message}", style="yellow"))
    if len(preview.clean.parts) > 1:
        spans = ", ".join(_span(part.first_page, part.last_page) for part in preview.clean.parts)
        console.print(f"{len(preview.clean.parts)} parts, each of which is checked for whose it is: pages {spans}.")
    kinds = sorted({span.kind.value for span in preview.clean.spans})
    console.print(f"{len(preview.clean.spans)} identifiers replaced ({', '.join(kinds) or 'none'}).")


def _what_to_try(doc_type: DocType, fitting: DocType | None) -> str:
    if fitting is not None:
        return f"Nothing that a {doc_type.value} holds was found. It reads like another type: --type {fitting.value}"
    others = ", ".join(each.value for each in DocType if each is not doc_type)
    return f"Nothing that a {doc_type.value} holds was found, nor as another type (--type {others})."


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _dated(fact: CitedFact) -> str:
    """The date that a fact's value speaks of: of collection, of the start, of the onset."""
    dates = (getattr(fact.value, name, None) for name in ("collection_date", "started", "onset"))
    return next((when.iso for when in dates if isinstance(when, ClinicalDate)), "")


def write_overlays(
    content: bytes, facts: Sequence[CitedFact], directory: Path, *, pages: int, stem: str, draw: DrawOverlay
) -> list[Path]:
    """Write one PNG per page with the facts' boxes, for their owner alone; gives the paths."""
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for number in range(1, pages + 1):
        boxes = [
            (fact.citation.box, fact.fact_text.value, _COLOUR[fact.certainty])
            for fact in facts
            if fact.citation.page == number and fact.citation.box is not None
        ]
        path = directory / f"{stem}-page-{number}.png"
        _write_private(path, draw(content, number, boxes))
        written.append(path)
    return written


def _write_private(path: Path, content: bytes) -> None:
    """Write a file that nobody but its owner can read: the page shows names, and it stands there as it is."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _OWNER_ONLY), "wb") as handle:
        os.fchmod(handle.fileno(), _OWNER_ONLY)
        handle.write(content)
