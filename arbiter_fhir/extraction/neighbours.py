"""What the other rows of a document say about one row: whether flags are printed, and which specimen a panel is of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbiter_fhir.extraction.analytes import SpecimenClass, find_analyte, only_specimen
from arbiter_fhir.extraction.candidate import Part, RowCandidate

__all__ = ["Neighbours", "look_around"]

#: A panel's specimen is taken from its analytes only where at least this many of them are measured in one kind only.
TELLING_ANALYTES = 2


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What all rows together say.

    Attributes:
        flags_printed: The document prints flags, so that a missing one says something.
        specimens: Specimen by panel heading, where the panel's analytes leave one.
    """

    flags_printed: bool
    specimens: Mapping[str, SpecimenClass]

    def specimen_of(self, row: RowCandidate) -> SpecimenClass | None:
        """The specimen that the rows of the same panel are measured in, if they agree."""
        return self.specimens.get(_panel(row))


def _panel(row: RowCandidate) -> str:
    return row.panel.value if row.panel is not None else ""


def look_around(rows: Sequence[RowCandidate]) -> Neighbours:
    """Look at all rows of a document."""
    told: dict[str, list[SpecimenClass]] = {}
    for row in rows:
        analyte = find_analyte(row.text(Part.NAME).rstrip(":"))
        specimen = only_specimen(analyte) if analyte else None
        if specimen is not None:
            told.setdefault(_panel(row), []).append(specimen)
    agreed = {
        panel: specimens[0]
        for panel, specimens in told.items()
        if len(specimens) >= TELLING_ANALYTES and len(set(specimens)) == 1
    }
    return Neighbours(any(Part.FLAG in row.parts for row in rows), agreed)
