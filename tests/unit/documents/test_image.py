"""Pictures as documents."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
from PIL import Image

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.image import load_frame, open_image, read_image
from arbiter_fhir.documents.ocr.bitmap import find_ink
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.domain.document import MediaType, WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.papers import draw_lines, picture_bytes

GRAY = draw_lines("Potassium 6.2 mmol/L", size=(1000, 300))


def frames(*grays: np.ndarray, **options: object) -> bytes:
    first, *rest = [Image.fromarray(gray) for gray in grays]
    buffer = io.BytesIO()
    first.save(buffer, "TIFF", save_all=True, append_images=rest, **options)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (picture_bytes(GRAY), MediaType.PNG),
        (picture_bytes(GRAY, "JPEG", quality=90), MediaType.JPEG),
        (picture_bytes(GRAY, "WEBP", lossless=True), MediaType.WEBP),
        (frames(GRAY), MediaType.TIFF),
    ],
)
def test_every_kind_of_picture_is_read(content: bytes, media_type: MediaType) -> None:
    collector = read_image(content, media_type, Tesseract(), FileClock())
    assert [page.text for page in collector.pages] == ["Potassium 6.2 mmol/L"]


def test_each_frame_of_a_fax_is_a_page() -> None:
    sheets = [draw_lines(text, size=(1000, 300)) for text in ("first page here", "second page here")]
    blank = np.full((300, 1000), 255, dtype=np.uint8)
    content = io.BytesIO()
    images = [Image.fromarray(sheet).convert("1") for sheet in (sheets[0], blank, sheets[1])]
    images[0].save(content, "TIFF", save_all=True, append_images=images[1:], compression="group4", dpi=(200, 200))
    collector = read_image(content.getvalue(), MediaType.TIFF, Tesseract(), FileClock())
    assert [page.text for page in collector.pages] == ["first page here", "", "second page here"]
    assert collector.pages[0].width_points == pytest.approx(360)


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "RGBA", "LA", "P", "CMYK", "I;16", "I"])
def test_every_mode_becomes_dark_letters_on_light_paper(mode: str) -> None:
    image = Image.fromarray(GRAY)
    if mode == "I;16":
        image = Image.fromarray(GRAY.astype(np.uint16) * 257)
    elif mode == "I":
        image = Image.fromarray(GRAY.astype(np.int32))
    else:
        image = image.convert("RGB").convert(mode) if mode in ("P", "CMYK") else image.convert(mode)
    buffer = io.BytesIO()
    image.save(buffer, "TIFF")
    scan = load_frame(open_image(buffer.getvalue(), MediaType.TIFF), 0)
    assert scan is not None
    assert scan.gray.dtype == np.uint8
    assert (find_ink(scan.gray) == find_ink(GRAY)).mean() > 0.99


def test_transparency_shows_white_paper() -> None:
    image = Image.new("RGBA", (50, 50), (0, 0, 0, 0))
    scan = load_frame(open_image(_png(image), MediaType.PNG), 0)
    assert scan is not None
    assert (scan.gray == 255).all()


def _png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def test_a_camera_held_sideways_is_turned_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    lying = Image.fromarray(np.ascontiguousarray(np.rot90(GRAY)))
    buffer = io.BytesIO()
    lying.save(buffer, "JPEG", exif=exif, dpi=(200, 200))
    scan = load_frame(open_image(buffer.getvalue(), MediaType.JPEG), 0)
    assert scan is not None
    assert scan.gray.shape == GRAY.shape


def test_an_unbelievable_resolution_is_replaced_by_a_usual_page() -> None:
    scan = load_frame(
        open_image(picture_bytes(np.full((3300, 2550), 255, dtype=np.uint8), dpi=(72, 72)), MediaType.PNG), 0
    )
    assert scan is not None
    assert scan.dpi_across == pytest.approx(300)


def claiming(content: bytes, frame: int, width: int, height: int) -> bytes:
    """A little-endian TIFF whose ``frame`` (0-based) claims another size."""
    changed = bytearray(content)
    (at,) = struct.unpack_from("<I", changed, 4)
    for _ in range(frame):
        (count,) = struct.unpack_from("<H", changed, at)
        (at,) = struct.unpack_from("<I", changed, at + 2 + 12 * count)
    (count,) = struct.unpack_from("<H", changed, at)
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        (tag,) = struct.unpack_from("<H", changed, entry)
        if tag in (256, 257):
            struct.pack_into("<HII", changed, entry + 2, 4, 1, width if tag == 256 else height)
    return bytes(changed)


@pytest.mark.parametrize("frame", [0, 1])
def test_pixels_are_counted_frame_by_frame_before_unpacking(frame: int) -> None:
    content = claiming(frames(GRAY, GRAY), frame, 60_000, 60_000)
    with pytest.raises(DocumentError) as caught:
        read_image(content, MediaType.TIFF, Tesseract(), FileClock())
    assert caught.value.code is ErrorCode.PIXELS


def test_a_broken_later_frame_leaves_the_pages_before_it() -> None:
    content = frames(GRAY, GRAY, compression="tiff_deflate")
    collector = read_image(content[: len(content) - 300], MediaType.TIFF, Tesseract(), FileClock())
    assert len(collector.pages) == 1
    assert [warning.code for warning in collector.warnings if warning.code is WarningCode.PARTIAL]


def test_frames_that_point_at_each_other_end() -> None:
    # A little-endian TIFF whose only directory names itself as the next one.
    tags = [
        (256, 3, 1, 8),
        (257, 3, 1, 8),
        (258, 3, 1, 8),
        (259, 3, 1, 1),
        (262, 3, 1, 1),
        (273, 4, 1, 200),
        (279, 4, 1, 64),
    ]
    directory = (
        struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", *tag) for tag in tags) + struct.pack("<I", 8)
    )
    content = (b"II*\x00" + struct.pack("<I", 8) + directory).ljust(200, b"\0") + b"\xff" * 64
    collector = read_image(content, MediaType.TIFF, Tesseract(), FileClock())
    assert len(collector.pages) == 1


@pytest.mark.parametrize("content", [b"II*\x00", b"\x89PNG\r\n\x1a\n", picture_bytes(GRAY)[:200]])
def test_broken_pictures_are_corrupt(content: bytes) -> None:
    media_type = MediaType.TIFF if content.startswith(b"II") else MediaType.PNG
    with pytest.raises(DocumentError) as caught:
        read_image(content, media_type, Tesseract(), FileClock())
    assert caught.value.code is ErrorCode.CORRUPT


def test_only_the_decoder_that_fits_is_tried() -> None:
    with pytest.raises(DocumentError):
        open_image(picture_bytes(GRAY), MediaType.JPEG)


def test_frames_after_the_files_time_are_reported_unread() -> None:
    with pytest.raises(DocumentError) as caught:
        read_image(picture_bytes(GRAY), MediaType.PNG, Tesseract(), FileClock(0.0))
    assert caught.value.code is ErrorCode.TIMEOUT
    assert caught.value.retryable


@pytest.mark.parametrize("compression", ["group3", "group4", "tiff_lzw", "tiff_adobe_deflate", "packbits"])
def test_every_compression_of_a_fax_is_unpacked(compression: str) -> None:
    buffer = io.BytesIO()
    Image.fromarray(GRAY).convert("1").save(buffer, "TIFF", compression=compression, dpi=(204, 98))
    scan = load_frame(open_image(buffer.getvalue(), MediaType.TIFF), 0)
    assert scan is not None
    assert (scan.dpi_across, scan.dpi_down) == pytest.approx((204, 98))
    assert (find_ink(scan.gray) == find_ink(GRAY)).mean() > 0.98


@pytest.mark.parametrize(("height", "down"), [(2200, 195.6), (1100, 97.8)])
def test_a_fax_that_does_not_say_its_resolution_has_that_of_a_fax(height: int, down: float) -> None:
    buffer = io.BytesIO()
    Image.new("1", (1728, height), 1).save(buffer, "TIFF", compression="group4")
    scan = load_frame(open_image(buffer.getvalue(), MediaType.TIFF), 0)
    assert scan is not None
    assert (scan.dpi_across, scan.dpi_down) == (203.2, down)


def test_frames_may_differ_in_size_and_kind() -> None:
    small = Image.fromarray(draw_lines("second page here", size=(800, 200))).convert("1")
    buffer = io.BytesIO()
    Image.fromarray(GRAY).save(buffer, "TIFF", save_all=True, append_images=[small])
    collector = read_image(buffer.getvalue(), MediaType.TIFF, Tesseract(), FileClock())
    assert [page.text for page in collector.pages] == ["Potassium 6.2 mmol/L", "second page here"]
    assert len({(page.width_points, page.height_points) for page in collector.pages}) == 2


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_of_a_picture_that_moves_the_first_frame_is_read_and_that_is_said(kind: str) -> None:
    others = [Image.fromarray(draw_lines("another frame", size=(1000, 300)))]
    buffer = io.BytesIO()
    Image.fromarray(GRAY).save(buffer, kind, save_all=True, append_images=others, lossless=True)
    collector = read_image(buffer.getvalue(), MediaType(f"image/{kind.lower()}"), Tesseract(), FileClock())
    assert [page.text for page in collector.pages] == ["Potassium 6.2 mmol/L"]
    assert WarningCode.PARTIAL in {warning.code for warning in collector.warnings}


def test_more_frames_than_pages_may_be_are_refused() -> None:
    content = frames(*[np.full((8, 8), 255, dtype=np.uint8)] * 301)
    with pytest.raises(DocumentError) as caught:
        read_image(content, MediaType.TIFF, Tesseract(), FileClock())
    assert caught.value.code is ErrorCode.PAGES


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "TIFF"])
def test_a_picture_cut_off_anywhere_is_corrupt_or_says_what_is_missing(kind: str) -> None:
    blank = np.full((120, 200), 255, dtype=np.uint8)
    options = {"TIFF": {"compression": "tiff_deflate"}, "WEBP": {"lossless": True}}.get(kind, {})
    noisy = blank - np.random.default_rng(1).integers(0, 9, blank.shape, dtype=np.uint8)
    content = frames(noisy, noisy, **options) if kind == "TIFF" else picture_bytes(noisy, kind, **options)
    for tenth in range(1, 10):
        assert _outcome(content[: len(content) * tenth // 10], kind) <= {"E_CORRUPT", "E_UNSUPPORTED", "W_PARTIAL"}


def _outcome(content: bytes, kind: str) -> set[str]:
    """The code of the error, or the codes of the warnings."""
    try:
        collector = read_image(content, MediaType(f"image/{kind.lower()}"), Tesseract(), FileClock())
    except DocumentError as error:
        return {error.code.value}
    return {warning.code.value for warning in collector.warnings} or {"nothing is said"}
