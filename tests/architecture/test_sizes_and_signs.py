"""Files have one subject, functions one job, doors have signs."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.source_tree import PACKAGE, ROOMS, ROOT, Module, modules

MODULE_LINES = 400
FUNCTION_LINES = 60
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers", "base", "lib", "core"}

EVERY = [*modules("arbiter_fhir"), *modules("devstack"), *modules("migrations"), *modules("scripts")]


def by_name(module: Module) -> str:
    return str(module.path.relative_to(ROOT))


@pytest.mark.parametrize("module", EVERY, ids=by_name)
def test_a_module_has_one_subject(module: Module) -> None:
    assert module.lines <= MODULE_LINES
    assert ast.get_docstring(module.tree), "a module says in its docstring what it is for"


@pytest.mark.parametrize("module", EVERY, ids=by_name)
def test_a_function_has_one_job(module: Module) -> None:
    long = [
        f"{node.name}: {(node.end_lineno or 0) - node.lineno + 1}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES
    ]
    assert not long


def test_names_are_of_the_field() -> None:
    names = {part for module in EVERY for part in module.path.relative_to(ROOT).with_suffix("").parts}
    assert not names & VAGUE


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_a_sign_on_its_door(room: str) -> None:
    door = PACKAGE / room / "__init__.py"
    if not door.exists():
        assert not any((PACKAGE / room).glob("*.py")), "a room with modules needs a door"
        return
    tree = ast.parse(door.read_text(encoding="utf-8"))
    sign = ast.get_docstring(tree) or ""
    assert all(word in sign for word in ("*Takes*", "*Gives*", "*Never*"))
    exported = [
        node
        for node in tree.body
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets)
    ]
    assert exported, "a door lists what may leave the room in __all__"
