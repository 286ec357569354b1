"""Sets messages on pages: a block for each segment, a line for each field with its name, and a region for each leaf."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arbiter_fhir.documents.hl7v2.dictionary import field_entry, is_known, segment_title
from arbiter_fhir.documents.hl7v2.leaves import Leaf, leaves_of
from arbiter_fhir.documents.hl7v2.message import Segment
from arbiter_fhir.documents.hl7v2.patient_identifiers import settle_identifiers
from arbiter_fhir.documents.setting.typesetting import Block, Cell, Piece, Style, Table, Tag, Typesetter
from arbiter_fhir.domain.region import DeclaredContent, RegionKind

__all__ = ["set_segment"]

#: Between two components of a field: wider than a blank, so that they show as two.
_PARTING: Final = Piece("   ")

_MESSAGE_DELIMITERS: Final = frozenset({1, 2})


def set_segment(typesetter: Typesetter, segment: Segment, *, prefix: str, data_text: str = "") -> None:
    """Set a segment under what stands already; kept together on a page where it fits.

    Args:
        typesetter: Where to.
        segment: The segment.
        prefix: Before every path: ``MSG[2]/`` where the file holds several messages, else empty.
        data_text: For an observation that embeds a document: what is printed instead of its data.
    """
    place = f"{prefix}{segment.name}[{segment.occurrence}]"
    title = Block.of(
        f"{segment.name}[{segment.occurrence}] {segment_title(segment.name)}".strip(),
        Tag(RegionKind.HEADING, place, declares=DeclaredContent.CLINICAL),
        style=Style.TABLE,
    )
    rows = tuple(_rows(segment, place, data_text))
    inner = (title, Table(rows)) if rows else (title,)
    typesetter.table(Table(((Cell(inner, 1),),)))


def _rows(segment: Segment, place: str, data_text: str) -> Iterator[tuple[Cell, ...]]:
    for number in segment.numbers():
        entry = field_entry(segment.name, number)
        if entry is not None and entry.data_type == "SI":
            # The set ID counts the segments, as their heading does.
            continue
        if segment.name == "MSH" and number in _MESSAGE_DELIMITERS:
            continue
        embeds = bool(data_text) and (segment.name, number) == ("OBX", 5)
        repetitions = [] if embeds else segment.repetitions(number)
        for count, repetition in enumerate(repetitions, start=1):
            leaves = settle_identifiers(segment, number, count, leaves_of(segment, number, repetition))
            if leaves:
                again = f"[{count}]" if len(repetitions) > 1 else ""
                yield _row(segment, number, f"{place}-{number}{again}", again, leaves)
        if embeds:
            leaf = Leaf(".5", data_text, DeclaredContent.CLINICAL)
            yield _row(segment, number, f"{place}-{number}", "", [leaf])


def _row(segment: Segment, number: int, path: str, again: str, leaves: list[Leaf]) -> tuple[Cell, ...]:
    entry = field_entry(segment.name, number)
    label = f"{segment.name}-{number}{again} {entry.label if entry else ''}".strip()
    # The parts of a structured numeric are one number: "<10", "1:80".
    is_number = (segment.name, number) == ("OBX", 5) and segment.text(2).upper() == "SN"
    parting = Piece("") if is_number else _PARTING
    pieces: list[Piece] = []
    for leaf in leaves:
        declares = leaf.declares if is_known(segment.name) else DeclaredContent.NARRATIVE
        pieces += [parting, Piece(leaf.text, (Tag(RegionKind.FIELD, path + leaf.path, declares=declares),))]
    value = Block(tuple(pieces[1:]), Style.TABLE)
    # The label is ours: its words are no content of the message.
    return Cell.of(label, 1, Tag(RegionKind.HEADING, path, declares=DeclaredContent.CLINICAL)), Cell((value,), 2)
