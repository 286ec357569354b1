"""Every module with something to test has a test file of its name."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.source_tree import ROOT, Module, modules

#: Shorter modules hold names or wiring only; modules without a function hold tables or values only.
MIRRORED_LINES = 25
KINDS = ("unit", "contract", "integration", "functional")

#: Rooms that only tell a story, wire or show, and modules at the top: tested as a whole, by this file.
WHOLE = {
    "api": "functional/test_api.py",
    "app": "functional/test_api.py",
    "bootstrap": "functional/test_installation.py",
    "cli": "functional/test_command_line.py",
    "__main__": "functional/test_command_line.py",
    "pipelines": "functional/test_line.py",
}

#: Rooms of pure values and Protocols: their tests are those of the rooms that use them.
VALUES = {"domain", "ports"}


def modules_to_mirror() -> list[Module]:
    return [
        module
        for module in modules()
        if module.lines > MIRRORED_LINES
        and module.path.name != "__init__.py"
        and module.room not in VALUES
        and any(isinstance(node, ast.FunctionDef) for node in ast.walk(module.tree))
    ]


@pytest.mark.parametrize("module", modules_to_mirror(), ids=lambda module: module.name)
def test_a_module_has_its_test(module: Module) -> None:
    name = f"test_{module.path.stem.strip('_')}.py"
    below = module.path.parent.relative_to(ROOT / "arbiter_fhir")
    whole = WHOLE.get(module.room or module.path.stem)
    candidates = [ROOT / "tests" / whole] if whole else []
    candidates += [ROOT / "tests" / kind / below / name for kind in KINDS]
    assert any(path.exists() for path in candidates), (
        f"no {name} in tests/(unit|contract|integration|functional)/{below}"
    )
