"""Fillable PDF forms (AcroForm): which field stands where, what it holds, and whether the page shows that.

MuPDF draws fields as a viewer does, so their words come with the text layer. What it cannot tell is which words are a
field's value, what a tick mark means, and what a field holds that nobody sees; the form itself is asked for that.

Source: ISO 32000-1, 12.5.3 (annotation flags), 12.7 (interactive forms).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from arbiter_fhir.documents.engines import pymupdf
from arbiter_fhir.documents.ticks.marks import TickState
from arbiter_fhir.domain.document import BoundingBox, Page
from arbiter_fhir.domain.region import Region, RegionKind, RegionMark

__all__ = [
    "FormField",
    "FormTick",
    "PageFields",
    "field_regions",
    "has_form",
    "is_dynamic_form",
    "read_page_fields",
    "show_field_values",
]

#: Fields of one page that are looked at; hostile files may hold millions.
MOST_FIELDS: Final = 3_000
#: Characters of a field's name that a citation shows.
NAME_CHARACTERS: Final = 80

#: Bits of an annotation's flags: hidden, and not shown on screen.
_UNSEEN: Final = 1 << 1 | 1 << 5

#: Types of fields (table 220): buttons, text, choices.
_KINDS: Final = frozenset({"Btn", "Tx", "Ch"})
_TEXT_KINDS: Final = frozenset({"Tx", "Ch"})
#: Bit of a button field's flags (table 226): a push button, which holds nothing.
_PUSH: Final = 1 << 16

#: Levels of the field tree that are looked up for what a field inherits.
_LEVELS: Final = 8

_STRING: Final = re.compile(r"\(((?:[^()\\]|\\.)*)\)")

#: Operators that draw text in a field's appearance (ISO 32000-1, table 109).
_DRAWS_TEXT: Final = (b"Tj", b"TJ", b"'", b'"')


@dataclass(frozen=True, slots=True)
class FormField:
    """A field for text or a choice; ``value`` is what it holds, whatever the page shows."""

    name: str
    box: BoundingBox
    value: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class FormTick:
    """A check box or radio button; unclear where its value and its look differ."""

    name: str
    box: BoundingBox
    state: TickState


@dataclass(frozen=True, slots=True)
class PageFields:
    """The fields of one page.

    Attributes:
        fields: Visible fields for text and choices.
        ticks: Visible check boxes and radio buttons.
        unseen: Fields that hold a value and are never shown.
    """

    fields: tuple[FormField, ...] = ()
    ticks: tuple[FormTick, ...] = ()
    unseen: int = 0


def has_form(document: Any) -> bool:
    """Whether the file has form fields."""
    return bool(document.is_form_pdf)


def is_dynamic_form(document: Any) -> bool:
    """Whether the file is a form that lives in XML (XFA) alone: its pages show nothing but a request to wait."""
    catalog = document.pdf_catalog()
    return document.xref_get_key(catalog, "AcroForm/XFA")[0] != "null" and not has_form(document)


def show_field_values(document: Any, number: int) -> None:
    """Let fields whose look is empty though they hold a value be drawn, on page ``number`` (0-based).

    Programs that fill forms often store the value alone and leave the look to the viewer. Call it before the page is
    read or drawn; it changes the opened document only.
    """
    undrawn = [
        field.xref
        for field in _raw_fields(document, document[number])
        if field.kind in _TEXT_KINDS and field.value and not _draws_text(document, field.xref)
    ]
    for xref in undrawn:
        document.xref_set_key(xref, "AP", "null")


def read_page_fields(page: Any, *, width: float, height: float) -> PageFields:
    """The fields of a page.

    Args:
        page: The opened page.
        width: Its width as displayed, points.
        height: Its height as displayed, points.
    """
    document = page.parent
    fields: list[FormField] = []
    ticks: list[FormTick] = []
    unseen = 0
    way = page.transformation_matrix * page.rotation_matrix
    for raw in _raw_fields(document, page):
        is_tick = raw.kind == "Btn"
        state = _state(document, raw.xref) if is_tick else TickState.EMPTY
        held = state is TickState.TICKED if is_tick else bool(raw.value)
        box = None if raw.rect is None else _box(pymupdf.Rect(raw.rect) * way, width, height)
        if box is None or raw.flags & _UNSEEN:
            unseen += held
        elif is_tick:
            ticks.append(FormTick(raw.name, box, state))
        else:
            fields.append(FormField(raw.name, box, raw.value))
    return PageFields(tuple(fields), tuple(ticks), unseen)


def field_regions(page: Page, fields: Sequence[FormField]) -> tuple[list[Region], int]:
    """A region for each field of a page, and how many of them hold something else than the page shows.

    Such fields are marked hidden: what a person sees is read, and a person has to look at the rest.
    """
    regions: list[Region] = []
    differing = 0
    order = sorted(range(len(page.words)), key=lambda index: page.words[index].box.center[1])
    middles = [page.words[index].box.center[1] for index in order]
    for each in fields:
        first, end = bisect_left(middles, each.box.y), bisect_right(middles, each.box.bottom)
        spans: list[tuple[int, int]] = []
        shown: list[str] = []
        last = -2
        for index in sorted(order[first:end]):
            word = page.words[index]
            if not each.box.holds_center_of(word.box):
                continue
            shown.append(word.text)
            if index == last + 1 and page.text[word.start - 1] != "\n":
                spans[-1] = (spans[-1][0], word.end)
            else:
                spans.append((word.start, word.end))
            last = index
        differs = _letters("".join(shown)) != _letters(each.value)
        differing += differs
        marks = (RegionMark.HIDDEN,) if differs else ()
        regions.append(Region(RegionKind.FORM_FIELD, each.name, tuple(spans), marks=marks))
    return regions, differing


@dataclass(frozen=True, slots=True)
class _RawField:
    """A field as its object says; ``rect`` in the page's own space."""

    xref: int
    kind: str
    name: str
    value: str = field(repr=False)
    flags: int
    rect: tuple[float, float, float, float] | None


def _raw_fields(document: Any, page: Any) -> Iterator[_RawField]:
    """The text, choice and tick fields of a page, read key by key: the binding's own objects cost the square of it."""
    found = [xref for xref, kind, *_ in page.annot_xrefs() if kind == pymupdf.PDF_ANNOT_WIDGET]
    for xref in found[:MOST_FIELDS]:
        kind = _inherited(document, xref, "FT")[1].lstrip("/")
        if kind not in _KINDS or (kind == "Btn" and _number(*_inherited(document, xref, "Ff")) & _PUSH):
            continue
        value = _text(document, *_inherited(document, xref, "V")) if kind in _TEXT_KINDS else ""
        yield _RawField(
            xref, kind, _name(document, xref), value, _number(*document.xref_get_key(xref, "F")), _rect(document, xref)
        )


def _inherited(document: Any, xref: int, key: str) -> tuple[str, str]:
    """Kind and text of a key of a field, or of the nearest field above it that has it."""
    for above in _path(document, xref):
        kind, text = document.xref_get_key(xref, above + key)
        if kind != "null":
            return str(kind), str(text)
    return "null", ""


def _path(document: Any, xref: int) -> Iterator[str]:
    """The way to a field and to each field above it."""
    above = ""
    for _ in range(_LEVELS):
        yield above
        if document.xref_get_key(xref, f"{above}Parent")[0] == "null":
            return
        above += "Parent/"


def _number(kind: str, text: str) -> int:
    return int(text) if kind == "int" else 0


def _rect(document: Any, xref: int) -> tuple[float, float, float, float] | None:
    kind, text = document.xref_get_key(xref, "Rect")
    numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", text)] if kind == "array" else []
    if len(numbers) != 4:
        return None
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


def _text(document: Any, kind: str, text: str) -> str:
    """What a field holds: its string, the strings chosen from a list, or a long text kept in a stream."""
    if kind == "array":
        return " ".join(found[1] for found in _STRING.finditer(text)).strip()
    if kind == "xref":
        number = int(text.split(maxsplit=1)[0])
        if document.xref_is_stream(number):
            return bytes(document.xref_stream(number) or b"").decode("utf-8", "replace").strip()
        found = _STRING.search(document.xref_object(number, compressed=True))
        return found[1].strip() if found else ""
    return text.lstrip("/").strip() if kind in {"string", "name"} else ""


def _name(document: Any, xref: int) -> str:
    """The field's full name: the names of all fields above it and its own, parted by points."""
    parts: list[str] = []
    for above in _path(document, xref):
        kind, text = document.xref_get_key(xref, f"{above}T")
        if kind == "string":
            parts.append(text)
    name = "".join(letter for letter in ".".join(reversed(parts)) if letter.isprintable())
    return name[:NAME_CHARACTERS].strip() or "form field"


def _letters(text: str) -> str:
    """The text without what a field's look may change: spaces, and capital letters."""
    return "".join(text.split()).casefold()


def _box(rect: Any, width: float, height: float) -> BoundingBox | None:
    """The field's place on the page; ``None`` where it has none there."""
    left, top = max(0.0, rect.x0), max(0.0, rect.y0)
    right, bottom = min(width, rect.x1), min(height, rect.y1)
    if right - left < 1 or bottom - top < 1:
        return None
    return BoundingBox(left / width, top / height, (right - left) / width, (bottom - top) / height)


def _state(document: Any, xref: int) -> TickState:
    """What a button shows (its appearance state), doubted where the field's value says otherwise."""
    shown = _name_at(document, xref, "AS")
    value = _name_at(document, xref, "V") or _name_at(document, xref, "Parent/V")
    own = bool(value) and document.xref_get_key(xref, f"AP/N/{value}")[0] != "null"
    if shown and shown != "Off":
        return TickState.UNCLEAR if value and value != shown else TickState.TICKED
    if not value or value == "Off":
        return TickState.EMPTY
    # A button of a group is off while the group's value names another one; its own name contradicts that.
    if shown:
        return TickState.UNCLEAR if own else TickState.EMPTY
    return TickState.TICKED if own else TickState.UNCLEAR


def _name_at(document: Any, xref: int, key: str) -> str:
    kind, value = document.xref_get_key(xref, key)
    return str(value).lstrip("/") if kind in ("name", "string") else ""


def _draws_text(document: Any, xref: int) -> bool:
    """Whether the field's own look draws any text; one that cannot be read counts as drawn, as it is left alone."""
    kind, value = document.xref_get_key(xref, "AP/N")
    if kind == "null":
        return True  # MuPDF makes a look for a field that has none.
    if kind != "xref":
        return True
    stream = document.xref_stream(int(value.split()[0])) or b""
    return any(operator in stream for operator in _DRAWS_TEXT) or b" Do" in stream
