"""The questions that the guideline search is calibrated and measured with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["CALIBRATION", "HELD_OUT", "SUPPORTED", "GuidelineQuestion", "read_questions"]

CALIBRATION: Final = "calibration"
HELD_OUT: Final = "held-out"
SUPPORTED: Final = "supported"
_KINDS: Final = frozenset({SUPPORTED, "near", "far"})
_HEADER: Final = "split\tkind\tquestion\tchunks"


@dataclass(frozen=True, slots=True)
class GuidelineQuestion:
    """One question.

    Attributes:
        split: ``calibration`` or ``held-out``.
        kind: ``supported``; ``near`` for a medical topic that the corpus lacks, ``far`` for none of medicine.
        text: As a clinician types it.
        chunks: The chunks that answer it; none where it is outside of the corpus.
    """

    split: str
    kind: str
    text: str
    chunks: frozenset[str]

    @property
    def supported(self) -> bool:
        """Whether the corpus answers it."""
        return self.kind == SUPPORTED


def read_questions(path: Path) -> list[GuidelineQuestion]:
    """All questions of a file.

    Raises:
        ValueError: A line is malformed, or a question is there twice.
    """
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    if lines[0] != _HEADER:
        raise ValueError(f"{path.name} begins with another header")
    questions = [_question(line) for line in lines[1:]]
    if len({question.text for question in questions}) != len(questions):
        raise ValueError(f"a question of {path.name} is there twice")
    return questions


def _question(line: str) -> GuidelineQuestion:
    split, kind, text, chunks = line.split("\t")
    named = frozenset(chunk for chunk in chunks.split(",") if chunk)
    if split not in {CALIBRATION, HELD_OUT} or kind not in _KINDS or (kind == SUPPORTED) != bool(named):
        raise ValueError(f"malformed: {line}")
    return GuidelineQuestion(split, kind, text, named)
