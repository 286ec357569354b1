"""What the Word library has no words for: tracked changes, comments, content controls, text boxes, hidden text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from docx.document import Document
from docx.oxml import parse_xml
from docx.text.paragraph import Paragraph

__all__ = [
    "add_checkbox",
    "add_comment",
    "add_control",
    "add_deleted",
    "add_hidden",
    "add_inserted",
    "add_text_box",
]

_W: Final = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_W14: Final = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
_BY: Final = 'w:author="Reviewer" w:date="2026-01-01T00:00:00Z"'


def _run(text: str, *, tag: str = "t", properties: str = "") -> str:
    inner = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{inner}<w:{tag} xml:space="preserve">{escape(text)}</w:{tag}></w:r>'


def _append(paragraph: Paragraph, xml: str) -> None:
    paragraph.paragraph_format.element.append(parse_xml(xml))


def add_inserted(paragraph: Paragraph, text: str) -> None:
    """Words that a reviewer added."""
    _append(paragraph, f'<w:ins {_W} w:id="901" {_BY}>{_run(text)}</w:ins>')


def add_deleted(paragraph: Paragraph, text: str) -> None:
    """Words that a reviewer struck out."""
    _append(paragraph, f'<w:del {_W} w:id="902" {_BY}>{_run(text, tag="delText")}</w:del>')


def add_hidden(paragraph: Paragraph, text: str) -> None:
    """Words that Word does not show."""
    run = paragraph.add_run(text)
    run.font.hidden = True


def add_comment(document: Document, paragraph: Paragraph, text: str) -> None:
    """A comment beside the paragraph's runs."""
    document.add_comment(paragraph.runs, text=text, author="Reviewer", initials="R")


def add_control(paragraph: Paragraph, tag: str, text: str, choices: Sequence[str] = ()) -> None:
    """A content control holding text; with choices, a drop-down list."""
    items = "".join(f'<w:listItem w:displayText="{escape(one)}" w:value="{escape(one)}"/>' for one in choices)
    kind = f"<w:dropDownList>{items}</w:dropDownList>" if choices else "<w:text/>"
    _append(
        paragraph,
        f'<w:sdt {_W}><w:sdtPr><w:tag w:val="{tag}"/>{kind}</w:sdtPr><w:sdtContent>{_run(text)}</w:sdtContent></w:sdt>',
    )


def add_checkbox(paragraph: Paragraph, *, ticked: bool) -> None:
    """A checkbox control before the words that follow."""
    sign = "\u2612" if ticked else "\u2610"
    _append(
        paragraph,
        f'<w:sdt {_W} {_W14}><w:sdtPr><w14:checkbox><w14:checked w14:val="{int(ticked)}"/>'
        '<w14:checkedState w14:val="2612" w14:font="MS Gothic"/>'
        '<w14:uncheckedState w14:val="2610" w14:font="MS Gothic"/></w14:checkbox></w:sdtPr>'
        f"<w:sdtContent>{_run(sign)}</w:sdtContent></w:sdt>",
    )


def add_text_box(paragraph: Paragraph, lines: Sequence[str]) -> None:
    """A floating box, written twice as Word does: as a drawing and, for old readers, as a picture."""
    inner = "".join(f"<w:p>{_run(line)}</w:p>" for line in lines)
    content = f"<w:txbxContent>{inner}</w:txbxContent>"
    drawing = (
        '<w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="1" behindDoc="0"'
        ' locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>'
        '<wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH>'
        '<wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>'
        '<wp:extent cx="2400000" cy="600000"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="7" name="Box"/>'
        '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp>'
        '<wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2400000" cy="600000"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr>'
        f"<wps:txbx>{content}</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>"
    )
    spaces = (
        f'{_W} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
        ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
        ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
        ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
        ' xmlns:v="urn:schemas-microsoft-com:vml"'
    )
    picture = f"<w:pict><v:shape><v:textbox>{content}</v:textbox></v:shape></w:pict>"
    _append(
        paragraph,
        f'<w:r {spaces}><mc:AlternateContent><mc:Choice Requires="wps">{drawing}</mc:Choice>'
        f"<mc:Fallback>{picture}</mc:Fallback></mc:AlternateContent></w:r>",
    )
