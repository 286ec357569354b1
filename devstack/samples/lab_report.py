"""Draws a laboratory report on paper, typed or as a scan of the same page, together with its truth."""

from __future__ import annotations

from dataclasses import replace

from devstack.samples.layout import HeaderStyle, LabLayout
from devstack.samples.paper import Paper, Sheet
from devstack.samples.people import Person
from devstack.samples.report import LabReport
from devstack.samples.scan import CLEAN_SCAN, ScanQuality, scan_pages, turn_box
from devstack.samples.table import ResultWriter
from devstack.samples.truth import SampleDocument, SampleTruth, TrueRow

__all__ = ["render_lab_report"]


def render_lab_report(
    person: Person,
    report: LabReport,
    layout: LabLayout,
    *,
    scanned: bool = False,
    dpi: int = 200,
    seed: int = 1,
    quality: ScanQuality = CLEAN_SCAN,
) -> SampleDocument:
    """Draw one report.

    Args:
        person: Whose report it is.
        report: What it says.
        layout: How it looks.
        scanned: Give full-page images of the same pages instead of text.
        dpi: Resolution of the images.
        seed: Decides the scanner's rotation and noise.
        quality: How bad the scanner is.

    Returns:
        The PDF and the truth about it, boxes mapped through the scanner's rotation.
    """
    paper = Paper(size=layout.page_size, rotation=layout.rotation)
    sheet = paper.new_sheet()
    y = _letterhead(sheet, report, layout)
    y = _patient_block(sheet, person, report, layout, y)
    writer = ResultWriter(paper, layout, report, sheet, y + 10)
    _results(writer)
    _closing(writer)
    _page_numbers(paper, layout)
    content = paper.finish()
    rows = writer.rows
    if scanned:
        content, angles = scan_pages(content, dpi=dpi, seed=seed, quality=quality)
        rows = [_turned(row, angles[row.page - 1], layout.page_size) for row in rows]
    minute = "%H" in layout.date_format
    shape = "%Y-%m-%dT%H:%M" if minute else "%Y-%m-%d"
    truth = SampleTruth(
        layout=layout.name,
        scanned=scanned,
        person=person,
        collected=report.collected.strftime(shape) if report.collected and layout.header_collected else "",
        reported=report.reported.strftime(shape),
        rows=tuple(rows),
        identifiers=_identifiers(person, report),
        traps=(*writer.traps, *report.notes),
    )
    name = f"lab-{layout.name}{'-scan' if scanned else ''}"
    return SampleDocument(name, content, truth)


def _turned(row: TrueRow, angle: float, size: tuple[float, float]) -> TrueRow:
    width, height = size
    words = tuple(
        replace(
            word,
            box=turn_box(word.box, angle, width=width, height=height),
            ink=turn_box(word.ink, angle, width=width, height=height),
        )
        for word in row.words
    )
    return replace(
        row,
        words=words,
        box=type(row.box).around([word.box for word in words]),
        ink=type(row.ink).around([word.ink for word in words]),
    )


def _identifiers(person: Person, report: LabReport) -> tuple[str, ...]:
    return (
        person.family_first,
        person.given,
        person.family,
        person.mrn,
        person.phone,
        person.street,
        person.birth_date.strftime("%m/%d/%Y"),
        report.clinic.clinician,
        report.clinic.phone,
        report.accession,
    )


def _letterhead(sheet: Sheet, report: LabReport, layout: LabLayout) -> float:
    clinic = report.clinic
    right = sheet.width - layout.left
    sheet.put(clinic.name, layout.left, 44, size=13, font="hebo")
    sheet.put(f"{clinic.street}, {clinic.city_line}", layout.left, 57, size=7.5)
    sheet.put(f"Phone: {clinic.phone}", right, 57, size=7.5, align="right")
    sheet.line(layout.left, 63, right, 63, weight=1.0)
    sheet.put("LABORATORY REPORT", right, 44, size=10, font="hebo", align="right")
    return 80.0


def _patient_block(sheet: Sheet, person: Person, report: LabReport, layout: LabLayout, y: float) -> float:
    birth = person.birth_date.strftime(layout.date_format.split(" %H")[0])
    fields = [
        ("Patient:", person.family_first),
        ("DOB:", birth),
        ("Sex:", person.sex),
        ("MRN:", person.mrn),
        ("Address:", f"{person.street}, {person.city}, {person.state} {person.postal_code}"),
        ("Phone:", person.phone),
    ]
    dates = [("Accession:", report.accession), ("Ordering Provider:", report.clinic.clinician)]
    if report.collected and layout.header_collected:
        dates.append((layout.collected_label, report.collected.strftime(layout.date_format)))
    dates.append((layout.received_label, report.received.strftime(layout.date_format)))
    dates.append((layout.reported_label, report.reported.strftime(layout.date_format)))
    match layout.header:
        case HeaderStyle.TWO_COLUMNS:
            for side, lines in ((layout.left, fields), (sheet.width / 2 + 10, dates)):
                for index, (label, value) in enumerate(lines):
                    sheet.put(label, side, y + index * 13, size=8.5, font="hebo")
                    sheet.put(value, side + 96, y + index * 13, size=8.5)
            return y + 13 * max(len(fields), len(dates)) + 8
        case HeaderStyle.LABEL_ABOVE:
            step = (sheet.width - 2 * layout.left) / 4
            everything = fields[:4] + fields[5:] + dates
            for index, (label, value) in enumerate(everything):
                x, top = layout.left + (index % 4) * step, y + (index // 4) * 28
                sheet.put(label.rstrip(":"), x, top, size=7)
                sheet.put(value, x, top + 11, size=9, font="hebo")
            return y + 28 * ((len(everything) + 3) // 4) + 6
        case HeaderStyle.LINES:
            for index, (label, value) in enumerate(fields[:4] + dates):
                sheet.put(f"{label} {value}", layout.left, y + index * 12, size=9, font=layout.table.font)
            return y + 12 * (4 + len(dates)) + 8


def _results(writer: ResultWriter) -> None:
    layout, report = writer.layout, writer.report
    if layout.side_by_side:
        start = writer.y
        ends = []
        for index, panel in enumerate(report.panels[:2]):
            writer.y = start
            left = layout.left + index * (layout.page_size[0] / 2 - 20)
            if layout.table.titled and not layout.table.title_each_panel:
                writer.titles(left)
            writer.panel(panel, left)
            ends.append(writer.y)
        writer.y = max(ends)
        return
    if layout.table.titled and not layout.table.title_each_panel:
        writer.titles(layout.left)
    for panel in report.panels:
        writer.panel(panel, layout.left)


def _closing(writer: ResultWriter) -> None:
    if writer.y > writer.paper.size[1] - 110:
        writer.sheet = writer.paper.new_sheet()
        writer.y = 60
    for index, note in enumerate(writer.report.notes, start=1):
        writer.sheet.put(f"{index}. {note}", writer.layout.left, writer.y + 6, size=7.5)
        writer.y += 11


def _page_numbers(paper: Paper, layout: LabLayout) -> None:
    for sheet in paper.sheets:
        footer = sheet.height - 30
        sheet.put("Final report", layout.left, footer, size=7)
        sheet.put(
            f"Page {sheet.number} of {len(paper.sheets)}", sheet.width - layout.left, footer, size=7, align="right"
        )
