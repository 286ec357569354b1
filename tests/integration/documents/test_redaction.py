"""The canary test of pictures: what a model is shown is read again, and nothing of the patient is on it."""

from __future__ import annotations

import io
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.documents import SandboxedReader
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import DocumentError, ErrorCode

CANARIES = ("Quenneville", "Zephyrine", "04/12/1961", "884-21-7730", "MRN-5550192")
LINES = (
    "Northside Family Laboratory",
    "Patient: Zephyrine Quenneville      DOB: 04/12/1961",
    "MRN: MRN-5550192     SSN: 884-21-7730",
    "Collected: 03/02/2026",
    "Glucose        105     mg/dL    70-99    H",
    "Ms. Quenneville was fasting when the specimen was taken.",
)


class StandingClock:
    def now(self) -> datetime:
        return datetime(2026, 11, 30, tzinfo=UTC)


def scan() -> bytes:
    with pymupdf.open() as typed:
        page = typed.new_page(width=612, height=400)
        for number, line in enumerate(LINES):
            page.insert_text((50, 60 + 32 * number), line, fontsize=12)
        pixels = page.get_pixmap(dpi=200)
    with pymupdf.open() as document:
        document.set_metadata({"title": CANARIES[0]})
        document.new_page(width=612, height=400).insert_image(pymupdf.Rect(0, 0, 612, 400), pixmap=pixels)
        return bytes(document.tobytes())


def read_picture(png: bytes, folder: Path) -> str:
    path = folder / "picture.pgm"
    Image.open(io.BytesIO(png)).convert("L").resize((1836, 1200)).save(path)
    told = subprocess.run(["tesseract", str(path), "-", "--psm", "6"], capture_output=True, check=True, text=True)
    return told.stdout


def test_a_redacted_picture_shows_the_result_and_nothing_of_the_patient(tmp_path: Path) -> None:
    content = scan()
    reader = SandboxedReader()
    pages = reader.read(content, doc_type=DocType.LAB_PDF)
    clean = PresidioDeidentifier(StandingClock()).deidentify(pages, patient=None)
    boxes = [word.box for word in clean.pages[0].words if word.placeholder is not None]
    picture = reader.redact(content, 1, boxes)
    shown = read_picture(picture.png, tmp_path)
    assert "Glucose" in shown
    for canary in CANARIES:
        assert canary not in shown
        assert canary.encode() not in picture.png
    assert "Quenneville" in read_picture(reader.redact(content, 1, []).png, tmp_path)


def test_a_page_that_is_not_there_has_no_picture() -> None:
    with pytest.raises(DocumentError) as refused:
        SandboxedReader().redact(scan(), 2, [])
    assert refused.value.code is ErrorCode.PAGES
