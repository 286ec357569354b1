"""What a draft is collected in: claims, tables, and one number for each cited place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from arbiter_fhir.answering.series import Series
from arbiter_fhir.answering.wording.dates import DateLabels, of_day
from arbiter_fhir.answering.wording.results import name_of
from arbiter_fhir.answering.wording.sentences import labels_for
from arbiter_fhir.answering.wording.trends import row_cells, table_columns
from arbiter_fhir.answering.wording.vocabulary import places
from arbiter_fhir.domain.answer import Claim, Draft, DraftRow, DraftTable, Section
from arbiter_fhir.domain.citation import Citation
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem

__all__ = ["Writer"]


@dataclass(slots=True)
class Writer:
    """Collects a draft.

    Attributes:
        bundle: The evidence.
        dates: Labels of the draft.
    """

    bundle: EvidenceBundle
    dates: DateLabels
    _claims: list[Claim] = field(default_factory=list)
    _citations: dict[Citation, int] = field(default_factory=dict)
    _tables: list[DraftTable] = field(default_factory=list)

    @staticmethod
    def of(bundle: EvidenceBundle) -> Writer:
        """An empty draft with labels that the evidence does not use."""
        return Writer(bundle, labels_for(bundle))

    def add(self, section: Section, text: DeidentifiedText, items: Sequence[EvidenceItem] = ()) -> None:
        """A sentence that these items carry."""
        self.cite(section, text, [place for item in items for place in places(item)])

    def find(self, text: DeidentifiedText, *items: EvidenceItem) -> None:
        """A sentence of the findings."""
        self.add(Section.PATIENT_FINDINGS, text, items)

    def count(self, text: DeidentifiedText, *items: EvidenceItem) -> None:
        """A sentence of the findings that counts or compares: each item by its first place, for there are many."""
        self.cite(Section.PATIENT_FINDINGS, text, [item.citation for item in items])

    def cite(self, section: Section, text: DeidentifiedText, citations: Sequence[Citation]) -> None:
        """A sentence that these places carry."""
        numbers = dict.fromkeys(self._number(citation) for citation in citations)
        self._claims.append(Claim(section, text, tuple(numbers)))

    def tabulate(self, series: Series, limit: int) -> None:
        """A table of the newest rows of a series, oldest first."""
        columns = table_columns(series)
        rows = [
            DraftRow(
                row_cells(point, columns, self.dates.label(point.item.observed or of_day(point.day))),
                tuple(dict.fromkeys(self._number(place) for place in places(point.item))),
            )
            for point in series.rows[-limit:]
        ]
        title = name_of(series.rows[-1].item)
        self._tables.append(DraftTable(Section.PATIENT_FINDINGS, title, columns, tuple(rows)))

    def draft(self) -> Draft:
        """What was collected."""
        return Draft(tuple(self._claims), tuple(self._citations), dict(self.dates.labels), tuple(self._tables))

    def _number(self, citation: Citation) -> int:
        return self._citations.setdefault(citation, len(self._citations))
