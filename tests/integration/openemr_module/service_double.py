"""A service that checks tokens as the real one does, gives prepared answers and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from arbiter_fhir.domain.tenant import SiteId, TenantScope
from arbiter_fhir.pipelines.panel_access import PanelAccess
from arbiter_fhir.ports.access import Caller

__all__ = ["SECRET", "SITE", "ServiceDouble", "serving"]

SECRET = "5f" * 32
SITE = "clinic"
EVENTS = b'event: routed\ndata: {}\n\nevent: done\ndata: {"text": "42"}\n\n'


class _Clock:
    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass
class _Used:
    spent: set[str] = field(default_factory=set)

    def spend(self, token_id: str, *, expires_at: datetime) -> bool:
        assert expires_at.tzinfo is not None
        fresh = token_id not in self.spent
        self.spent.add(token_id)
        return fresh


@dataclass
class ServiceDouble:
    """What it was asked, and by whom."""

    url: str = ""
    calls: list[tuple[str, str, Caller, object]] = field(default_factory=list)
    listed: list[int] = field(default_factory=list)
    waiting: list[dict[str, object]] = field(default_factory=list)
    access: PanelAccess = field(
        default_factory=lambda: PanelAccess(
            SECRET.encode("ascii"), scope=TenantScope(SiteId(SITE)), used=_Used(), clock=_Clock()
        )
    )

    def answer(self, method: str, path: str, token: str, body: bytes) -> tuple[int, str, bytes]:
        """Status, type and bytes."""
        if path == "/meta/health/livez":
            return 200, "application/json", b'{"status": "alive"}'
        caller = self.access.authenticate(token)
        if caller is None:
            return 401, "application/problem+json", b'{"code": "E_REQUEST_UNAUTHENTICATED", "detail": "No."}'
        self.calls.append((method, path, caller, json.loads(body) if body else None))
        if path == "/v1/queries/stream":
            return 200, "text/event-stream", EVENTS
        if path.endswith("/documents"):
            listed = [{"document_id": number, "state": "read", "facts": {"review": 1}} for number in self.listed]
            return 200, "application/json", json.dumps({"documents": listed}).encode()
        if path.partition("?")[0] == "/v1/reviews":
            return 200, "application/json", json.dumps({"items": self.waiting, "counts": {}, "next": None}).encode()
        return 200, "application/json", b'{"ready": true}'


@contextmanager
def serving() -> Iterator[ServiceDouble]:
    """The double behind a port of this machine."""
    double = ServiceDouble()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            token = self.headers.get("Authorization", "").removeprefix("Bearer ")
            status, kind, text = double.answer(self.command, self.path, token, body)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST = do_PUT = _answer  # noqa: N815  names that the library looks for

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    double.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield double
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
