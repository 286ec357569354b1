"""Damaged files: always pages or a coded refusal, in time, and never another exception."""

from __future__ import annotations

import contextlib
import random
import time

import pytest

from arbiter_fhir.documents import SandboxedReader
from arbiter_fhir.documents.child_process.child import perform
from arbiter_fhir.documents.child_process.wire import Task, decode_pages, parse_answer
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import DocumentError
from tests.unit.documents.papers import draw_lines, known_sample, picture_bytes, typed_table

TASK = Task("read", "lab_pdf", "tesseract")

PDF = typed_table()
LARGE_PDF = known_sample("ruled").content
PNG = picture_bytes(draw_lines("Sodium 139", size=(500, 200)))
TIFF = picture_bytes(draw_lines("Sodium 139", size=(500, 200)), "TIFF")
SECONDS = 30.0


def ends_well(content: bytes) -> None:
    """Read in this process: pages, or a refusal with a code of its own, in time. Anything else raises."""
    begun = time.monotonic()
    answer = perform(TASK, content)
    assert time.monotonic() - begun < SECONDS
    # A crash code would mean that an exception nobody foresaw got as far as the child's last net.
    assert b"E_CRASH" not in answer.partition(b"\n")[0]
    with contextlib.suppress(DocumentError):
        decode_pages(parse_answer(answer))


@pytest.mark.parametrize("content", [PDF, LARGE_PDF, PNG, TIFF], ids=["pdf", "large-pdf", "png", "tiff"])
def test_truncated_anywhere(content: bytes) -> None:
    for tenth in range(20):
        ends_well(content[: len(content) * tenth // 20])


@pytest.mark.parametrize("content", [PDF, LARGE_PDF], ids=["pdf", "large-pdf"])
def test_bits_flipped(content: bytes) -> None:
    dice = random.Random(11)
    for _ in range(60):
        damaged = bytearray(content)
        for _ in range(dice.choice((1, 3, 20, 200))):
            damaged[dice.randrange(len(damaged))] ^= 1 << dice.randrange(8)
        ends_well(bytes(damaged))


@pytest.mark.parametrize("content", [PNG, TIFF], ids=["png", "tiff"])
def test_picture_bits_flipped(content: bytes) -> None:
    dice = random.Random(12)
    for _ in range(8):
        damaged = bytearray(content)
        for _ in range(dice.choice((1, 3, 20))):
            damaged[dice.randrange(min(len(damaged), 4000))] ^= 1 << dice.randrange(8)
        ends_well(bytes(damaged))


def test_pieces_swapped_and_repeated() -> None:
    dice = random.Random(13)
    for _ in range(40):
        start, end = sorted(dice.randrange(len(PDF)) for _ in range(2))
        at = dice.randrange(len(PDF))
        ends_well(PDF[:at] + PDF[start:end] * dice.choice((1, 2, 5)) + PDF[at + (end - start) :])


def test_damage_ends_well_in_the_child_too() -> None:
    reader = SandboxedReader()
    dice = random.Random(14)
    for _ in range(8):
        damaged = bytearray(LARGE_PDF)
        for _ in range(30):
            damaged[dice.randrange(len(damaged))] ^= 255
        with contextlib.suppress(DocumentError):
            assert reader.read(bytes(damaged), doc_type=DocType.LAB_PDF).pages
