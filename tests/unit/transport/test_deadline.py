from __future__ import annotations

import socket
import ssl
import time

import httpx
import pytest

from arbiter_fhir.transport import DeadlineTransport
from tests.unit.scripted_server import ScriptedServer, answer, raw


def _answer_late(connection: socket.socket) -> None:
    time.sleep(0.3)
    connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")


late = raw(_answer_late)


def test_outside_of_a_deadline_only_the_time_out_counts(server: ScriptedServer) -> None:
    server.script(late)
    transport = DeadlineTransport(ssl.create_default_context())
    with httpx.Client(transport=transport, timeout=5) as client:
        assert client.get(server.url).status_code == 204
        with transport.within(0.1), pytest.raises(httpx.ReadTimeout):
            client.get(server.url)
        assert client.get(server.url).status_code == 204


def test_no_connection_outlives_its_exchange(server: ScriptedServer) -> None:
    server.script(answer(200, b"ok"))
    transport = DeadlineTransport(ssl.create_default_context())
    with httpx.Client(transport=transport, timeout=5) as client:
        for _ in range(3):
            assert client.get(server.url).content == b"ok"
            assert transport._pool.connections == []


def test_a_deadline_that_has_passed_waits_for_nothing(server: ScriptedServer) -> None:
    server.script(late)
    transport = DeadlineTransport(ssl.create_default_context())
    began = time.monotonic()
    with httpx.Client(transport=transport, timeout=5) as client, transport.within(-1), pytest.raises(httpx.ReadTimeout):
        client.get(server.url)
    assert time.monotonic() - began < 0.25
