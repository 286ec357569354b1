"""Results over time in words and as the rows of a table."""

from __future__ import annotations

from arbiter_fhir.answering.series import Point, Series
from arbiter_fhir.answering.wording.dates import DateLabels, of_day, span
from arbiter_fhir.answering.wording.results import flag_words, measured, name_of, status_word
from arbiter_fhir.answering.wording.vocabulary import own, source_names
from arbiter_fhir.domain.answer import TableColumn
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.lab_comparison import canonical_unit

__all__ = ["extremes_sentence", "row_cells", "shown", "table_columns", "trend_sentence"]


def shown(point: Point) -> DeidentifiedText:
    """The value as it stands in its source, with what it is in the unit of the series where that is another."""
    if point.converted is None:
        return measured(point.item)
    return DeidentifiedText.compose("{} (converted: {})", measured(point.item), own(point.converted.text))


def _when(point: Point, dates: DateLabels) -> DeidentifiedText:
    return dates.label(point.item.observed or of_day(point.day))


def trend_sentence(series: Series, dates: DateLabels) -> DeidentifiedText:
    """``LDL fell from 148 mg/dL on [DATE_1] to 92 mg/dL on [DATE_2], by 56 mg/dL over 14 months (4 results)``.

    Args:
        series: At least two exact values on two days.
        dates: Labels of this draft.
    """
    first, last = series.points[0], series.points[-1]
    name, count = name_of(last.item), len(series.points)
    apart = span(first.day, last.day)
    ends = (shown(first), _when(first, dates), shown(last), _when(last, dates))
    if series.direction == 0:
        template = "{} was {} on {} and {} on {}, {} apart: unchanged{} ({} results)."
        return DeidentifiedText.compose(template, name, *ends, apart, _steadiness(series), count)
    by = _difference(series)
    words = (name, *ends, by, apart, _steadiness(series), count)
    if series.direction > 0:
        return DeidentifiedText.compose("{} rose from {} on {} to {} on {}, by {} over {}{} ({} results).", *words)
    return DeidentifiedText.compose("{} fell from {} on {} to {} on {}, by {} over {}{} ({} results).", *words)


def _steadiness(series: Series) -> DeidentifiedText:
    return own("" if series.steady else ", with ups and downs between")


def _difference(series: Series) -> DeidentifiedText:
    unit = series.unit
    if canonical_unit(unit.value) == "%":
        return DeidentifiedText.compose("{} percentage points", series.difference)
    return DeidentifiedText.compose("{} {}", series.difference, unit) if unit.value else own(str(series.difference))


def extremes_sentence(series: Series, dates: DateLabels) -> DeidentifiedText:
    """The highest and the lowest of at least three exact values, the latest of equal ones."""
    highest, lowest = series.highest, series.lowest
    return DeidentifiedText.compose(
        "The highest of the {} results for {} was {} on {}, the lowest {} on {}.",
        len(series.points),
        name_of(series.points[-1].item),
        shown(highest),
        _when(highest, dates),
        shown(lowest),
        _when(lowest, dates),
    )


def table_columns(series: Series) -> tuple[TableColumn, ...]:
    """The columns that at least one row fills."""
    columns = [TableColumn.DATE, TableColumn.VALUE]
    if any(point.converted for point in series.rows):
        columns.append(TableColumn.CONVERTED)
    if any(flag_words(point.item.result) or status_word(point.item.result) for point in series.rows):
        columns.append(TableColumn.FLAG)
    if any(point.item.words.reference_range.value for point in series.rows):
        columns.append(TableColumn.REFERENCE)
    return (*columns, TableColumn.SOURCE)


def row_cells(point: Point, columns: tuple[TableColumn, ...], date: DeidentifiedText) -> tuple[DeidentifiedText, ...]:
    """One result as the cells of a row.

    Args:
        point: The result.
        columns: What the table has.
        date: The label of its date.
    """
    item = point.item
    flags = [word for word in (flag_words(item.result), status_word(item.result)) if word]
    cells = {
        TableColumn.DATE: date,
        TableColumn.VALUE: measured(item),
        TableColumn.CONVERTED: own(point.converted.text if point.converted else ""),
        TableColumn.FLAG: own(", ".join(flags)),
        TableColumn.REFERENCE: item.words.reference_range,
        TableColumn.SOURCE: own(", ".join(source_names(item))),
    }
    return tuple(cells[column] for column in columns)
