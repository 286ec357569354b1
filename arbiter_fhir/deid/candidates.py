"""Identifiers printed on a document, for the identity gate: labelled fields, and names and dates near the top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.deid.dates import parse_stamp
from arbiter_fhir.deid.declared import DeclaredValue
from arbiter_fhir.deid.fields import LabelledField
from arbiter_fhir.deid.folding import FoldedText
from arbiter_fhir.deid.labels import FieldKind
from arbiter_fhir.deid.spans import MergedSpan
from arbiter_fhir.domain.deid import CandidateField, IdentifierCandidate, IdentifierKind, IdentifierRole
from arbiter_fhir.domain.document import BoundingBox, Page

__all__ = ["candidates_of_page"]

_FIELDS: Final[Mapping[FieldKind, CandidateField]] = {
    FieldKind.NAME: CandidateField.NAME,
    FieldKind.BIRTH_DATE: CandidateField.BIRTH_DATE,
    FieldKind.MRN: CandidateField.MRN,
    FieldKind.SEX: CandidateField.SEX,
    FieldKind.SSN: CandidateField.SSN,
    FieldKind.PHONE: CandidateField.PHONE,
    FieldKind.ADDRESS: CandidateField.ADDRESS,
}
_UNLABELLED: Final[Mapping[IdentifierKind, CandidateField]] = {
    IdentifierKind.PERSON: CandidateField.NAME,
    IdentifierKind.DATE: CandidateField.BIRTH_DATE,
}
#: Parts of the page, from its top and bottom edge, that hold a header or footer; lines for text without boxes.
HEADER_SHARE: Final = 0.22
FOOTER_SHARE: Final = 0.08
HEADER_LINES: Final = 6


@dataclass(frozen=True, slots=True)
class _Place:
    """Where on the page a stretch stands."""

    page: Page
    folded: FoldedText

    def raw(self, start: int, end: int) -> tuple[int, int]:
        return self.folded.to_raw(start, end)

    def box(self, start: int, end: int) -> BoundingBox | None:
        raw_start, raw_end = self.raw(start, end)
        boxes = [word.box for word in self.page.words if word.start < raw_end and word.end > raw_start]
        return BoundingBox.around(boxes) if boxes else None

    def text(self, start: int, end: int) -> str:
        raw_start, raw_end = self.raw(start, end)
        return " ".join(self.page.text[raw_start:raw_end].split())

    def is_at_edge(self, start: int, end: int) -> bool:
        box = self.box(start, end)
        if box is None:
            return self.page.text.count("\n", 0, self.raw(start, end)[0]) < HEADER_LINES
        return box.y < HEADER_SHARE or box.bottom > 1 - FOOTER_SHARE


def candidates_of_page(
    page: Page,
    folded: FoldedText,
    fields: Sequence[LabelledField],
    spans: Sequence[MergedSpan],
    declared: Sequence[DeclaredValue] = (),
) -> list[IdentifierCandidate]:
    """Candidates of one page in reading order.

    Args:
        page: Raw page.
        folded: Its reading copy, to which the offsets of ``fields`` and ``spans`` belong.
        fields: Labelled fields.
        spans: All identifiers of the page.
        declared: What the format declares.
    """
    place = _Place(page, folded)
    others = [span for span in spans if not any(value.touches(span.start, span.end) for value in declared)]
    found = [
        *_declared(place, declared),
        *_labelled(place, fields, spans),
        *_split_names(place, fields),
        *_unlabelled(place, fields, others),
    ]
    return [candidate for _, candidate in sorted(found, key=lambda each: each[0])]


def _declared(place: _Place, values: Sequence[DeclaredValue]) -> Iterator[tuple[int, IdentifierCandidate]]:
    for value in values:
        if value.field is None:
            continue
        boxes = [box for start, end in value.spans if (box := place.box(start, end)) is not None]
        yield (
            value.spans[0][0],
            IdentifierCandidate(
                value.field,
                _calendar_day(value.display) if value.field is CandidateField.BIRTH_DATE else value.display,
                value.role,
                place.page.number,
                BoundingBox.around(boxes) if boxes else None,
                labelled=True,
            ),
        )


def _calendar_day(text: str) -> str:
    """A time stamp's day as people write it: ``19620410000000`` is 1962-04-10."""
    stamp = parse_stamp(text) if text[:6].isdigit() else None
    if stamp is None or stamp.second is None:
        return text
    return f"{stamp.year:04d}-{stamp.first:02d}-{stamp.second:02d}"


def _labelled(
    place: _Place, fields: Sequence[LabelledField], spans: Sequence[MergedSpan]
) -> Iterator[tuple[int, IdentifierCandidate]]:
    for field in fields:
        kind = _FIELDS.get(field.kind)
        if kind is None or field.part:
            continue
        start, end = _whole_name(field, spans) if kind is CandidateField.NAME else (field.start, field.end)
        if "\n" in place.folded.text[start:end]:
            start, end = field.start, field.end
        yield field.start, _candidate(place, kind, start, end, field.role, labelled=True)


def _whole_name(field: LabelledField, spans: Sequence[MergedSpan]) -> tuple[int, int]:
    """The name that the field begins: a wide gap may have cut it where other evidence holds it together."""
    for span in spans:
        if span.start == field.start and span.end > field.end and span.lead.kind is IdentifierKind.PERSON:
            return span.start, span.end
    return field.start, field.end


def _candidate(
    place: _Place, kind: CandidateField, start: int, end: int, role: IdentifierRole, *, labelled: bool
) -> IdentifierCandidate:
    value, box = place.text(start, end), place.box(start, end)
    return IdentifierCandidate(kind, value, role, place.page.number, box, labelled)


def _split_names(place: _Place, fields: Sequence[LabelledField]) -> Iterator[tuple[int, IdentifierCandidate]]:
    """*Last name*, *First name*, *Middle name* in boxes of their own make one candidate."""
    parts: dict[str, LabelledField] = {}
    for field in [each for each in fields if each.part] + [None]:
        if field is not None and field.part not in parts:
            parts[field.part] = field
            continue
        if parts:
            yield min(each.start for each in parts.values()), _joined(place, parts)
        parts = {field.part: field} if field is not None else {}


def _joined(place: _Place, parts: Mapping[str, LabelledField]) -> IdentifierCandidate:
    words = {part: place.text(field.start, field.end) for part, field in parts.items()}
    first = " ".join(words[part] for part in ("given", "middle") if part in words)
    value = ", ".join(part for part in (words.get("family", ""), first) if part)
    boxes = [box for field in parts.values() if (box := place.box(field.start, field.end)) is not None]
    return IdentifierCandidate(
        CandidateField.NAME,
        value,
        next(iter(parts.values())).role,
        place.page.number,
        BoundingBox.around(boxes) if boxes else None,
        labelled=True,
    )


def _unlabelled(
    place: _Place, fields: Sequence[LabelledField], spans: Sequence[MergedSpan]
) -> Iterator[tuple[int, IdentifierCandidate]]:
    """Names and dates at the edges of the page that no label introduces and that are not known to be another's."""
    for span in spans:
        kind = _UNLABELLED.get(span.lead.kind)
        if kind is None or span.lead.role not in {IdentifierRole.UNKNOWN, IdentifierRole.PATIENT}:
            continue
        if any(field.start < span.end and field.end > span.start for field in fields):
            continue
        if place.is_at_edge(span.start, span.end):
            role = IdentifierRole.UNKNOWN
            yield span.start, _candidate(place, kind, span.start, span.end, role, labelled=False)
