"""Parts, relationships and XML of Office packages, friendly and hostile."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.limits import MAX_XML_DEPTH
from arbiter_fhir.documents.office.ooxml import OfficePackage, attribute, name_of, parse_xml
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.office_files import docx_of, relations, zipped


def code_of(content: bytes) -> ErrorCode:
    with pytest.raises(DocumentError) as caught:
        parse_xml(content)
    return caught.value.code


BOMBS = {
    "laughs": b'<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;</a>',
    "quadratic": b'<!DOCTYPE a [<!ENTITY b "' + b"x" * 90_000 + b'">]><a>' + b"&b;" * 9_000 + b"</a>",
    "file": b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    "parameter": b'<!DOCTYPE a [<!ENTITY % b SYSTEM "http://localhost:1/x"> %b;]><a/>',
    "type only": b'<!DOCTYPE html SYSTEM "http://localhost:1/x.dtd"><a/>',
    "in UTF-16": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'.encode("utf-16"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_entities_of_every_kind_are_refused(name: str) -> None:
    assert code_of(BOMBS[name]) is ErrorCode.ENTITY


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", ErrorCode.CORRUPT),
        (b"<a>", ErrorCode.CORRUPT),
        (b"<a>&undeclared;</a>", ErrorCode.CORRUPT),
        (b"<a>" * 90_000, ErrorCode.DEPTH),
        (b"<a>" * (MAX_XML_DEPTH + 1) + b"</a>" * (MAX_XML_DEPTH + 1), ErrorCode.DEPTH),
        (b"<a b='" + b"x" * 12_000_000 + b"'/>", ErrorCode.BOMB),
        (b"<a>" + b"x" * 12_000_000 + b"</a>", ErrorCode.BOMB),
        (b"<a>\xff\xfe</a>", ErrorCode.ENCODING),
        ("<a>\u00e4</a>".encode("utf-16-le"), ErrorCode.ENCODING),
        (b"<?xml version='1.0' encoding='UTF-7'?><a>+ADw-</a>", ErrorCode.ENCODING),
        (b"<?xml version='1.0' encoding='cp037'?><a/>", ErrorCode.ENCODING),
        (b"<a>\x00</a>", ErrorCode.ENCODING),
    ],
    ids=lambda value: value.value if isinstance(value, ErrorCode) else "xml",
)
def test_bad_xml_has_its_own_code(content: bytes, code: ErrorCode) -> None:
    assert code_of(content) is code


@pytest.mark.parametrize(
    "content",
    [
        "<a>\u00e4</a>".encode(),
        "\ufeff<a>\u00e4</a>".encode(),
        "<?xml version='1.0' encoding='UTF-8' standalone='yes'?><a>\u00e4</a>".encode(),
        "<?xml version='1.0' encoding='UTF-16'?><a>\u00e4</a>".encode("utf-16"),
        "<?xml version='1.0' encoding='ISO-8859-1'?><a>\u00e4</a>".encode("latin-1"),
        b"<a><!-- remark -->\xc3\xa4<?target?></a>",
    ],
)
def test_every_usual_encoding_is_read(content: bytes) -> None:
    assert "".join(parse_xml(content).itertext()) == "\u00e4"


def test_the_deepest_allowed_tree_is_read() -> None:
    assert parse_xml(b"<a>" * MAX_XML_DEPTH + b"</a>" * MAX_XML_DEPTH) is not None


@pytest.mark.parametrize(
    "uri",
    [
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    ],
)
def test_both_dialects_have_the_same_names(uri: str) -> None:
    element = parse_xml(f'<x:p xmlns:x="{uri}" x:val="7"/>'.encode())
    assert name_of(element) == "w:p"
    assert attribute(element, "w:val") == "7"
    assert attribute(element, "w:none", "x") == "x"


def test_parts_are_found_by_relationship_whatever_case_and_slashes() -> None:
    content = zipped(
        {
            "_rels/.rels": relations(officeDocument="/Word/Document.xml"),
            "word/document.xml": "<a/>",
            "word/_rels/document.xml.rels": relations(
                header="header%201.xml", image="../media/p.png", image2="gone.png"
            ),
            "word/header 1.xml": "<h/>",
            "media\\p.png": b"x",
        }
    )
    package = OfficePackage(content)
    assert package.main_part().casefold() == "word/document.xml"
    found = package.relationships("word/document.xml")
    assert name_of(package.tree(found["header"].target)) == "h"
    assert package.read(found["image"].target) == b"x"
    assert found["image2"].target == ""


@pytest.mark.parametrize("target", ["../../../etc/passwd", "/etc/passwd", "..\\..\\x", "file:///etc/passwd"])
def test_a_target_outside_the_package_is_no_part(target: str) -> None:
    content = docx_of("", header=target)
    assert OfficePackage(content).relationships("word/document.xml")["header"].target == ""


def test_what_lies_outside_is_told_from_the_writers_own_disk() -> None:
    found = OfficePackage(
        docx_of("", image="!http://localhost:1/x.png", attachedTemplate="!file:///C:\\Users\\x\\Normal.dotm")
    ).relationships("word/document.xml")
    assert found["image"].external
    assert not found["attachedTemplate"].external
    assert found["attachedTemplate"].target == ""


def test_a_package_without_a_document_is_broken() -> None:
    with pytest.raises(DocumentError) as caught:
        OfficePackage(zipped({"_rels/.rels": relations()})).main_part()
    assert caught.value.code is ErrorCode.CORRUPT
    with pytest.raises(DocumentError):
        OfficePackage(zipped({"a": "b"})).tree("missing.xml")
