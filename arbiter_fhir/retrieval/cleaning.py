"""The chart's text on its way into sentences: every line passes de-identification, all lines of a question at once.

De-identification costs some milliseconds a call and little more for fifty lines than for one, so what a question needs
is cleaned as one sheet, a line for each row. Rows of one test differ in their number alone and share a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from arbiter_fhir.domain.deid import DeidentifiedText

__all__ = ["ChartCleaner", "Clean", "CleanPiece", "CleanedText", "cut", "empty_text"]


@dataclass(frozen=True, slots=True)
class CleanedText:
    """Clean text and what its placeholders stand for.

    Attributes:
        text: As long in lines as what was given.
        values: Label to what stood there; kept in memory for this question's caller alone.
    """

    text: DeidentifiedText
    values: Mapping[str, str] = field(default_factory=dict, repr=False)


#: De-identifies a text of the chart.
Clean = Callable[[str], CleanedText]


@dataclass(frozen=True, slots=True)
class CleanPiece:
    """A piece of clean text, and the call that its placeholders were numbered by; 0 where none can stand in it."""

    text: DeidentifiedText
    sheet: int = 0


@dataclass(slots=True)
class ChartCleaner:
    """Cleans the chart's text, each line once.

    Attributes:
        clean: De-identifies a text, line by line.
        values: By number of the call: label to what stood there.
    """

    clean: Clean
    values: dict[int, Mapping[str, str]] = field(default_factory=dict, repr=False)
    _lines: dict[str, CleanPiece] = field(default_factory=dict, repr=False)

    def prepare(self, lines: Iterable[str]) -> None:
        """Clean many lines in one call, so that asking for each of them costs nothing."""
        fresh = [line for line in dict.fromkeys(map(_one_line, lines)) if line and line not in self._lines]
        if not fresh:
            return
        cleaned = self.clean("\n".join(fresh))
        parts = _split(cleaned.text)
        # A gate that joins or drops lines leaves nothing to tell them apart by: each then goes through it alone.
        if len(parts) != len(fresh):
            return
        sheet = self._keep(cleaned.values)
        self._lines.update({line: CleanPiece(part, sheet) for line, part in zip(fresh, parts, strict=True)})

    def line(self, text: str) -> CleanPiece:
        """One line as clean text."""
        text = _one_line(text)
        if not text:
            return CleanPiece(empty_text())
        if text not in self._lines:
            cleaned = self.clean(text)
            self._lines[text] = CleanPiece(cleaned.text, self._keep(cleaned.values))
        return self._lines[text]

    def piece(self, text: str, line: CleanPiece) -> CleanPiece:
        """A text cut out of the clean line that it stands in, or cleaned by itself where the line changed it."""
        found = cut(_one_line(text), [line.text])
        return CleanPiece(found, line.sheet) if found is not None else self.line(text)

    def _keep(self, values: Mapping[str, str]) -> int:
        number = len(self.values) + 1
        self.values[number] = values
        return number


def cut(text: str, sources: Sequence[DeidentifiedText]) -> DeidentifiedText | None:
    """The text cut out of the first clean source that holds it; ``None`` where none does."""
    text = text.strip()
    if not text:
        return empty_text()
    for source in sources:
        start = source.value.find(text)
        if start >= 0:
            return source.slice(start, start + len(text))
    return None


def empty_text() -> DeidentifiedText:
    """No text at all."""
    return DeidentifiedText.compose("")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _split(text: DeidentifiedText) -> list[DeidentifiedText]:
    parts, start = [], 0
    for line in text.value.split("\n"):
        parts.append(text.slice(start, start + len(line)))
        start += len(line) + 1
    return parts
