"""Reads the curated tables in ``data/``: tab-separated, first row names, lines beginning with ``#`` are notes."""

from __future__ import annotations

from functools import cache
from importlib import resources

__all__ = ["read_domain_table"]


@cache
def read_domain_table(name: str) -> tuple[dict[str, str], ...]:
    """All rows of a table, each by column name.

    Args:
        name: File name inside ``arbiter_fhir/domain/data``.

    Raises:
        ValueError: A row has another number of columns than the first.
    """
    text = resources.files("arbiter_fhir.domain").joinpath("data", name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    columns = lines[0].split("\t")
    return tuple(dict(zip(columns, line.split("\t"), strict=True)) for line in lines[1:])
