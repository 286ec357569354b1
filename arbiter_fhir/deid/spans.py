"""Union of findings: no fragment of any finding survives. Pure."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from arbiter_fhir.deid.findings import Finding
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["MergedSpan", "merge_spans", "trim"]

#: Kinds that melt into one where they overlap: a city inside an address line is part of the address.
_SAME_THING = {IdentifierKind.LOCATION: IdentifierKind.ADDRESS}
#: What lies inside one of these is part of it: the name in an e-mail address.
_CONTAINERS = frozenset({IdentifierKind.EMAIL, IdentifierKind.URL})


@dataclass(frozen=True, slots=True)
class MergedSpan:
    """A stretch of text to replace.

    Attributes:
        start: Offset, inclusive.
        end: Offset, exclusive.
        lead: The finding that decides kind and role: the strongest, then the highest score, then the longest.
        group: Holds it together with other stretches of the same identifier; else empty.
    """

    start: int
    end: int
    lead: Finding
    group: str = ""


def _rank(finding: Finding) -> tuple[int, float, int]:
    return (finding.strength, finding.score, finding.end - finding.start)


def merge_spans(findings: Iterable[Finding], text: str) -> list[MergedSpan]:
    """What to replace in ``text``.

    Overlapping findings of one kind become their union. Where kinds overlap, the stronger one keeps its stretch and
    the rest of the weaker one stays a span of its own, so a date that a model took for part of a name is still a
    date. Every letter and digit that any finding covers is covered by the result; the result is sorted and disjoint.
    """
    found = list(findings)
    containers = [(each.start, each.end) for each in found if each.kind in _CONTAINERS]
    inner = [each for each in found if each.kind not in _CONTAINERS and _is_inside(each, containers)]
    dropped = {id(each) for each in inner}
    taken: list[tuple[int, int]] = []
    spans: list[MergedSpan] = []
    for whole in sorted(
        _unions(each for each in found if id(each) not in dropped),
        key=lambda span: (_rank(span.lead), -span.start),
        reverse=True,
    ):
        for start, end in _free(whole.start, whole.end, taken):
            piece = trim(text, start, end) if (start, end) != (whole.start, whole.end) else (start, end)
            if piece is not None:
                spans.append(MergedSpan(*piece, whole.lead, whole.group))
        insort(taken, (whole.start, whole.end))
    return sorted(spans, key=lambda span: span.start)


def _is_inside(finding: Finding, stretches: Iterable[tuple[int, int]]) -> bool:
    return any(start <= finding.start and finding.end <= end for start, end in stretches)


def _unions(findings: Iterable[Finding]) -> Iterator[MergedSpan]:
    by_kind: dict[IdentifierKind, list[Finding]] = {}
    for finding in findings:
        by_kind.setdefault(_SAME_THING.get(finding.kind, finding.kind), []).append(finding)
    for group in by_kind.values():
        group.sort(key=lambda each: each.start)
        current = [group[0]]
        end = group[0].end
        for finding in group[1:]:
            if finding.start >= end:
                yield _union(current, end)
                current, end = [], finding.end
            current.append(finding)
            end = max(end, finding.end)
        yield _union(current, end)


def _union(members: Sequence[Finding], end: int) -> MergedSpan:
    lead = max(members, key=_rank)
    group = lead.group or next((each.group for each in members if each.group), "")
    return MergedSpan(members[0].start, end, lead, group)


def _free(start: int, end: int, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The stretches of a span that nothing stronger has taken (``taken`` sorted by start; may overlap)."""
    at = start
    for taken_start, taken_end in taken:
        if taken_end <= at or taken_start >= end:
            continue
        if taken_start > at:
            yield at, taken_start
        at = max(at, taken_end)
    if at < end:
        yield at, end


def trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The stretch without what is neither letter nor digit at its ends; ``None`` where nothing is left."""
    while start < end and not text[start].isalnum():
        start += 1
    while end > start and not text[end - 1].isalnum():
        end -= 1
    return (start, end) if start < end else None
