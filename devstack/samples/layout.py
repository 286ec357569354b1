"""How a laboratory's page looks, as data: columns, rules, where units, flags and dates are printed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from devstack.samples.paper import LETTER, Align

__all__ = ["Column", "Content", "Grid", "HeaderStyle", "LabLayout", "TableStyle"]


class Content(StrEnum):
    """What a column's cells hold."""

    NAME = "name"
    VALUE = "value"
    FLAG = "flag"
    UNIT = "unit"
    RANGE = "range"
    VALUE_FLAG = "value_flag"
    VALUE_UNIT = "value_unit"
    RANGE_UNIT = "range_unit"
    RANGE_BRACKETS = "range_brackets"
    IN_RANGE = "in_range"
    OUT_OF_RANGE = "out_of_range"
    PREVIOUS = "previous"
    DATED = "dated"
    SITE = "site"


class Grid(StrEnum):
    """Which rules a table has."""

    NONE = "none"
    ROWS = "rows"
    FULL = "full"


class HeaderStyle(StrEnum):
    """How patient and dates stand at the top of the page."""

    TWO_COLUMNS = "two_columns"
    LABEL_ABOVE = "label_above"
    LINES = "lines"


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        x: Left edge, right edge or middle relative to the table's left, in points.
        wrap: Width in points at which the cell's text goes on in the next line; 0 for never.
    """

    content: Content
    title: str
    x: float
    align: Align = "left"
    wrap: float = 0.0


@dataclass(frozen=True, slots=True)
class TableStyle:
    """A table's looks.

    Attributes:
        titled: Whether column titles are printed.
        leaders: Dots from the name to the next column.
        name_above: The name has a line of its own, the rest stands in the line below.
        range_prefix: Words before the range in its cell, such as ``Reference range:``.
    """

    columns: tuple[Column, ...]
    width: float
    grid: Grid = Grid.NONE
    titled: bool = True
    title_each_panel: bool = False
    leaders: bool = False
    name_above: bool = False
    size: float = 9.0
    pitch: float = 14.0
    font: str = "helv"
    bold: str = "hebo"
    shaded: bool = False


@dataclass(frozen=True, slots=True)
class LabLayout:
    """A whole page design.

    Attributes:
        date_format: For `datetime.strftime`.
        panel_dates: Each panel prints its own collection time and specimen.
        side_by_side: Two tables next to each other.
        rotation: Page rotation stored in the file.
    """

    name: str
    table: TableStyle
    header: HeaderStyle = HeaderStyle.TWO_COLUMNS
    date_format: str = "%m/%d/%Y %H:%M"
    collected_label: str = "Collected:"
    received_label: str = "Received:"
    reported_label: str = "Reported:"
    header_collected: bool = True
    panel_dates: bool = False
    side_by_side: bool = False
    page_size: tuple[float, float] = LETTER
    rotation: int = 0
    left: float = 54.0
    rows_per_page: int = 40
