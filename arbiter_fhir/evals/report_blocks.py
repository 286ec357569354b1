"""What a report for people is made of."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter_fhir.evals.evidence import Verdict

__all__ = ["NOT_MEASURED", "SIGN", "Block", "number"]

SIGN = {Verdict.PASSED: "pass", Verdict.FAILED: "FAIL", Verdict.NOT_MEASURED: "n/m"}
NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True)
class Block:
    """A section of the report: sentences, a table, a list; each may be empty. No title: the opening."""

    title: str
    sentences: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    points: tuple[str, ...] = ()


def number(value: float | None, digits: int = 4) -> str:
    """A rate as shown."""
    return NOT_MEASURED if value is None else f"{value:.{digits}f}"
