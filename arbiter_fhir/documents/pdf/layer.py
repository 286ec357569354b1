"""A PDF page's text layer: the visible words with their places, and how much of the page is pictures."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from arbiter_fhir.documents.engines import mupdf, pymupdf
from arbiter_fhir.documents.lines import PlacedWord
from arbiter_fhir.documents.ocr.letters import split_words
from arbiter_fhir.documents.pdf.pictures import Picture, covered_share, pictures_of
from arbiter_fhir.documents.pdf.visibility import (
    LIGHT_LUMINANCE,
    UNPAINTED_ALPHA,
    InkProbe,
    Rect,
    luminance,
    screen_blocks,
)
from arbiter_fhir.documents.ticks.marks import LEAST_SIDE, MOST_SIDE
from arbiter_fhir.domain.document import BoundingBox

__all__ = ["TextLayer", "read_layer"]

#: Ligatures are split into letters and odd spaces become plain ones, so that typed and scanned copies agree.
_TEXT_FLAGS: Final = pymupdf.TEXTFLAGS_WORDS & ~pymupdf.TEXT_PRESERVE_LIGATURES & ~pymupdf.TEXT_PRESERVE_WHITESPACE
_LAYER_FLAGS: Final = _TEXT_FLAGS | pymupdf.TEXT_COLLECT_VECTORS
_PICTURE_FLAGS: Final = _TEXT_FLAGS | pymupdf.TEXT_PRESERVE_IMAGES
_UNCLIPPED_FLAGS: Final = _TEXT_FLAGS & ~pymupdf.TEXT_CLIP

#: Far beyond the largest page, so that MuPDF keeps what stands off the page and we can count it.
_EVERYWHERE: Final = 1e6

#: Letters that take no place: zero-width and direction marks, soft hyphen, controls. They could hide an identifier.
_PLACELESS: Final = dict.fromkeys(
    [
        *range(0x20),
        *range(0x7F, 0xA0),
        0xAD,
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2060, 0x2065),
        0xFEFF,
    ]
)

#: What makes a page worth reading letter by letter: leader dots glued to a word, or letters that take no place.
_UNUSUAL: Final = re.compile(
    r"[^\s.][.]{4}|[.]{4}[^\s.]|[^\s_]_{4}|_{4}[^\s_]|[\u00b7\u2026]{2}"
    r"|[\x00-\x09\x0b-\x1f\x7f-\xa0\xad\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]"
)

#: Drawings so thin can be lines through words; their bounds hold the pen's width, twice that for some engines.
STROKE_POINTS: Final = 5.0

_UPRIGHT: Final = (1.0, 0.0)

#: Kind of the blocks that are drawings in MuPDF's structured text.
_VECTOR_BLOCK: Final = 3

#: A word counts as on the page when this part of its area is.
_ON_PAGE_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class TextLayer:
    """What the text layer gives.

    Attributes:
        words: Visible words, unordered.
        characters: Their characters.
        hidden_words: Words that nobody sees, by any doubt but the next.
        layer_under_picture: Words of an OCR layer: unpainted, or painted under a picture that covers them.
        pictures: Pictures on the page.
        picture_share: Share of the page under pictures, 0-1.
        small_drawings: Drawings that could be boxes to tick or their sides, in points of the page as displayed.
        strokes: Thin dark drawings that could be lines, in points of the page as displayed.
    """

    words: tuple[PlacedWord, ...]
    characters: int
    hidden_words: int
    layer_under_picture: int
    pictures: tuple[Picture, ...]
    picture_share: float
    small_drawings: tuple[Rect, ...] = ()
    strokes: tuple[Rect, ...] = ()


def read_layer(display_list: Any, *, width: float, height: float) -> TextLayer:
    """Read the text layer.

    Args:
        display_list: The page's `pymupdf.DisplayList`, in points of the page as displayed.
        width: Page width as displayed, points.
        height: Page height as displayed, points.

    Returns:
        Words and counts; pages with doubtful text are read letter by letter.
    """
    page: Rect = (0.0, 0.0, width, height)
    # Pictures and vectors cannot be had from one run: the binding takes the ones for the others.
    illustrated = _run(display_list, _PICTURE_FLAGS)
    pictures = pictures_of(illustrated.extractIMGINFO(), page)
    under = _words_under_pictures(illustrated, pictures)
    text = _run(display_list, _LAYER_FLAGS)
    blocks = text.extractDICT()["blocks"]
    raw = text.extractWORDS()
    screening = screen_blocks(blocks, page)
    clipped = _count_letters(_run(display_list, _UNCLIPPED_FLAGS)) - _count_letters(text)
    turned = any(line["dir"] != (1.0, 0.0) for block in blocks if block["type"] == 0 for line in block["lines"])
    gathering = _Gathering(width, height)
    if screening.is_clean and not turned and not under and not _UNUSUAL.search("\n".join([word[4] for word in raw])):
        for left, top, right, bottom, word, *_ in raw:
            gathering.add(word, (left, top, right, bottom), _UPRIGHT)
    else:
        split = split_words(text.extractRAWDICT()["blocks"], screening, InkProbe(display_list, page))
        gathering.hidden += split.hidden
        gathering.under_picture += split.unpainted
        for seen in split.words:
            left, top, *_ = seen.rect
            clean = seen.text.translate(_PLACELESS)
            if (seen.text, round(left), round(top)) in under:
                gathering.under_picture += 1
            elif clean:
                gathering.add(clean, seen.rect, seen.direction)
    # A word's worth of letters: single stray glyphs at the page's edge are no hidden text.
    hidden = gathering.hidden + (1 if clipped >= 4 else 0)
    return TextLayer(
        words=tuple(gathering.words),
        characters=sum([len(word.text) for word in gathering.words]),
        hidden_words=hidden,
        layer_under_picture=gathering.under_picture,
        pictures=pictures,
        picture_share=covered_share(pictures, page),
        small_drawings=tuple(
            tuple(block["bbox"]) for block in blocks if block["type"] == _VECTOR_BLOCK and _is_small(block["bbox"])
        ),
        strokes=tuple(tuple(block["bbox"]) for block in blocks if block["type"] == _VECTOR_BLOCK and _is_stroke(block)),
    )


def _is_small(rect: Rect) -> bool:
    """Whether a drawing is a square of a tick box's size, or a line as long as its side."""
    wide, tall = rect[2] - rect[0], rect[3] - rect[1]
    return LEAST_SIDE * 72 <= max(wide, tall) <= MOST_SIDE * 72 + 2


def _is_stroke(block: Mapping[str, Any]) -> bool:
    """Whether a drawing is a thin line that can be seen on white."""
    left, top, right, bottom = block["bbox"]
    seen = block["alpha"] >= UNPAINTED_ALPHA and luminance(block["color"]) < LIGHT_LUMINANCE
    return seen and min(right - left, bottom - top) <= STROKE_POINTS < max(right - left, bottom - top)


class _Gathering:
    """Collects visible words of one page, drops what is printed twice, counts what is not seen."""

    def __init__(self, width: float, height: float) -> None:
        self.words: list[PlacedWord] = []
        self.hidden = 0
        self.under_picture = 0
        self._width = width
        self._height = height
        self._seen: set[tuple[str, int, int]] = set()

    def add(self, text: str, rect: Rect, direction: tuple[float, float]) -> None:
        """Add a word if it stands on the page; the box is clamped to the page."""
        left, top, right, bottom = rect
        # Printed twice a hair apart, for bold: once is enough. Two points are less than a letter is wide.
        key = (text, int(left / 2 + 0.5), int(top / 2 + 0.5))
        if key in self._seen:
            return
        self._seen.add(key)
        width, height = self._width, self._height
        if left >= 0 and top >= 0 and right <= width and bottom <= height and left < right and top < bottom:
            box = BoundingBox(left / width, top / height, (right - left) / width, (bottom - top) / height)
        else:
            clamped = self._clamped(rect)
            if clamped is None:
                self.hidden += 1
                return
            box = clamped
        if direction == _UPRIGHT:
            self.words.append(PlacedWord(text, box, left, top, right, bottom))
            return
        degrees = round(math.degrees(math.atan2(direction[1], direction[0]))) % 360
        self.words.append(PlacedWord(text, box, *turn_rect(rect, degrees), degrees))

    def _clamped(self, rect: Rect) -> BoundingBox | None:
        """The part of ``rect`` on the page; ``None`` where most of it is not."""
        width, height = self._width, self._height
        left, top, right, bottom = rect
        seen_left, seen_top = max(left, 0.0), max(top, 0.0)
        seen_right, seen_bottom = min(right, width), min(bottom, height)
        on_page = max(seen_right - seen_left, 0.0) * max(seen_bottom - seen_top, 0.0)
        if on_page <= 0 or on_page < _ON_PAGE_SHARE * (right - left) * (bottom - top):
            return None
        return BoundingBox(
            seen_left / width, seen_top / height, (seen_right - seen_left) / width, (seen_bottom - seen_top) / height
        )


def turn_rect(rect: Rect, degrees: int) -> Rect:
    """``rect`` of text running at ``degrees`` (clockwise as seen), turned about the origin into its reading frame."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    middle_x, middle_y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    half_x, half_y = (rect[2] - rect[0]) / 2, (rect[3] - rect[1]) / 2
    along = middle_x * cosine + middle_y * sine
    across = middle_y * cosine - middle_x * sine
    if degrees in (90, 270):
        half_x, half_y = half_y, half_x
    elif degrees not in (0, 180):
        # Bounds of slanting words say little; the smaller side is the best guess of a letter's height.
        half_x, half_y = max(half_x, half_y), min(half_x, half_y) / 2
    return along - half_x, across - half_y, along + half_x, across + half_y


def _run(display_list: Any, flags: int) -> Any:
    """Structured text of a display list, without reading the page's content again."""
    bounds = mupdf.FzRect(-_EVERYWHERE, -_EVERYWHERE, _EVERYWHERE, _EVERYWHERE)
    text = mupdf.FzStextPage(bounds)
    device = mupdf.fz_new_stext_device(text, mupdf.FzStextOptions(flags))
    mupdf.fz_run_display_list(
        display_list.this, device, mupdf.FzMatrix(), mupdf.FzRect(mupdf.FzRect.Fixed_INFINITE), mupdf.FzCookie()
    )
    mupdf.fz_close_device(device)
    return pymupdf.TextPage(text)


def _count_letters(text: Any) -> int:
    return len("".join(text.extractTEXT().split()))


def _words_under_pictures(text: Any, pictures: Sequence[Picture]) -> frozenset[tuple[str, int, int]]:
    """Keys of words painted before an opaque picture that covers their middle."""
    opaque = [picture for picture in pictures if picture.opaque]
    if not opaque:
        return frozenset()
    numbers = [block[5] for block in text.extractBLOCKS() if block[6] == 0]
    found: set[tuple[str, int, int]] = set()
    for left, top, right, bottom, word, block, *_ in text.extractWORDS():
        middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
        number = numbers[block] if block < len(numbers) else 0
        if any(picture.number > number and picture.holds(middle_x, middle_y) for picture in opaque):
            found.add((word, round(left), round(top)))
    return frozenset(found)
