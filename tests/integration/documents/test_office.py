"""Office files in a child: read, drawn, damaged and hostile."""

from __future__ import annotations

import contextlib
import io
import random
import re
import time
import zipfile

import numpy as np
import pytest
from docx import Document
from openpyxl import Workbook
from PIL import Image

from arbiter_fhir.documents import LabelledBox, SandboxedReader
from arbiter_fhir.documents.child_process.child import perform
from arbiter_fhir.documents.child_process.wire import Task, decode_pages, parse_answer
from arbiter_fhir.domain.document import DocType, MediaType
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.office_files import docx_of, xlsx_of, zipped

SECONDS = 30.0


def letter() -> bytes:
    """A letter with a list, a table and a header, as python-docx writes it."""
    document = Document()
    document.sections[0].header.paragraphs[0].text = "Invented clinic"
    document.add_heading("Referral", 1)
    document.add_paragraph("Reason: palpitations since March")
    document.add_paragraph("Aspirin 81 mg", style="List Bullet")
    table = document.add_table(3, 3)
    for row in table.rows:
        for cell in row.cells:
            cell.text = "cell"
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def workbook() -> bytes:
    """A sheet of results, as openpyxl writes it."""
    book = Workbook()
    sheet = book.active
    sheet.append(["Date", "Glucose (mg/dL)"])
    for number in range(20):
        sheet.append([f"2026-03-{number + 1:02d}", 80 + number])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


FILES = {DocType.REFERRAL_DOCX: letter(), DocType.CLINICAL_WORKBOOK: workbook()}


@pytest.mark.parametrize("doc_type", FILES)
def test_a_child_hands_over_pages_with_regions(doc_type: DocType) -> None:
    pages = SandboxedReader().read(FILES[doc_type], doc_type=doc_type)
    assert pages.media_type in {MediaType.DOCX, MediaType.XLSX}
    page = pages.pages[0]
    for region in page.regions:
        for start, end in region.spans:
            assert page.text[start:end].strip() == page.text[start:end]
    assert any(region.grid is not None for region in page.regions)


@pytest.mark.parametrize("doc_type", FILES)
def test_boxes_are_drawn_around_the_words_they_mean(doc_type: DocType) -> None:
    reader = SandboxedReader()
    page = reader.read(FILES[doc_type], doc_type=doc_type).pages[0]
    word = page.words[-1]
    bare = np.asarray(Image.open(io.BytesIO(reader.draw_overlay(FILES[doc_type], 1))).convert("L"))
    height, width = bare.shape
    inside = bare[
        int(word.box.y * height) : int(word.box.bottom * height), int(word.box.x * width) : int(word.box.right * width)
    ]
    assert inside.min() < 100
    boxed = reader.draw_overlay(FILES[doc_type], 1, [LabelledBox(word.box, "", "#ff0000")])
    red = np.asarray(Image.open(io.BytesIO(boxed)).convert("RGB")).astype(int)
    rows, columns = np.nonzero((red[:, :, 0] > 200) & (red[:, :, 1] < 80))
    assert abs(rows.min() - word.box.y * height) < 8
    assert abs(columns.max() - word.box.right * width) < 8


def damaged(content: bytes, dice: random.Random) -> bytes:
    """The package with one of its parts changed: bytes, numbers, texts, elements."""
    package = zipfile.ZipFile(io.BytesIO(content))
    parts = {name: package.read(name) for name in package.namelist()}
    name = dice.choice([name for name in parts if name.endswith((".xml", ".rels"))])
    part = parts[name]
    matches = list(re.finditer(dice.choice((rb'"(\d+)"', rb">([^<]+)<", rb'="([^"]*)"', rb"<([^>]*)/>")), part))
    if not matches or dice.random() < 0.3:
        at = dice.randrange(len(part))
        parts[name] = part[:at] if dice.random() < 0.5 else part[:at] + bytes([dice.randrange(256)]) + part[at + 1 :]
    else:
        match = dice.choice(matches)
        odd = dice.choice((b"", b"-1", b"99999999999", b"NaN", b"1e999", b"&#x202e;", b"\xed\xa0\x80", b"\xd9\xa3"))
        parts[name] = part[: match.start(1)] + odd + part[match.end(1) :]
    return zipped(parts)


@pytest.mark.parametrize("doc_type", FILES)
def test_damage_ends_in_pages_or_a_code_in_time(doc_type: DocType) -> None:
    dice = random.Random(17)
    task = Task("read", doc_type.value, "tesseract")
    for _ in range(150):
        begun = time.monotonic()
        answer = perform(task, damaged(FILES[doc_type], dice))
        assert time.monotonic() - begun < SECONDS
        assert b"E_CRASH" not in answer.partition(b"\n")[0]
        with contextlib.suppress(DocumentError):
            decode_pages(parse_answer(answer))


HOSTILE = {
    "bomb": (docx_of("", {"word/document.xml": b" " * 60_000_000}), ErrorCode.BOMB),
    "entities": (docx_of("", {"word/document.xml": "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}), ErrorCode.ENTITY),
    "deep": (docx_of("<w:tbl><w:tr><w:tc>" * 9_000), ErrorCode.DEPTH),
    "many parts": (zipped({f"p{number}": b"" for number in range(100_000)}), ErrorCode.BOMB),
    "macros": (docx_of("<w:p/>", {"word/vbaProject.bin": b"x"}), ErrorCode.UNSUPPORTED),
    "old format": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), ErrorCode.UNSUPPORTED),
    "password": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), ErrorCode.ENCRYPTED),
    "other zip": (zipped({"a.pdf": b"%PDF"}), ErrorCode.UNSUPPORTED),
    "workbook as letter": (xlsx_of("<sheetData/>"), ErrorCode.TYPE),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_have_their_code(name: str) -> None:
    content, code = HOSTILE[name]
    with pytest.raises(DocumentError) as caught:
        SandboxedReader().read(content, doc_type=DocType.REFERRAL_DOCX)
    assert caught.value.code is code
