"""The labels of forms: what stands beside or below each, and which kind of fact it is.

*Source*: ``data/form_labels.tsv``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.extraction.tables import read_table

__all__ = ["Label", "read_label"]

_SPACES: Final = re.compile(r"[^a-z0-9/]+")
_CLOSE: Final = re.compile(r"\s*[:=]\s*|\s*[?]\s*")


@dataclass(frozen=True, slots=True)
class Label:
    """A label at the start of a cell.

    Attributes:
        kind: The kind of fact that its value is.
        topic: Of the statement.
        end: Where in the text the value begins; the text's length where none follows.
        closed: Whether a colon or question mark ends the label, so that a value may follow on.
    """

    kind: FactType
    topic: str
    end: int
    closed: bool


def read_label(text: str) -> Label | None:
    """The label with which a cell begins; ``None`` where it begins with none that is known."""
    for found in _CLOSE.finditer(text):
        known = _table().get(_plain(text[: found.start()]))
        if known is not None:
            return Label(*known, end=found.end(), closed=True)
        break
    known = _table().get(_plain(text))
    return None if known is None else Label(*known, end=len(text), closed=False)


def _plain(text: str) -> str:
    bare = re.sub(r"\([^()]*\)", " ", text.casefold().replace("\u2019", "'").replace("'", ""))
    return _SPACES.sub(" ", bare).strip()


@cache
def _table() -> dict[str, tuple[FactType, str]]:
    table: dict[str, tuple[FactType, str]] = {}
    for row in read_table("form_labels.tsv"):
        for name in row["names"].split(";"):
            table.setdefault(_plain(name), (FactType(row["kind"]), row["topic"]))
    return table
