"""The words that invented people, places and sentences are made of."""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = ["pool", "sentences"]

_FOLDER = Path(__file__).parent


@cache
def _sections(name: str) -> dict[str, tuple[str, ...]]:
    sections: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in (_FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            lines = sections.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return {heading: tuple(each) for heading, each in sections.items()}


@cache
def pool(section: str) -> tuple[str, ...]:
    """The words of a section of ``names.txt``; an underscore stands for a blank."""
    lines = _sections("names.txt")[section]
    return tuple(word.replace("_", " ") for line in lines for word in line.split())


def sentences(section: str) -> tuple[str, ...]:
    """The sentences of a section of ``prose.txt``."""
    return _sections("prose.txt")[section]
