"""The Tesseract program: one call, one bitmap, words with boxes and confidence.

The bitmap goes in through a pipe and the words come out through one, so that no page ever touches a disk. The program
is called with one thread: more are slower on shared cores (performance notes, section 2).
"""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arbiter_fhir.documents.child_process.confine import die_with_parent
from arbiter_fhir.errors import DocumentError, ErrorCode

if TYPE_CHECKING:
    from arbiter_fhir.documents.ocr.bitmap import Gray

__all__ = ["OcrCall", "OcrWord", "Segmentation", "Tesseract"]

#: Languages of the pages; the product's rules are English (Debian's data is the fast model).
LANGUAGE: Final = "eng"


_ENVIRONMENT: Final = {"OMP_THREAD_LIMIT": "1", "LC_ALL": "C", "PATH": os.defpath}


class Segmentation:
    """Values of ``--psm`` that are used.

    Measured on the sample tables (16 clean scanned pages): 4 finds as many words as 3, and as many digits, at 3 % less
    time; 6 loses whole rows of ruled tables and reads the dark margin as letters, and is right for words set on lines
    of their own. 11 was seven points worse in the shared measurements.
    """

    ORIENTATION: Final = 0
    COLUMN: Final = 4
    BLOCK: Final = 6


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A word as the program reports it; pixels of the bitmap given, confidence 0-100."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: float


@dataclass(frozen=True, slots=True)
class OcrCall:
    """How one call is made.

    Attributes:
        dpi: Resolution told to the program.
        seconds: Processor seconds that it may use.
        wall_seconds: Wall seconds after which it is killed.
        adaptive: Whether the program splits ink from paper by neighbourhood (Sauvola) instead of by one level.
        segmentation: One of `Segmentation`.
    """

    dpi: float
    seconds: float
    wall_seconds: float
    adaptive: bool = False
    segmentation: int = Segmentation.COLUMN


class Tesseract:
    """Calls the program.

    Args:
        program: Path or name of the executable.
        data_folder: Folder of the language data, or ``None`` for the program's own.
    """

    def __init__(self, program: str = "tesseract", data_folder: Path | None = None) -> None:
        self._program = shutil.which(program)
        self._data = [] if data_folder is None else ["--tessdata-dir", str(data_folder)]

    def version(self) -> str | None:
        """The program's version; ``None`` where it is not installed."""
        words = self._ask("--version").split()
        return words[1] if len(words) > 1 else None

    def languages(self) -> tuple[str, ...]:
        """Language data that the program finds, sorted; empty where it is not installed."""
        return tuple(sorted(line for line in self._ask("--list-langs").splitlines()[1:] if line))

    def _ask(self, question: str) -> str:
        """What the program says about itself."""
        if self._program is None:
            return ""
        answer = subprocess.run(
            [self._program, *self._data, question], capture_output=True, env=_ENVIRONMENT, timeout=20, check=False
        )
        return answer.stdout.decode("utf-8", "replace")

    def read_words(self, gray: Gray, call: OcrCall) -> list[OcrWord] | None:
        """Words of a bitmap, in the program's order.

        Returns:
            The words; ``None`` when the call ran out of its time or failed on this bitmap.

        Raises:
            DocumentError: E_OCR_UNAVAILABLE where the program or its language data is missing.
        """
        options = ["--psm", str(call.segmentation), "-l", LANGUAGE]
        if call.adaptive:
            options += ["-c", "thresholding_method=2"]
        table = self._run(gray, call, [*options, "tsv"])
        return None if table is None else parse_words(table)

    def read_orientation(self, gray: Gray, call: OcrCall) -> int | None:
        """Degrees by which the page has to be turned clockwise to stand upright: 0, 90, 180 or 270.

        Returns:
            ``None`` where the program cannot tell or its orientation data is missing.
        """
        answer = self._run(gray, call, ["--psm", str(Segmentation.ORIENTATION), "-l", "osd"], required=False)
        return None if answer is None else parse_orientation(answer)

    def _run(self, gray: Gray, call: OcrCall, options: list[str], *, required: bool = True) -> bytes | None:
        if self._program is None:
            raise DocumentError(
                ErrorCode.OCR_UNAVAILABLE, "Tesseract is not installed; install the package tesseract-ocr."
            )
        height, width = gray.shape
        header = b"P5\n%d %d\n255\n" % (width, height)

        def confine() -> None:
            die_with_parent()
            limit = max(1, round(call.seconds + 0.5))
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))

        command = [self._program, "stdin", "stdout", "--dpi", str(round(call.dpi)), *self._data, *options]
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_ENVIRONMENT,
            # The child that calls has one thread, so code between fork and exec is safe here.
            preexec_fn=confine,  # noqa: PLW1509
        )
        try:
            answer, complaint = process.communicate(header + gray.tobytes(), timeout=call.wall_seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _end(process)
        if process.returncode == 0:
            return answer
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return None
        if required and b"Error opening data file" in complaint:
            raise DocumentError(
                ErrorCode.OCR_UNAVAILABLE,
                "Tesseract's English data is missing; install the package tesseract-ocr-eng or set its data folder.",
            )
        return None


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill what still runs and close its pipes."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def parse_words(table: bytes) -> list[OcrWord]:
    """Words of Tesseract's TSV answer; rows that are no words, or blank, are left out."""
    words: list[OcrWord] = []
    for row in table.decode("utf-8", "replace").split("\n"):
        cells = row.rstrip("\r").split("\t")
        # Level 5 is the word; the columns are level, page, block, paragraph, line, word, left, top, width, height,
        # confidence, text (Tesseract's TSV renderer).
        if len(cells) != 12 or cells[0] != "5":
            continue
        text = "".join(cells[11].split())
        if not text:
            continue
        try:
            left, top, width, height = (int(cell) for cell in cells[6:10])
            confidence = float(cells[10])
        except ValueError:
            continue
        if width > 0 and height > 0:
            bounded = min(100.0, max(0.0, confidence))
            words.append(OcrWord(text, left, top, left + width, top + height, bounded))
    return words


def parse_orientation(answer: bytes) -> int | None:
    """``Rotate`` of Tesseract's orientation answer, if its confidence is worth a try."""
    fields = dict(line.split(": ", 1) for line in answer.decode("utf-8", "replace").splitlines() if ": " in line)
    try:
        degrees = int(fields["Rotate"])
    except (KeyError, ValueError):
        return None
    return degrees if degrees in (0, 90, 180, 270) else None
