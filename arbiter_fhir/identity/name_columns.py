"""Columns of names in a table: whoever else stands in the patient's column is a patient too.

Under "Name" a list tells whose each row is. Beside a labelled patient above the table such a name has no label of its
own that says so, and would count as nobody's: the row below the patient's would be taken for the patient's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.deid import (
    CandidateField,
    DeidentifiedDocument,
    DeidentifiedPage,
    IdentifierCandidate,
    IdentifierCandidates,
    IdentifierRole,
)
from arbiter_fhir.domain.identity import ChartPatient, MatchOutcome
from arbiter_fhir.domain.region import GridPlace
from arbiter_fhir.identity.names import compare_name

__all__ = ["with_name_columns"]

#: Titles of a column that says whose a row is.
_TITLES: Final = frozenset(
    {
        "name", "names", "full name", "person", "patient", "patient name", "pt", "pt name", "client", "client name",
        "subject", "who", "member", "individual", "participant",
    }
)  # fmt: skip
_OURS: Final = frozenset({MatchOutcome.MATCH, MatchOutcome.CLOSE})


def with_name_columns(
    clean: DeidentifiedDocument, candidates: IdentifierCandidates, patient: ChartPatient
) -> IdentifierCandidates:
    """The candidates, those of unknown role in a column of names with the patient's as a patient's own.

    Args:
        clean: The document after de-identification.
        candidates: Those to be judged.
        patient: The chart patient under whom it was filed.
    """
    pages = {page.number: page for page in clean.pages}
    titled = {column: row for page in clean.pages for column, row in _titles(page)}
    if not titled:
        return candidates
    columns: dict[int, tuple[int, int]] = {}
    for at, item in enumerate(candidates.items):
        page = pages.get(item.page)
        place = _place_of(item, page) if page is not None and item.field is CandidateField.NAME else None
        column = (place.table, place.column) if place is not None else None
        if place is not None and column in titled and place.row > titled[column]:
            columns[at] = column
    ours = {
        column for at, column in columns.items() if compare_name(candidates.items[at].value, patient).outcome in _OURS
    }
    return IdentifierCandidates(
        tuple(
            replace(item, role=IdentifierRole.PATIENT, labelled=True)
            if columns.get(at) in ours and item.role is IdentifierRole.UNKNOWN
            else item
            for at, item in enumerate(candidates.items)
        )
    )


def _titles(page: DeidentifiedPage) -> Iterator[tuple[tuple[int, int], int]]:
    """Table, column and row of each cell that titles a column of names."""
    for region in page.regions:
        if region.grid is None:
            continue
        text = " ".join(page.text.value[start:end] for start, end in region.spans)
        if " ".join(text.casefold().replace("_", " ").split()).strip(" .:*") in _TITLES:
            yield (region.grid.table, region.grid.column), region.grid.row


def _place_of(item: IdentifierCandidate, page: DeidentifiedPage) -> GridPlace | None:
    """The cell that a candidate stands in."""
    if item.box is None:
        return None
    box = item.box
    words = [word for word in page.words if box.holds_center_of(word.box)]
    return next(
        (
            region.grid
            for region in page.regions
            if region.grid is not None and any(region.holds(word.start, word.end) for word in words)
        ),
        None,
    )
