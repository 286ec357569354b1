"""One checked thing of an installation: what was found, and what to do where it is not well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from arbiter_fhir.errors import ArbiterError

__all__ = ["Finding", "FixNeededError", "look_at"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One checked thing: what was found, and what to do where it is not well.

    Attributes:
        ok: ``None`` where it could not be looked at, because something before it is missing.
    """

    subject: str
    ok: bool | None
    message: str


class FixNeededError(Exception):
    """Something is not well; the message says what to do, in a sentence."""


def look_at(subject: str, look: Callable[[], str]) -> Finding:
    """A finding from a look: what it gives is well, what it raises is not."""
    try:
        return Finding(subject, ok=True, message=look())
    except FixNeededError as fix:
        return Finding(subject, ok=False, message=str(fix))
    except ArbiterError as error:
        return Finding(subject, ok=False, message=f"{error.code.value}: {error.message}")
