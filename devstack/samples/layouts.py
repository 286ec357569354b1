"""The page designs: sixteen ways in which laboratories print the same kind of table."""

from __future__ import annotations

from devstack.samples.layout import Column, Content, Grid, HeaderStyle, LabLayout, TableStyle

__all__ = ["LAYOUTS"]

_C = Content

_RULED = LabLayout(
    "ruled",
    TableStyle(
        columns=(
            Column(_C.NAME, "Test", 0),
            Column(_C.VALUE, "Result", 190),
            Column(_C.FLAG, "Flag", 260),
            Column(_C.UNIT, "Units", 310),
            Column(_C.RANGE, "Reference Range", 400),
        ),
        width=504,
        grid=Grid.FULL,
        shaded=True,
        pitch=16,
    ),
)

_OPEN = LabLayout(
    "open",
    TableStyle(
        columns=(
            Column(_C.NAME, "TEST NAME", 0),
            Column(_C.VALUE, "RESULT", 240, "right"),
            Column(_C.UNIT, "UNIT", 256),
            Column(_C.RANGE, "REF INTERVAL", 330),
            Column(_C.FLAG, "ABNORMAL", 440),
        ),
        width=500,
    ),
    header=HeaderStyle.LABEL_ABOVE,
    date_format="%d-%b-%Y",
    collected_label="Date Collected:",
    reported_label="Date Reported:",
)

_FLAG_IN_VALUE = LabLayout(
    "flag-in-value",
    TableStyle(
        columns=(
            Column(_C.NAME, "Component", 0),
            Column(_C.VALUE_FLAG, "Your Value", 200),
            Column(_C.RANGE, "Standard Range", 290),
            Column(_C.UNIT, "Units", 400),
            Column(_C.SITE, "Lab", 480),
        ),
        width=504,
        grid=Grid.ROWS,
        size=9.5,
    ),
    header=HeaderStyle.LINES,
    date_format="%m/%d/%Y",
    collected_label="Collection Date:",
    received_label="Received Date:",
    reported_label="Report Date:",
)

_LEADERS = LabLayout(
    "leaders",
    TableStyle(
        columns=(
            Column(_C.NAME, "", 0),
            Column(_C.VALUE_FLAG, "", 230),
            Column(_C.UNIT, "", 300),
            Column(_C.RANGE, "", 390),
        ),
        width=500,
        titled=False,
        leaders=True,
        font="cour",
        bold="cobo",
    ),
    header=HeaderStyle.LINES,
    date_format="%Y-%m-%d %H:%M",
    collected_label="Specimen collected:",
    reported_label="Result date:",
)

_PANEL_DATES = LabLayout(
    "panel-dates",
    TableStyle(
        columns=(
            Column(_C.NAME, "Analyte", 0),
            Column(_C.VALUE, "Result", 180),
            Column(_C.UNIT, "Units", 250),
            Column(_C.FLAG, "Flag", 330),
            Column(_C.RANGE, "Reference Interval", 380),
        ),
        width=504,
        title_each_panel=True,
        grid=Grid.ROWS,
    ),
    header_collected=False,
    panel_dates=True,
)

_SIDE_BY_SIDE = LabLayout(
    "side-by-side",
    TableStyle(
        columns=(
            Column(_C.NAME, "Test", 0),
            Column(_C.VALUE_FLAG, "Result", 92),
            Column(_C.UNIT, "Units", 134),
            Column(_C.RANGE, "Range", 196),
        ),
        width=240,
        size=7.5,
        pitch=12.5,
        title_each_panel=True,
    ),
    side_by_side=True,
    left=40.0,
    date_format="%m/%d/%y",
)

_FLAG_LEFT = LabLayout(
    "flag-left",
    TableStyle(
        columns=(
            Column(_C.FLAG, "", 0),
            Column(_C.NAME, "Test", 28),
            Column(_C.VALUE, "Result", 260, "right"),
            Column(_C.RANGE, "Normal Range", 290),
            Column(_C.UNIT, "Units of Measure", 390),
        ),
        width=504,
        font="tiro",
        bold="tibo",
        size=10,
        pitch=15,
    ),
    date_format="%d-%b-%Y %H:%M",
)

_IN_OUT = LabLayout(
    "in-out-of-range",
    TableStyle(
        columns=(
            Column(_C.NAME, "Test Name", 0),
            Column(_C.IN_RANGE, "In Range", 190),
            Column(_C.OUT_OF_RANGE, "Out Of Range", 260),
            Column(_C.RANGE_UNIT, "Reference Range", 350),
            Column(_C.SITE, "Lab", 480),
        ),
        width=504,
        grid=Grid.ROWS,
    ),
    header=HeaderStyle.LABEL_ABOVE,
    collected_label="Collected:",
)

_WRAPPED = LabLayout(
    "wrapped",
    TableStyle(
        columns=(
            Column(_C.NAME, "Test description", 0, wrap=96),
            Column(_C.VALUE, "Observed value", 130),
            Column(_C.UNIT, "Unit", 230),
            Column(_C.RANGE, "Biological reference interval", 320, wrap=90),
        ),
        width=504,
        grid=Grid.FULL,
        pitch=15,
    ),
    date_format="%d-%b-%Y",
    collected_label="Sample collected on:",
    received_label="Sample received on:",
    reported_label="Reported on:",
)

_NAME_ABOVE = LabLayout(
    "name-above",
    TableStyle(
        columns=(
            Column(_C.NAME, "", 0),
            Column(_C.VALUE, "", 24),
            Column(_C.UNIT, "", 80),
            Column(_C.RANGE_BRACKETS, "", 160),
            Column(_C.FLAG, "", 280),
        ),
        width=400,
        titled=False,
        name_above=True,
        pitch=14,
    ),
    date_format="%B %d, %Y",
    collected_label="Date of collection:",
    reported_label="Date of report:",
)

_CUMULATIVE = LabLayout(
    "cumulative",
    TableStyle(
        columns=(
            Column(_C.NAME, "Test", 0),
            Column(_C.DATED, "", 150),
            Column(_C.DATED, "", 225),
            Column(_C.DATED, "", 300),
            Column(_C.UNIT, "Units", 380),
            Column(_C.RANGE, "Ref. Range", 455),
        ),
        width=520,
        grid=Grid.ROWS,
    ),
    header_collected=False,
    date_format="%m/%d/%Y",
)

_PREVIOUS = LabLayout(
    "previous",
    TableStyle(
        columns=(
            Column(_C.NAME, "Test", 0),
            Column(_C.VALUE_FLAG, "Current Result", 150),
            Column(_C.PREVIOUS, "Previous Result", 235),
            Column(_C.UNIT, "Units", 325),
            Column(_C.RANGE, "Reference Interval", 405),
        ),
        width=504,
    ),
)

_TURNED = LabLayout(
    "turned",
    TableStyle(
        columns=(
            Column(_C.NAME, "Investigation", 0),
            Column(_C.VALUE, "Result", 260),
            Column(_C.UNIT, "Unit", 360),
            Column(_C.RANGE, "Reference values", 450),
            Column(_C.FLAG, "Flag", 600),
        ),
        width=680,
        grid=Grid.ROWS,
        size=10,
        pitch=17,
    ),
    page_size=(792.0, 612.0),
    rotation=90,
)

_LINES = LabLayout(
    "lines",
    TableStyle(
        columns=(
            Column(_C.NAME, "", 0),
            Column(_C.VALUE_UNIT, "", 170),
            Column(_C.RANGE_BRACKETS, "", 290),
            Column(_C.FLAG, "", 400),
        ),
        width=460,
        titled=False,
    ),
    header=HeaderStyle.LINES,
    date_format="%m/%d/%Y",
    collected_label="Drawn:",
    reported_label="Reported:",
)

_LONG = LabLayout(
    "long",
    TableStyle(
        columns=(
            Column(_C.NAME, "TESTS", 0),
            Column(_C.VALUE, "RESULT", 190),
            Column(_C.FLAG, "FLAG", 260),
            Column(_C.UNIT, "UNITS", 310),
            Column(_C.RANGE, "REFERENCE INTERVAL", 390),
            Column(_C.SITE, "LAB", 504),
        ),
        width=524,
        pitch=15,
    ),
    date_format="%m/%d/%Y %H:%M",
)

#: By name.
LAYOUTS: dict[str, LabLayout] = {
    layout.name: layout
    for layout in (
        _RULED,
        _OPEN,
        _FLAG_IN_VALUE,
        _LEADERS,
        _PANEL_DATES,
        _SIDE_BY_SIDE,
        _FLAG_LEFT,
        _IN_OUT,
        _WRAPPED,
        _NAME_ABOVE,
        _CUMULATIVE,
        _PREVIOUS,
        _TURNED,
        _LINES,
        _LONG,
    )
}
