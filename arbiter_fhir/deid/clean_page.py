"""A clean page: the raw page with its identifiers replaced, every clean word with its box, and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.domain.deid import CleanWord, DeidentifiedPage, DeidentifiedText, OffsetMap, Placeholder
from arbiter_fhir.domain.document import BoundingBox, Page, Word
from arbiter_fhir.domain.region import Region
from arbiter_fhir.domain.seal import DEID_SEAL

__all__ = ["Replacement", "clean_page", "clean_text", "escape_placeholders"]

#: Text of a document that looks like one of our placeholders (security.md 3, case 99).
_WHOLE: Final = re.compile(r"\[(\s?[A-Za-z][A-Za-z_]{1,24}_\s?\d{1,6}\s?)\]")


@dataclass(frozen=True, slots=True)
class Replacement:
    """One stretch of raw text (on one line) and the placeholder that takes its place."""

    start: int
    end: int
    placeholder: Placeholder


@dataclass(frozen=True, slots=True)
class _Segment:
    """A stretch of clean text and where it comes from."""

    clean_start: int
    clean_end: int
    raw_start: int
    raw_end: int
    placeholder: Placeholder | None


def escape_placeholders(text: str) -> str:
    """``[PERSON_1]`` written by the author becomes ``(PERSON_1)``: same length, never restored to anybody's name."""
    return _WHOLE.sub(r"(\1)", text)


def _segments(text: str, replacements: Sequence[Replacement]) -> Iterator[_Segment]:
    raw = clean = 0
    for replacement in replacements:
        if replacement.start > raw:
            length = replacement.start - raw
            yield _Segment(clean, clean + length, raw, replacement.start, None)
            clean += length
        label = len(replacement.placeholder.label)
        yield _Segment(clean, clean + label, replacement.start, replacement.end, replacement.placeholder)
        clean += label
        raw = replacement.end
    if raw < len(text):
        yield _Segment(clean, clean + len(text) - raw, raw, len(text), None)


def clean_text(text: str, replacements: Sequence[Replacement]) -> tuple[str, OffsetMap]:
    """Clean text and its map to ``text``.

    Args:
        text: Raw text.
        replacements: Sorted and disjoint.
    """
    clean, segments = _compose(text, replacements)
    return clean, _offset_map(segments)


def _compose(text: str, replacements: Sequence[Replacement]) -> tuple[str, list[_Segment]]:
    escaped = escape_placeholders(text)
    segments = list(_segments(text, replacements))
    pieces = [
        segment.placeholder.label if segment.placeholder else escaped[segment.raw_start : segment.raw_end]
        for segment in segments
    ]
    return "".join(pieces), segments


def _offset_map(segments: Sequence[_Segment]) -> OffsetMap:
    return OffsetMap(
        tuple((segment.clean_start, segment.clean_end, segment.raw_start, segment.raw_end) for segment in segments)
    )


def clean_page(page: Page, replacements: Sequence[Replacement]) -> DeidentifiedPage:
    """The clean page.

    Args:
        page: Raw page.
        replacements: Sorted, disjoint, none over a line break; offsets in ``page.text``.
    """
    text, segments = _compose(page.text, replacements)
    return DeidentifiedPage(
        number=page.number,
        text=DeidentifiedText(text, DEID_SEAL),
        words=tuple(_clean_words(page.words, text, segments)),
        offsets=_offset_map(segments),
        route=page.route,
        width_points=page.width_points,
        height_points=page.height_points,
        mean_confidence=page.mean_confidence,
        regions=tuple(_clean_region(region, segments) for region in page.regions),
        part=page.part,
    )


def _clean_region(region: Region, segments: Sequence[_Segment]) -> Region:
    """The region with offsets in the clean text; a placeholder that it touches belongs to it as a whole."""
    return replace(region, spans=tuple(_clean_span(start, end, segments) for start, end in region.spans))


def _clean_span(start: int, end: int, segments: Sequence[_Segment]) -> tuple[int, int]:
    touched = [segment for segment in segments if segment.raw_start < end and start < segment.raw_end]
    first, last = touched[0], touched[-1]
    left = first.clean_start if first.placeholder else first.clean_start + max(start - first.raw_start, 0)
    right = last.clean_end if last.placeholder else last.clean_start + min(end, last.raw_end) - last.raw_start
    return left, right


def _clean_words(words: Sequence[Word], text: str, segments: Sequence[_Segment]) -> Iterator[CleanWord]:
    """Words in reading order: a segment's pieces of words; one word for each placeholder."""
    at = 0
    for segment in segments:
        parts: list[tuple[Word, int, int]] = []
        while at < len(words) and words[at].end <= segment.raw_start:
            at += 1
        index = at
        while index < len(words) and words[index].start < segment.raw_end:
            word = words[index]
            parts.append((word, max(word.start, segment.raw_start), min(word.end, segment.raw_end)))
            index += 1
        if segment.placeholder is not None:
            if parts:
                yield _placeholder_word(parts, segment, segment.placeholder)
            continue
        for word, start, end in parts:
            clean_start = segment.clean_start + start - segment.raw_start
            clean_end = clean_start + end - start
            box = _part_of_box(word, start, end)
            yield CleanWord(text[clean_start:clean_end], box, clean_start, clean_end, word.line, word.confidence)


def _placeholder_word(parts: Sequence[tuple[Word, int, int]], segment: _Segment, placeholder: Placeholder) -> CleanWord:
    confidences = [word.confidence for word, _, _ in parts if word.confidence is not None]
    return CleanWord(
        text=placeholder.label,
        box=BoundingBox.around(_part_of_box(word, start, end) for word, start, end in parts),
        start=segment.clean_start,
        end=segment.clean_end,
        line=parts[0][0].line,
        confidence=min(confidences) if confidences else None,
        placeholder=placeholder,
    )


def _part_of_box(word: Word, start: int, end: int) -> BoundingBox:
    """The share of a word's box that its characters ``start`` to ``end`` take, by their count."""
    if (start, end) == (word.start, word.end):
        return word.box
    length = word.end - word.start
    left = word.box.x + word.box.width * (start - word.start) / length
    return BoundingBox(left, word.box.y, word.box.width * (end - start) / length, word.box.height)
