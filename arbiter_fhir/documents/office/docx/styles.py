"""Styles of a Word document, as far as they say what is read: headings, hidden text, lists, fonts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arbiter_fhir.documents.office.ooxml import Element, attribute, name_of

__all__ = ["ListPlace", "StyleSheet", "child", "is_on", "is_struck", "list_place"]

#: Styles that a style is based on, at most; a loop ends here.
_LONGEST_CHAIN: Final = 12

_HEADING: Final = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
_OFF: Final = frozenset({"0", "false", "off", "none"})


@dataclass(frozen=True, slots=True)
class ListPlace:
    """Where a paragraph stands in a list: the list's number and its level, 0-based."""

    number: str
    level: int


@dataclass(frozen=True, slots=True)
class _Style:
    name: str
    based_on: str
    hidden: bool | None
    font: str
    heading: int | None
    place: ListPlace | None


def child(element: Element | None, *names: str) -> Element | None:
    """The first child of that name, then its child of the next name, and so on."""
    for name in names:
        if element is None:
            return None
        element = next((each for each in element if name_of(each) == name), None)
    return element


def is_on(element: Element | None) -> bool:
    """Whether a switch such as ``w:vanish`` is there and not switched off."""
    return element is not None and attribute(element, "w:val").casefold() not in _OFF


def is_struck(properties: Element | None) -> bool:
    """Whether text is struck through: its writer took it back without tracking the change."""
    return is_on(child(properties, "w:strike")) or is_on(child(properties, "w:dstrike"))


def list_place(properties: Element | None, level: int = 0) -> ListPlace | None:
    """The list place that paragraph properties tell; ``None`` where they tell none."""
    numbers = child(properties, "w:numPr")
    if numbers is None:
        return None
    identity, told = child(numbers, "w:numId"), child(numbers, "w:ilvl")
    if told is not None and attribute(told, "w:val").isdecimal():
        level = min(int(attribute(told, "w:val")), 8)
    return ListPlace("" if identity is None else attribute(identity, "w:val"), level)


class StyleSheet:
    """Styles by their ids.

    Args:
        root: Tree of the styles part; ``None`` where the document has none.
    """

    def __init__(self, root: Element | None) -> None:
        self._styles: dict[str, _Style] = {}
        for element in root if root is not None else ():
            if name_of(element) == "w:style":
                self._styles[attribute(element, "w:styleId")] = _style(element)

    def hides(self, style_id: str) -> bool:
        """Whether text in the style is hidden or struck through."""
        return next((style.hidden for style in self._chain(style_id) if style.hidden is not None), False)

    def font(self, style_id: str) -> str:
        """The style's font; empty where it tells none."""
        return next((style.font for style in self._chain(style_id) if style.font), "")

    def heading(self, style_id: str) -> int | None:
        """Level of a heading, 1-based, 0 for a title; ``None`` for other styles."""
        return next((style.heading for style in self._chain(style_id) if style.heading is not None), None)

    def place(self, style_id: str) -> ListPlace | None:
        """The list that paragraphs of the style belong to."""
        return next((style.place for style in self._chain(style_id) if style.place is not None), None)

    def _chain(self, style_id: str) -> Iterator[_Style]:
        for _ in range(_LONGEST_CHAIN):
            style = self._styles.get(style_id)
            if style is None:
                return
            yield style
            style_id = style.based_on


def _style(element: Element) -> _Style:
    based_on = child(element, "w:basedOn")
    name = child(element, "w:name")
    spoken = "" if name is None else attribute(name, "w:val")
    paragraph, run = child(element, "w:pPr"), child(element, "w:rPr")
    vanish, fonts = child(run, "w:vanish"), child(run, "w:rFonts")
    return _Style(
        name=spoken,
        based_on="" if based_on is None else attribute(based_on, "w:val"),
        hidden=True if is_struck(run) else None if vanish is None else is_on(vanish),
        font="" if fonts is None else attribute(fonts, "w:ascii"),
        heading=_heading_level(spoken, paragraph),
        place=list_place(paragraph),
    )


def _heading_level(name: str, paragraph: Element | None) -> int | None:
    match = _HEADING.fullmatch(name.strip())
    if match:
        return int(match.group(1))
    if name.casefold() == "title":
        return 0
    outline = child(paragraph, "w:outlineLvl")
    told = "" if outline is None else attribute(outline, "w:val")
    # Level 9 is body text (ISO/IEC 29500-1, 17.3.1.20).
    return int(told) + 1 if told.isdecimal() and int(told) < 9 else None
