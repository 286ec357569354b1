"""Golden documents: a case with its bytes, and scans that are small enough to be committed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pymupdf
from PIL import Image

from arbiter_fhir.evals.cases import EvalCase
from arbiter_fhir.evals.corpus import FixtureRole
from devstack.samples import Box, LabReport, Panel, ScanQuality, TrueRow
from devstack.samples.layout import LabLayout
from devstack.samples.paper import Paper, Sheet
from devstack.samples.scan import scan_pages, turn_box
from devstack.samples.table import ResultWriter

__all__ = ["OFFICE_SCAN", "POOR_SCAN", "SOFT_SCAN", "GoldenDocument", "bitonal", "draw_report", "scan_of"]

#: An office scanner: a little turned, a little soft, squeezed; about 160 kB a page at 200 dpi.
OFFICE_SCAN = ScanQuality(degrees=0.35, blur=0.4, noise=2.0, jpeg=60)
#: Between the two, as an old scanner in daily use.
SOFT_SCAN = ScanQuality(degrees=0.6, blur=0.6, noise=5.0, jpeg=50)
#: Visibly turned, soft and grainy.
POOR_SCAN = ScanQuality(degrees=0.9, blur=0.8, noise=7.0, jpeg=40)

#: Gray above this becomes white on a one-bit scan.
BITONAL_LEVEL = 150


@dataclass(frozen=True, slots=True)
class GoldenDocument:
    """A case and its document.

    Attributes:
        reproducible: Whether the same bytes can be made again; encryption salts are drawn anew each time.
    """

    case: EvalCase
    content: bytes
    role: FixtureRole = FixtureRole.EXTRACTION_SOURCE
    reproducible: bool = True


def scan_of(
    pdf: bytes,
    rows: Sequence[TrueRow],
    *,
    size: tuple[float, float],
    seed: int,
    quality: ScanQuality = OFFICE_SCAN,
    dpi: int = 200,
) -> tuple[bytes, tuple[TrueRow, ...]]:
    """The same pages as images, and the rows where the scanner's rotation has put them."""
    content, angles = scan_pages(pdf, dpi=dpi, seed=seed, quality=quality)
    return content, tuple(_turned(row, angles[row.page - 1], size) for row in rows)


def _turned(row: TrueRow, angle: float, size: tuple[float, float]) -> TrueRow:
    def turned(box: Box) -> Box:
        return turn_box(box, angle, width=size[0], height=size[1])

    words = tuple(replace(word, box=turned(word.box), ink=turned(word.ink)) for word in row.words)
    return replace(
        row,
        words=words,
        box=Box.around([word.box for word in words]),
        ink=Box.around([word.ink for word in words]),
    )


def bitonal(pdf: bytes, *, dpi: int = 200) -> bytes:
    """The pages of a scanned PDF in black and white, as fax-like office scanners write them."""
    source = pymupdf.open(stream=pdf, filetype="pdf")
    target = pymupdf.open()
    for page in source:
        pixels = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
        gray = Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)
        black_and_white = gray.point(lambda level: 255 if level > BITONAL_LEVEL else 0).convert("1")
        buffer = io.BytesIO()
        black_and_white.save(buffer, format="PNG", dpi=(dpi, dpi), optimize=True)
        sheet = target.new_page(width=page.rect.width, height=page.rect.height)
        sheet.insert_image(sheet.rect, stream=buffer.getvalue())
    return bytes(target.tobytes(garbage=3, deflate=True, no_new_id=True))


def draw_report(
    header: Sequence[tuple[str, str]],
    panels: Sequence[Panel],
    layout: LabLayout,
    report: LabReport,
    *,
    title: str,
    closing: Sequence[str] = (),
) -> tuple[bytes, tuple[TrueRow, ...]]:
    """A report whose header and closing lines are given word by word.

    Args:
        header: Labels and values, in two columns, filled downwards.
        panels: Results.
        layout: Columns of the table; its header style is not used.
        report: For the writer of rows; its dates are not printed.
        title: First line of the page.
        closing: Lines after the results.

    Returns:
        The PDF and its rows.
    """
    paper = Paper(size=layout.page_size)
    sheet = paper.new_sheet()
    y = _header(sheet, header, layout, title)
    writer = ResultWriter(paper, layout, report, sheet, y)
    if layout.table.titled and not layout.table.title_each_panel and panels:
        writer.titles(layout.left)
    for panel in panels:
        writer.panel(panel, layout.left)
    for line in closing:
        writer.y += 12
        writer.sheet.put(line, layout.left, writer.y, size=8.5)
    return paper.finish(), tuple(writer.rows)


def _header(sheet: Sheet, header: Sequence[tuple[str, str]], layout: LabLayout, title: str) -> float:
    sheet.put(title, layout.left, 46, size=13, font="hebo")
    sheet.line(layout.left, 54, sheet.width - layout.left, 54, weight=1.0)
    half = (len(header) + 1) // 2
    for index, (label, value) in enumerate(header):
        x = layout.left if index < half else sheet.width / 2 + 10
        y = 74 + (index % half if index < half else index - half) * 13
        sheet.put(label, x, y, size=8.5, font="hebo")
        sheet.put(value, x + 96, y, size=8.5)
    return 74 + 13 * half + 16
