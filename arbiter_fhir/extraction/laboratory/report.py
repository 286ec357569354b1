"""A laboratory report: clean pages in, cited results out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import DocType, DocumentWarning, PageRoute, WarningCode
from arbiter_fhir.domain.fact import CitedFact, FactType, RejectedCandidate, ResultStatus
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.extraction.certainty import decide_certainty
from arbiter_fhir.extraction.contradicting_answers import doubt_contradicting_answers
from arbiter_fhir.extraction.injection import speaks_to_machine
from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.broken_cells import doubt_broken_values
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate, Structure
from arbiter_fhir.extraction.laboratory.confidence import confidence_of
from arbiter_fhir.extraction.laboratory.cultures import Cultures, read_cultures
from arbiter_fhir.extraction.laboratory.datebook import DateBook
from arbiter_fhir.extraction.laboratory.duplicates import find_duplicates
from arbiter_fhir.extraction.laboratory.footnotes import attach_footnotes
from arbiter_fhir.extraction.laboratory.geometry import PageView, view_page
from arbiter_fhir.extraction.laboratory.grounding import Grounding, ground_row
from arbiter_fhir.extraction.laboratory.interpretation import Interpretation, interpret
from arbiter_fhir.extraction.laboratory.neighbours import look_around
from arbiter_fhir.extraction.laboratory.overlooked import OVERLOOKED, overlooked_lines
from arbiter_fhir.extraction.laboratory.report_remarks import remarks_of
from arbiter_fhir.extraction.laboratory.result_status import status_of_report, status_of_row
from arbiter_fhir.extraction.laboratory.row_reading import is_category_in_unit_column
from arbiter_fhir.extraction.laboratory.rules.reader import NAME_MISSING, PageReading, Reject, read_pages
from arbiter_fhir.extraction.laboratory.schema import schema_problem
from arbiter_fhir.extraction.laboratory.statement import state
from arbiter_fhir.extraction.laboratory.subjects import lines_of_other_subjects
from arbiter_fhir.extraction.place import is_hidden
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.ports.documents import Extraction

__all__ = ["read_laboratory_report"]

#: A longer remark about controls or donors tells of the method.
SHORT_REMARK_WORDS = 4


@dataclass(frozen=True, slots=True)
class _Lines:
    """Lines that speak to a machine, by page number and line index."""

    machine: frozenset[tuple[int, int]]

    def touch(self, row: RowCandidate) -> bool:
        """Whether such a line is the row's own, or its comment."""
        spoken = row.comment is not None and speaks_to_machine(row.comment.value)
        lines = {fragment.word.line for fragment in row.every} | {row.line}
        return spoken or any((row.view.page.number, line) in self.machine for line in lines)


def read_laboratory_report(document: DeidentifiedDocument, *, doc_type: DocType, source_id: str) -> Extraction:
    """Read the results of laboratory pages.

    Args:
        document: The clean document.
        doc_type: For citations: the type of the document that the pages belong to.
        source_id: For citations: ``documents:123`` or a file label.

    Returns:
        Results in reading order, what was not taken with its reason, and warnings.
    """
    views = [view_page(page) for page in document.pages]
    reading = read_pages(views)
    reading.said |= attach_footnotes(reading.rows, views)
    lines = _machine_lines(views)
    book = DateBook(tuple(reading.dates), document.dates)
    source = SourceType(doc_type.value)
    standing = status_of_report(views)
    cultures = read_cultures(
        views,
        collected=book.sole_collected,
        source_type=source,
        source_id=source_id,
        elsewhere=frozenset((row.view.page.number, row.line) for row in reading.rows),
        standing=standing,
    )
    rows = [row for row in reading.rows if (row.view.page.number, row.line) not in cultures.lines]
    neighbours = look_around(rows)
    doubt_broken_values(rows, [(each.view, each.fragments) for each in reading.rejects if each.reason == NAME_MISSING])
    _doubt_others(rows, views)
    found = [interpret(row, book, neighbours) for row in rows]
    rejected = [_rejected(reject) for reject in reading.rejects if not _taken(reject, cultures)]
    rejected += [_rejected(reject) for reject in _unread(cultures, reading.rejects)]
    answers = [row for row in found if _answers_to_drug(row)]
    rejected += [_refused(row, "susceptibility_unread") for row in answers]
    found = [row for row in found if row not in answers]
    rejected += [_unresulted(row) for row in found if row.unresulted]
    rejected += [_rejected(reject) for reject in _overlooked(views, reading, cultures)]
    problems = {id(row): schema_problem(row.result) for row in found}
    rejected += [_refused(row, problem) for row in found if (problem := problems[id(row)]) and not row.unresulted]
    resulted = [row for row in found if not row.unresulted and problems[id(row)] is None]
    repeated, conflicting = find_duplicates(resulted)
    rejected += [_refused(resulted[index], "repeated_result") for index in sorted(repeated)]
    facts: list[CitedFact] = []
    remarks = remarks_of(views, reading)
    for index, row in enumerate(resulted):
        if index in repeated:
            continue
        doubts = [Reason.CONFLICTING_DUPLICATE] if index in conflicting else []
        doubts += [Reason.INSTRUCTION_IN_DOCUMENT] if lines.touch(row.row) else []
        doubts += [Reason.HIDDEN_TEXT] if is_hidden(row.row.view.page, [part.word for part in row.row.every]) else []
        doubts += remarks.doubts_of(row)
        told = remarks.attached_to(_with_status(row, standing))
        facts.append(_fact(told, doubts, field=f"results[{len(facts)}]", source=source, source_id=source_id))
    return Extraction((*facts, *doubt_contradicting_answers(cultures.facts)), tuple(rejected), _warnings(lines))


def _answers_to_drug(row: Interpretation) -> bool:
    """Whether a row is none of a measurement: an unknown name, a concentration, and S for susceptible."""
    analyte = find_analyte(row.result.test_name)
    return analyte is None and is_category_in_unit_column(row.wording.unit.value, analyte)


def _doubt_others(rows: Sequence[RowCandidate], views: Sequence[PageView]) -> None:
    """Rows that may be somebody else's wait for a person."""
    printed = {(row.view.page.number, row.line) for row in rows if Reason.STATED_IN_PROSE.value not in row.doubts}
    others = lines_of_other_subjects(views, printed)
    for row in rows:
        lines = {row.line, *(fragment.word.line for fragment in row.every)}
        if any((row.view.page.number, line) in others for line in lines):
            row.doubts.append(Reason.SPEAKS_OF_ANOTHER.value)


def _taken(reject: Reject, cultures: Cultures) -> bool:
    return any((reject.view.page.number, each.word.line) in cultures.lines for each in reject.fragments)


def _unread(cultures: Cultures, seen: Sequence[Reject]) -> list[Reject]:
    """Lines of a culture that nobody read, without those that are already kept in view."""
    kept = {(reject.view.page.number, each.word.line) for reject in seen for each in reject.fragments}
    lines = [(view, line) for view, line in cultures.unread if (view.page.number, line.index) not in kept]
    return [Reject(view, "susceptibility_unread", line.fragments) for view, line in lines]


def _overlooked(views: Sequence[PageView], reading: PageReading, cultures: Cultures) -> list[Reject]:
    """Lines that look like a result and that nobody took."""
    rows = {(row.view.page.number, row.line) for row in reading.rows}
    rejected = {(each.view.page.number, part.word.line) for each in reading.rejects for part in each.fragments}
    unread = {(view.page.number, line.index) for view, line in cultures.unread}
    parts = {(row.view.page.number, part.word.line) for row in reading.rows for part in row.every}
    taken = rows | parts | rejected | unread | cultures.lines | reading.said
    return [
        Reject(view, OVERLOOKED, line.fragments)
        for view, line in overlooked_lines(views, taken, rows, reading.said - rejected)
    ]


def _fact(
    found: Interpretation, doubts: Sequence[Reason], *, field: str, source: SourceType, source_id: str
) -> CitedFact:
    grounding = ground_row(found.row)
    reasons = [*found.reasons, *doubts, *_box_reasons(found.row, grounding)]
    if found.result.result_status is ResultStatus.PRELIMINARY:
        reasons.append(Reason.NOT_FINAL)
    if found.result.result_status in {ResultStatus.CANCELLED, ResultStatus.ENTERED_IN_ERROR}:
        reasons.append(Reason.CONTRADICTED_IN_DOCUMENT)
    if found.result.status and found.result.result_status is None:
        reasons.append(Reason.ROW_UNCLEAR)
    confidence = confidence_of(found.row, reasons, found.corroborated)
    certainty, kept = decide_certainty(reasons, confidence)
    number = found.row.view.page.number
    citation = Citation(
        source_type=source,
        source_id=source_id,
        page_or_section=f"page {number}",
        field_or_chunk_id=field,
        quote=grounding.quote,
        page=number,
        box=grounding.box,
    )
    return CitedFact(
        fact_type=FactType.LAB_RESULT,
        value=found.result,
        fact_text=state(found),
        citation=citation,
        certainty=certainty,
        confidence=confidence,
        reasons=tuple(reason.value for reason in kept),
        seal=FACT_SEAL,
    )


def _box_reasons(row: RowCandidate, grounding: Grounding) -> list[Reason]:
    if grounding.box is None:
        return [Reason.BOX_NOT_PROVEN]
    if not grounding.names_test:
        # Between a name and a later column of a typed table stand other columns' values: the cell alone is boxed, and
        # row and column are as sure as the table's titles.
        own_cell = row.dated and row.structure is Structure.TABLE and row.view.page.route is PageRoute.NATIVE
        return [Reason.VALUE_CELL_BOXED if own_cell else Reason.BOX_NOT_EXACT]
    outside = row.fragments(Part.UNIT) and Part.UNIT not in grounding.parts
    return [Reason.UNIT_OUTSIDE_BOX] if outside else []


def _machine_lines(views: Sequence[PageView]) -> _Lines:
    return _Lines(
        frozenset(
            (view.page.number, line.index) for view in views for line in view.lines if speaks_to_machine(line.text)
        )
    )


def _warnings(lines: _Lines) -> tuple[DocumentWarning, ...]:
    pages = sorted({page for page, _ in lines.machine})
    return tuple(
        DocumentWarning(
            WarningCode.INJECTION, "Text that reads like an instruction to a program; it was not followed.", page
        )
        for page in pages
    )


def _with_status(row: Interpretation, report: ResultStatus | None) -> Interpretation:
    status = status_of_row(row.result.status, row.result.comment, report)
    return replace(row, result=replace(row.result, result_status=status))


def _rejected(reject: Reject) -> RejectedCandidate:
    return RejectedCandidate(reject.view.page.number, reject.reason, reject.view.quote(reject.fragments))


def _refused(row: Interpretation, reason: str) -> RejectedCandidate:
    return RejectedCandidate(row.row.view.page.number, reason, row.row.view.quote(row.row.every))


def _unresulted(row: Interpretation) -> RejectedCandidate:
    return _refused(row, row.unresulted)
