"""The product's modules as syntax trees, for the tests of this folder."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "arbiter_fhir"

#: Folders of the package whose doors are closed: others import what their `__init__` lists and nothing else.
ROOMS = (
    "documents",
    "deid",
    "extraction",
    "identity",
    "promotion",
    "review",
    "retrieval",
    "answering",
    "providers",
    "openemr",
    "fhir",
    "store",
    "telemetry",
    "transport",
    "worker",
)


@dataclass(frozen=True)
class Module:
    """One module: its path, dotted name, room (empty at the top) and tree."""

    path: Path
    name: str
    room: str
    tree: ast.Module
    lines: int

    def imports(self) -> list[tuple[str, tuple[str, ...]]]:
        """Every import anywhere in the module: dotted module, names taken from it."""
        found: list[tuple[str, tuple[str, ...]]] = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found += [(alias.name, ()) for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.append((node.module, tuple(alias.name for alias in node.names)))
        return found


@cache
def modules(folder: str = "arbiter_fhir") -> tuple[Module, ...]:
    """All modules below a folder of the repository."""
    every = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        relative = path.relative_to(ROOT).with_suffix("")
        parts = relative.parts[:-1] if relative.name == "__init__" else relative.parts
        room = relative.parts[1] if len(relative.parts) > 2 else ""
        every.append(Module(path, ".".join(parts), room, ast.parse(text), text.count("\n")))
    return tuple(every)
