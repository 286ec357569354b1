"""A service that dies in the middle of an answer: it begins to stream, then closes the line."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

__all__ = ["breaking_service"]

OVERVIEW = {
    "documents": {"read": 0, "waiting": 0, "failed": 0, "withdrawn": 0},
    "facts": {"found": 0, "in_chart": 0},
    "review": 0,
}


class _Handler(BaseHTTPRequestHandler):
    """Answers every question alike."""

    def do_GET(self) -> None:
        body = json.dumps(OVERVIEW | {"questions": []}).encode()
        self._begin("application/json", str(len(body)))
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self._begin("text/event-stream", None)
        for stage in ("routed", "evidence"):
            self.wfile.write(f"event: {stage}\ndata: {{}}\n\n".encode())
        self.wfile.flush()
        self.close_connection = True

    def _begin(self, media_type: str, length: str | None) -> None:
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        if length is not None:
            self.send_header("Content-Length", length)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def breaking_service() -> Iterator[str]:
    """The address of such a service, for as long as the block lasts."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
