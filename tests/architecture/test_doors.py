"""Other rooms import only what a room's door offers, and only the rooms behind a gate hold its seal."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.source_tree import PACKAGE, ROOMS, Module, modules

#: Seal to the rooms that may import it (see domain/seal.py).
SEAL_HOLDERS = {
    "DEID_SEAL": {"deid", "store", "domain"},
    "FACT_SEAL": {"extraction", "review", "store", "domain"},
    "IDENTITY_SEAL": {"identity", "store", "domain"},
    "PLAN_SEAL": {"promotion", "domain"},
    "REDACTION_SEAL": {"documents", "domain"},
    "ANSWER_SEAL": {"answering", "domain"},
}


def offered(room: str) -> set[str]:
    """The names in a room's `__all__`."""
    tree = ast.parse((PACKAGE / room / "__init__.py").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            return set(ast.literal_eval(node.value))
    return set()


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_a_room_is_entered_by_its_door(module: Module) -> None:
    for target, names in module.imports():
        parts = target.split(".")
        if parts[0] != "arbiter_fhir" or len(parts) < 2 or parts[1] not in ROOMS or parts[1] == module.room:
            continue
        assert len(parts) == 2, f"{module.name} climbs into {target}; import it from arbiter_fhir.{parts[1]}"
        assert set(names) <= offered(parts[1]), f"{module.name} takes what {parts[1]} does not offer"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_seals_are_held_behind_their_gates(module: Module) -> None:
    for target, names in module.imports():
        if target != "arbiter_fhir.domain.seal":
            continue
        for name in names:
            if name in SEAL_HOLDERS:
                assert module.room in SEAL_HOLDERS[name], f"{module.name} must not hold {name}"
