"""What the system says of a process; read where the kernel says it, for machines without `ps`."""

from __future__ import annotations

from pathlib import Path


def process_state(number: str) -> str:
    """One letter (``R``, ``S``, ``Z`` ...); empty where there is no such process."""
    try:
        told = Path("/proc", number, "stat").read_text()
    except OSError:
        return ""
    return told.rpartition(")")[2].split()[0]
