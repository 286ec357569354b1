"""The stream lives as long as its caller: kept open while it waits, ended for nobody, silent about faults of ours."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest
from litestar.response.sse import ServerSentEventMessage

from arbiter_fhir.api import answer_stream
from arbiter_fhir.api.schemas import AnswerOut
from arbiter_fhir.domain.query_progress import QueryProgress, QueryStage
from arbiter_fhir.errors import ArbiterError, ErrorCode

Observer = Callable[[QueryProgress], None]
ANSWER = AnswerOut(
    request_id="r1",
    question="q",
    status="answered",
    sections={},
    text="",
    citations=[],
    tables=[],
    notes=[],
    worded_by="",
    validation=None,
    refusal=None,
)


def collect(ask: Callable[[Observer], AnswerOut]) -> list[ServerSentEventMessage]:
    async def run() -> list[ServerSentEventMessage]:
        return [message async for message in answer_stream.stream_answer(ask)]

    return asyncio.run(run())


def test_a_slow_stage_keeps_the_connection_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_stream, "SILENCE_SECONDS", 0.01)
    ready = threading.Event()

    def ask(observe: Observer) -> AnswerOut:
        observe(QueryProgress(QueryStage.ROUTED))
        ready.wait(0.1)
        return ANSWER

    seen = collect(ask)
    assert [message.event for message in seen if message.event] == ["routed", "done"]
    assert [message.comment for message in seen if message.comment]


def test_nobody_waits_so_nothing_goes_on() -> None:
    ended: list[ErrorCode] = []
    left = threading.Event()

    def ask(observe: Observer) -> AnswerOut:
        observe(QueryProgress(QueryStage.ROUTED))
        left.wait(5)
        try:
            observe(QueryProgress(QueryStage.DRAFTING))
        except ArbiterError as error:
            ended.append(error.code)
            raise
        return ANSWER

    async def run() -> None:
        stream = answer_stream.stream_answer(ask)
        await anext(stream)
        await stream.aclose()  # type: ignore[attr-defined]
        left.set()

    asyncio.run(run())
    assert ended == [ErrorCode.REQUEST_ABANDONED]


def test_a_fault_of_ours_is_named_by_code_alone() -> None:
    def ask(_: Observer) -> AnswerOut:
        raise ValueError("canary Zyxwva")

    (message,) = collect(ask)
    assert message.event == "error"
    assert "canary" not in str(message.data)
