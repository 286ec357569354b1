"""Reads the curated tables in ``data/``: tab-separated, first row names, lines beginning with ``#`` are notes."""

from __future__ import annotations

from functools import cache
from importlib import resources

__all__ = ["read_phrases", "read_table"]


@cache
def read_table(name: str) -> tuple[dict[str, str], ...]:
    """All rows of a table, each by column name.

    Args:
        name: File name inside ``arbiter_fhir/extraction/data``.
    """
    text = resources.files("arbiter_fhir.extraction").joinpath("data", name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    names = lines[0].split("\t")
    return tuple(dict(zip(names, line.split("\t"), strict=True)) for line in lines[1:])


@cache
def read_phrases(name: str) -> tuple[tuple[str, str], ...]:
    """All phrases of a table of ``kind`` and ``phrases`` (parted by semicolons), each with its kind.

    Args:
        name: File name inside ``arbiter_fhir/extraction/data``.
    """
    return tuple(
        (row["kind"], phrase.strip())
        for row in read_table(name)
        for phrase in row["phrases"].split(";")
        if phrase.strip()
    )
