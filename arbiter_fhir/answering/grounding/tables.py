"""Tables, row by row: every cell is worked out again from the one result that the row cites."""

from __future__ import annotations

from arbiter_fhir.answering.grounding.index import EvidenceIndex
from arbiter_fhir.answering.series import Point, series_of
from arbiter_fhir.answering.wording.results import name_of
from arbiter_fhir.answering.wording.trends import row_cells
from arbiter_fhir.answering.wording.vocabulary import places
from arbiter_fhir.domain.answer import Draft, DraftRow, DraftTable, Section
from arbiter_fhir.domain.evidence import EvidenceItem

__all__ = ["wrong_table"]


def wrong_table(table: DraftTable, draft: Draft, index: EvidenceIndex) -> str:
    """What is wrong with a table; empty where each row is a result of one test, in the order of time.

    Args:
        table: The table.
        draft: The draft that it belongs to.
        index: The evidence.
    """
    well_made = table.rows and len(set(table.columns)) == len(table.columns)
    if table.section is not Section.PATIENT_FINDINGS or not well_made:
        return "table_malformed"
    items = [item for row in table.rows if (item := _cited(row, draft, index)) is not None]
    if len(items) != len(table.rows) or len({id(item) for item in items}) != len(items):
        return "row_not_in_evidence"
    tests = {item.subject for item in items}
    if len(tests) != 1 or table.title.value not in {name_of(item).value for item in items}:
        return "test_not_named"
    series = series_of(index.of_test(items[0].subject), index.bundle.question.unit)
    points = [point for item in items for point in series.rows if point.item is item]
    order = [series.rows.index(point) for point in points]
    if len(points) != len(items) or order != sorted(order):
        return "rows_not_comparable_in_order"
    stand = all(_stands(row, point, table, draft) for row, point in zip(table.rows, points, strict=True))
    return "" if stand else "cell_not_in_evidence"


def _cited(row: DraftRow, draft: Draft, index: EvidenceIndex) -> EvidenceItem | None:
    """The one result that all citations of a row are places of."""
    if not row.citations or any(not 0 <= number < len(draft.citations) for number in row.citations):
        return None
    cited = {draft.citations[number] for number in row.citations}
    found = [
        item for item in index.cited(cited, confirmed=True) if cited <= set(places(item)) and item.citation in cited
    ]
    found = [item for item in found if item.lab is not None]
    return found[0] if len(found) == 1 else None


def _stands(row: DraftRow, point: Point, table: DraftTable, draft: Draft) -> bool:
    labels = [cell for cell in row.cells if cell.value in draft.dates]
    if len(row.cells) != len(table.columns):
        return False
    dated = [label for label in labels if draft.dates[label.value] == point.item.observed]
    if not dated or len(dated) != len(labels):
        return False
    cells = row_cells(point, table.columns, dated[0])
    return tuple(cell.value for cell in cells) == tuple(cell.value for cell in row.cells)
