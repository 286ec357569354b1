"""Whole Word documents: stories, notes, comments, pictures, and bad bytes."""

from __future__ import annotations

import io
import zipfile

import pytest
from docx import Document

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.ocr.tesseract import Tesseract
from arbiter_fhir.documents.office.docx import read_docx
from arbiter_fhir.documents.pages import Enclosed
from arbiter_fhir.documents.picture import draw_page
from arbiter_fhir.documents.reading import read_pages
from arbiter_fhir.domain.document import DocType, MediaType, PageRoute
from arbiter_fhir.domain.region import RegionKind
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.office.docx.test_blocks import p
from tests.unit.documents.office_files import codes_of, docx_of, read_word, regions_of, text_of, word_part, zipped
from tests.unit.documents.papers import draw_lines, picture_bytes


def note(tag: str, number: int, text: str, more: str = "") -> str:
    return f'<w:{tag} w:id="{number}" {more}>{p(text)}</w:{tag}>'


def test_headers_first_footers_last_each_wording_once() -> None:
    parts = {
        "word/h1.xml": word_part("hdr", p("Clinic of invented people")),
        "word/h2.xml": word_part("hdr", p("Clinic of invented people")),
        "word/f1.xml": word_part("ftr", p("Page 1")),
    }
    collector = read_word(docx_of(p("Body"), parts, header1="h1.xml", header2="h2.xml", footer1="f1.xml"))
    assert text_of(collector).split("\n") == ["Clinic of invented people", "Body", "Page 1"]
    kinds = {region.path: region.kind for region, _ in regions_of(collector).values()}
    assert kinds == {
        "header 1": RegionKind.HEADER,
        "paragraph 1": RegionKind.PARAGRAPH,
        "footer 1": RegionKind.FOOTER,
    }


def test_notes_and_comments_follow_the_text() -> None:
    parts = {
        "word/footnotes.xml": word_part(
            "footnotes", note("footnote", -1, "line", 'w:type="separator"') + note("footnote", 2, "Fasting sample.")
        ),
        "word/endnotes.xml": word_part("endnotes", note("endnote", 1, "See chart.")),
        "word/comments.xml": word_part("comments", note("comment", 0, "Check the dose.")),
    }
    body = '<w:p><w:r><w:t>Glucose 105</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    targets = {kind: f"{kind}.xml" for kind in ("footnotes", "endnotes", "comments")}
    collector = read_word(docx_of(body, parts, **targets))
    assert text_of(collector).split("\n") == [
        "Glucose 105 [2]",
        "Footnotes",
        "[2] Fasting sample.",
        "Endnotes",
        "[e1] See chart.",
        "Comments",
        "Check the dose.",
    ]
    regions = regions_of(collector)
    assert regions["footnote 2"][0].kind is RegionKind.NOTE
    assert regions["comment 1"][0].kind is RegionKind.COMMENT
    assert codes_of(collector) == ["W_HIDDEN"]


PICTURE = '<w:p><w:r><w:drawing><a:blip r:embed="image1"/></w:drawing></w:r></w:p>'


def with_picture(content: bytes) -> bytes:
    return docx_of(p("Letter") + PICTURE, {"word/media/i.bin": content}, image1="media/i.bin")


def test_a_picture_is_read_on_a_page_of_its_own() -> None:
    picture = picture_bytes(draw_lines("seen on paper", "blood is fine"))
    collector = read_docx(with_picture(picture), Tesseract(), FileClock())
    assert [page.route for page in collector.pages] == [PageRoute.NATIVE, PageRoute.OCR]
    assert "blood is fine" in collector.pages[1].text
    assert collector.artwork[2] == Enclosed(picture, 1)
    assert draw_page(with_picture(picture), 2).width > 100


@pytest.mark.parametrize(
    ("content", "codes"),
    [
        (b"\x01\x00\x00\x00l\x00\x00\x00 emf", ["W_PARTIAL"]),
        (b"\x89PNG\r\n\x1a\nbroken", ["W_PARTIAL"]),
        (picture_bytes(draw_lines("x", size=(20, 20))), []),
    ],
    ids=["metafile", "broken", "icon"],
)
def test_pictures_that_cannot_be_read_are_named(content: bytes, codes: list[str]) -> None:
    collector = read_word(with_picture(content))
    assert len(collector.pages) == 1
    assert codes_of(collector) == codes


def test_a_remote_template_is_not_fetched() -> None:
    parts = {
        "word/settings.xml": word_part("settings", ""),
        "word/_rels/settings.xml.rels": (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            '<Relationship Id="a" Type="http://x/attachedTemplate" Target="http://localhost:1/t.dotm" '
            'TargetMode="External"/></Relationships>'
        ),
    }
    assert codes_of(read_word(docx_of(p("x"), parts, settings="settings.xml"))) == ["W_EXTERNAL"]


def test_embedded_files_and_controls_are_named() -> None:
    parts = {"word/embeddings/e.xlsx": b"PK", "word/activeX/a.xml": "<a/>"}
    assert codes_of(read_word(docx_of(p("x"), parts))) == ["W_HIDDEN", "W_ACTIVE"]


def test_a_document_by_another_program_is_read_whole(tmp_path: object) -> None:
    document = Document()
    document.add_heading("Referral", 0)
    document.add_paragraph("Reason: palpitations")
    table = document.add_table(2, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "Drug", "Dose"
    table.cell(1, 0).text, table.cell(1, 1).text = "Aspirin", "81 mg"
    path = f"{tmp_path}/x.docx"
    document.save(path)
    with open(path, "rb") as file:  # noqa: PTH123
        pages = read_pages(file.read(), DocType.REFERRAL_DOCX)
    assert pages.media_type is MediaType.DOCX
    assert pages.pages[0].text.split("\n") == ["Referral", "Reason: palpitations", "Drug Dose", "Aspirin 81 mg"]


def nested(depth: int) -> str:
    body = p("deep")
    for _ in range(depth):
        body = f"<w:tbl><w:tr><w:tc>{body}</w:tc></w:tr></w:tbl>"
    return body


def test_tables_nested_beyond_the_bound_are_refused_and_others_read() -> None:
    assert "deep" in text_of(read_word(docx_of(nested(30))))
    with pytest.raises(DocumentError) as caught:
        read_word(docx_of(nested(500)))
    assert caught.value.code is ErrorCode.DEPTH


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (docx_of("<w:p>&x;</w:p>"), ErrorCode.CORRUPT),
        (docx_of("", styles="styles.xml") , None),
        (docx_of("<w:p/>", {"word/styles.xml": "<!DOCTYPE a><a/>"}, styles="styles.xml"), ErrorCode.ENTITY),
        (docx_of("", {"word/document.xml": b"\x00" * 40_000_000}), ErrorCode.BOMB),
        (docx_of("", {"word/document.xml": b"<w:x/>"}), ErrorCode.CORRUPT),
        (docx_of("", {"word/document.xml": word_part("document", "")}), ErrorCode.CORRUPT),
    ],
    ids=["entity", "lost styles", "doctype", "bomb", "unbound prefix", "no body"],
)  # fmt: skip
def test_bad_documents_have_their_code(content: bytes, code: ErrorCode | None) -> None:
    if code is None:
        assert read_word(content).pages == []
        return
    with pytest.raises(DocumentError) as caught:
        read_word(content)
    assert caught.value.code is code


@pytest.mark.parametrize("tenth", range(10))
def test_a_document_cut_short_ends_in_a_code(tenth: int) -> None:
    content = docx_of(p("text") * 50)
    with pytest.raises(DocumentError) as caught:
        read_pages(content[: len(content) * tenth // 10], DocType.REFERRAL_DOCX)
    assert caught.value.code in {ErrorCode.CORRUPT, ErrorCode.EMPTY, ErrorCode.TYPE}


def test_a_text_of_nothing_is_no_text() -> None:
    with pytest.raises(DocumentError) as caught:
        read_pages(docx_of("<w:p/>"), DocType.REFERRAL_DOCX)
    assert caught.value.code is ErrorCode.NO_TEXT


def test_a_document_in_the_strict_dialect_reads_alike() -> None:
    body = p("Reason: palpitations") + "<w:tbl><w:tr><w:tc>" + p("cell") + "</w:tc></w:tr></w:tbl>"
    package = zipfile.ZipFile(io.BytesIO(docx_of(body, {"word/h.xml": word_part("hdr", p("Clinic"))}, header="h.xml")))
    strict = {
        name: package.read(name)
        .replace(b"schemas.openxmlformats.org/wordprocessingml/2006/main", b"purl.oclc.org/ooxml/wordprocessingml/main")
        .replace(b"schemas.openxmlformats.org/officeDocument/2006", b"purl.oclc.org/ooxml/officeDocument")
        for name in package.namelist()
    }
    assert text_of(read_word(zipped(strict))).split("\n") == ["Clinic", "Reason: palpitations", "cell"]
