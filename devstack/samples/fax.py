"""The same pages as a fax machine hands them over: black and white, coarse, speckled, now and then on their heads.

Group 3 machines scan 204 pixels an inch across, and 98 (standard) or 196 (fine) lines an inch down (ITU-T T.4); many
gateways write 200 x 100 and 200 x 200 instead. The result is a TIFF with a frame for each page.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image, ImageFilter

from arbiter_fhir.documents.engines import pymupdf
from devstack.samples.scan import turn_box
from devstack.samples.truth import Box

__all__ = ["FAX_QUALITIES", "FaxQuality", "FaxedPage", "fax_pages", "write_tiff"]

#: Pages are drawn finer than any fax, then the scanner looks at them.
_DRAWN_DPI: Final = 400


@dataclass(frozen=True, slots=True)
class FaxQuality:
    """How bad the machine and the line are.

    Attributes:
        across: Pixels per inch across.
        down: Lines per inch.
        degrees: Largest skew either way.
        blur: Gaussian radius of the optics in inches / 1000.
        noise: Standard deviation of the sensor's noise, 0-255, before black and white are parted.
        level: Gray under which a pixel is black, 0-255: low loses thin strokes, high closes letters.
        speckle: Share of pixels that the line turns over.
        turn: Clockwise turn of the paper in the feeder: 0, 90, 180 or 270.
        border: Whether a dark edge and a streak down the page are seen.
    """

    across: float = 204
    down: float = 196
    degrees: float = 0.6
    blur: float = 2.0
    noise: float = 10.0
    level: float = 150
    speckle: float = 0.0
    turn: int = 0
    border: bool = False


#: By name, from good to bad.
FAX_QUALITIES: Final = {
    "fine": FaxQuality(),
    "fine 200": FaxQuality(across=200, down=200, degrees=0.9),
    "standard": FaxQuality(down=98, degrees=0.5),
    "standard 200": FaxQuality(across=200, down=100, degrees=0.8),
    "fine, speckled": FaxQuality(speckle=0.0025, border=True, noise=14.0),
    "fine, faint": FaxQuality(level=108, degrees=0.7),
    "fine, heavy": FaxQuality(level=205, blur=3.0),
    "fine, head first": FaxQuality(turn=180, degrees=1.0),
    "fine, sideways": FaxQuality(turn=90, degrees=0.8),
    "fine, skewed": FaxQuality(degrees=5.0),
    "standard, head first": FaxQuality(across=200, down=100, turn=180, degrees=0.8),
    "standard, speckled": FaxQuality(down=98, speckle=0.0015, border=True),
}


@dataclass(frozen=True, slots=True)
class FaxedPage:
    """A page as received, and how the paper lay.

    Attributes:
        image: One-bit pixels.
        dpi: Pixels per inch across and down.
        skew: Counter-clockwise skew in degrees.
        turn: Clockwise turn.
        size: Width and height of the upright page in points.
    """

    image: Image.Image
    dpi: tuple[float, float]
    skew: float
    turn: int
    size: tuple[float, float]

    def place(self, box: Box) -> Box:
        """Where a box of the upright page stands on the received one."""
        moved = turn_box(box, self.skew, width=self.size[0], height=self.size[1])
        for _ in range(self.turn // 90):
            moved = Box(1 - moved.y - moved.height, moved.x, moved.height, moved.width)
        return moved


def fax_pages(pdf: bytes, *, seed: int, quality: FaxQuality) -> tuple[FaxedPage, ...]:
    """The pages of ``pdf``, faxed.

    Args:
        pdf: A typed PDF.
        seed: Decides skew and noise.
        quality: The machine.
    """
    random = np.random.default_rng(seed)
    return tuple(_fax_page(page, random, quality) for page in pymupdf.open(stream=pdf, filetype="pdf"))


def _fax_page(page: pymupdf.Page, random: np.random.Generator, quality: FaxQuality) -> FaxedPage:
    pixels = page.get_pixmap(dpi=_DRAWN_DPI, colorspace=pymupdf.csGRAY)
    image = Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)
    skew = float(random.uniform(0.4, 1.0)) * quality.degrees * (1 if random.random() < 0.5 else -1)
    image = image.rotate(skew, resample=Image.Resampling.BICUBIC, fillcolor=250)
    image = image.filter(ImageFilter.GaussianBlur(quality.blur * _DRAWN_DPI / 1000))
    if quality.turn:
        image = image.rotate(-quality.turn, expand=True)
    size = (round(image.width * quality.across / _DRAWN_DPI), round(image.height * quality.down / _DRAWN_DPI))
    gray = np.asarray(image.resize(size, Image.Resampling.BOX), dtype=np.float64)
    gray = gray + random.normal(0.0, quality.noise, size=gray.shape)
    if quality.border:
        _darken(gray, random)
    black = gray < quality.level
    if quality.speckle:
        black ^= random.random(black.shape) < quality.speckle
    return FaxedPage(
        Image.fromarray(~black),
        (quality.across, quality.down),
        skew,
        quality.turn,
        (float(page.rect.width), float(page.rect.height)),
    )


def _darken(gray: np.ndarray[tuple[int, ...], np.dtype[np.float64]], random: np.random.Generator) -> None:
    """A dark edge where the lid stood open, and one streak of dust on the glass."""
    height, width = gray.shape
    gray[:, : width // 60] = 20
    gray[: height // 90, :] = 20
    streak = int(random.uniform(0.05, 0.1) * width)
    gray[:, streak : streak + 2] -= 150


def write_tiff(pages: Sequence[FaxedPage], *, compression: str = "group4") -> bytes:
    """One TIFF with a frame for each page.

    Args:
        pages: At least one.
        compression: Pillow's name: ``group3``, ``group4``, ``tiff_lzw``, ``tiff_adobe_deflate`` ...
    """
    buffer = io.BytesIO()
    first, *others = (page.image for page in pages)
    # Pillow gives every frame the resolution of the call; pages of one transmission share it.
    first.save(buffer, format="TIFF", save_all=True, append_images=others, compression=compression, dpi=pages[0].dpi)
    return buffer.getvalue()
