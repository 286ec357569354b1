"""One page of a PDF as a form: its fields and its boxes to tick, however they are drawn, among the page's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from arbiter_fhir.documents.lines import PlacedWord
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.pdf.form_fields import PageFields, field_regions
from arbiter_fhir.documents.pdf.layer import TextLayer
from arbiter_fhir.documents.ticks.marks import MARKS, TickState, checkbox_regions, mark_of, part_marks, without_words_in
from arbiter_fhir.domain.document import BoundingBox, WarningCode

__all__ = ["FormWords", "drawn_form_words", "mark_form", "recognised_form_words"]

#: Resolution at which drawn boxes are looked at.
DRAWN_DPI: Final = 200.0
#: Most pixels drawn for that.
DRAWN_PIXELS: Final = 8_000_000
#: Gray from which a drawn line counts: pale outlines count, a tinted ground does not.
LINE_LEVEL: Final = 210
#: A drawing's bounds lie at most so many points outside the box that it makes: its line has a width and mitred corners.
LINE_PLAY: Final = 3.0
#: What people type into a box to tick it. Any other letter in a frame is what the frame is drawn around.
_TICK_LETTERS: Final = frozenset("xX\u00d7vV/*\u2022\u25cf\u2713\u2714\u2715\u2716\u2717\u2718\u221a\uf0fc\uf0fb")


@dataclass(frozen=True, slots=True)
class FormWords:
    """A page's words with a mark for each box to tick, and the names of the boxes that have one."""

    words: tuple[PlacedWord, ...]
    names: dict[BoundingBox, str]


def drawn_form_words(
    layer: TextLayer, fields: PageFields, display_list: Any, *, width: float, height: float
) -> FormWords:
    """The words of a page read by its text layer.

    Args:
        layer: The text layer.
        fields: The page's form fields.
        display_list: The page's `pymupdf.DisplayList`.
        width: Page width as displayed, points.
        height: Page height as displayed, points.
    """
    words = part_marks(layer.words)
    names = {tick.box: tick.name for tick in fields.ticks}
    ticks = [(tick.box, tick.state) for tick in fields.ticks]
    words = without_words_in(words, [box for box, _ in ticks])
    if layer.small_drawings:
        known = [*names, *(field.box for field in fields.fields)]
        for box, state in _drawn_boxes(display_list, width=width, height=height):
            if any(box.iou(other) > 0 for other in known) or not _is_drawn(box, layer, width, height):
                continue
            inside = [word.text for word in words if box.holds_center_of(word.box)]
            if all(_TICK_LETTERS.issuperset(text) or mark_of(text) is not None for text in inside):
                ticks.append((box, state))
                words = without_words_in(words, [box])
    marks = [_mark(box, state, width, height) for box, state in ticks]
    return FormWords((*words, *marks), names)


def recognised_form_words(
    recognised: Sequence[PlacedWord], layer: TextLayer, fields: PageFields, *, width: float, height: float
) -> FormWords:
    """The words of a recognised page: what its form fields hold is told by the file, not by recognition.

    Args:
        recognised: Words as recognised, with marks for the boxes found on the bitmap.
        layer: The page's text layer, whose words in fields replace those recognised there.
        fields: The page's form fields.
        width: Page width as displayed, points.
        height: Page height as displayed, points.
    """
    if not fields.fields and not fields.ticks:
        return FormWords(tuple(recognised), {})
    boxes = [field.box for field in fields.fields]
    own = [word for word in layer.words if any(box.holds_center_of(word.box) for box in boxes)]
    words = without_words_in(recognised, [*boxes, *(tick.box for tick in fields.ticks)])
    marks = [_mark(tick.box, tick.state, width, height) for tick in fields.ticks]
    return FormWords((*words, *own, *marks), {tick.box: tick.name for tick in fields.ticks})


def mark_form(collector: PageCollector, fields: PageFields, names: dict[BoundingBox, str]) -> None:
    """Tell the regions of the page added last, and warn of what it does not show."""
    page = collector.pages[-1]
    regions, differing = field_regions(page, fields.fields)
    regions += checkbox_regions(page, names)
    if regions:
        regions.sort(key=lambda region: region.spans[0][0] if region.spans else len(page.text))
        collector.mark_regions(regions)
    if fields.unseen:
        collector.warn(
            WarningCode.HIDDEN,
            f"Page {page.number} has {fields.unseen} form field(s) that hold a value and are not shown; left out.",
            page.number,
        )
    if differing:
        collector.warn(
            WarningCode.HIDDEN,
            f"Page {page.number} has {differing} form field(s) that hold something else than the page shows.",
            page.number,
        )


def _mark(box: BoundingBox, state: TickState, width: float, height: float) -> PlacedWord:
    return PlacedWord(MARKS[state], box, box.x * width, box.y * height, box.right * width, box.bottom * height)


def _is_drawn(box: BoundingBox, layer: TextLayer, width: float, height: float) -> bool:
    """Whether lines make the box: letters do not."""
    left, top = box.x * width - LINE_PLAY, box.y * height - LINE_PLAY
    right, bottom = box.right * width + LINE_PLAY, box.bottom * height + LINE_PLAY
    return any(
        left <= drawn[0] and top <= drawn[1] and drawn[2] <= right and drawn[3] <= bottom
        for drawn in layer.small_drawings
    )


def _drawn_boxes(display_list: Any, *, width: float, height: float) -> list[tuple[BoundingBox, TickState]]:
    """Boxes drawn as lines, by their look: the same rule as for scans."""
    # Typed pages without drawn squares never pay for loading the tools of recognition.
    from arbiter_fhir.documents.ocr.recognition import draw_gray  # noqa: PLC0415
    from arbiter_fhir.documents.ticks.boxes import find_tick_boxes  # noqa: PLC0415

    scale = min(DRAWN_DPI / 72, (DRAWN_PIXELS / (width * height)) ** 0.5)
    gray = draw_gray(display_list, scale, scale)
    tall, wide = gray.shape
    return [
        (
            BoundingBox(box.left / wide, box.top / tall, (box.right - box.left) / wide, (box.bottom - box.top) / tall),
            box.state,
        )
        for box in find_tick_boxes(gray < LINE_LEVEL, scale * 72, alone=True)
    ]
