"""Reads the word lists that lie beside the code (see `word_lists/README.md` for where they come from)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

__all__ = ["read_lines", "read_sections", "read_words"]

_FOLDER = "word_lists"


def read_lines(name: str) -> list[str]:
    """The lines of a list, without remarks and empty lines."""
    text = resources.files(__package__).joinpath(_FOLDER).joinpath(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def read_words(*names: str) -> frozenset[str]:
    """All words of some lists."""
    return frozenset(word for name in names for line in read_lines(name) for word in line.split())


@cache
def read_sections(name: str) -> Mapping[str, str]:
    """Heading in brackets to the text under it, line breaks as blanks."""
    sections: dict[str, str] = {}
    heading = ""
    for line in read_lines(name):
        if line.startswith("["):
            heading = line.strip("[]")
            sections[heading] = ""
        else:
            sections[heading] = f"{sections[heading]} {line}".strip()
    return sections
