from __future__ import annotations

from tests.unit.scripted_server import server

__all__ = ["server"]
