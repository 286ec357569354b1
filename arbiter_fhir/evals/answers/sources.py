"""From a citation to what its source really says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.evals.answers.seen import SeenCitation, Statement
from arbiter_fhir.evals.answers.truth import TrueRecord

__all__ = ["GUIDELINE", "FiledRow", "Sources"]

GUIDELINE = "guideline"

#: A citation's box speaks of a record when it covers at least this share of one of the record's words.
_COVERED = 0.5


@dataclass(frozen=True, slots=True)
class FiledRow:
    """A row of the chart that nobody entered: the product filed it from a document."""

    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything that an answer about one person may cite.

    Attributes:
        keys: ``source_id`` of rows and documents to the key of the chart line or document.
        records: By key, what they say.
        filed: ``source_id`` of rows that the product filed.
        passages: Text of every guideline chunk, by its id.
    """

    keys: Mapping[str, str]
    records: Mapping[str, tuple[TrueRecord, ...]]
    filed: Mapping[str, FiledRow] = field(default_factory=dict)
    passages: Mapping[str, str] = field(default_factory=dict)

    def knows(self, citation: SeenCitation) -> bool:
        """Whether it points into this person's record or into the guidelines."""
        if citation.source_type == GUIDELINE:
            return citation.part in self.passages
        return citation.source_id in self.keys or bool(self._filed_records(citation))

    def keys_of(self, citations: Iterable[SeenCitation]) -> frozenset[str]:
        """Keys of what is cited; a row that the product filed stands for the documents that it came from."""
        found = set()
        for citation in citations:
            if key := self.keys.get(citation.source_id):
                found.add(key)
            else:
                found |= {record.key for record in self._filed_records(citation)}
        return frozenset(found)

    def records_of(self, citation: SeenCitation, statement: Statement) -> tuple[TrueRecord, ...]:
        """What the source says where the citation points, as far as the statement may be about it."""
        key = self.keys.get(citation.source_id)
        if key is None:
            return self._filed_records(citation)
        records = self.records[key]
        if citation.box is not None:
            there = [record for record in records if _points_at(citation, record)]
            if there:
                return tuple(there)
        if len(records) == 1:
            return records
        text = statement.text.casefold()
        return tuple(record for record in records if any(name in text for name in record.names)) or records

    def _filed_records(self, citation: SeenCitation) -> tuple[TrueRecord, ...]:
        row = self.filed.get(citation.source_id)
        return tuple(self._like(row)) if row else ()

    def _like(self, row: FiledRow) -> Iterator[TrueRecord]:
        wanted = row.name.casefold()
        for records in self.records.values():
            for record in records:
                named = any(name in wanted or wanted in name for name in record.names)
                if named and (not row.value or row.value in record.texts):
                    yield record


def _points_at(citation: SeenCitation, record: TrueRecord) -> bool:
    if citation.box is None or record.page != citation.page:
        return False
    return any(_share(citation.box, box) >= _COVERED for box in record.boxes)


def _share(outer: BoundingBox, inner: BoundingBox) -> float:
    """The share of ``inner`` that lies in ``outer``."""
    width = min(outer.x + outer.width, inner.x + inner.width) - max(outer.x, inner.x)
    height = min(outer.y + outer.height, inner.y + inner.height) - max(outer.y, inner.y)
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / (inner.width * inner.height)
