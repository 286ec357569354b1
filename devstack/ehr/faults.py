"""Faults that a test switches on: the EHR answers late, wrongly, half, or not at all.

The book is read before each request. A fault names the requests it meets (part of path and query, optionally the
method), how many of them to let pass first, and how often it strikes.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from devstack.ehr.messages import JsonValue, Request


class FaultKind(StrEnum):
    """What goes wrong."""

    STATUS = "status"
    """The given status, headers and body come instead of an answer; nothing is processed."""
    SLOW = "slow"
    """The right answer comes after ``delay_seconds``."""
    DRIP = "drip"
    """The right answer comes in ten pieces spread over ``delay_seconds``."""
    RESET = "reset"
    """The connection is reset before anything is processed."""
    RESET_AFTER = "reset_after"
    """The request is processed, then the connection is reset: the caller cannot know."""
    TRUNCATE = "truncate"
    """Content-Length of the whole body, half of its bytes, end of connection."""
    EMPTY = "empty"
    """Right status and headers, no body, Content-Length 0."""
    WRONG_BYTES = "wrong_bytes"
    """Right status, headers and length, other bytes."""
    REDIRECT = "redirect"
    """302 (or ``status``) to ``location``."""
    HUGE = "huge"
    """A body of ``size_bytes`` without a Content-Length."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule.

    Attributes:
        kind: What goes wrong.
        match: Part of path and query; empty for every request.
        method: HTTP method, or None for all.
        status: For ``status`` and ``redirect``.
        headers: Extra headers for ``status``, such as Retry-After in either form.
        body: Body text for ``status``.
        times: How often it strikes; None until it is cleared.
        skip: How many matching requests pass before it strikes.
        delay_seconds: For ``slow`` and ``drip``.
        location: For ``redirect``.
        size_bytes: For ``huge``.
    """

    kind: FaultKind
    match: str = ""
    method: str | None = None
    status: int = 500
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    times: int | None = 1
    skip: int = 0
    delay_seconds: float = 0.0
    location: str = "https://elsewhere.example/"
    size_bytes: int = 64 * 1024 * 1024

    def meets(self, request: Request) -> bool:
        """Tells whether a request is one that the fault is about."""
        return self.match in request.target() and self.method in {None, request.method}

    @classmethod
    def from_json(cls, value: JsonValue) -> Fault:
        """Reads a fault from the body of ``POST /__faults__``.

        Raises:
            TypeError: Not an object, or headers that are none.
            ValueError: An unknown field, or a kind that does not exist.
        """
        if not isinstance(value, Mapping):
            raise TypeError("A fault is a JSON object.")
        known = {slot for slot in cls.__slots__ if not slot.startswith("_")}
        if set(value) - known:
            raise ValueError(f"A fault has no field {sorted(set(value) - known)}.")
        headers = value.get("headers") or {}
        if not isinstance(headers, Mapping):
            raise TypeError("The headers of a fault are a JSON object.")
        times = value.get("times", 1)
        return cls(
            kind=FaultKind(str(value.get("kind"))),
            match=str(value.get("match") or ""),
            method=None if value.get("method") is None else str(value["method"]).upper(),
            status=_number(value.get("status"), 302 if value.get("kind") == "redirect" else 500),
            headers={str(name): str(text) for name, text in headers.items()},
            body=str(value.get("body") or ""),
            times=None if times is None else _number(times, 1),
            skip=_number(value.get("skip"), 0),
            delay_seconds=float(str(value.get("delay_seconds") or 0)),
            location=str(value.get("location") or "https://elsewhere.example/"),
            size_bytes=_number(value.get("size_bytes"), 64 * 1024 * 1024),
        )


class FaultBook:
    """The faults now in force; safe to change while the server answers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._faults: list[Fault] = []
        self._strikes = 0

    def add(self, kind: FaultKind | str, match: str = "", **fields: object) -> None:
        """Adds a fault; ``fields`` are those of ``Fault`` (``times=None`` keeps it until cleared)."""
        values: dict[str, object] = {"kind": str(kind), "match": match, **fields}
        self.put(Fault.from_json(values))  # type: ignore[arg-type]  # checked field by field there

    def put(self, fault: Fault) -> None:
        """Adds a fault."""
        with self._lock:
            self._faults.append(fault)

    def clear(self) -> None:
        """Takes all faults away and sets the count of strikes to 0."""
        with self._lock:
            self._faults.clear()
            self._strikes = 0

    @property
    def strikes(self) -> int:
        """How many requests have met a fault since the last ``clear``."""
        with self._lock:
            return self._strikes

    def active(self) -> list[Fault]:
        """Returns the faults still in force."""
        with self._lock:
            return list(self._faults)

    def take(self, request: Request) -> Fault | None:
        """Returns the fault that a request meets, if any, and counts it."""
        with self._lock:
            for place, fault in enumerate(self._faults):
                if not fault.meets(request):
                    continue
                if fault.skip > 0:
                    self._faults[place] = replace(fault, skip=fault.skip - 1)
                    continue
                self._count_down(place, fault)
                self._strikes += 1
                return fault
        return None

    def _count_down(self, place: int, fault: Fault) -> None:
        if fault.times is None:
            return
        if fault.times <= 1:
            del self._faults[place]
        else:
            self._faults[place] = replace(fault, times=fault.times - 1)


def _number(value: JsonValue, otherwise: int) -> int:
    return otherwise if value is None else int(str(value))
