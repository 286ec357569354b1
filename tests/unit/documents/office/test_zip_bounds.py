"""Zip packages beyond the bounds are refused before or while they unpack."""

from __future__ import annotations

import io
import struct
import zipfile

import pytest

from arbiter_fhir.documents.limits import MAX_PACKAGE_ENTRIES
from arbiter_fhir.documents.office.zip_bounds import open_zip
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.office_files import zipped


def code_of(content: bytes, name: str = "a") -> ErrorCode:
    with pytest.raises(DocumentError) as caught:
        open_zip(content).read(name)
    return caught.value.code


def test_an_entry_is_read_whole() -> None:
    package = open_zip(zipped({"a": bytes(range(256)) * 900, "b/c": "text"}))
    assert package.names == {"a", "b/c"}
    assert package.read("a") == bytes(range(256)) * 900
    assert package.read("b/c") == b"text"


def test_what_unpacks_to_a_hundred_times_its_size_is_a_bomb() -> None:
    assert code_of(zipped({"a": b"\x00" * 30_000_000})) is ErrorCode.BOMB


def test_a_small_part_may_be_as_empty_as_it_likes() -> None:
    assert len(open_zip(zipped({"a": b"\x00" * 900_000})).read("a")) == 900_000


def test_the_budget_holds_for_all_parts_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter_fhir.documents.office.zip_bounds.MAX_PACKAGE_BYTES", 3_000)
    package = open_zip(zipped({"a": b"a" * 2_000, "b": b"b" * 2_000}))
    assert package.read("a", 2_000)
    with pytest.raises(DocumentError) as caught:
        package.read("b", 2_000)
    assert caught.value.code is ErrorCode.BOMB


def test_a_size_that_lies_is_not_believed() -> None:
    content = bytearray(zipped({"a": b"\x00" * 30_000_000}))
    directory = content.index(b"PK\x01\x02")
    struct.pack_into("<I", content, directory + 24, 10)
    assert code_of(bytes(content)) in {ErrorCode.BOMB, ErrorCode.CORRUPT}


def test_too_many_entries_are_counted_before_they_are_listed() -> None:
    many = zipped({f"e{number}": b"" for number in range(MAX_PACKAGE_ENTRIES + 1)})
    assert code_of(many) is ErrorCode.BOMB
    fine = zipped({f"e{number}": b"" for number in range(MAX_PACKAGE_ENTRIES)})
    assert len(open_zip(fine).names) == MAX_PACKAGE_ENTRIES


def test_entries_that_share_their_bytes_are_a_bomb() -> None:
    content = bytearray(zipped({"a": b"some text that both claim", "b": b"other"}))
    second = content.index(b"PK\x01\x02", content.index(b"PK\x01\x02") + 4)
    struct.pack_into("<I", content, second + 42, 0)
    assert code_of(bytes(content), "b") is ErrorCode.BOMB


def test_two_entries_of_one_name_are_broken() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        package.writestr("word/document.xml", "one")
        package.writestr("WORD/document.xml", "two")
    assert code_of(buffer.getvalue()) is ErrorCode.CORRUPT


def test_an_encrypted_entry_says_so() -> None:
    content = bytearray(zipped({"a": b"text"}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    assert code_of(bytes(content)) is ErrorCode.ENCRYPTED


@pytest.mark.parametrize("share", range(1, 10))
def test_a_package_cut_short_is_broken(share: int) -> None:
    content = zipped({"a": b"some text", "b": b"more"})
    assert code_of(content[: len(content) * share // 10]) is ErrorCode.CORRUPT


def test_a_part_with_damaged_bytes_is_broken() -> None:
    content = bytearray(zipped({"a": bytes(range(256)) * 8}))
    content[40:60] = b"\xff" * 20
    assert code_of(bytes(content)) is ErrorCode.CORRUPT
