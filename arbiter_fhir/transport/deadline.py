"""A total deadline for an HTTP exchange, down to the single read.

A read time-out starts anew with every byte that arrives, so a peer that sends one byte a second, in the headers or in
the body, holds a caller for ever. Here every wait on the socket is cut to what is left until the deadline of the
calling thread.
"""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import httpcore
import httpx

__all__ = ["DeadlineTransport"]

#: Sockets take no time-out of zero or less: that would mean "do not wait" or be refused.
_LEAST_SECONDS = 0.001


class _Deadline(threading.local):
    """The moment, on the monotonic clock, when this thread's exchange ends; ``None`` outside of one."""

    def __init__(self) -> None:
        self.at: float | None = None


class _DeadlineStream(httpcore.NetworkStream):
    """A stream whose waits end at the deadline."""

    def __init__(self, inner: httpcore.NetworkStream, left: Callable[[float | None], float | None]) -> None:
        self._inner = inner
        self._left = left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _DeadlineStream(self._inner.start_tls(ssl_context, server_hostname, self._left(timeout)), self._left)

    def get_extra_info(self, info: str) -> object:
        return self._inner.get_extra_info(info)


class _DeadlineBackend(httpcore.NetworkBackend):
    """Connects like the standard back end and gives streams that know the deadline."""

    def __init__(self, left: Callable[[float | None], float | None]) -> None:
        self._inner = httpcore.SyncBackend()
        self._left = left

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._inner.connect_tcp(host, port, self._left(timeout), local_address, socket_options)
        return _DeadlineStream(stream, self._left)


class DeadlineTransport(httpx.HTTPTransport):
    """An HTTP transport whose exchanges end at a deadline: ``with transport.within(60): ...``.

    Connections are not kept: what is left of one exchange can then never be taken for the start of the next.

    Args:
        ssl_context: How servers are verified.
    """

    def __init__(self, ssl_context: ssl.SSLContext) -> None:
        super().__init__(verify=ssl_context, trust_env=False)
        self._deadline = _Deadline()
        self._pool = httpcore.ConnectionPool(
            ssl_context=ssl_context,
            max_keepalive_connections=0,
            retries=0,
            network_backend=_DeadlineBackend(self._left),
        )

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Let this thread's exchange take at most this long."""
        self._deadline.at = time.monotonic() + seconds
        try:
            yield
        finally:
            self._deadline.at = None

    def _left(self, timeout: float | None) -> float | None:
        if self._deadline.at is None:
            return timeout
        left = max(self._deadline.at - time.monotonic(), _LEAST_SECONDS)
        return left if timeout is None else min(timeout, left)
