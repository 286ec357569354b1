"""Lines that look like a result and that no rule took: kept in view, so that nothing goes without a word.

A line counts as looking like a result where it names a known test and says how it came out, where a short line ends in
a word that only results use, where a number has a unit behind it, and where a number closes a short line among rows.
Nothing is read from it; a person sees that it is there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from arbiter_fhir.extraction.laboratory.analytes import find_analyte
from arbiter_fhir.extraction.laboratory.geometry import CELL_GAP_CHARS, Line, PageView, text_of
from arbiter_fhir.extraction.laboratory.ranges import is_range
from arbiter_fhir.extraction.laboratory.rules.grammar import is_remark
from arbiter_fhir.extraction.laboratory.rules.header import title_of
from arbiter_fhir.extraction.laboratory.units import ucum_of
from arbiter_fhir.extraction.laboratory.values import parse_value

__all__ = ["OVERLOOKED", "overlooked_lines", "tells_outcome"]

#: Reason of such a line.
OVERLOOKED: Final = "result_unread"
#: Words that say how a test came out and mean little else in a report.
_OUTCOME: Final = re.compile(
    r"\b(?:positive|negative|(?:non-?\s?)?reactive|(?:not\s+|un)?detected|indeterminate|equivocal|inconclusive|"
    r"(?:non-?\s?)?immune)\b[.!]?$",
    re.IGNORECASE,
)
#: Words that tell of a known test how it came out.
_TOLD: Final = re.compile(
    r"\b(?:within\s+(?:the\s+)?(?:normal|reference)\s+(?:limits?|range)|wnl|normal|unremarkable|elevated|abnormal|"
    r"(?:slightly|mildly|markedly|very|critically)?\s*(?:high|low|raised|decreased|increased|borderline)|stable|"
    r"positive|negative|(?:non-?\s?)?reactive|(?:not\s+|un)?detected|trace|immune|indeterminate|equivocal)\b[.!,;]?$",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"^[A-Za-z\[]")
#: Values of a panel in one string, as notes write them (``CBC 6.1>13.2/39.5<250``).
_FISHBONE: Final = re.compile(
    r"^(?:cbc|bmp|cmp|abg|vbg|lytes|lfts?|coags?|chem(?:istry)?[- ]?\d*)\b[:\s]+\S*\d", re.IGNORECASE
)
FISHBONE_DIGITS: Final = 4
#: More white than a blank, in characters.
APART_CHARS: Final = 1.2
#: A line with an outcome alone is short; running text is somebody's account of it.
SHORT_WORDS: Final = 6
#: Words of the longest name that is looked for at the beginning of a line.
NAME_WORDS: Final = 6
#: A line right beside a row is at most this many lines away.
NEAR_LINES: Final = 2
#: Legends and method notes that explain words of results.
_LEGEND: Final = re.compile(
    r"\b(?:page|phone|fax|tel|suite|room|account|report|reference|legend|key|interpretation|method|version|clia|"
    r"normal\s+range|range|flag|copy|dob|age|sex|gender|mrn|order|accession|weight|height|bmi|status|if|when|may|"
    r"indicates?|should|means?|result[s]?\s+(?:are|is|of)|=)(?:\b|\s|$)",
    re.IGNORECASE,
)


def tells_outcome(text: str) -> bool:
    """Whether a text ends in words that say how a test came out (``Negative``, ``within normal limits``)."""
    return _TOLD.search(text.strip()) is not None


def overlooked_lines(
    views: Sequence[PageView],
    taken: Collection[tuple[int, int]],
    rows: Collection[tuple[int, int]],
    remarks: Collection[tuple[int, int]] = (),
) -> Iterator[tuple[PageView, Line]]:
    """Lines that look like a result and were not taken.

    Args:
        views: The report's pages.
        taken: Page number and line index of every line that was read, quoted, or kept in view otherwise.
        rows: Those of them that hold a result.
        remarks: Those of them that were taken for a remark; a result of its own is more than that.
    """
    for view in views:
        at_rows = [at for at, line in enumerate(view.lines) if (view.page.number, line.index) in rows]
        for at, line in enumerate(view.lines):
            key = (view.page.number, line.index)
            near = any(abs(at - row) <= NEAR_LINES for row in at_rows)
            inside = bool(at_rows) and at_rows[0] < at < at_rows[-1]
            beside = (near or inside) and _closes_in_cells(line, view.char)
            if key in taken and not (key in remarks and (beside or _answers_in_a_cell(line, view.char))):
                continue
            if beside or _looks_like_result(line, among_rows=near or inside):
                yield view, line


def _answers_in_a_cell(line: Line, char: float) -> bool:
    """Whether a line ends in a result word that stands apart from what is before it."""
    for at in range(1, len(line.fragments)):
        apart = line.fragments[at].x0 - line.fragments[at - 1].x1 > APART_CHARS * char
        if apart and _OUTCOME.fullmatch(text_of(line.fragments[at:])) is not None:
            return not line.text.startswith("(")
    return False


def _closes_in_cells(line: Line, char: float) -> bool:
    """Whether a named line among rows ends in a number in a cell of its own, with no more than a range behind it."""
    for at in range(1, len(line.fragments)):
        apart = line.fragments[at].x0 - line.fragments[at - 1].x1 > CELL_GAP_CHARS * char
        if (
            apart
            and line.fragments[at].text[0].isdigit()
            and _is_number(line.fragments[at].text)
            and _NAMED.match(line.text)
        ):
            rest = text_of(line.fragments[at + 1 :])
            return not rest or is_range(rest) or ucum_of(rest) is not None
    return False


def _looks_like_result(line: Line, *, among_rows: bool) -> bool:
    text = line.text.strip()
    if not _NAMED.match(text) or title_of(line.fragments) is not None:
        return False
    if _FISHBONE.match(text) and sum(map(str.isdigit, text)) >= FISHBONE_DIGITS:
        return True
    if _named_first(line) and tells_outcome(text) and len(line.fragments) <= 2 * NAME_WORDS:
        return True
    if len(line.fragments) > SHORT_WORDS or len(line.fragments) < 2 or _LEGEND.search(text):
        return False
    if is_remark(line.fragments) or any(fragment.is_placeholder for fragment in line.fragments[1:]):
        return False
    return _OUTCOME.search(text) is not None or _ends_in_number(line, among_rows=among_rows)


def _named_first(line: Line) -> bool:
    """Whether a line begins with the name of a known test and goes on."""
    return any(
        find_analyte(text_of(line.fragments[:size]).rstrip(":,")) is not None
        for size in range(1, min(NAME_WORDS, len(line.fragments) - 1) + 1)
    )


def _ends_in_number(line: Line, *, among_rows: bool) -> bool:
    """Whether a name is followed by a number and its unit, or among rows by a number alone."""
    last, before = line.fragments[-1], line.fragments[-2]
    if len(line.fragments) > 2 and _is_number(before.text) and ucum_of(last.text.rstrip(".,;")) is not None:
        return True
    return among_rows and _is_number(last.text)


def _is_number(text: str) -> bool:
    parsed = parse_value(text.rstrip(",;"))
    return parsed is not None and parsed.numeric is not None
