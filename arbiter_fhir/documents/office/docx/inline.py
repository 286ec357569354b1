"""The text of one paragraph as a reader with all changes accepted sees it: runs joined, fields by their results.

Deleted and moved-away text is never looked at. Hidden and inserted text is read and marked.
"""

from __future__ import annotations

import re
from typing import Final

from arbiter_fhir.documents.office.docx.state import OpenField, Place, ReadingState
from arbiter_fhir.documents.office.docx.styles import child, is_on, is_struck
from arbiter_fhir.documents.office.docx.symbols import BOX, TICKED_BOX, boxes_in, letter_of_symbol_font, text_in_font
from arbiter_fhir.documents.office.ooxml import Element, attribute, name_of
from arbiter_fhir.documents.setting.text import Piece, Tag
from arbiter_fhir.domain.region import RegionKind, RegionMark

__all__ = ["InlineReader"]

#: Wrappers whose content is read as if they were not there.
_CLEAR: Final = frozenset(
    {"w:hyperlink", "w:smartTag", "w:customXml", "w:dir", "w:bdo", "w:sdtContent", "w:rubyBase", "mc:Choice"}
)

#: Parts of a run that are one letter, references to notes, and drawings.
_FIXED: Final = {"w:tab": "\t", "w:ptab": "\t", "w:br": "\n", "w:cr": "\n", "w:noBreakHyphen": "-"}
_NOTE_LETTERS: Final = {"w:footnoteReference": "", "w:endnoteReference": "e"}
_DRAWINGS: Final = frozenset({"w:drawing", "w:pict", "w:object"})

#: The style that programs give to prompts.
_PROMPT_STYLE: Final = "PlaceholderText"

#: Field codes that fetch something from outside or start something.
_FETCHES: Final = re.compile(
    r"^\s*(?:INCLUDETEXT|INCLUDEPICTURE|INCLUDE|DDE|DDEAUTO|LINK|IMPORT|DATABASE)\b", re.IGNORECASE
)

#: Half points up to which type is too small to be seen.
_INVISIBLE_SIZE: Final = 4
_WHITE: Final = frozenset({"ffffff", "fefefe", "fdfdfd"})

_Marks = tuple[RegionMark, ...]


class InlineReader:
    """Reads paragraphs' content at one place.

    Args:
        state: The document's.
        place: Where the text stands.
        paragraph_style: Id of the paragraph's style.
        shaded: Whether the paragraph stands on a shade, so that white letters show.

    Attributes:
        pieces: The text so far.
        floats: Elements with blocks of their own (text boxes) that were met, in order.
    """

    def __init__(self, state: ReadingState, place: Place, paragraph_style: str = "", *, shaded: bool = False) -> None:
        self._state = state
        self._place = place
        self._paragraph_style = paragraph_style
        self._shaded = shaded
        self.pieces: list[Piece] = []
        self.floats: list[Element] = []

    def read(self, element: Element, marks: _Marks = ()) -> None:
        """Read the children of a paragraph or of a wrapper in one."""
        for each in element:
            self._read_one(each, marks)

    def add(self, text: str, marks: _Marks = (), *tags: Tag) -> None:
        """Add text with its place, its marks and further tags."""
        if not text or not self._state.shows_text:
            return
        if RegionMark.HIDDEN in marks:
            self._state.hidden = True
        marked = (self._place.tag(*marks),) if marks else ()
        self.pieces.append(Piece(text, (self._place.tag(), *marked, *tags)))

    def _read_one(self, element: Element, marks: _Marks) -> None:
        name = name_of(element)
        if name == "w:r":
            self._read_run(element, marks)
        elif name in {"w:ins", "w:moveTo"}:
            self.read(element, (*marks, RegionMark.INSERTED))
        elif name in _CLEAR:
            self.read(element, marks)
        elif name == "w:sdt":
            self._read_control(element, marks)
        elif name == "w:fldSimple":
            self._look_at_code(attribute(element, "w:instr"))
            self.read(element, marks)
        elif name == "mc:AlternateContent":
            self._read_alternatives(element, marks)
        elif name in {"m:oMath", "m:oMathPara"}:
            self.add("".join(each.text or "" for each in element.iter() if name_of(each) == "m:t"), marks)

    def _read_run(self, run: Element, marks: _Marks) -> None:
        properties = child(run, "w:rPr")
        if is_on(child(properties, "w:del")) or _is_prompt(run, properties):
            return
        if self._is_hidden(properties) or is_struck(properties):
            marks = (*marks, RegionMark.HIDDEN)
        font = self._font(properties)
        for each in run:
            self._read_run_part(each, marks, font)

    def _read_run_part(self, element: Element, marks: _Marks, font: str) -> None:
        name = name_of(element)
        if name == "w:t":
            self._add_text(text_in_font(_stored_text(element), font), marks)
        elif name in _FIXED:
            self.add(_FIXED[name], marks)
        elif name == "w:sym":
            code = attribute(element, "w:char")
            if re.fullmatch(r"[0-9A-Fa-f]{1,6}", code):
                self._add_text(letter_of_symbol_font(attribute(element, "w:font"), int(code, 16)), marks)
        elif name in _NOTE_LETTERS:
            self.add(f" [{_NOTE_LETTERS[name]}{attribute(element, 'w:id')}]", marks)
        elif name in _DRAWINGS:
            self._look_at_drawing(element)
        else:
            self._read_rare_part(element, name, marks)

    def _read_rare_part(self, element: Element, name: str, marks: _Marks) -> None:
        if name == "w:fldChar":
            self._turn_field(element, marks)
        elif name == "w:instrText":
            if self._state.fields:
                self._state.fields[-1].code += (element.text or "")[:200]
        elif name == "w:ruby":
            base = child(element, "w:rubyBase")
            if base is not None:
                self.read(base, marks)
        elif name == "mc:AlternateContent":
            self._read_alternatives(element, marks)

    def _add_text(self, text: str, marks: _Marks) -> None:
        for part, ticked in boxes_in(text):
            if ticked is None:
                self.add(part, marks)
            else:
                self._add_box(ticked=ticked, marks=marks)

    def _add_box(self, *, ticked: bool, marks: _Marks) -> None:
        path = f"{self._place.path}, box {self._state.next_of(self._place.path)}"
        mark = RegionMark.CHECKED if ticked else RegionMark.UNCHECKED
        tag = Tag(RegionKind.CHECKBOX, path, self._place.grid, (*self._place.marks, mark))
        # Blanks around it, so that a box glued to its label is a word of its own.
        self.add(" ")
        self.add(TICKED_BOX if ticked else BOX, marks, tag)
        self.add(" ")

    def _read_control(self, control: Element, marks: _Marks) -> None:
        properties, content = child(control, "w:sdtPr"), child(control, "w:sdtContent")
        ticked = child(properties, "w14:checkbox", "w14:checked")
        if child(properties, "w14:checkbox") is not None:
            self._add_box(
                ticked=ticked is not None and attribute(ticked, "w14:val") in {"1", "true", "on"}, marks=marks
            )
            return
        path = f"{self._place.path}, control {self._state.next_of(self._place.path + ' control')}"
        tag = Tag(RegionKind.CONTENT_CONTROL, path, self._place.grid, self._place.marks)
        if is_on(child(properties, "w:showingPlcHdr")):
            # The words shown ask for something; nobody has answered.
            self.pieces.append(Piece("", (tag,)))
            return
        before = len(self.pieces)
        if content is not None:
            self.read(content, marks)
        self.pieces[before:] = [Piece(piece.text, (*piece.tags, tag)) for piece in self.pieces[before:]]

    def _read_alternatives(self, element: Element, marks: _Marks) -> None:
        """The first alternative that shows anything: the others say the same in another way."""
        for each in element:
            before = len(self.pieces), len(self.floats), len(self._state.pictures)
            if name_of(each) in {"mc:Choice", "mc:Fallback"}:
                for part in each:
                    if name_of(part) == "w:r":
                        self._read_run(part, marks)
                    else:
                        self._read_run_part(part, marks, "")
            if (len(self.pieces), len(self.floats), len(self._state.pictures)) != before:
                return

    def _look_at_drawing(self, drawing: Element) -> None:
        """Text boxes are read, pictures kept for later; other things are named."""
        if not self._state.shows_text:
            return
        for each in _without_inner_boxes(drawing):
            name = name_of(each)
            if name == "w:txbxContent":
                self.floats.append(each)
            elif name == "a:blip":
                self._keep_picture(attribute(each, "r:embed"), attribute(each, "r:link"))
            elif name == "v:imagedata":
                self._keep_picture(attribute(each, "r:id"), attribute(each, "r:href"))
            elif name in {"c:chart", "dgm:relIds"}:
                self._state.unread.add("a chart or diagram")
            elif name == "o:OLEObject":
                self._state.embedded = True

    def _keep_picture(self, embedded: str, linked: str) -> None:
        known = self._state.relationships.get(embedded)
        if known is not None and known.target:
            self._state.pictures.setdefault(known.target)
        elif linked or (known is not None and known.external):
            self._state.external = True

    def _turn_field(self, element: Element, marks: _Marks) -> None:
        kind = attribute(element, "w:fldCharType")
        fields = self._state.fields
        if kind == "begin":
            shown = self._state.shows_text
            opened = OpenField()
            if shown:
                self._read_form_field(element, marks, opened)
            fields.append(opened)
        elif fields and kind == "separate":
            fields[-1].in_code = False
            self._look_at_code(fields[-1].code)
        elif fields and kind == "end":
            self._look_at_code(fields.pop().code)

    def _read_form_field(self, element: Element, marks: _Marks, opened: OpenField) -> None:
        """Boxes and lists of old forms keep their state apart from any text."""
        data = child(element, "w:ffData")
        box, choices = child(data, "w:checkBox"), child(data, "w:ddList")
        if box is not None:
            told = child(box, "w:checked")
            self._add_box(ticked=is_on(child(box, "w:default") if told is None else told), marks=marks)
            opened.drops_result = True
        elif choices is not None:
            entries = [attribute(each, "w:val") for each in choices if name_of(each) == "w:listEntry"]
            told = child(choices, "w:result")
            index = attribute(told, "w:val") if told is not None else "0"
            if index.isdecimal() and int(index[:6]) < len(entries):
                self.add(entries[int(index)], marks)
                opened.drops_result = True

    def _look_at_code(self, code: str) -> None:
        if _FETCHES.match(code):
            self._state.external = True

    def _is_hidden(self, properties: Element | None) -> bool:
        vanish = child(properties, "w:vanish")
        if vanish is not None:
            return is_on(vanish)
        style = child(properties, "w:rStyle")
        if style is not None and self._state.styles.hides(attribute(style, "w:val")):
            return True
        if self._state.styles.hides(self._paragraph_style):
            return True
        size, color = child(properties, "w:sz"), child(properties, "w:color")
        told = "" if size is None else attribute(size, "w:val")
        if told.isdecimal() and int(told[:4]) <= _INVISIBLE_SIZE:
            return True
        white = color is not None and attribute(color, "w:val").casefold() in _WHITE
        return white and not self._shaded and child(properties, "w:shd") is None

    def _font(self, properties: Element | None) -> str:
        fonts = child(properties, "w:rFonts")
        if fonts is not None:
            return attribute(fonts, "w:ascii") or attribute(fonts, "w:hAnsi")
        style = child(properties, "w:rStyle")
        own = "" if style is None else self._state.styles.font(attribute(style, "w:val"))
        return own or self._state.styles.font(self._paragraph_style)


def _is_prompt(run: Element, properties: Element | None) -> bool:
    """Whether a run is the prompt of a control around it, also around its cell or paragraph: nobody wrote it."""
    style = child(properties, "w:rStyle")
    if style is None or attribute(style, "w:val") != _PROMPT_STYLE:
        return False
    return any(
        is_on(child(each, "w:sdtPr", "w:showingPlcHdr")) for each in run.iterancestors() if name_of(each) == "w:sdt"
    )


def _stored_text(element: Element) -> str:
    text = (element.text or "").replace("\n", " ").replace("\r", " ").replace("\t", " ")
    preserved = element.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
    return text if preserved else text.strip(" ")


def _without_inner_boxes(element: Element) -> list[Element]:
    """Everything inside, but nothing inside a text box; of alternatives only the first with a text box or picture."""
    found: list[Element] = []
    pending = [element]
    while pending:
        each = pending.pop()
        name = name_of(each)
        found.append(each)
        if name == "w:txbxContent":
            continue
        if name == "mc:AlternateContent":
            pending.extend(list(each)[:1])
        else:
            pending.extend(reversed(each))
    return found
