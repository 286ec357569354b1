"""Words of a scanned page: prepared, recognised, tried again where little was read, and placed on the page.

Zero words never means a blank page before every way of splitting ink from paper was tried: on the shared noisy page the
program read nothing from the plain bitmap and 37 words after a light blur.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from arbiter_fhir.documents.limits import CALL_SECONDS, PAGE_SECONDS
from arbiter_fhir.documents.lines import PlacedWord
from arbiter_fhir.documents.ocr.bitmap import Gray, blur_and_split, find_ink, has_ink, smooth_specks
from arbiter_fhir.documents.ocr.evidence import check_points, has_own_ink
from arbiter_fhir.documents.ocr.gaps import part_words
from arbiter_fhir.documents.ocr.letter_bounds import fit_to_letters
from arbiter_fhir.documents.ocr.lone_bars import find_lone_bars
from arbiter_fhir.documents.ocr.preparation import Prepared, Scan, prepare, soften, turn_quarter
from arbiter_fhir.documents.ocr.second_look import look_again
from arbiter_fhir.documents.ocr.second_reading import read_second_time
from arbiter_fhir.documents.ocr.strikes import doubt_struck_words
from arbiter_fhir.documents.ocr.tesseract import OcrCall, OcrWord, Tesseract
from arbiter_fhir.documents.pages import Reading
from arbiter_fhir.documents.pdf.mapping import turning
from arbiter_fhir.documents.pdf.unread import read_left_out
from arbiter_fhir.documents.ticks.marks import recognised_marks
from arbiter_fhir.domain.document import BoundingBox

__all__ = ["PageBudget", "read_scan"]

#: A reading is good when its mean confidence is at least this and it has at least so many words; then nothing else is
#: tried. Above the seed's 75, because a second try costs a second and a misread value costs a person's time.
GOOD_CONFIDENCE: Final = 80.0
GOOD_WORDS: Final = 8

#: What is read on a page that stands on its head has this mean confidence at most: 30 to 45 on faxed sample reports,
#: where the poorest readings of upright ones had 68.
RUBBISH_CONFIDENCE: Final = 60.0

#: Words below this confidence count nothing when readings are compared: 663 rubbish words at 13 must lose against 37
#: good ones at 92 (shared measurements).
COUNTED_CONFIDENCE: Final = 50.0

#: Words without letter or digit are kept only if they are signs with a meaning in a result, or well recognised.
_MEANT_SIGNS: Final = frozenset("<>=+-\u2013%*\u00b1#&")
_SIGN_CONFIDENCE: Final = 60.0

#: What specks and pieces of rules are read as.
_SPECKS: Final = frozenset("|_.,'`~\u2018\u2019\u201c\u201d\"\u2014:;\u00b0")

#: Seconds of processor time below which no further call is begun.
_LEAST_SECONDS: Final = 0.5

_Way = Callable[[Gray], Gray]


class PageBudget:
    """Processor time for one page, counted over this process and the OCR processes it waited for."""

    def __init__(self, seconds: float = PAGE_SECONDS) -> None:
        self._end = self._spent() + seconds
        self._wall_end = time.monotonic() + 4 * seconds

    @property
    def left(self) -> float:
        """Processor seconds left; 0 also when four times as much wall time has gone."""
        if time.monotonic() > self._wall_end:
            return 0.0
        return max(0.0, self._end - self._spent())

    @staticmethod
    def _spent() -> float:
        own = resource.getrusage(resource.RUSAGE_SELF)
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


@dataclass(frozen=True, slots=True)
class _Attempt:
    words: list[OcrWord]
    prepared: Prepared

    @property
    def mean_confidence(self) -> float:
        return sum(word.confidence for word in self.words) / len(self.words) if self.words else 0.0

    @property
    def merit(self) -> float:
        """Words times confidence, of the words that can be believed."""
        return sum(word.confidence for word in self.words if word.confidence >= COUNTED_CONFIDENCE)

    @property
    def is_good(self) -> bool:
        return len(self.words) >= GOOD_WORDS and self.mean_confidence >= GOOD_CONFIDENCE


def read_scan(scan: Scan, tesseract: Tesseract, budget: PageBudget) -> Reading:
    """Read one page.

    Args:
        scan: The page as displayed.
        tesseract: The program.
        budget: The page's time; it ends the search, and never makes a page fail that has been read.

    Returns:
        The best reading. No words only if the page is provably empty or every way found none.
    """
    if not has_ink(scan.gray):
        return Reading((), 0.0)
    best: _Attempt | None = None
    calls = 0
    failed = 0
    for attempt in _attempts(prepare(scan), tesseract, budget):
        calls += 1
        if attempt is None:
            failed += 1
            continue
        if best is None or attempt.merit > best.merit:
            best = attempt
        if best.is_good:
            break
    ran_out = failed > 0 and (best is None or not best.is_good)
    if best is None:
        return Reading((), 0.0, ran_out=ran_out)
    if budget.left > _LEAST_SECONDS:
        prepared = best.prepared
        words_read = [*_read_again(best, tesseract, budget), *_left_out(best, tesseract, budget)]
        again = look_again(words_read, prepared.gray, prepared.blobs, tesseract, _call(prepared, budget))
        best = _Attempt(again, prepared)
    page = best.prepared
    struck = doubt_struck_words(best.words, page.blobs, page.gray.shape, coarse=page.coarse)
    words = _place(_Attempt(struck, page), scan)
    if not words:
        return Reading((), 0.0, ran_out=ran_out)
    marks = _place(_Attempt(recognised_marks(best.prepared.ticks), replace(best.prepared, blobs=None)), scan)
    return Reading((*words, *marks), _mean(words))


def _read_again(best: _Attempt, tesseract: Tesseract, budget: PageBudget) -> list[OcrWord]:
    """The words of a coarse page after a second reading of all of it; those of other pages as they are."""
    prepared = best.prepared
    if not prepared.coarse or prepared.blobs is None:
        return best.words
    gray = soften(prepared.gray)
    return _sift(read_second_time(best.words, gray, tesseract, _call(prepared, budget)), gray, prepared)


def _left_out(best: _Attempt, tesseract: Tesseract, budget: PageBudget) -> list[OcrWord]:
    """Words on letters that the reading passed over; only where it read well otherwise."""
    prepared = best.prepared
    if prepared.blobs is None or not best.is_good:
        return []
    gray = soften(prepared.gray)
    return _sift(read_left_out(best.words, gray, prepared.blobs, tesseract, _call(prepared, budget)), gray, prepared)


def _attempts(prepared: Prepared, tesseract: Tesseract, budget: PageBudget) -> Iterator[_Attempt | None]:
    """Attempts in the order of what is most likely to help; the caller stops at the first good one."""
    best: _Attempt | None = None
    tried: set[int] = set()
    for degrees in _turns(prepared, tesseract, budget):
        attempt = _turned(prepared, degrees, tesseract, budget)
        tried.add(degrees)
        yield attempt
        if attempt is not None and (best is None or attempt.merit > best.merit):
            best = attempt
    if 180 not in tried and best is not None and best.mean_confidence < RUBBISH_CONFIDENCE:
        # On a coarse fax the orientation told is sometimes that of a page on its head.
        attempt = _turned(prepared, 180, tesseract, budget)
        yield attempt
        best = attempt if attempt is not None and attempt.merit > best.merit else best
    upright = prepared if best is None else best.prepared
    for way, adaptive in ((blur_and_split, False), (_smoothed, False), (_as_is, True)):
        yield _recognise(upright, tesseract, budget, way, adaptive=adaptive)


def _turned(prepared: Prepared, degrees: int, tesseract: Tesseract, budget: PageBudget) -> _Attempt | None:
    # A page thought to lie on its side was not straightened yet.
    turned = turn_quarter(prepared, degrees) if degrees or prepared.sideways else prepared
    return _recognise(turned, tesseract, budget, soften)


def _turns(prepared: Prepared, tesseract: Tesseract, budget: PageBudget) -> Iterator[int]:
    """Clockwise turns worth trying, the likeliest first; the next is asked for only when the last read badly."""
    if not prepared.sideways:
        yield 0
    told = tesseract.read_orientation(prepared.gray, _call(prepared, budget)) if budget.left > _LEAST_SECONDS else None
    if prepared.sideways:
        # Lines seem to run up or down the page; so may columns of like words, hence the last turn.
        likely = [told] if told is not None else []
        yield from dict.fromkeys([*likely, 90, 270, 0])
    elif told is None:
        # Too few letters to tell. Upside down cannot be seen from the projection, so it is tried.
        yield 180
    elif told != 0:
        yield told


def _call(prepared: Prepared, budget: PageBudget, *, adaptive: bool = False) -> OcrCall:
    return OcrCall(dpi=prepared.dpi, seconds=budget.left, wall_seconds=CALL_SECONDS, adaptive=adaptive)


def _recognise(
    prepared: Prepared, tesseract: Tesseract, budget: PageBudget, way: _Way, *, adaptive: bool = False
) -> _Attempt | None:
    """One call; ``None`` when no time is left or the call failed."""
    if budget.left < _LEAST_SECONDS:
        return None
    gray = way(prepared.gray)
    raw = tesseract.read_words(gray, _call(prepared, budget, adaptive=adaptive))
    if raw is None:
        return None
    return _Attempt(_sift(raw, gray, prepared), prepared)


def _sift(raw: Sequence[OcrWord], gray: Gray, prepared: Prepared) -> list[OcrWord]:
    """Words without specks, parted at spaces, numbers held against the ink."""
    if not raw:
        return []
    ink = find_ink(gray)
    bars = {(bar.left, bar.top): bar for bar in find_lone_bars(raw, prepared.blobs)}
    kept = (bars.get((word.left, word.top)) or word for word in raw if _is_kept(word) or (word.left, word.top) in bars)
    words = part_words([word for word in kept if has_own_ink(word, ink)], ink)
    # Softening joins points to their neighbours; the bitmap before it shows them apart.
    return words if prepared.blobs is None else check_points(words, prepared.blobs)


def _is_kept(word: OcrWord) -> bool:
    """Whether a word is more than a speck or a piece of a ruling line."""
    if any(letter.isalnum() for letter in word.text):
        return True
    if _MEANT_SIGNS.issuperset(word.text):
        return True
    return word.confidence >= _SIGN_CONFIDENCE and not _SPECKS.issuperset(word.text)


def _place(attempt: _Attempt, scan: Scan) -> tuple[PlacedWord, ...]:
    """Words on the page as displayed, with the reading frame of the upright page in points."""
    prepared = attempt.prepared
    page_height, page_width = scan.gray.shape
    height, width = prepared.gray.shape
    points = 72.0 / prepared.dpi
    # A small lean stays in the bitmap; the reading frame is straightened by arithmetic.
    frame = turning(-prepared.lean, width=width, height=height)
    placed: list[PlacedWord] = []
    # Lines are made from the boxes as recognised, which are level; a citation's box lies on the letters.
    for word, fitted in zip(attempt.words, fit_to_letters(attempt.words, prepared.blobs), strict=True):
        left, top, right, bottom = prepared.back.bounds(fitted.left, fitted.top, fitted.right, fitted.bottom)
        left, right = max(0.0, left), min(float(page_width), right)
        top, bottom = max(0.0, top), min(float(page_height), bottom)
        if right <= left or bottom <= top:
            continue
        box = BoundingBox(
            left / page_width, top / page_height, (right - left) / page_width, (bottom - top) / page_height
        )
        middle = frame.point((word.left + word.right) / 2, (word.top + word.bottom) / 2)
        half_width, half_height = (word.right - word.left) / 2, (word.bottom - word.top) / 2
        placed.append(
            PlacedWord(
                word.text,
                box,
                (middle[0] - half_width) * points,
                (middle[1] - half_height) * points,
                (middle[0] + half_width) * points,
                (middle[1] + half_height) * points,
                0,
                round(word.confidence, 1),
            )
        )
    return tuple(placed)


def _mean(words: Sequence[PlacedWord]) -> float:
    known = [word.confidence for word in words if word.confidence is not None]
    return round(sum(known) / len(known), 1) if known else 0.0


def _smoothed(gray: Gray) -> Gray:
    return soften(smooth_specks(gray))


def _as_is(gray: Gray) -> Gray:
    return gray
