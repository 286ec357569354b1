"""The parent's side: one child for each document, with limits, and never a trace of it afterwards."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from arbiter_fhir.documents.child_process.wire import (
    LabelledBox,
    MalformedAnswerError,
    Probe,
    Task,
    decode_pages,
    decode_picture,
    decode_probe,
    parse_answer,
)
from arbiter_fhir.documents.limits import FILE_SECONDS, MAX_FILE_BYTES, RESULT_BYTES
from arbiter_fhir.domain.document import BoundingBox, DocType, DocumentPages
from arbiter_fhir.domain.redaction import RedactedPicture
from arbiter_fhir.domain.seal import REDACTION_SEAL
from arbiter_fhir.errors import DocumentError, ErrorCode
from arbiter_fhir.ports.page_pictures import PagePicture

__all__ = ["SandboxedReader"]

#: Wall seconds beyond the file's own limit before the child is killed: it stops by itself between pages.
GRACE_SECONDS: Final = 20.0

#: The folder that holds the package, for an interpreter that is told nothing by its environment.
_PACKAGE_ROOT: Final = str(Path(__file__).resolve().parents[3])
_ENTRY: Final = (
    "import sys; sys.path.append(sys.argv[1]); from arbiter_fhir.documents.child_process.child import main; main()"
)

_PNG: Final = b"\x89PNG\r\n\x1a\n"


class SandboxedReader:
    """Reads documents in child processes; meets `ports.documents.PageReader`. Safe to share between threads.

    Args:
        tesseract: Name or path of the OCR program.
        data_folder: Its language data; ``None`` for the program's own.
        seconds: Wall seconds after which a child is killed with all that it started.
    """

    def __init__(
        self,
        *,
        tesseract: str = "tesseract",
        data_folder: Path | None = None,
        seconds: float = FILE_SECONDS + GRACE_SECONDS,
    ) -> None:
        self._tesseract = shutil.which(tesseract) or tesseract
        self._data_folder = "" if data_folder is None else str(data_folder)
        self._seconds = seconds

    def read(self, content: bytes, *, doc_type: DocType | None) -> DocumentPages:
        """Read all pages.

        Raises:
            DocumentError: With the code of what is wrong with the bytes; E_TIMEOUT, E_MEMORY, E_CRASH where the child
                had to be stopped or fell.
        """
        task = Task("read", doc_type.value if doc_type else "", self._tesseract, self._data_folder)
        try:
            return decode_pages(self._ask(task, content))
        except MalformedAnswerError as error:
            raise _crashed() from error

    def draw_overlay(self, content: bytes, page_number: int, boxes: Sequence[LabelledBox] = ()) -> bytes:
        """A page as PNG with boxes drawn on it; the bare page without boxes.

        Args:
            content: The document.
            page_number: 1-based.
            boxes: What to draw.

        Raises:
            DocumentError: As for `read`; E_PAGES where the document has no such page.
        """
        return self._picture(Task("draw", page=page_number, boxes=tuple(boxes)), content)

    def redact(self, content: bytes, page_number: int, boxes: Sequence[BoundingBox]) -> RedactedPicture:
        """A page as PNG with all boxes painted black.

        Args:
            content: The document.
            page_number: 1-based.
            boxes: Where identifiers stand.

        Raises:
            DocumentError: As for `draw_overlay`.
        """
        black = tuple(LabelledBox(box, "", "#000000") for box in boxes)
        png = self._picture(Task("redact", page=page_number, boxes=black), content)
        return RedactedPicture(page_number, png, REDACTION_SEAL)

    def draw_page(self, content: bytes, page_number: int, *, width: int) -> PagePicture:
        """The bare page about ``width`` pixels wide; meets `ports.page_pictures.PagePainter`.

        Raises:
            DocumentError: As for `draw_overlay`.
        """
        try:
            png, pages = decode_picture(self._ask(Task("page", page=page_number, width=width), content))
        except MalformedAnswerError as error:
            raise _crashed() from error
        if not png.startswith(_PNG):
            raise _crashed()
        return PagePicture(png, pages)

    def _picture(self, task: Task, content: bytes) -> bytes:
        try:
            picture = self._ask(task, content)
        except MalformedAnswerError as error:
            raise _crashed() from error
        if not picture.startswith(_PNG):
            raise _crashed()
        return picture

    def probe(self) -> Probe:
        """What a child has to work with, for a health check.

        Raises:
            DocumentError: E_CRASH, E_TIMEOUT where no child can be started.
        """
        try:
            return decode_probe(self._ask(Task("probe", "", self._tesseract, self._data_folder), b""))
        except MalformedAnswerError as error:
            raise _crashed() from error

    def _ask(self, task: Task, content: bytes) -> bytes:
        """The body of a child's answer.

        Raises:
            DocumentError: As said by the child, or by the way it ended.
            MalformedAnswerError: The answer is malformed.
        """
        if len(content) > MAX_FILE_BYTES:
            raise DocumentError(
                ErrorCode.TOO_LARGE, f"The file is larger than {MAX_FILE_BYTES // 1024 // 1024} MiB; split it."
            )
        child = subprocess.Popen(
            [sys.executable, "-I", "-B", "-c", _ENTRY, _PACKAGE_ROOT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # It writes no file, so it has no folder of its own that a killed parent would leave behind.
            cwd=os.sep,
            # Nothing of our own environment: it holds passwords.
            env={"PATH": os.defpath, "LC_ALL": "C.UTF-8", "OMP_THREAD_LIMIT": "1", "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,
        )
        answer = _converse(child, task.encode(), content, self._seconds)
        return parse_answer(answer)


def _converse(child: subprocess.Popen[bytes], head: bytes, content: bytes, seconds: float) -> bytes:
    """Send the task, take the answer; the whole group of processes is gone afterwards.

    Raises:
        DocumentError: E_TIMEOUT, E_TOO_LARGE, E_MEMORY, E_CRASH.
    """
    stopped = threading.Event()

    def stop() -> None:
        stopped.set()
        _kill_group(child)

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        # A child that falls early breaks the pipe; how it ended is judged below.
        with contextlib.suppress(BrokenPipeError), _required(child.stdin) as task_pipe:
            task_pipe.write(head)
            task_pipe.write(content)
        answer = _required(child.stdout).read(RESULT_BYTES + 1)
        if len(answer) > RESULT_BYTES:
            raise DocumentError(ErrorCode.TOO_LARGE, "The file unpacks to more text than is allowed; split it.")
        code = child.wait()
    finally:
        timer.cancel()
        _kill_group(child)
        child.wait()
        _required(child.stdout).close()
    if stopped.is_set() or code == -signal.SIGXCPU:
        raise DocumentError(ErrorCode.TIMEOUT, "The file took too long to read; split it.", retryable=True)
    if code == -signal.SIGKILL:
        # Not by us: the system was out of memory.
        raise DocumentError(ErrorCode.MEMORY, "The file needs more memory than there is; store a smaller copy.")
    if code != 0:
        raise _crashed()
    return answer


def _kill_group(child: subprocess.Popen[bytes]) -> None:
    # The child leads its own session, so its number is the group's; OCR processes belong to it.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)


def _required(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise ValueError("the child was started without pipes")
    return pipe


def _crashed() -> DocumentError:
    return DocumentError(ErrorCode.CRASH, "The file makes the reader fail; store it anew as PDF.")
