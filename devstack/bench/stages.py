"""Where the time of one document goes: each stage of the line by itself, medians over the rounds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from arbiter_fhir.domain.document import DocType
from devstack.bench.engines import InProcessReader, LineParts, RecordingTesseract

__all__ = ["StageTime", "stage_times"]


@dataclass(frozen=True, slots=True)
class StageTime:
    """A stage and its median wall time in milliseconds a document."""

    stage: str
    milliseconds: float


def stage_times(
    parts: LineParts, content: bytes, *, rounds: int, progress: Callable[[str], None]
) -> tuple[StageTime, ...]:
    """Times of the stages, in the order in which a document passes them.

    The child's own cost is what reading through it takes beyond reading in this process.
    """
    seen: dict[str, list[float]] = {}
    for number in range(rounds + 1):
        for stage, seconds in _one_round(parts, content).items():
            # The first round warms caches and is not counted.
            if number:
                seen.setdefault(stage, []).append(seconds * 1000)
        progress(f"round {number} of {rounds}")
    return tuple(StageTime(stage, max(0.0, median(values))) for stage, values in seen.items())


def _one_round(parts: LineParts, content: bytes) -> dict[str, float]:
    recognizer = RecordingTesseract()
    marks = [time.perf_counter()]

    def mark() -> float:
        marks.append(time.perf_counter())
        return marks[-1] - marks[-2]

    pages = parts.reader.read(content, doc_type=DocType.LAB_PDF)
    through_child = mark()
    InProcessReader(recognizer).read(content, doc_type=DocType.LAB_PDF)
    in_process = mark()
    clean = parts.deidentifier.deidentify(pages, patient=None)
    deidentified = mark()
    parts.extractor.extract(clean, doc_type=DocType.LAB_PDF, source_id="bench")
    extracted = mark()
    return {
        "child process and hand-over": through_child - in_process,
        "words, lines, boxes": in_process - recognizer.seconds,
        "recognition (Tesseract)": recognizer.seconds,
        "de-identification": deidentified,
        "extraction and grounding": extracted,
    }
