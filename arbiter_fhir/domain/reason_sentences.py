"""What the reason words mean, in sentences for clinicians: one table, `docs/reasons.md`, read by people and by us."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Final

__all__ = ["sentence_of"]

_ROW: Final = re.compile(r"^\| `(?P<word>[a-z_]+)` \| (?P<meaning>.+) \|$", re.MULTILINE)
_MARKS: Final = re.compile(r"[`*]")


def sentence_of(word: str) -> str:
    """The sentence for a reason word.

    Args:
        word: A stored reason such as ``unit_missing``; identity statuses and outcomes have none.

    Returns:
        The table's sentence in plain text; for a word that it does not know, the word with spaces.
    """
    return _sentences().get(word) or word.replace("_", " ").capitalize() + "."


@cache
def _sentences() -> Mapping[str, str]:
    # An installed package carries the table beside its modules, a checkout has it where people read it.
    carried = resources.files("arbiter_fhir").joinpath("reasons.md")
    checkout = Path(__file__).resolve().parents[2] / "docs" / "reasons.md"
    text = carried.read_text(encoding="utf-8") if carried.is_file() else checkout.read_text(encoding="utf-8")
    # Doubts about a fact come first in the table: some of its words return as what became of the fact in the chart.
    found: dict[str, str] = {}
    for row in _ROW.finditer(text):
        found.setdefault(row["word"], _MARKS.sub("", row["meaning"]))
    return MappingProxyType(found)
