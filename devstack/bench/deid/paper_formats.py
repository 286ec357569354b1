"""Contents on paper: typed PDF, fillable form, scan, fax, and plain text."""

from __future__ import annotations

import io
import random

from PIL import Image

from arbiter_fhir.documents.engines import pymupdf
from devstack.bench.deid.contents import Content
from devstack.samples.scan import CLEAN_SCAN, scan_pages

__all__ = ["faxed", "fillable_form", "plain_text", "scanned_pdf", "typed_pdf"]

_WIDTH, _HEIGHT, _MARGIN = 612.0, 792.0, 54.0
_FONT, _SIZE, _LEADING = "helv", 10.0, 14.0
#: Fine resolution of Group 3 machines (ITU-T T.4).
_FAX_DPI = 200


#: How exports and forms set a label and its value.
_SETTINGS = ("{0}: {1}", "{0}: {1}", "{0}:{1}", "{0}:  {1}", "{0} : {1}", "{0}:\t{1}", "{0}:\n  {1}", "{0}....: {1}")


def _fields(content: Content, pick: random.Random) -> list[str]:
    """Each field on a line of its own, or two beside each other; labels in capitals in some documents."""
    setting, capitals = pick.choice(_SETTINGS), pick.random() < 0.25
    lines = [setting.format(label.upper() if capitals else label, line.text) for label, line in content.fields]
    if "\n" in setting or pick.random() < 0.6:
        return lines
    gap = pick.choice(["  ", "     ", "\t", " | "])
    return [gap.join(lines[at : at + 2]) for at in range(0, len(lines), 2)]


def plain_text(content: Content, pick: random.Random) -> bytes:
    """A text file as a note export writes it."""
    lines = _fields(content, pick)
    lines += ["", *("\n".join(line.text for line in paragraph) + "\n" for paragraph in content.paragraphs)]
    lines += ["  ".join(cell.text for cell in row) for row in content.results]
    return "\n".join(lines).encode()


class _Paper:
    """Sets lines on letter paper."""

    def __init__(self) -> None:
        self.document = pymupdf.open()
        self.page = self.document.new_page(width=_WIDTH, height=_HEIGHT)
        self.y = _MARGIN

    def put(self, text: str, x: float = _MARGIN) -> None:
        self.page.insert_text((x, self.y), text, fontname=_FONT, fontsize=_SIZE)

    def down(self, lines: float = 1.0) -> None:
        self.y += lines * _LEADING
        if self.y > _HEIGHT - _MARGIN:
            self.page = self.document.new_page(width=_WIDTH, height=_HEIGHT)
            self.y = _MARGIN

    def paragraph(self, text: str) -> None:
        """Words wrapped at the right margin."""
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if pymupdf.get_text_length(longer, fontname=_FONT, fontsize=_SIZE) > _WIDTH - 2 * _MARGIN:
                self.put(line)
                self.down()
                longer = word
            line = longer
        self.put(line)
        self.down(1.5)

    def finish(self) -> bytes:
        content: bytes = self.document.tobytes(garbage=3, deflate=True)
        self.document.close()
        return content


def typed_pdf(content: Content, pick: random.Random) -> bytes:
    """A letterhead, labelled fields in one of several layouts, wrapped prose, a table, a footer."""
    paper = _Paper()
    for line in content.margin[:1]:
        paper.put(line.text)
        paper.down(2)
    _put_fields(paper, content, pick)
    paper.down(1.5)
    for paragraph in content.paragraphs:
        paper.paragraph(" ".join(line.text for line in paragraph))
    for row in content.results:
        for at, cell in enumerate(row):
            paper.put(cell.text, _MARGIN + (0, 105, 150, 200, 265, 425)[at])
        paper.down()
    for line in content.margin[1:]:
        paper.down()
        paper.put(line.text)
    return paper.finish()


def _put_fields(paper: _Paper, content: Content, pick: random.Random) -> None:
    """Fields in two columns or one, the value behind its label, in a column of its own, or below it."""
    layout = pick.choice(["one", "two", "two", "beside", "below"])
    columns = 2 if layout in {"two", "below"} else 1
    for at, (label, line) in enumerate(content.fields):
        left = _MARGIN + (at % columns) * 260
        if layout == "beside":
            paper.put(pick.choice([label, f"{label}:"]), left)
            paper.put(line.text, left + 130)
        elif layout == "below":
            paper.put(label, left)
            paper.page.insert_text((left, paper.y + 12), line.text, fontname=_FONT, fontsize=_SIZE)
        else:
            paper.put(f"{label}: {line.text}", left)
        if at % columns == columns - 1:
            paper.down(2.2 if layout == "below" else 1)


def fillable_form(content: Content) -> bytes:
    """A form whose fields are filled in, prose in a field of several lines."""
    paper = _Paper()
    for at, (label, line) in enumerate(content.fields):
        paper.put(label)
        _widget(paper, f"{label.replace(' ', '')}", line.text, at, 16)
        paper.down(1.8)
    for at, paragraph in enumerate(content.paragraphs):
        paper.put(("Reason for visit", "Comments", "Notes", "History")[at % 4])
        paper.down(0.5)
        _widget(paper, f"Text{at}", " ".join(line.text for line in paragraph), at, 62)
        paper.down(5.2)
    return paper.finish()


def _widget(paper: _Paper, name: str, value: str, at: int, height: float) -> None:
    widget = pymupdf.Widget()
    widget.field_name = f"form.{name}[{at}]"
    widget.field_type = pymupdf.PDF_WIDGET_TYPE_TEXT
    widget.field_value = value
    left = _MARGIN + (110 if height < 20 else 0)
    widget.rect = pymupdf.Rect(left, paper.y - 11, _WIDTH - _MARGIN, paper.y - 11 + height)
    widget.text_fontsize = 9
    if height >= 20:
        widget.field_flags = pymupdf.PDF_TX_FIELD_IS_MULTILINE
    paper.page.add_widget(widget)


def scanned_pdf(content: Content, pick: random.Random) -> bytes:
    """The typed pages through an office scanner."""
    pages, _ = scan_pages(typed_pdf(content, pick), dpi=200, seed=pick.randint(1, 10_000), quality=CLEAN_SCAN)
    return pages


def faxed(content: Content, pick: random.Random) -> bytes:
    """The typed pages in black and white, as a multi-page TIFF."""
    frames: list[Image.Image] = []
    with pymupdf.open(stream=typed_pdf(content, pick), filetype="pdf") as document:
        for page in document:
            pixels = page.get_pixmap(dpi=_FAX_DPI, colorspace=pymupdf.csGRAY)
            gray = Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)
            frames.append(gray.point(lambda value: 255 if value > 150 else 0).convert("1"))
    out = io.BytesIO()
    frames[0].save(out, "TIFF", save_all=True, append_images=frames[1:], compression="group4", dpi=(_FAX_DPI, _FAX_DPI))
    return out.getvalue()
