"""The child: gives up its powers, does one task on one document, answers through a pipe, ends.

Only what a task needs is imported, because every document pays for it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from arbiter_fhir.documents.child_process.confine import UNCONFINED, Confinement, confine
from arbiter_fhir.documents.child_process.wire import (
    Probe,
    Task,
    encode_error,
    encode_pages,
    encode_picture,
    encode_probe,
    parse_task,
)
from arbiter_fhir.documents.limits import MAX_FILE_BYTES
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["main", "perform"]

_OK = b'{"ok": true}\n'


def main() -> None:
    """Answer the task on standard input: one line of JSON, then the document's bytes. Never returns."""
    answer_to = os.dup(sys.stdout.fileno())
    nowhere = os.open(os.devnull, os.O_WRONLY)
    # Engines print complaints, which may quote the document; they go nowhere.
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    confinement = confine()
    task = parse_task(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
    answer = memoryview(perform(task, content, confinement))
    while answer:
        answer = answer[os.write(answer_to, answer) :]
    # Engines take their time to tidy up what the system frees anyway.
    os._exit(0)


def perform(task: Task, content: bytes, confinement: Confinement = UNCONFINED) -> bytes:
    """The answer to ``task``: head line and body. Errors are answers too."""
    try:
        return _OK + _perform(task, content, confinement)
    except DocumentError as error:
        return encode_error(error)
    except MemoryError:
        return encode_error(
            DocumentError(ErrorCode.MEMORY, "The file needs more memory than is allowed; store a smaller copy.")
        )
    except RecursionError:
        return encode_error(DocumentError(ErrorCode.DEPTH, "The file is nested too deeply; store it anew."))
    except Exception:  # noqa: BLE001
        # An engine failed in a way nobody foresaw. Its message may quote the document, so it stays here.
        return encode_error(DocumentError(ErrorCode.CRASH, "The file makes the reader fail; store it anew as PDF."))


def _perform(task: Task, content: bytes, confinement: Confinement) -> bytes:
    # Each task loads its own engines only.
    if task.action == "draw":
        from arbiter_fhir.documents.overlay import draw_overlay  # noqa: PLC0415

        return draw_overlay(content, task.page, task.boxes)
    if task.action == "redact":
        from arbiter_fhir.documents.redaction import draw_redacted  # noqa: PLC0415

        return draw_redacted(content, task.page, task.boxes)
    if task.action == "page":
        from arbiter_fhir.documents.bare_page import draw_bare_page  # noqa: PLC0415

        return encode_picture(*draw_bare_page(content, task.page, task.width))
    from arbiter_fhir.documents.ocr.tesseract import Tesseract  # noqa: PLC0415

    program = Tesseract(task.tesseract or "tesseract", Path(task.data_folder) if task.data_folder else None)
    if task.action == "probe":
        probe = Probe(
            tesseract=program.version(),
            languages=program.languages(),
            network_cut=confinement.network,
            privileges_dropped=confinement.privileges,
        )
        return encode_probe(probe)
    from arbiter_fhir.documents.reading import read_pages  # noqa: PLC0415

    return encode_pages(read_pages(content, DocType(task.doc_type) if task.doc_type else None, tesseract=program))
