"""Reads the vocabularies in ``data/``: tab-separated, first row names, lines beginning with ``#`` are notes."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

__all__ = ["read_question_table", "read_question_words", "words_of_tables"]


def _lines(name: str) -> list[str]:
    text = resources.files("arbiter_fhir.answering.question").joinpath("data", name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@cache
def read_question_table(name: str) -> tuple[dict[str, str], ...]:
    """All rows of a table, each by column name.

    Args:
        name: File name inside ``arbiter_fhir/answering/question/data``.

    Raises:
        ValueError: A row has another number of columns than the first.
    """
    lines = _lines(name)
    columns = lines[0].split("\t")
    return tuple(dict(zip(columns, line.split("\t"), strict=True)) for line in lines[1:])


@cache
def words_of_tables(letters: int) -> frozenset[str]:
    """Every word of so many letters and more that stands in any of the vocabularies and rules, lower case."""
    folder = resources.files("arbiter_fhir.answering.question").joinpath("data")
    texts = (file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".tsv"))
    return frozenset(word.casefold() for text in texts for word in re.findall(rf"[A-Za-z]{{{letters},}}", text))


@cache
def read_question_words(name: str) -> frozenset[str]:
    """All words of a plain list, parted by blanks."""
    return frozenset(word for line in _lines(name) for word in line.split())
