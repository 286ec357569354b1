"""Ctrl-C and its relatives, so that nothing is left running whenever they come."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator

__all__ = ["Interrupted", "Interruption"]

_NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """Somebody wants the end; no error, so that nothing on the way takes it for one."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number

    @property
    def exit_code(self) -> int:
        """What a shell shows for a process that this signal ended."""
        return 128 + self.number


class Interruption:
    """Turns the first SIGINT, SIGTERM or SIGHUP into `Interrupted`; later ones cannot disturb the cleaning up.

    Handlers are set even where a shell has started this in the background with SIGINT ignored.
    """

    def __init__(self) -> None:
        self._number: int | None = None
        self._held = False

    def listen(self) -> None:
        """From now on signals raise `Interrupted` in the main thread."""
        for number in _NUMBERS:
            signal.signal(number, self._receive)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Let a step end that must not be left half done: a signal that comes during it raises after it."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
        if self._number is not None:
            raise Interrupted(self._number)

    def _receive(self, number: int, _frame: object) -> None:
        if self._number is not None:
            return
        self._number = number
        if not self._held:
            raise Interrupted(number)
