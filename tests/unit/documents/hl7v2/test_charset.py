"""Text is of the declared character set, or it is said what was assumed, or it is refused."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.hl7v2.charset import Doubt, decode_message, unify_wide_text
from arbiter_fhir.errors import DocumentError, ErrorCode

NAME = "PID|||||Müller^Zoë"


@pytest.mark.parametrize(
    ("declared", "codec", "text"),
    [
        ("ASCII", "ascii", "PID|||||Miller"),
        ("", "ascii", "PID|||||Miller"),
        ("8859/1", "iso8859-1", NAME),
        ("8859/15", "iso8859-15", "Œuvre €"),
        ("8859/2", "iso8859-2", "Żółć Łukasz"),
        ("UNICODE UTF-8", "utf-8", NAME),
        ("UTF-8", "utf-8", NAME),
        ("GB 18030-2000", "gb18030", "王小明"),
        ("ISO IR87", "iso2022_jp", "山田"),
        ("KS X 1001", "euc_kr", "홍길동"),
        ("BIG-5", "big5", "王小明"),
    ],
)
def test_declared_sets(declared: str, codec: str, text: str) -> None:
    found = decode_message(text.encode(codec), declared)
    assert found.text == text
    assert found.doubt is None


def test_text_without_a_declared_set_is_utf_8_and_said_to_be() -> None:
    found = decode_message(NAME.encode("utf-8"), "")
    assert (found.text, found.doubt) == (NAME, Doubt.UNDECLARED)


def test_utf_8_that_is_declared_as_something_else_is_no_mojibake() -> None:
    found = decode_message(NAME.encode("utf-8"), "8859/1")
    assert (found.text, found.doubt) == (NAME, Doubt.REALLY_UTF8)


def test_windows_quotes_in_latin_1() -> None:
    found = decode_message("NTE|||“Müller’s”".encode("cp1252"), "8859/1")
    assert (found.text, found.doubt) == ("NTE|||“Müller’s”", Doubt.REALLY_WINDOWS)


@pytest.mark.parametrize(
    ("content", "declared"),
    [
        (NAME.encode("latin-1"), "UNICODE UTF-8"),
        (NAME.encode("latin-1"), ""),
        (NAME.encode("latin-1"), "ASCII"),
        (NAME.encode("utf-8"), "EBCDIC"),
        (b"PID|||||Mi\x00ller", "ASCII"),
        (b"PID|\xed\xa0\x80", "UTF-8"),
    ],
)
def test_what_cannot_be_known_is_refused(content: bytes, declared: str) -> None:
    with pytest.raises(DocumentError) as caught:
        decode_message(content, declared)
    assert caught.value.code is ErrorCode.ENCODING
    assert "ller" not in caught.value.message


def test_zero_bytes_behind_the_text_are_no_text() -> None:
    assert decode_message(b"PID|1\r\x00\x00", "").text == "PID|1\r"


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_wide_text_becomes_narrow(codec: str) -> None:
    assert unify_wide_text(("MSH|" + NAME).encode(codec)) == ("MSH|" + NAME).encode("utf-8")


def test_broken_wide_text_is_refused() -> None:
    with pytest.raises(DocumentError) as caught:
        unify_wide_text(b"\xff\xfeM\x00S\x00H\x00|\x00\x00\xd8|\x00")
    assert caught.value.code is ErrorCode.ENCODING
