"""An answer as a stream of server-sent events: its stages as they are reached, at last the validated answer.

Events: ``routed``, ``evidence``, ``drafting``, ``validating``, ``rewording``, then ``done`` with the body of the plain
answer, or ``error`` with a problem. A comment keeps the connection open while a stage lasts. No event holds a word
of a draft.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Final

from litestar.response.sse import ServerSentEventMessage

from arbiter_fhir.api.schemas import AnswerOut
from arbiter_fhir.domain.query_progress import QueryProgress
from arbiter_fhir.errors import ArbiterError, ErrorCode, RequestError
from arbiter_fhir.telemetry import log_event

__all__ = ["EVENT_STREAM", "stream_answer"]

EVENT_STREAM: Final = "text/event-stream"
#: Proxies close a connection that is silent for half a minute or more.
SILENCE_SECONDS: Final = 10.0

Observer = Callable[[QueryProgress], None]


@dataclass(slots=True)
class _Line:
    """From the thread that answers to the connection that waits."""

    loop: asyncio.AbstractEventLoop
    waiting: asyncio.Queue[ServerSentEventMessage | None] = field(default_factory=asyncio.Queue)
    gone: threading.Event = field(default_factory=threading.Event)

    def send(self, event: str, body: object) -> None:
        message = ServerSentEventMessage(event=event, data=json.dumps(body, ensure_ascii=False))
        self.loop.call_soon_threadsafe(self.waiting.put_nowait, message)

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self.waiting.put_nowait, None)

    def observe(self, progress: QueryProgress) -> None:
        """Pass a stage on; the question ends here where nobody waits for it any more."""
        if self.gone.is_set():
            raise RequestError(ErrorCode.REQUEST_ABANDONED, "The caller went away before the answer was there.")
        self.send(progress.stage.value, dict(progress.detail))


async def stream_answer(ask: Callable[[Observer], AnswerOut]) -> AsyncIterator[ServerSentEventMessage]:
    """Answer in a thread of its own and give the events as they come.

    Args:
        ask: Answers, telling the observer of each stage.
    """
    line = _Line(asyncio.get_running_loop())
    answering = asyncio.get_running_loop().run_in_executor(None, _answer, ask, line)
    try:
        while True:
            try:
                message = await asyncio.wait_for(line.waiting.get(), SILENCE_SECONDS)
            except TimeoutError:
                yield ServerSentEventMessage(comment="still working")
                continue
            if message is None:
                break
            yield message
    finally:
        line.gone.set()
    await answering


def _answer(ask: Callable[[Observer], AnswerOut], line: _Line) -> None:
    try:
        line.send("done", ask(line.observe).model_dump(mode="json"))
    except ArbiterError as error:
        line.send("error", {"code": error.code.value, "detail": error.message})
    except Exception as error:  # noqa: BLE001  the connection must end, and say no more than that
        log_event("query.internal_error", exception_class=type(error).__name__)
        line.send("error", {"code": ErrorCode.INTERNAL.value, "detail": "The answer could not be made."})
    finally:
        line.end()
