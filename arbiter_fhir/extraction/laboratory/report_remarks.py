"""What the remarks of a report say of its results: taken back, told otherwise, less certain than they look.

A remark under a result is on that result; one that belongs to no row, or is on the specimen, is on all of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from arbiter_fhir.extraction.disowned import disowns_report, disowns_result
from arbiter_fhir.extraction.laboratory.amendments import Amendment, amendments_in, named_tests
from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.geometry import PageView
from arbiter_fhir.extraction.laboratory.interpretation import Interpretation
from arbiter_fhir.extraction.laboratory.result_status import is_void
from arbiter_fhir.extraction.laboratory.rules.reader import PageReading
from arbiter_fhir.extraction.laboratory.subjects import is_of_no_patient
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.weakened import is_unfit, speaks_of_specimen, weakens_report, weakens_result

__all__ = ["ReportRemarks", "remarks_of"]

#: A longer remark about controls or donors tells of the method.
SHORT_REMARK_WORDS = 4


@dataclass(frozen=True, slots=True)
class ReportRemarks:
    """The remarks of a report.

    Attributes:
        disowns: A remark takes the results back.
        weakening: The remark that takes certainty away from all results; empty for none.
        amended: Other values that remarks tell.
        disowned: Keys of the analytes whose results a remark takes back by name, wherever it stands.
        weakened: The same of remarks that take certainty away.
    """

    disowns: bool
    weakening: str
    amended: Collection[Amendment]
    disowned: Collection[str] = frozenset()
    weakened: Collection[str] = frozenset()

    def doubts_of(self, row: Interpretation) -> list[Reason]:
        """Doubts that the remarks raise about a result."""
        said = row.result.comment
        analyte = find_analyte(row.result.test_name)
        key = analyte.key if analyte is not None else ""
        taken_back = self.disowns or disowns_result(said) or is_void(row.result.panel) or bool(self._told_of(row))
        taken_back = taken_back or key in self.disowned
        doubts = [Reason.CONTRADICTED_IN_DOCUMENT] if taken_back else []
        # A short remark says that a result is none of a patient's (``QC value``).
        aside = is_of_no_patient(said) and len(said.split()) <= SHORT_REMARK_WORDS
        doubts += [Reason.SPEAKS_OF_ANOTHER] if aside else []
        weak = self.weakening or key in self.weakened or _is_weakened(row)
        return [*doubts, Reason.WEAKENED_BY_REMARK] if weak else doubts

    def attached_to(self, row: Interpretation) -> Interpretation:
        """The result with the remarks that are on it and stand elsewhere."""
        comment = row.result.comment
        for remark in (self.weakening, *(amendment.text for amendment in self._told_of(row))):
            if remark and remark not in comment:
                comment = f"{comment} {remark}".strip()
        return replace(row, result=replace(row.result, comment=comment))

    def _told_of(self, row: Interpretation) -> list[Amendment]:
        """Remarks that tell another value of a result than its row, where none tells the same."""
        analyte, value = find_analyte(row.result.test_name), row.result.numeric
        if analyte is None or value is None:
            return []
        told = sorted((each for each in self.amended if each.key == analyte.key), key=lambda each: each.text)
        return [] if any(each.value == value for each in told) else told


def remarks_of(views: Sequence[PageView], reading: PageReading) -> ReportRemarks:
    """The remarks of a report.

    Args:
        views: Its pages.
        reading: What was read from them.
    """
    taken = reading.said | {(row.view.page.number, part.word.line) for row in reading.rows for part in row.every}
    loose = [
        line.text
        for view in views
        for line in view.lines
        if (view.page.number, line.index) not in taken or speaks_of_specimen(line.text)
    ]
    rows = {(row.view.page.number, part.word.line) for row in reading.rows for part in row.every}
    remarks = [line.text for view in views for line in view.lines if (view.page.number, line.index) not in rows]
    return ReportRemarks(
        disowns=any(map(disowns_report, loose)),
        disowned=frozenset(_named_in(remark for remark in remarks if disowns_result(remark))),
        weakened=frozenset(_named_in(remark for remark in remarks if weakens_result(remark))),
        weakening=next(filter(weakens_report, loose), ""),
        amended=amendments_in(line.text for view in views for line in view.lines),
    )


def _named_in(remarks: Iterable[str]) -> Iterator[str]:
    """Keys of the analytes that remarks name."""
    for remark in remarks:
        yield from (key for key, _ in named_tests(remark))


def _is_weakened(row: Interpretation) -> bool:
    """Whether anything printed with a result takes certainty away from it."""
    result = row.result
    beside = (result.test_name, result.panel, result.specimen, result.reference_range, result.unit, result.flag_printed)
    return weakens_result(result.comment) or weakens_result(result.status) or any(map(is_unfit, beside))
