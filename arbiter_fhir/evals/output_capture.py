"""Catches all that is written to standard output and standard error, by this process and by those it starts."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

__all__ = ["Captured", "capture_output"]

#: More than this is cut: a runaway log must not fill the memory.
MAXIMUM_BYTES = 4_000_000


@dataclass(slots=True)
class Captured:
    """What was written; filled in when the block ends."""

    text: str = ""


@contextmanager
def capture_output() -> Iterator[Captured]:
    """Within the block, file descriptors 1 and 2 and Python's streams lead into a file, whoever writes to them."""
    captured = Captured()
    streams = sys.stdout, sys.stderr
    for stream in streams:
        stream.flush()
    kept = os.dup(1), os.dup(2)
    with tempfile.TemporaryFile() as target, os.fdopen(os.dup(target.fileno()), "w", buffering=1) as text:
        os.dup2(target.fileno(), 1)
        os.dup2(target.fileno(), 2)
        sys.stdout = sys.stderr = text
        try:
            yield captured
        finally:
            text.flush()
            sys.stdout, sys.stderr = streams
            for own, descriptor in zip(kept, (1, 2), strict=True):
                os.dup2(own, descriptor)
                os.close(own)
            target.seek(0)
            captured.text = target.read(MAXIMUM_BYTES).decode("utf-8", "replace")
