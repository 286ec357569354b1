"""The same pages as a scanner would hand them over: a little turned, blurred, noisy, squeezed as JPEG."""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageFilter

from arbiter_fhir.documents.engines import pymupdf
from devstack.samples.truth import Box

__all__ = ["CLEAN_SCAN", "POOR_SCAN", "ScanQuality", "scan_pages", "turn_box"]


@dataclass(frozen=True, slots=True)
class ScanQuality:
    """How bad the scanner is.

    Attributes:
        degrees: Largest rotation either way.
        blur: Gaussian radius in pixels.
        noise: Standard deviation of the gray noise, 0-255.
        jpeg: JPEG quality, 1-95.
    """

    degrees: float
    blur: float
    noise: float
    jpeg: int


#: An office scanner with an automatic feeder.
CLEAN_SCAN = ScanQuality(degrees=0.35, blur=0.4, noise=4.0, jpeg=85)
#: The page of shared experience: 0.9 degrees, blurred, noisy, JPEG.
POOR_SCAN = ScanQuality(degrees=0.9, blur=0.8, noise=12.0, jpeg=60)


def scan_pages(pdf: bytes, *, dpi: int, seed: int, quality: ScanQuality) -> tuple[bytes, tuple[float, ...]]:
    """Pages of ``pdf`` as full-page gray images.

    Args:
        pdf: A typed PDF.
        dpi: Resolution of the images.
        seed: Decides rotation and noise; the same seed gives the same bytes.
        quality: How bad the scanner is.

    Returns:
        The image-only PDF and, per page, the counter-clockwise rotation in degrees.
    """
    random = np.random.default_rng(seed)
    source = pymupdf.open(stream=pdf, filetype="pdf")
    target = pymupdf.open()
    angles: list[float] = []
    for page in source:
        pixels = page.get_pixmap(dpi=dpi, colorspace=pymupdf.csGRAY)
        image = Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)
        angle = float(random.uniform(0.4, 1.0)) * quality.degrees * (1 if random.random() < 0.5 else -1)
        image = image.rotate(angle, resample=Image.Resampling.BICUBIC, fillcolor=252)
        image = image.filter(ImageFilter.GaussianBlur(quality.blur))
        gray = np.asarray(image, dtype=np.float64)
        gray = gray + random.normal(0.0, quality.noise, size=gray.shape)
        noisy = Image.fromarray(np.clip(gray, 0, 255).astype(np.uint8))
        buffer = io.BytesIO()
        noisy.save(buffer, format="JPEG", quality=quality.jpeg, dpi=(dpi, dpi))
        sheet = target.new_page(width=page.rect.width, height=page.rect.height)
        sheet.insert_image(sheet.rect, stream=buffer.getvalue())
        angles.append(angle)
    return bytes(target.tobytes(garbage=3, deflate=False, no_new_id=True)), tuple(angles)


def turn_box(box: Box, degrees: float, *, width: float, height: float) -> Box:
    """The upright box around ``box`` after the page was turned about its centre.

    Args:
        box: Fractions of the page.
        degrees: Counter-clockwise rotation.
        width: Page width in any unit.
        height: Page height in the same unit.

    Returns:
        Fractions of the page.
    """
    angle = math.radians(degrees)
    corners = [
        (box.x, box.y),
        (box.x + box.width, box.y),
        (box.x, box.y + box.height),
        (box.x + box.width, box.y + box.height),
    ]
    turned = []
    for x, y in corners:
        dx, dy = (x - 0.5) * width, (y - 0.5) * height
        # The y axis points down, so a counter-clockwise turn as seen has these signs.
        turned.append((dx * math.cos(angle) + dy * math.sin(angle), dy * math.cos(angle) - dx * math.sin(angle)))
    left = min(x for x, _ in turned) / width + 0.5
    right = max(x for x, _ in turned) / width + 0.5
    top = min(y for _, y in turned) / height + 0.5
    bottom = max(y for _, y in turned) / height + 0.5
    return Box(left, top, right - left, bottom - top)
