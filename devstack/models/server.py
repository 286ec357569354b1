"""The server: chat completions, embeddings, reranking; one scripted behaviour a request, every request remembered."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

__all__ = ["Behaviour", "ModelServer", "Received", "completion", "reply", "slow", "status"]


@dataclass(frozen=True, slots=True)
class Received:
    """One request as it arrived.

    Attributes:
        path: Path asked for.
        headers: Header names in lower case.
        body: The parsed JSON body.
    """

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def instructions(self) -> str:
        """Text of the system message."""
        return str(self.body["messages"][0]["content"])

    @property
    def document(self) -> str:
        """Text of the user message."""
        content = self.body["messages"][1]["content"]
        return content if isinstance(content, str) else str(content[0]["text"])

    @property
    def pictures(self) -> list[str]:
        """Data URLs of the pictures that were sent along."""
        content = self.body["messages"][1]["content"]
        parts = [] if isinstance(content, str) else content
        return [str(part["image_url"]["url"]) for part in parts if part["type"] == "image_url"]


#: Answers one request on its connection.
Behaviour = Callable[[BaseHTTPRequestHandler, Received], None]


def completion(content: str | None, *, finish: str = "stop", refusal: str | None = None) -> dict[str, object]:
    """An answer of the API around a message."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "small-model",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": content, "refusal": refusal},
                "finish_reason": finish,
            }
        ],
        "usage": {"prompt_tokens": 321, "completion_tokens": 45, "total_tokens": 366},
    }


def reply(body: object, *, code: int = HTTPStatus.OK, **headers: str) -> Behaviour:
    """Answers with JSON, or with the text or bytes as they are."""

    def behave(handler: BaseHTTPRequestHandler, _: Received) -> None:
        content = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
        handler.send_response(code)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(content)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(content)

    return behave


def status(code: int, **headers: str) -> Behaviour:
    """Answers with an error of the API."""
    return reply({"error": {"message": "no", "type": "invalid_request_error"}}, code=code, **headers)


def slow(body: object, *, seconds: float) -> Behaviour:
    """Sends its head at once and its body byte by byte, over so many seconds."""

    def behave(handler: BaseHTTPRequestHandler, _: Received) -> None:
        content = json.dumps(body).encode()
        handler.send_response(HTTPStatus.OK)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        for byte in content:
            handler.wfile.write(bytes([byte]))
            handler.wfile.flush()
            time.sleep(seconds / len(content))

    return behave


@dataclass
class ModelServer:
    """The server, listening on a free port while the context lasts.

    Attributes:
        behaviours: Taken one for each request; the last one stays.
        received: Requests in order of arrival.
    """

    behaviours: list[Behaviour] = field(default_factory=list)
    received: list[Received] = field(default_factory=list)
    _listening: ThreadingHTTPServer | None = None

    @property
    def base_url(self) -> str:
        """What ARBITER_MODEL_BASE_URL would be set to.

        Raises:
            RuntimeError: The server does not run.
        """
        if self._listening is None:
            raise RuntimeError("the server does not run")
        return f"http://127.0.0.1:{self._listening.server_address[1]}/v1"

    def __enter__(self) -> ModelServer:
        self._listening = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._listening.daemon_threads = True
        threading.Thread(target=self._listening.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._listening is not None:
            self._listening.shutdown()
            self._listening.server_close()
            self._listening = None

    def take(self) -> Behaviour:
        """The behaviour for the next request."""
        return self.behaviours.pop(0) if len(self.behaviours) > 1 else self.behaviours[0]


def _handler(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            received = Received(self.path, headers, body)
            server.received.append(received)
            if self.path in {"/v1/chat/completions", "/v1/embeddings", "/v1/rerank"}:
                server.take()(self, received)
            else:
                status(HTTPStatus.NOT_FOUND)(self, received)

        def do_GET(self) -> None:
            server.received.append(Received(self.path, {}, {}))
            status(HTTPStatus.NOT_FOUND)(self, server.received[-1])

        def log_message(self, *_: object) -> None:
            """Nothing of a request goes to standard error."""

        def handle(self) -> None:
            try:
                super().handle()
            except OSError:
                return  # the client went away, as it may

    return Handler
