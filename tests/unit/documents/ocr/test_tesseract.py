"""The OCR program: its answers, its limits, its absence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from arbiter_fhir.documents.ocr.tesseract import OcrCall, OcrWord, Tesseract, parse_orientation, parse_words
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.papers import draw_lines

CALL = OcrCall(dpi=200, seconds=20, wall_seconds=60)
HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"


def test_words_are_read_with_their_boxes() -> None:
    words = Tesseract().read_words(draw_lines("Potassium 6.2 mmol/L"), CALL)
    assert words is not None
    assert [word.text for word in words] == ["Potassium", "6.2", "mmol/L"]
    assert 110 < words[0].left < 130
    assert words[0].right < words[1].left
    assert all(80 < word.top < word.bottom < 140 for word in words)
    assert all(word.confidence > 80 for word in words)


def test_orientation_is_told() -> None:
    lines = [f"The quick brown fox number {index} jumps over the lazy dog" for index in range(11)]
    upside_down = np.ascontiguousarray(np.rot90(draw_lines(*lines), 2))
    assert Tesseract().read_orientation(upside_down, CALL) == 180


def test_a_call_out_of_time_gives_nothing() -> None:
    noise = np.random.default_rng(3).integers(0, 256, (1600, 1600)).astype(np.uint8)
    assert Tesseract().read_words(noise, OcrCall(dpi=200, seconds=20, wall_seconds=0.05)) is None


def test_a_call_out_of_processor_time_gives_nothing() -> None:
    noise = (np.random.default_rng(3).random((2600, 2600)) < 0.5).astype(np.uint8) * 255
    assert Tesseract().read_words(noise, OcrCall(dpi=200, seconds=0.2, wall_seconds=60)) is None


def test_a_missing_program_is_named_with_its_remedy() -> None:
    with pytest.raises(DocumentError) as caught:
        Tesseract("no-such-program-here").read_words(draw_lines("x"), CALL)
    assert caught.value.code is ErrorCode.OCR_UNAVAILABLE
    assert "tesseract-ocr" in caught.value.message


def test_missing_language_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        Tesseract(data_folder=tmp_path).read_words(draw_lines("x"), CALL)
    assert caught.value.code is ErrorCode.OCR_UNAVAILABLE


def test_missing_orientation_data_only_leaves_orientation_unknown(tmp_path: Path) -> None:
    assert Tesseract(data_folder=tmp_path).read_orientation(draw_lines("x"), CALL) is None


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t91.5\tHgb\n", [OcrWord("Hgb", 10, 20, 40, 60, 91.5)]),
        ("4\t1\t1\t1\t1\t0\t10\t20\t30\t40\t-1\t\n", []),
        ("5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t95\t \n", []),
        ("5\t1\t1\t1\t1\t1\t10\t20\t0\t40\t95\tx\n", []),
        ("5\t1\t1\t1\t1\t1\tten\t20\t30\t40\t95\tx\n", []),
        ("5\t1\t1\t1\t1\t1\t10\t20\t30\t40\t-1\tx\n", [OcrWord("x", 10, 20, 40, 60, 0.0)]),
        ("5\tbroken\n", []),
    ],
)
def test_the_table_is_read_strictly(rows: str, expected: list[OcrWord]) -> None:
    assert parse_words((HEAD + rows).encode()) == expected


@pytest.mark.parametrize(
    ("answer", "degrees"),
    [
        (b"Orientation: 180\nRotate: 180\n", 180),
        (b"Rotate: 45\n", None),
        (b"", None),
        (b"Rotate: x\n", None),
    ],
)
def test_the_orientation_answer_is_read_strictly(answer: bytes, degrees: int | None) -> None:
    assert parse_orientation(answer) == degrees
