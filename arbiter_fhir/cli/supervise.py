"""`arbiter-fhir up`: watch, work and serve on one host, each its own process, restarted when one dies."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.telemetry import log_event

__all__ = ["own_command", "run_first", "supervise"]

#: A role that dies again within this time is given a rest before it is started once more.
QUICK_DEATH_SECONDS = 10.0
REST_SECONDS = 5.0
#: Time for a graceful end before the processes are killed (promise R18).
GRACE_SECONDS = 30.0
_POLL_SECONDS = 0.2


@dataclass(slots=True)
class _Role:
    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    not_before: float = 0.0
    deaths: int = field(default=0)

    def start(self, now: float) -> None:
        self.process = subprocess.Popen([*self.command])
        self.started = now
        log_event("role.started", worker=self.name)

    def look_after(self, now: float) -> None:
        """Start the role where it does not run; rest first where it just died."""
        if self.process is not None and self.process.poll() is None:
            return
        if self.process is not None:
            self.deaths += 1
            log_event("role.died", worker=self.name, status=str(self.process.returncode))
            self.not_before = now + (REST_SECONDS if now - self.started < QUICK_DEATH_SECONDS else 0.0)
            self.process = None
        if now >= self.not_before:
            self.start(now)


def supervise(roles: Sequence[tuple[str, Sequence[str]]], *, monotonic: Callable[[], float] = time.monotonic) -> int:
    """Run the roles until SIGINT or SIGTERM, then end them gracefully; gives the exit code.

    Args:
        roles: Name and command of each role.
        monotonic: Injected clock, seconds.
    """
    asked_to_stop = False

    def stop(*_: object) -> None:
        nonlocal asked_to_stop
        asked_to_stop = True

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    running = [_Role(name, command) for name, command in roles]
    while not asked_to_stop:
        for role in running:
            role.look_after(monotonic())
        time.sleep(_POLL_SECONDS)
    return _end(running, monotonic)


def run_first(command: Sequence[str]) -> int:
    """Run a command to its end before the roles start; gives its exit code, 128 and the signal where one ended it.

    A signal to this process ends the command too: nothing is left running.
    """
    process = subprocess.Popen([*command])

    def stop(*_: object) -> None:
        process.terminate()

    kept = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        code = process.wait()
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
    return code if code >= 0 else 128 - code


def _end(roles: Sequence[_Role], monotonic: Callable[[], float]) -> int:
    processes = [role.process for role in roles if role.process is not None]
    for process in processes:
        process.terminate()
    deadline = monotonic() + GRACE_SECONDS
    for process in processes:
        try:
            process.wait(timeout=max(deadline - monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    return 0


def own_command(*arguments: str) -> list[str]:
    """The command line that runs another role of this same installation."""
    return [sys.executable, "-m", "arbiter_fhir", *arguments]
