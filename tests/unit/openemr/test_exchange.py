"""Promise R8, one case each, against a real server of this machine."""

from __future__ import annotations

import gzip
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from arbiter_fhir.errors import ChartError, ConfigurationError, ErrorCode
from arbiter_fhir.openemr import HttpExchange
from arbiter_fhir.openemr.exchange import CONNECT_SECONDS, HttpAnswer, HttpLimits, HttpRequest
from tests.unit.openemr.conftest import FixedClock
from tests.unit.scripted_server import ScriptedServer, answer, raw, reset, truncated

QUICK = HttpLimits(read_seconds=0.4, total_seconds=1.0, body_bytes=1024 * 1024)


def ask(exchange: HttpExchange, url: str, limits: HttpLimits = QUICK, **more: bool) -> HttpAnswer:
    return exchange.send(lambda: HttpRequest(url=f"{url}/x"), doing="asking", limits=limits, **more)


def refused(exchange: HttpExchange, url: str, limits: HttpLimits = QUICK) -> ChartError:
    with pytest.raises(ChartError) as raised:
        ask(exchange, url, limits)
    return raised.value


def test_an_answer_comes_whole(exchange: HttpExchange, server: ScriptedServer) -> None:
    at = "Mon, 30 Nov 2026 05:15:00 GMT"
    server.script(answer(200, b"\x00\x01", "Application/PDF; charset=x", Date=at))
    found = ask(exchange, server.url)
    assert (found.status, found.media_type, found.body) == (200, "application/pdf", b"\x00\x01")
    assert found.server_date == at
    assert "\\x00" not in repr(found)


def test_a_form_is_posted_and_a_token_is_sent(exchange: HttpExchange, server: ScriptedServer) -> None:
    server.script(answer(200, b"ok"))
    exchange.send(lambda: HttpRequest(url=f"{server.url}/x", form={"a": "b c&d"}, token="t1"), doing="asking")
    exchange.send(lambda: HttpRequest(url=f"{server.url}/x", json={"a": [1]}, query={}), doing="asking")
    posted, sent = server.asked
    assert (posted.method, posted.form()) == ("POST", {"a": "b c&d"})
    assert posted.headers["Authorization"] == "Bearer t1"
    assert (sent.method, sent.body, sent.headers["Content-Type"]) == ("POST", b'{"a":[1]}', "application/json")
    assert "Authorization" not in sent.headers


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_passing_troubles_are_tried_again_after_growing_pauses(
    exchange: HttpExchange, server: ScriptedServer, waits: list[float], status: int
) -> None:
    server.script(answer(status), answer(status), answer(200, b"ok"))
    assert ask(exchange, server.url).body == b"ok"
    assert waits == [1.0, 2.0]


def test_after_the_last_try_the_answer_is_handed_over(
    exchange: HttpExchange, server: ScriptedServer, waits: list[float]
) -> None:
    server.script(answer(503, Retry_After="3"))
    found = ask(exchange, server.url)
    assert (found.status, found.retry_after, len(server.asked)) == (503, 3, 3)
    assert waits == [3.0, 3.0]


@pytest.mark.parametrize("header", ["2", "Mon, 30 Nov 2026 05:15:02 GMT"])
def test_a_short_retry_after_is_honoured_in_both_forms(
    exchange: HttpExchange, server: ScriptedServer, waits: list[float], header: str
) -> None:
    server.script(answer(429, Retry_After=header), answer(200, b"ok"))
    assert ask(exchange, server.url).status == 200
    assert waits == [2.0]


@pytest.mark.parametrize(("header", "asked"), [("60", 60), ("86400", 900)])
def test_a_long_retry_after_is_for_the_job(
    exchange: HttpExchange, server: ScriptedServer, waits: list[float], header: str, asked: float
) -> None:
    server.script(answer(429, Retry_After=header))
    found = ask(exchange, server.url)
    assert (found.status, found.retry_after) == (429, asked)
    assert (waits, len(server.asked)) == ([], 1)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 412, 501])
def test_a_decided_answer_is_not_asked_for_again(exchange: HttpExchange, server: ScriptedServer, status: int) -> None:
    server.script(answer(status))
    assert ask(exchange, server.url).status == status
    assert len(server.asked) == 1


def test_a_reset_connection_is_tried_again(exchange: HttpExchange, server: ScriptedServer) -> None:
    server.script(reset(), reset(), answer(200, b"ok"))
    assert ask(exchange, server.url).body == b"ok"


def test_a_connection_that_is_reset_every_time_is_an_error_that_may_pass(
    exchange: HttpExchange, server: ScriptedServer, waits: list[float]
) -> None:
    server.script(reset())
    error = refused(exchange, server.url)
    assert (error.code, error.retryable) == (ErrorCode.EHR_UNAVAILABLE, True)
    assert (len(server.asked), len(waits)) == (3, 2)


def test_once_means_once(exchange: HttpExchange, server: ScriptedServer) -> None:
    server.script(answer(503))
    assert ask(exchange, server.url, again=False).status == 503
    server.script(reset())
    with pytest.raises(ChartError):
        ask(exchange, server.url, again=False)
    assert len(server.asked) == 2


def test_each_try_makes_its_own_request(exchange: HttpExchange, server: ScriptedServer) -> None:
    server.script(answer(503), answer(503), answer(200))
    numbers = iter("123")
    exchange.send(lambda: HttpRequest(url=f"{server.url}/{next(numbers)}"), doing="asking", limits=QUICK)
    assert [each.path for each in server.asked] == ["/1", "/2", "/3"]


def test_a_body_that_is_cut_off_is_no_answer(exchange: HttpExchange, server: ScriptedServer) -> None:
    server.script(truncated(b'{"a": "' + b"x" * 1000 + b'"}'))
    error = refused(exchange, server.url)
    assert (error.code, error.retryable) == (ErrorCode.EHR_UNAVAILABLE, True)


def test_nobody_listening_is_an_error_that_may_pass(exchange: HttpExchange) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        error = refused(exchange, f"http://127.0.0.1:{taken.getsockname()[1]}")
    assert (error.code, error.retryable) == (ErrorCode.EHR_UNAVAILABLE, True)
    assert "127.0.0.1" not in error.message


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_refused_and_nobody_else_is_asked(
    exchange: HttpExchange, server: ScriptedServer, status: int
) -> None:
    server.script(answer(status, Location=f"{server.url}/elsewhere"))
    error = refused(exchange, server.url)
    assert (error.code, error.retryable) == (ErrorCode.EHR_BAD_ANSWER, False)
    assert [each.path for each in server.asked] == ["/x"]


def test_a_body_without_end_is_cut_at_the_cap(exchange: HttpExchange, server: ScriptedServer) -> None:
    sent = 0

    def pour(connection: socket.socket) -> None:
        nonlocal sent
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65536)
            sent += 65536

    server.script(raw(pour))
    error = refused(exchange, server.url, HttpLimits(total_seconds=20, body_bytes=1024 * 1024))
    assert error.code is ErrorCode.EHR_BAD_ANSWER
    time.sleep(0.1)
    assert sent < 32 * 1024 * 1024


def test_a_small_body_that_unpacks_to_a_large_one_is_cut_too(exchange: HttpExchange, server: ScriptedServer) -> None:
    server.script(answer(200, gzip.compress(b"\0" * 8 * 1024 * 1024), "application/json", Content_Encoding="gzip"))
    error = refused(exchange, server.url)
    assert error.code is ErrorCode.EHR_BAD_ANSWER
    assert server.asked[0].headers["Accept-Encoding"] == "identity"


def drip(head: bytes) -> object:
    def send(connection: socket.socket) -> None:
        connection.sendall(head)
        for _ in range(200):
            time.sleep(0.05)
            connection.sendall(b"x")

    return raw(send)


@pytest.mark.parametrize(
    "head",
    [b"", b"HTTP/1.1 200 OK\r\nX-Slow: ", b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n"],
    ids=["status line", "headers", "body"],
)
def test_a_byte_at_a_time_is_cut_by_the_total_deadline(
    exchange: HttpExchange, server: ScriptedServer, head: bytes
) -> None:
    server.script(drip(head))  # type: ignore[arg-type]
    began = time.monotonic()
    error = refused(exchange, server.url, HttpLimits(read_seconds=10, total_seconds=0.6))
    assert time.monotonic() - began < 3
    assert (error.code, error.retryable) == (ErrorCode.EHR_UNAVAILABLE, True)
    assert "0.6 seconds" in error.message


def test_silence_is_cut_by_the_read_time_out_and_not_tried_again(
    exchange: HttpExchange, server: ScriptedServer, waits: list[float]
) -> None:
    server.script(raw(lambda _: time.sleep(2)))
    began = time.monotonic()
    error = refused(exchange, server.url, HttpLimits(read_seconds=0.3, total_seconds=10))
    assert time.monotonic() - began < 1.5
    assert (error.code, error.retryable, waits) == (ErrorCode.EHR_UNAVAILABLE, True, [])
    assert "sent nothing for 0.3 seconds" in error.message


def test_the_time_limits_are_those_that_were_promised() -> None:
    assert (HttpLimits().read_seconds, CONNECT_SECONDS) == (30, 10)


def test_a_deadline_belongs_to_its_own_thread(exchange: HttpExchange, server: ScriptedServer) -> None:
    def slow(connection: socket.socket) -> None:
        time.sleep(0.5)
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

    server.script(raw(slow))
    with ThreadPoolExecutor(4) as pool:
        patient = [pool.submit(ask, exchange, server.url, HttpLimits(total_seconds=10)) for _ in range(2)]
        hasty = [pool.submit(ask, exchange, server.url, HttpLimits(total_seconds=0.2)) for _ in range(2)]
        assert [each.result().body for each in patient] == [b"ok", b"ok"]
        assert all(isinstance(each.exception(), ChartError) for each in hasty)


def test_the_environment_does_not_choose_a_proxy_or_a_password(
    server: ScriptedServer, monkeypatch: pytest.MonkeyPatch, clock: FixedClock, tmp_path: Path
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login u password p\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    server.script(answer(200, b"ok"))
    with HttpExchange(clock=clock) as made:
        assert ask(made, server.url).body == b"ok"
    assert "Authorization" not in server.asked[0].headers


def test_a_file_that_holds_no_certificates_is_a_configuration_error(clock: FixedClock, tmp_path: Path) -> None:
    broken = tmp_path / "ca.pem"
    broken.write_text("no certificate")
    for path in (broken, tmp_path / "missing.pem"):
        with pytest.raises(ConfigurationError):
            HttpExchange(clock=clock, ca_file=path)


@pytest.mark.parametrize(
    ("media_type", "body", "is_json"),
    [
        ("application/json", b"{}", True),
        ("application/fhir+json", b"{}", True),
        ("application/json", b" \n", False),
        ("text/html", b"{}", False),
        ("", b"{}", False),
    ],
)
def test_what_counts_as_json(media_type: str, body: bytes, is_json: bool) -> None:
    assert HttpAnswer(401, media_type, body).is_json is is_json
