"""One HTTP connection: reads requests, strikes with faults, writes answers."""

from __future__ import annotations

import json
import socket
import ssl
import struct
import sys
import threading
import traceback
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sqlalchemy.exc import OperationalError

from devstack.ehr.faults import Fault, FaultBook, FaultKind
from devstack.ehr.messages import JsonValue, Request, Response

if TYPE_CHECKING:
    from devstack.ehr.application import Application

MAX_BODY_BYTES = 64 * 1024 * 1024
IDLE_SECONDS = 65
REMEMBERED_REQUESTS = 5000
DRIPS = 10
HUGE_CHUNK = b"\x00" * 65536
RESET_ON_CLOSE = struct.pack("ii", 1, 0)
"""SO_LINGER on with zero seconds: closing sends RST instead of FIN."""

FAULTS_PATH = "/__faults__"


@dataclass(frozen=True, slots=True)
class AnsweredRequest:
    """What a test may want to know of a request that came in.

    Attributes:
        method: HTTP method.
        path: Path without the query.
        query: Query as sent.
        status: Status that was sent, None when the connection was reset.
    """

    method: str
    path: str
    query: str
    status: int | None


@dataclass(slots=True)
class Traffic:
    """What came in since the start.

    Attributes:
        requests: The last requests, oldest first.
        crashes: Tracebacks of the stand-in's own defects; a test suite asserts that there are none.
    """

    requests: deque[AnsweredRequest] = field(default_factory=lambda: deque(maxlen=REMEMBERED_REQUESTS))
    crashes: list[str] = field(default_factory=list)

    def count(self, match: str, method: str | None = None) -> int:
        """Returns how many remembered requests had this in their path."""
        return sum(1 for seen in list(self.requests) if match in seen.path and method in {None, seen.method})


class EhrServer(ThreadingHTTPServer):
    """The listening socket and what all its connections share."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], tls: ssl.SSLContext | None) -> None:
        super().__init__(address, EhrConnection)
        self.tls = tls
        self.application: Application | None = None
        self.faults = FaultBook()
        self.traffic = Traffic()
        self.stopping = threading.Event()
        self._open: set[socket.socket] = set()
        self._open_lock = threading.Lock()

    def process_request_thread(self, request: socket.socket, client_address: tuple[str, int]) -> None:  # type: ignore[override]  # narrower than typeshed's union
        """Serves one connection in its own thread; the TLS handshake is done here, not in the accept loop."""
        with self._open_lock:
            self._open.add(request)
        served = request
        try:
            if self.tls is not None:
                request.settimeout(IDLE_SECONDS)
                served = self.tls.wrap_socket(request, server_side=True)
                with self._open_lock:
                    self._open.discard(request)
                    self._open.add(served)
            self.finish_request(served, client_address)
        except (OSError, ValueError):
            # The peer went away, did not trust the certificate, or was reset on purpose.
            pass
        finally:
            with self._open_lock:
                self._open.discard(served)
                self._open.discard(request)
            self.shutdown_request(served)

    def close_connections(self) -> None:
        """Ends all open connections at once, so that their threads end."""
        with self._open_lock:
            connections = list(self._open)
        for connection in connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue


class EhrConnection(BaseHTTPRequestHandler):
    """Speaks HTTP/1.1 with keep-alive on one connection."""

    server: EhrServer
    protocol_version = "HTTP/1.1"
    server_version = "nginx"
    sys_version = ""
    timeout = IDLE_SECONDS
    disable_nagle_algorithm = True

    def handle_one_request(self) -> None:
        """Reads one request and answers it, whatever its method is."""
        try:
            self.raw_requestline = self.rfile.readline(65537)
            if not self.raw_requestline or len(self.raw_requestline) > 65536 or not self.parse_request():
                self.close_connection = True
                return
            request = self._read_request()
            if request is None:
                self.close_connection = True
                return
            self._serve(request)
        except TimeoutError:
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class names it so
        """Keeps quiet; ``Traffic`` remembers what came in."""

    def _read_request(self) -> Request | None:
        declared = self.headers.get("Content-Length") or "0"
        if not declared.isdecimal() or int(declared) > MAX_BODY_BYTES:
            return None
        length = int(declared)
        path, _, query = self.path.partition("?")
        return Request(
            method=self.command,
            path=path,
            query_text=query,
            headers={name.lower(): value for name, value in self.headers.items()},
            body=self.rfile.read(length) if length else b"",
            client=str(self.client_address[0]),
        )

    def _serve(self, request: Request) -> None:
        if request.path == FAULTS_PATH:
            self._send(request, self._control(request))
            return
        fault = self.server.faults.take(request)
        if fault is None:
            self._finish(request, self._answer(request))
            return
        self._strike(request, fault)

    def _control(self, request: Request) -> Response:
        faults = self.server.faults
        if request.method == "DELETE":
            faults.clear()
        elif request.method == "POST":
            try:
                faults.put(Fault.from_json(json.loads(request.body)))
            except (TypeError, ValueError) as error:
                return Response.json({"error": str(error)}, 400)
        active: list[JsonValue] = [
            {"kind": fault.kind.value, "match": fault.match, "times": fault.times, "skip": fault.skip}
            for fault in faults.active()
        ]
        return Response.json({"faults": active, "strikes": faults.strikes})

    def _answer(self, request: Request) -> Response:
        application = self.server.application
        if application is None:
            return Response.empty(503)
        try:
            return application.answer(request)
        except OperationalError:
            # The database is away, which is a fault that tests cause: PHP answers with an empty 500.
            return Response.empty(500)
        except Exception:  # noqa: BLE001  # PHP too turns whatever went wrong into an empty 500
            trace = traceback.format_exc()
            self.server.traffic.crashes.append(trace)
            sys.stderr.write(trace)
            return Response.empty(500)

    def _strike(self, request: Request, fault: Fault) -> None:
        kind = fault.kind
        if kind is FaultKind.RESET:
            self._reset(request)
        elif kind is FaultKind.STATUS:
            self._finish(request, Response(fault.status, fault.body.encode("utf-8"), headers=dict(fault.headers)))
        elif kind is FaultKind.REDIRECT:
            self._finish(request, Response(fault.status, headers={"Location": fault.location}))
        elif kind is FaultKind.HUGE:
            self._send_huge(request, fault.size_bytes)
        else:
            self._strike_answer(request, fault, self._answer(request))

    def _strike_answer(self, request: Request, fault: Fault, answer: Response) -> None:
        if fault.kind is FaultKind.RESET_AFTER:
            self._reset(request)
        elif fault.kind is FaultKind.TRUNCATE:
            self._remember(request, answer.status)
            self.wfile.write(self._head(answer) + answer.body[: len(answer.body) // 2])
            self.close_connection = True
        elif fault.kind is FaultKind.EMPTY:
            self._finish(request, Response(answer.status, b"", answer.content_type, answer.headers))
        elif fault.kind is FaultKind.WRONG_BYTES:
            changed = bytes(byte ^ 0x5A for byte in answer.body)
            self._finish(request, Response(answer.status, changed, answer.content_type, answer.headers))
        elif fault.kind is FaultKind.DRIP:
            self._drip(request, answer, fault.delay_seconds)
        else:
            self.server.stopping.wait(fault.delay_seconds)
            self._finish(request, answer)

    def _drip(self, request: Request, answer: Response, seconds: float) -> None:
        self._remember(request, answer.status)
        self.wfile.write(self._head(answer))
        size = max(1, -(-len(answer.body) // DRIPS))
        for start in range(0, len(answer.body), size):
            if self.server.stopping.wait(seconds / DRIPS):
                self.close_connection = True
                return
            self.wfile.write(answer.body[start : start + size])

    def _send_huge(self, request: Request, size_bytes: int) -> None:
        self._remember(request, 200)
        self.close_connection = True
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nConnection: close\r\n\r\n")
        sent = 0
        while sent < size_bytes and not self.server.stopping.is_set():
            self.wfile.write(HUGE_CHUNK[: size_bytes - sent])
            sent += len(HUGE_CHUNK)

    def _reset(self, request: Request) -> None:
        self._remember(request, None)
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_ON_CLOSE)
        # The socket must close without a goodbye: no shutdown, no TLS close_notify.
        socket.close(self.connection.detach())

    def _finish(self, request: Request, answer: Response) -> None:
        self._remember(request, answer.status)
        self._send(request, answer)

    def _send(self, request: Request, answer: Response) -> None:
        body = b"" if request.method == "HEAD" or answer.status == 304 else answer.body
        self.wfile.write(self._head(answer) + body)

    def _head(self, answer: Response) -> bytes:
        lines = [f"HTTP/1.1 {answer.status} {self.responses.get(answer.status, ('',))[0]}"]
        lines += [f"Server: {self.server_version}", f"Date: {self.date_time_string()}"]
        if answer.content_type is not None:
            lines.append(f"Content-Type: {answer.content_type}")
        lines += [f"{name}: {value}" for name, value in answer.headers.items()]
        lines.append(f"Content-Length: {len(answer.body)}")
        if self.close_connection:
            lines.append("Connection: close")
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", errors="replace")

    def _remember(self, request: Request, status: int | None) -> None:
        self.server.traffic.requests.append(
            AnsweredRequest(request.method, unquote(request.path), request.query_text, status)
        )
