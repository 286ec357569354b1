"""Seals: a sealed value can be made only by the room that holds its seal.

Skipping a gate is first a type error (the next stage takes only the sealed type) and then a failed check (the
constructor refuses a foreign seal). An architecture test pins which rooms import which seal.
"""

from __future__ import annotations

__all__ = [
    "ANSWER_SEAL",
    "DEID_SEAL",
    "FACT_SEAL",
    "IDENTITY_SEAL",
    "PLAN_SEAL",
    "REDACTION_SEAL",
    "Seal",
    "require_seal",
]


class Seal:
    """The capability to make one kind of sealed value."""

    __slots__ = ("_gate",)

    def __init__(self, gate: str) -> None:
        self._gate = gate

    def __repr__(self) -> str:
        return f"Seal({self._gate})"


#: Held by `deid`, and by `store`, which hands back only what `deid` once made.
DEID_SEAL = Seal("deid")
#: Held by `extraction` and, for what a person decided about a fact, `review` (and `store`, reading back).
FACT_SEAL = Seal("extraction")
#: Held by `identity` (and `store`, reading back).
IDENTITY_SEAL = Seal("identity")
#: Held by `promotion`.
PLAN_SEAL = Seal("promotion")
#: Held by `documents`.
REDACTION_SEAL = Seal("redaction")
#: Held by `answering`.
ANSWER_SEAL = Seal("answering")


def require_seal(given: Seal, expected: Seal) -> None:
    """Refuse a value whose maker does not hold the expected seal.

    Raises:
        TypeError: The seal is another one.
    """
    if given is not expected:
        raise TypeError(f"this value is made only behind the gate {expected!r}")
