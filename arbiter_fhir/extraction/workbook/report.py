"""A workbook: clean pages in, cited facts out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocType, DocumentWarning, WarningCode
from arbiter_fhir.domain.fact import CitedFact, FactType, RejectedCandidate
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.extraction.certainty import decide_certainty
from arbiter_fhir.extraction.citing import Source
from arbiter_fhir.extraction.disowned import disowns_result
from arbiter_fhir.extraction.injection import speaks_to_machine
from arbiter_fhir.extraction.laboratory.candidate import Part
from arbiter_fhir.extraction.laboratory.confidence import confidence_of
from arbiter_fhir.extraction.laboratory.datebook import DateBook
from arbiter_fhir.extraction.laboratory.dates import labelled_dates
from arbiter_fhir.extraction.laboratory.duplicates import find_duplicates
from arbiter_fhir.extraction.laboratory.geometry import Fragment, PageView, view_page
from arbiter_fhir.extraction.laboratory.grounding import ground_row
from arbiter_fhir.extraction.laboratory.interpretation import Interpretation, interpret
from arbiter_fhir.extraction.laboratory.neighbours import look_around
from arbiter_fhir.extraction.laboratory.schema import schema_problem
from arbiter_fhir.extraction.laboratory.statement import state
from arbiter_fhir.extraction.laboratory.subjects import is_of_no_patient, names_relative
from arbiter_fhir.extraction.page_lines import lines_of_fact
from arbiter_fhir.extraction.place import place_of
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.weakened import weakens_result
from arbiter_fhir.extraction.workbook.grid import GridCell, read_sheets
from arbiter_fhir.extraction.workbook.limits import with_limits
from arbiter_fhir.extraction.workbook.lists import read_lists
from arbiter_fhir.extraction.workbook.rows import FoundRow
from arbiter_fhir.extraction.workbook.silent_rows import silent_rows
from arbiter_fhir.extraction.workbook.tables import SheetReading, read_sheet
from arbiter_fhir.extraction.workbook.vital_facts import cite_vital_sign, vital_sign_of
from arbiter_fhir.ports.documents import Extraction

__all__ = ["read_workbook"]


def read_workbook(document: DeidentifiedDocument, *, doc_type: DocType, source_id: str) -> Extraction:
    """Read the facts of a workbook.

    Args:
        document: The clean document.
        doc_type: For citations.
        source_id: For citations: ``documents:123`` or a file label.

    Returns:
        Results in reading order, then everything else; what was not taken with its reason, and warnings.
    """
    views = [view_page(page) for page in document.pages]
    sheets = read_sheets(views)
    readings = [read_sheet(sheet) for sheet in sheets]
    source = Source(SourceType(doc_type.value), source_id)
    lists = read_lists(document, [cell for reading in readings for cell in reading.taken], source)
    signs = sum(fact.fact_type is FactType.VITAL_SIGN for fact in lists)
    results = _Results(document, views, source, signs)
    results.add([row for reading in readings for row in reading.rows])
    facts = (*results.facts, *lists)
    taken = [cell for reading in readings for cell in (*reading.taken, *(each for each, _ in reading.unread))]
    rejected = [*results.rejected, *_unread(readings), *silent_rows(sheets, taken, _told(document, facts))]
    return Extraction(facts, tuple(rejected), _warnings(views))


def _told(document: DeidentifiedDocument, facts: Iterable[CitedFact]) -> frozenset[tuple[int, int]]:
    """Page number and line index of everything that facts cite."""
    pages = {page.number: page for page in document.pages}
    cited = [(fact, page) for fact in facts if (page := pages.get(fact.citation.page or 0)) is not None]
    return frozenset((page.number, line) for fact, page in cited for line in lines_of_fact(fact, page))


class _Results:
    """Results and vital signs of all sheets."""

    def __init__(
        self, document: DeidentifiedDocument, views: Sequence[PageView], source: Source, vital_signs: int
    ) -> None:
        self.facts: list[CitedFact] = []
        self.rejected: list[RejectedCandidate] = []
        self._document = document
        self._book = DateBook(tuple(date for view in views for date in labelled_dates(view)), document.dates)
        self._source = source
        self._vital_signs = vital_signs

    def add(self, rows: Sequence[FoundRow]) -> None:
        """Interpret rows and cite what they say."""
        measured = [row for row in rows if vital_sign_of(row) is None]
        neighbours = look_around([row.candidate for row in measured])
        found = [(row, with_limits(row, interpret(row.candidate, self._book, neighbours))) for row in measured]
        problems = [each.unresulted or schema_problem(each.result) for _, each in found]
        kept = [pair for pair, problem in zip(found, problems, strict=True) if not problem]
        self.rejected += [
            _refused(each, problem) for (_, each), problem in zip(found, problems, strict=True) if problem
        ]
        repeated, conflicting = find_duplicates([each for _, each in kept])
        for index, (row, each) in enumerate(kept):
            if index in repeated:
                self.rejected.append(_refused(each, "repeated_result"))
                continue
            doubts = [Reason.CONFLICTING_DUPLICATE] if index in conflicting else []
            self.facts.append(self._fact(row, each, doubts))
        for row in rows:
            sign = vital_sign_of(row)
            if sign is not None:
                field = f"vital_signs[{self._vital_signs}]"
                self._vital_signs += 1
                self.facts.append(cite_vital_sign(row, sign, self._document.dates, field=field, source=self._source))

    def _fact(self, row: FoundRow, found: Interpretation, doubts: Sequence[Reason]) -> CitedFact:
        # Over a column stands one title for many values: the value's cell alone is cited.
        cited = replace(found.row, parts=_own_parts(found.row.parts)) if row.parts.titled else found.row
        grounding = ground_row(cited)
        reasons = [*found.reasons, *doubts, *_remark_doubts(found.result.comment)]
        if grounding.box is None:
            reasons.append(Reason.BOX_NOT_PROVEN)
        elif found.row.fragments(Part.UNIT) and Part.UNIT not in grounding.parts:
            reasons.append(Reason.UNIT_OUTSIDE_BOX)
        if any(speaks_to_machine(text) for text in _spoken(row)):
            reasons.append(Reason.INSTRUCTION_IN_DOCUMENT)
        confidence = confidence_of(found.row, reasons, found.corroborated)
        certainty, kept = decide_certainty(reasons, confidence)
        page = found.row.view.page
        words = [f.word for part in grounding.parts for f in found.row.fragments(part)]
        return CitedFact(
            fact_type=FactType.LAB_RESULT,
            value=found.result,
            fact_text=state(found),
            citation=Citation(
                source_type=self._source.source_type,
                source_id=self._source.source_id,
                page_or_section=place_of(page, words),
                field_or_chunk_id=f"results[{len(self.facts)}]",
                quote=grounding.quote,
                page=page.number,
                box=grounding.box,
            ),
            certainty=certainty,
            confidence=confidence,
            reasons=tuple(reason.value for reason in kept),
            seal=FACT_SEAL,
        )


def _remark_doubts(remark: str) -> list[Reason]:
    """Doubts that a remark beside a result raises: taken back, or somebody else's."""
    doubts = [Reason.CONTRADICTED_IN_DOCUMENT] if disowns_result(remark) else []
    doubts += [Reason.WEAKENED_BY_REMARK] if weakens_result(remark) else []
    return [*doubts, Reason.SPEAKS_OF_ANOTHER] if names_relative(remark) or is_of_no_patient(remark) else doubts


def _own_parts(parts: Mapping[Part, tuple[Fragment, ...]]) -> dict[Part, tuple[Fragment, ...]]:
    return {part: fragments for part, fragments in parts.items() if part in {Part.VALUE, Part.FLAG, Part.UNIT}}


def _spoken(row: FoundRow) -> Iterable[str]:
    yield from (cell.text for cell in row.parts.cells)
    if row.candidate.comment is not None:
        yield row.candidate.comment.value


def _refused(found: Interpretation, reason: str) -> RejectedCandidate:
    return RejectedCandidate(found.row.view.page.number, reason, found.row.view.quote(found.row.every))


def _unread(readings: Iterable[SheetReading]) -> Iterable[RejectedCandidate]:
    unread: list[tuple[GridCell, str]] = [each for reading in readings for each in reading.unread]
    return [RejectedCandidate(cell.view.page.number, reason, cell.clean) for cell, reason in unread]


def _warnings(views: Sequence[PageView]) -> tuple[DocumentWarning, ...]:
    pages = sorted({view.page.number for view in views for line in view.lines if speaks_to_machine(line.text)})
    return tuple(
        DocumentWarning(
            WarningCode.INJECTION, "Text that reads like an instruction to a program; it was not followed.", page
        )
        for page in pages
    )
