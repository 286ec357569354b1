"""The lock is what the two requirement files say, every file in it has a hash, and it names no index."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path


def test_the_lock_was_made_from_these_requirement_files(repository: Path) -> None:
    inputs = b"".join((repository / name).read_bytes() for name in ("requirements.in", "requirements-dev.in"))
    first_line = (repository / "requirements.lock").read_text(encoding="utf-8").splitlines()[0]
    assert first_line.endswith(hashlib.sha256(inputs).hexdigest()), "run scripts/lock"


def test_every_locked_package_has_a_hash_and_no_address(repository: Path) -> None:
    lock = (repository / "requirements.lock").read_text(encoding="utf-8")
    entries = re.split(r"^(?=[A-Za-z0-9])", lock, flags=re.MULTILINE)[1:]
    assert len(entries) > 50
    assert [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry or "==" not in entry] == []
    assert "://" not in lock
    assert "--index-url" not in lock
