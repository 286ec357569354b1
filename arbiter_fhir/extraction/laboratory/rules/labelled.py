"""Reads results that are printed as labelled fields: ``Test: … Result: … Units: … Reference Range: … Flag: …``.

The fields of one result stand on one line or on lines that follow each other; the next test label begins the next
result.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate
from arbiter_fhir.extraction.laboratory.geometry import Fragment, Line
from arbiter_fhir.extraction.laboratory.rules.table import ReadRow, settle_value

__all__ = ["read_labelled"]

_LABELS: dict[str, Part] = {
    **dict.fromkeys(("test", "test name", "analyte", "component", "assay", "test performed"), Part.NAME),
    **dict.fromkeys(("result", "value", "test result", "result value"), Part.VALUE),
    **dict.fromkeys(("unit", "units", "unit of measure"), Part.UNIT),
    **dict.fromkeys(
        ("reference", "reference range", "ref range", "ref", "normal range", "range", "reference interval", "normal"),
        Part.RANGE,
    ),
    **dict.fromkeys(("flag", "abnormal flag", "abnormal"), Part.FLAG),
}
_LONGEST_LABEL = 3


def _label_at(fragments: Sequence[Fragment], index: int) -> tuple[int, Part | None]:
    """Length and meaning of the label that begins at ``index``; 0 and ``None`` where none does."""
    for size in range(1, _LONGEST_LABEL + 1):
        words = fragments[index : index + size]
        if len(words) == size and words[-1].text.endswith(":"):
            text = re.sub(r"\s+", " ", " ".join(word.text for word in words)).rstrip(":").casefold()
            return size, _LABELS.get(text)
    return 0, None


def _fields(line: Line) -> list[tuple[Part, tuple[Fragment, ...]]] | None:
    """The labelled fields of a line; ``None`` where it does not begin with a known label."""
    fields: list[tuple[Part, list[Fragment]]] = []
    index = 0
    while index < len(line.fragments):
        size, part = _label_at(line.fragments, index)
        if part is not None:
            fields += [(Part.LABEL, list(line.fragments[index : index + size])), (part, [])]
            index += size
            continue
        if not fields:
            return None
        fields[-1][1].append(line.fragments[index])
        index += 1
    return [(part, tuple(fragments)) for part, fragments in fields]


def read_labelled(lines: Sequence[Line]) -> tuple[ReadRow | None, int]:
    """Read the result whose first field stands at the beginning of ``lines``.

    Args:
        lines: From the line to look at to the end of the block.

    Returns:
        The row and how many lines it takes; ``None`` and 0 where the first line begins no labelled result.
    """
    parts: dict[Part, tuple[Fragment, ...]] = {}
    used = 0
    for line in lines:
        fields = _fields(line)
        if fields is None or (used and any(part is Part.NAME for part, _ in fields)):
            break
        if not used and fields[1][0] is not Part.NAME:
            break
        for part, fragments in fields:
            parts[part] = (*parts.get(part, ()), *fragments) if part is Part.LABEL else fragments
        used += 1
    if Part.NAME not in parts or Part.VALUE not in parts:
        return None, 0
    before, inner, doubts = settle_value(parts[Part.VALUE])
    if before or not inner:
        return None, 0
    return ReadRow(RowCandidate.kept({**parts, **inner}), doubts), used
