"""Shared strings, streamed."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.office.xlsx.strings import read_strings, stream_elements
from arbiter_fhir.errors import DocumentError, ErrorCode

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def test_strings_keep_their_order_and_places() -> None:
    content = (
        f"<sst {MAIN} count='1' uniqueCount='999'><si/><si><t>a</t></si><si><r><t>b</t></r><r><t>c</t></r></si></sst>"
    )
    assert read_strings(content.encode()) == ["", "a", "bc"]


def test_elements_are_let_go_one_by_one() -> None:
    content = f"<sst {MAIN}>{'<si><t>x</t></si>' * 20_000}</sst>".encode()
    held = [len(element.getparent()) for element in stream_elements(content, frozenset({"x:si"}))]
    # What the parser has read ahead of the reader, and no more.
    assert max(held) < 4_000


def test_too_many_letters_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter_fhir.documents.office.xlsx.strings.MAX_CHARACTERS", 10)
    with pytest.raises(DocumentError) as caught:
        read_strings(f"<sst {MAIN}>{'<si><t>four</t></si>' * 5}</sst>".encode())
    assert caught.value.code is ErrorCode.TOO_LARGE


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (f"<sst {MAIN}><si>", ErrorCode.CORRUPT),
        ('<!DOCTYPE a [<!ENTITY b "c">]><sst>&b;</sst>', ErrorCode.ENTITY),
        ("<a>" * 10_000, ErrorCode.DEPTH),
    ],
)
def test_bad_parts_have_their_code(content: str, code: ErrorCode) -> None:
    with pytest.raises(DocumentError) as caught:
        read_strings(content.encode())
    assert caught.value.code is code
