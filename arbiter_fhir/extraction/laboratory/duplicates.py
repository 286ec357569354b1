"""Rows of one document about the same measurement: repeated ones are kept once, conflicting ones reviewed."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.extraction.laboratory.interpretation import Interpretation

__all__ = ["find_duplicates"]


def _same_value(left: Interpretation, right: Interpretation) -> bool:
    a, b = left.result, right.result
    if a.numeric is not None and b.numeric is not None:
        return a.numeric == b.numeric and a.comparator == b.comparator
    return a.value.casefold() == b.value.casefold()


def find_duplicates(found: Sequence[Interpretation]) -> tuple[set[int], set[int]]:
    """Compare rows that have the same analyte, specimen, unit and collection date.

    Args:
        found: All rows of a document that hold a result.

    Returns:
        Indices of rows that repeat an earlier one, and indices of rows whose values conflict.
    """
    by_subject: dict[tuple[str, ...], list[int]] = {}
    for index, row in enumerate(found):
        by_subject.setdefault(row.subject, []).append(index)
    repeated: set[int] = set()
    conflicting: set[int] = set()
    for indices in by_subject.values():
        first = indices[0]
        if all(_same_value(found[first], found[other]) for other in indices[1:]):
            repeated.update(indices[1:])
        else:
            conflicting.update(indices)
    return repeated, conflicting
