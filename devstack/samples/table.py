"""Writes panels of results as tables in a given style and notes each row's truth."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

from devstack.samples.layout import Column, Content, Grid, LabLayout, TableStyle
from devstack.samples.paper import Paper, Sheet, text_width
from devstack.samples.report import Analyte, LabReport, Panel
from devstack.samples.truth import Box, TrueRow, TrueWord

__all__ = ["ResultWriter"]

_TRUE_PARTS = frozenset({"name", "value", "flag", "unit", "range"})

#: Pieces of a cell: text and what part of the row it is.
_Cell = list[tuple[str, str]]


def _iso(moment: datetime | None, date_format: str) -> str:
    if moment is None:
        return ""
    return moment.strftime("%Y-%m-%dT%H:%M" if "%H" in date_format else "%Y-%m-%d")


def _wrapped(text: str, width: float, *, size: float, font: str) -> list[str]:
    if width <= 0:
        return [text]
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size=size, font=font) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


def _cell(column: Column, analyte: Analyte, dated: int) -> _Cell:
    flag: _Cell = [(analyte.flag, "flag")] if analyte.flag else []
    value: _Cell = [(analyte.value, "value")]
    unit: _Cell = [(analyte.unit, "unit")]
    if column.content is Content.DATED and dated > 0:
        earlier = analyte.earlier[dated - 1] if dated <= len(analyte.earlier) else ""
        return [(earlier, f"earlier{dated}")]
    cells: dict[Content, _Cell] = {
        Content.NAME: [(analyte.name, "name")],
        Content.VALUE: value,
        Content.FLAG: flag,
        Content.UNIT: unit,
        Content.RANGE: [(analyte.reference, "range")],
        Content.VALUE_FLAG: [*value, *flag],
        Content.VALUE_UNIT: [*value, *unit],
        Content.RANGE_UNIT: [(analyte.reference, "range"), *unit],
        Content.RANGE_BRACKETS: [(f"({analyte.reference})", "range")] if analyte.reference else [],
        Content.IN_RANGE: [] if flag else value,
        Content.OUT_OF_RANGE: [*value, *flag] if flag else [],
        Content.PREVIOUS: [(analyte.previous, "previous")],
        Content.SITE: [("01", "site")],
        Content.DATED: [*value, *flag],
    }
    return cells[column.content]


@dataclass(slots=True)
class ResultWriter:
    """Writes result tables onto sheets, page after page.

    Attributes:
        rows: Truth of the rows written so far.
        traps: Values on the page that are no current results.
        y: Baseline of the next line, points from the top.
    """

    paper: Paper
    layout: LabLayout
    report: LabReport
    sheet: Sheet
    y: float
    rows: list[TrueRow] = field(default_factory=list)
    traps: list[str] = field(default_factory=list)

    @property
    def _style(self) -> TableStyle:
        return self.layout.table

    def titles(self, left: float) -> None:
        """Write the row of column titles."""
        style = self._style
        if style.shaded:
            self.sheet.shade(left - 4, self.y - style.size - 1, left + style.width, self.y + 4)
        dated = 0
        for column in style.columns:
            title = column.title
            if column.content is Content.DATED:
                moments = (self.report.collected, *self.report.earlier_dates)
                moment = moments[dated]
                title = moment.strftime(self.layout.date_format) if moment else ""
                dated += 1
            self.sheet.put(title, left + column.x, self.y, size=style.size, font=style.bold, align=column.align)
        if style.grid is not Grid.NONE:
            self.sheet.line(left - 4, self.y + 4, left + style.width, self.y + 4, weight=0.9)
        self.y += style.pitch + 2

    def panel(self, panel: Panel, left: float, *, heading: bool = True) -> None:
        """Write a panel: heading, its own dates where the layout prints them, rows."""
        style = self._style
        if heading:
            self.sheet.put(panel.title, left, self.y, size=style.size + 1, font=style.bold)
            self.y += style.pitch
        if self.layout.panel_dates:
            self._panel_dates(panel, left)
        if style.titled and style.title_each_panel:
            self.titles(left)
        for analyte in panel.analytes:
            if self.y > self.paper.size[1] - 90:
                self._turn_page(left)
            self._row(panel, analyte, left)
        self.y += style.pitch * 0.6

    def _panel_dates(self, panel: Panel, left: float) -> None:
        words = []
        if panel.specimen:
            words.append(f"Specimen: {panel.specimen}")
        if panel.collected:
            words.append(f"{self.layout.collected_label} {panel.collected.strftime(self.layout.date_format)}")
        if words:
            self.sheet.put("    ".join(words), left, self.y, size=self._style.size - 1, font=self._style.font)
            self.y += self._style.pitch

    def _turn_page(self, left: float) -> None:
        self.sheet = self.paper.new_sheet()
        self.y = 60.0
        self.sheet.put("continued", self.layout.left, 40, size=8, font="heit")
        if self._style.titled:
            self.titles(left)

    def _row(self, panel: Panel, analyte: Analyte, left: float) -> None:
        style = self._style
        top = self.y - style.size - 2
        placed: list[TrueWord] = []
        depth = 1
        dated = 0
        name_end = left
        for column in style.columns:
            cell = _cell(column, analyte, dated)
            dated += column.content is Content.DATED
            y = self.y + (style.pitch * 0.85 if style.name_above and column.content is not Content.NAME else 0)
            words, lines = self._write_cell(column, cell, left, y)
            depth = max(depth, lines)
            placed += words
            if column.content is Content.NAME and style.leaders:
                name_end = left + column.x + text_width(analyte.name, size=style.size, font=style.font)
        if style.leaders:
            self._leaders(name_end, left + style.columns[1].x, placed)
        self.y += style.pitch * (1 + 0.85 * (depth - 1)) + (style.pitch * 0.85 if style.name_above else 0)
        bottom = self.y - style.size - 2
        if style.grid is not Grid.NONE:
            self.sheet.line(left - 4, bottom, left + style.width, bottom)
        if style.grid is Grid.FULL:
            for x in (left - 4, left + style.width, *(left + c.x - 4 for c in style.columns[1:] if c.align == "left")):
                self.sheet.line(x, top, x, bottom)
        if analyte.comment:
            self.sheet.put(analyte.comment, left + 12, self.y, size=style.size - 1.5, font="heit")
            self.y += style.pitch * 0.9
        self._note_truth(panel, analyte, placed)

    def _write_cell(self, column: Column, cell: _Cell, left: float, y: float) -> tuple[list[TrueWord], int]:
        style = self._style
        cell = [(text, part) for text, part in cell if text]
        if not cell:
            return [], 1
        if column.wrap and len(cell) == 1:
            text, part = cell[0]
            lines = _wrapped(text, column.wrap, size=style.size, font=style.font)
            words: list[TrueWord] = []
            for index, line in enumerate(lines):
                words += self.sheet.put(
                    line,
                    left + column.x,
                    y + index * style.pitch * 0.85,
                    size=style.size,
                    font=style.font,
                    align=column.align,
                    part=part,
                )
            return words, len(lines)
        whole = self.sheet.put(
            " ".join(text for text, _ in cell),
            left + column.x,
            y,
            size=style.size,
            font=style.font,
            align=column.align,
        )
        parts = [part for text, part in cell for _ in text.split()]
        return [replace(word, part=part) for word, part in zip(whole, parts, strict=True)], 1

    def _leaders(self, start: float, end: float, placed: list[TrueWord]) -> None:
        first = min((w.box.x for w in placed if w.part != "name"), default=1.0) * self.sheet.width
        end = min(end, first)
        dot = text_width(".", size=self._style.size, font=self._style.font)
        count = int((end - start - 8) / dot)
        if count > 3:
            self.sheet.put("." * count, start + 4, self.y, size=self._style.size, font=self._style.font)

    def _note_truth(self, panel: Panel, analyte: Analyte, placed: list[TrueWord]) -> None:
        collected = panel.collected if self.layout.panel_dates and panel.collected else self.report.collected
        if not self.layout.header_collected and not (self.layout.panel_dates and panel.collected):
            dated = any(column.content is Content.DATED for column in self._style.columns)
            collected = self.report.collected if dated else None
        row_words = tuple(word for word in placed if word.part in _TRUE_PARTS)
        specimen = panel.specimen if self.layout.panel_dates else ""
        self.rows.append(self._true_row(panel, analyte, row_words, collected, specimen))
        self.traps += [word.text for word in placed if word.part == "previous"]
        shared = tuple(word for word in row_words if word.part in {"name", "unit", "range"})
        for index, value in enumerate(analyte.earlier, start=1):
            own = tuple(replace(word, part="value") for word in placed if word.part == f"earlier{index}")
            if own and value:
                earlier = replace(analyte, value=value, flag="", abnormal="", comment="")
                moment = self.report.earlier_dates[index - 1]
                self.rows.append(self._true_row(panel, earlier, (*shared, *own), moment, specimen))

    def _true_row(
        self,
        panel: Panel,
        analyte: Analyte,
        words: tuple[TrueWord, ...],
        collected: datetime | None,
        specimen: str,
    ) -> TrueRow:
        printed = {word.part for word in words}
        return TrueRow(
            test_name=analyte.name,
            value=analyte.value,
            unit=analyte.unit if "unit" in printed else "",
            reference_range=analyte.reference if "range" in printed else "",
            flag=analyte.flag if "flag" in printed else "",
            abnormal=analyte.abnormal if "flag" in printed else "",
            collected=_iso(collected, self.layout.date_format),
            panel=panel.title,
            specimen=specimen,
            comment=analyte.comment,
            resulted=analyte.resulted,
            page=self.sheet.number,
            box=Box.around([word.box for word in words]),
            ink=Box.around([word.ink for word in words]),
            words=words,
        )
