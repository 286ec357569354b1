"""The picture of a page as the browser shows it: where its frame lies, and what stands there by its pixels."""

from __future__ import annotations

import base64
import io
import subprocess

from PIL import Image, ImageOps
from playwright.sync_api import Page

from devstack.samples import Box

__all__ = ["contains", "drawn_box", "ink", "page_picture", "read_in"]

#: A browser lays out in steps of a 64th of a pixel; a page is some 600 of them wide.
LAYOUT_STEP = 0.0005
#: Print is darker than this, on white; between them lie the soft edges of letters.
INK = 128


def ink(picture: Image.Image, box: Box) -> Image.Image:
    """The part of a page's picture that lies in a box, as print and no print."""
    edges = (box.x, box.y, box.x + box.width, box.y + box.height)
    scaled = [edge * size for edge, size in zip(edges, (*picture.size, *picture.size), strict=True)]
    return picture.crop(tuple(round(edge) for edge in scaled)).point(lambda value: 255 * (value < INK))


def drawn_box(page: Page) -> Box:
    """Where the frame lies on the page's picture, in fractions, as the browser laid it out."""
    found = page.evaluate(
        """() => {
            const [page, box] = ['.af-page', '.af-box']
                .map((name) => document.querySelector(name).getBoundingClientRect());
            return [(box.x - page.x) / page.width, (box.y - page.y) / page.height,
                    box.width / page.width, box.height / page.height];
        }"""
    )
    return Box(*found)


def contains(outer: Box, inner: Box) -> bool:
    """Whether a box lies in another."""
    return (
        outer.x <= inner.x + LAYOUT_STEP
        and outer.y <= inner.y + LAYOUT_STEP
        and inner.x + inner.width <= outer.x + outer.width + LAYOUT_STEP
        and inner.y + inner.height <= outer.y + outer.height + LAYOUT_STEP
    )


def page_picture(page: Page) -> Image.Image:
    """The page as the browser shows it, without the frame."""
    encoded = page.evaluate(
        """() => {
            const [page, canvas] = [document.querySelector('.af-page'), document.createElement('canvas')];
            [canvas.width, canvas.height] = [page.naturalWidth, page.naturalHeight];
            canvas.getContext('2d').drawImage(page, 0, 0);
            return canvas.toDataURL('image/png').split(',')[1];
        }"""
    )
    return Image.open(io.BytesIO(base64.b64decode(encoded))).convert("L")


def read_in(picture: Image.Image, box: Box) -> str:
    """What stands in a box of a page's picture, read off its pixels; its words with one blank between."""
    edges = (box.x * picture.width, box.y * picture.height)
    ends = (edges[0] + box.width * picture.width, edges[1] + box.height * picture.height)
    part = picture.crop((round(edges[0]), round(edges[1]), round(ends[0]), round(ends[1])))
    # Letters of a line's full height, with white around: what an engine for print reads best.
    part = ImageOps.expand(part.resize((part.width * 2, part.height * 2)), border=20, fill=255)
    encoded = io.BytesIO()
    part.save(encoded, "PNG")
    command = ["tesseract", "stdin", "stdout", "--psm", "6"]
    done = subprocess.run(command, input=encoded.getvalue(), capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())
