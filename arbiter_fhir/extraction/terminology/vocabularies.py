"""Small vocabularies without codes: procedures, vaccines, relatives, and further names that questions use.

*Source*: ``data/procedures.tsv``, ``data/vaccines.tsv``, ``data/relations.tsv``, ``data/asked_names.tsv``.
"""

from __future__ import annotations

from functools import cache

from arbiter_fhir.extraction.tables import read_table
from arbiter_fhir.extraction.terminology.lexicon import Lexicon

__all__ = ["asked_names", "procedures", "relations", "vaccines"]


def _lexicon(table: str, column: str) -> Lexicon[str]:
    names: list[tuple[str, str]] = []
    for row in read_table(table):
        names.append((row[column], row[column]))
        names.extend((name, row[column]) for name in row["names"].split("|") if name)
    return Lexicon(names)


@cache
def procedures() -> Lexicon[str]:
    """Procedures and operations, each by its normalised name."""
    return _lexicon("procedures.tsv", "procedure")


@cache
def vaccines() -> Lexicon[str]:
    """Vaccines, each by its normalised name."""
    return _lexicon("vaccines.tsv", "vaccine")


@cache
def relations() -> Lexicon[str]:
    """Relatives, each by its normalised word."""
    return _lexicon("relations.tsv", "relation")


@cache
def asked_names() -> Lexicon[tuple[str, str]]:
    """Names by which questions and titles of a chart speak of conditions and vaccines, as kind and normalised name.

    Documents are not read by them: "swelling" or "bled" in running text is no finding.
    """
    return Lexicon(
        (name, (row["kind"], row["name"]))
        for row in read_table("asked_names.tsv")
        for name in (row["name"], *row["names"].split("|"))
        if name
    )
