"""PNG, JPEG, WEBP and TIFF: every frame is a page and is read by OCR."""

from __future__ import annotations

import contextlib
import io
import struct
import warnings
from collections.abc import Iterator
from typing import Final

import numpy as np
from PIL import Image, ImageOps

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.limits import MAX_FRAME_PIXELS, MAX_PAGES
from arbiter_fhir.documents.ocr.bitmap import Gray
from arbiter_fhir.documents.ocr.preparation import Scan
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.ocr.words import PageBudget, read_scan
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.documents.ticks.marks import checkbox_regions
from arbiter_fhir.domain.document import MediaType, WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode

__all__ = ["frame_sizes", "load_frame", "open_image", "read_image"]

_FORMATS: Final = {
    MediaType.PNG: "PNG",
    MediaType.JPEG: "JPEG",
    MediaType.TIFF: "TIFF",
    MediaType.WEBP: "WEBP",
}

#: What Pillow raises on broken input.
_IMAGE_ERRORS: Final = (
    OSError,
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    SyntaxError,
    EOFError,
    struct.error,
    ArithmeticError,
    RuntimeError,
    NotImplementedError,
    Image.DecompressionBombError,
)

#: Paper has sides between these, inches; a resolution that says otherwise is a camera's default and is not believed.
_SHORTEST_SIDE: Final = 1.0
_LONGEST_SIDE: Final = 24.0
_USUAL_LONG_SIDE: Final = 11.0

#: Pixels of a line on A4, B4 and A3; per inch across, and lines per inch down in fine and in standard resolution (ITU-T
#: T.4: 8 pixels and 7.7 or 3.85 lines a millimetre). In standard resolution a page is squat.
_FAX_WIDTHS: Final = frozenset({1728, 2048, 2432})
_FAX_ACROSS: Final = 203.2
_FAX_FINE: Final = 195.6
_FAX_STANDARD: Final = 97.8
_FAX_SQUAT: Final = 0.9


def read_image(content: bytes, media_type: MediaType, tesseract: Tesseract, clock: FileClock) -> PageCollector:
    """Read all frames of a TIFF, or the first of any other picture.

    Raises:
        DocumentError: E_CORRUPT, E_UNSUPPORTED (compression), E_PAGES, E_PIXELS, E_TOO_LARGE, E_TIMEOUT.
    """
    image = open_image(content, media_type)
    collector = PageCollector()
    number = 0
    while True:
        try:
            scan = load_frame(image, number)
        except DocumentError as error:
            if number == 0 or error.code is not ErrorCode.CORRUPT:
                raise
            collector.warn(WarningCode.PARTIAL, f"Frame {number + 1} and those after it are damaged and unread.")
            return collector
        if scan is None:
            return collector
        if number == MAX_PAGES:
            raise DocumentError(ErrorCode.PAGES, f"The file has more than {MAX_PAGES} frames; split it.")
        height, width = scan.gray.shape
        size = {"width": width * 72 / scan.dpi_across, "height": height * 72 / scan.dpi_down}
        if not clock.is_over:
            collector.add_ocr(read_scan(scan, tesseract, PageBudget()), **size)
            collector.mark_regions(checkbox_regions(collector.pages[-1], {}))
        elif number == 0:
            raise DocumentError(ErrorCode.TIMEOUT, "The file took too long to read; split it.", retryable=True)
        else:
            collector.add_unread("was not read: the file's time was used up.", **size)
        number += 1
        if media_type is not MediaType.TIFF:
            if _moves(image):
                collector.warn(WarningCode.PARTIAL, "The picture moves; only its first frame was read.")
            return collector


def _moves(image: Image.Image) -> bool:
    """Whether an animated picture has further frames."""
    try:
        with _unheard():
            return bool(getattr(image, "is_animated", False))
    except _IMAGE_ERRORS:
        return False


def frame_sizes(content: bytes, media_type: MediaType) -> list[tuple[float, float]]:
    """Width and height in points of every frame that `read_image` makes a page of.

    Raises:
        DocumentError: E_CORRUPT, E_UNSUPPORTED, E_PAGES, E_PIXELS.
    """
    image = open_image(content, media_type)
    sizes: list[tuple[float, float]] = []
    while True:
        try:
            scan = load_frame(image, len(sizes))
        except DocumentError as error:
            if not sizes or error.code is not ErrorCode.CORRUPT:
                raise
            return sizes
        if scan is None:
            return sizes
        if len(sizes) == MAX_PAGES:
            raise DocumentError(ErrorCode.PAGES, f"The file has more than {MAX_PAGES} frames; split it.")
        height, width = scan.gray.shape
        sizes.append((width * 72 / scan.dpi_across, height * 72 / scan.dpi_down))
        if media_type is not MediaType.TIFF:
            return sizes


def open_image(content: bytes, media_type: MediaType) -> Image.Image:
    """The opened picture; only the one decoder that fits is allowed.

    Raises:
        DocumentError: E_CORRUPT.
    """
    # Our own caps are checked before a frame is unpacked, and count each frame.
    Image.MAX_IMAGE_PIXELS = None
    try:
        with _unheard():
            return Image.open(io.BytesIO(content), formats=[_FORMATS[media_type]])
    except _IMAGE_ERRORS as error:
        raise _broken(error) from error


def load_frame(image: Image.Image, number: int) -> Scan | None:
    """Frame ``number`` (0-based) upright and gray; ``None`` after the last.

    Raises:
        DocumentError: E_CORRUPT, E_UNSUPPORTED, E_PIXELS.
    """
    try:
        with _unheard():
            image.seek(number)
    except EOFError:
        return None
    except _IMAGE_ERRORS as error:
        raise _broken(error) from error
    width, height = image.size
    if width * height > MAX_FRAME_PIXELS:
        raise DocumentError(
            ErrorCode.PIXELS,
            f"Frame {number + 1} has {width} x {height} pixels, more than {MAX_FRAME_PIXELS // 1_000_000} million; "
            "scan at a lower resolution.",
        )
    try:
        with _unheard():
            across, down = _resolution(image)
            upright = ImageOps.exif_transpose(image)
            gray = _to_gray(upright)
        if upright.size != (width, height):
            across, down = down, across
    except _IMAGE_ERRORS as error:
        raise _broken(error) from error
    return Scan(gray, across, down)


@contextlib.contextmanager
def _unheard() -> Iterator[None]:
    """Without Pillow's warnings: they concern metadata that is not used, and may quote it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _to_gray(image: Image.Image) -> Gray:
    """Eight-bit gray on white paper, from any mode."""
    if image.mode in ("L", "1"):
        return np.asarray(image.convert("L"))
    if image.mode.startswith("I") or image.mode == "F":
        values = np.asarray(image).astype(np.float64)
        top = 65535.0 if image.mode.startswith("I;16") else max(float(values.max()), 1.0)
        return np.clip(values * (255.0 / top), 0, 255).astype(np.uint8)
    if image.mode in ("RGBA", "LA", "PA", "RGBa", "La") or "transparency" in image.info:
        layered = image.convert("RGBA")
        paper = Image.new("RGBA", layered.size, "white")
        return np.asarray(Image.alpha_composite(paper, layered).convert("L"))
    if image.mode == "P":
        image = image.convert("RGB")
    return np.asarray(image.convert("L"))


def _resolution(image: Image.Image) -> tuple[float, float]:
    """Pixels per inch along both sides as stored; guessed from a usual page where the file's claim cannot be."""
    claimed = image.info.get("dpi", (0, 0))
    across, down = float(claimed[0] or 0), float(claimed[1] or 0)
    width, height = image.size
    if across > 0 and down > 0:
        sides = width / across, height / down
        if min(sides) >= _SHORTEST_SIDE and max(sides) <= _LONGEST_SIDE:
            return across, down
    if image.mode == "1" and width in _FAX_WIDTHS:
        return _FAX_ACROSS, (_FAX_FINE if height > _FAX_SQUAT * width else _FAX_STANDARD)
    guessed = max(72.0, max(width, height) / _USUAL_LONG_SIDE)
    return guessed, guessed


def _broken(error: Exception) -> DocumentError:
    """The document error for what Pillow raised; its text is not passed on."""
    if isinstance(error, (KeyError, NotImplementedError)) or "decoder" in str(error) or "not available" in str(error):
        return DocumentError(
            ErrorCode.UNSUPPORTED, "The picture uses a compression that is not read; store it as PNG or PDF."
        )
    return DocumentError(ErrorCode.CORRUPT, "The picture is broken; scan or store it again.")
