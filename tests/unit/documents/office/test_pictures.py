"""Pictures in Office files: which become pages, which are named, how many."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.clock import FileClock
from arbiter_fhir.documents.office.ooxml import OfficePackage
from arbiter_fhir.documents.office.pictures import add_pictures
from arbiter_fhir.documents.pages import PageCollector
from arbiter_fhir.domain.document import WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode
from tests.unit.documents.office_files import zipped
from tests.unit.documents.papers import draw_lines, picture_bytes

PICTURE = picture_bytes(draw_lines("some words"))


def pages_of(parts: dict[str, bytes]) -> PageCollector:
    collector = PageCollector()
    add_pictures(collector, OfficePackage(zipped(parts)), list(parts), None, FileClock())
    return collector


def test_pictures_keep_their_order() -> None:
    second = picture_bytes(draw_lines("other", size=(900, 400)))
    collector = pages_of({"b.png": PICTURE, "a.png": second})
    assert [artwork.content for artwork in collector.artwork.values()] == [PICTURE, second]  # type: ignore[union-attr]
    assert collector.warnings == []


def test_more_pictures_than_are_read_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter_fhir.documents.office.pictures.MAX_ENCLOSED_FILES", 2)
    collector = pages_of({f"{number}.png": PICTURE for number in range(5)})
    assert len(collector.pages) == 2
    assert [warning.code for warning in collector.warnings] == [WarningCode.PARTIAL]
    assert collector.warnings[0].message.endswith(": 3, 4, 5.")


@pytest.mark.parametrize("content", [b"", b"<svg/>", b"GIF89a", b"MZ\x90", b"%PDF-1.7"])
def test_what_is_no_picture_that_is_read_is_named(content: bytes) -> None:
    collector = pages_of({"x": content})
    assert collector.pages == []
    assert [warning.code for warning in collector.warnings] == [WarningCode.PARTIAL]


def test_a_picture_that_unpacks_without_end_ends_the_document() -> None:
    with pytest.raises(DocumentError) as caught:
        pages_of({"x.png": b"\x00" * 30_000_000})
    assert caught.value.code is ErrorCode.BOMB
