"""A real HTTP server of this machine that answers what a test's script says, faults included."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest

TOKEN_PATH = "/oauth2/default/token"
SCOPES = "system/Patient.read system/DocumentReference.read system/Binary.read"


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived."""

    method: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes

    def form(self) -> dict[str, str]:
        return {name: values[0] for name, values in parse_qs(self.body.decode()).items()}


Step = Callable[[BaseHTTPRequestHandler], None]


def answer(
    status: int = 200,
    body: bytes | str | Mapping[str, object] | list[object] = b"",
    media_type: str = "",
    **headers: str,
) -> Step:
    """A whole answer; a dict or a list becomes JSON with its media type, a `Date` stands in place of the true one."""
    if isinstance(body, Mapping | list):
        body, media_type = json.dumps(body), media_type or "application/json"
    content = body.encode() if isinstance(body, str) else body

    told = headers.pop("Date", None)

    def step(handler: BaseHTTPRequestHandler) -> None:
        if told is not None:
            handler.date_time_string = lambda *_: told
        handler.send_response(status)
        if media_type:
            handler.send_header("Content-Type", media_type)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return step


def raw(send: Callable[[socket.socket], None]) -> Step:
    """Bytes on the connection as the test likes; the connection then ends."""

    def step(handler: BaseHTTPRequestHandler) -> None:
        handler.close_connection = True
        try:
            send(handler.connection)
        except OSError:
            return

    return step


def reset() -> Step:
    """A connection reset without an answer."""

    def send(connection: socket.socket) -> None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()

    return raw(send)


def truncated(body: bytes, media_type: str = "application/json") -> Step:
    """Half of the body that Content-Length promises."""
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    return raw(lambda connection: connection.sendall(head + body[: len(body) // 2]))


@dataclass
class ScriptedServer:
    """Takes one step of the script for each request; the last step stays.

    Attributes:
        url: Base address.
        asked: Requests in order of arrival, token requests included.
        steps: What is answered to requests for anything but a token.
        token_steps: What is answered to token requests; while empty, token-1, token-2 and so on are given.
    """

    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    token_steps: list[Step] = field(default_factory=list)
    tokens_given: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def script(self, *steps: Step) -> None:
        self.steps = list(steps)

    def take(self, path: str) -> Step:
        with self.lock:
            steps = self.token_steps if path == TOKEN_PATH else self.steps
            if not steps and path == TOKEN_PATH:
                self.tokens_given += 1
                return granted(f"token-{self.tokens_given}")
            return steps.pop(0) if len(steps) > 1 else steps[0]

    def asked_for(self, part: str) -> list[Asked]:
        return [each for each in self.asked if part in each.path]


def granted(token: str, *, scope: str = SCOPES, expires_in: int = 300) -> Step:
    """A token answer."""
    return answer(200, {"scope": scope, "token_type": "Bearer", "expires_in": expires_in, "access_token": token})


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """The scripted server, listening."""
    script = ScriptedServer()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("Content-Length") or 0)
            asked = Asked(
                self.command, parts.path, parse_qs(parts.query), dict(self.headers.items()), self.rfile.read(length)
            )
            script.asked.append(asked)
            script.take(parts.path)(self)

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

        def handle(self) -> None:
            try:
                super().handle()
            except OSError:
                return

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    listening.daemon_threads = True
    script.url = f"http://127.0.0.1:{listening.server_address[1]}"
    thread = threading.Thread(target=listening.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield script
    listening.shutdown()
    listening.server_close()
