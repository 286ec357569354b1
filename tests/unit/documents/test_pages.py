"""Pages and the warnings they deserve."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.limits import MAX_CHARACTERS
from arbiter_fhir.documents.lines import PlacedWord
from arbiter_fhir.documents.pages import PageCollector, Reading
from arbiter_fhir.domain.document import BoundingBox, PageRoute, WarningCode
from arbiter_fhir.errors import DocumentError, ErrorCode

SIZE = {"width": 612.0, "height": 792.0}


def words(count: int, confidence: float | None = None, text: str = "w") -> tuple[PlacedWord, ...]:
    return tuple(
        PlacedWord(
            text, BoundingBox(0.1, 0.01 + index * 0.001, 0.1, 0.001), 60, index * 20, 90, index * 20 + 10, 0, confidence
        )
        for index in range(count)
    )


def codes(collector: PageCollector) -> list[tuple[WarningCode, int | None]]:
    return [(warning.code, warning.page) for warning in collector.warnings]


def test_a_native_page_has_no_confidence_and_no_warning() -> None:
    collector = PageCollector()
    collector.add_native(words(2), **SIZE)
    (page,) = collector.pages
    assert (page.number, page.text, page.route, page.mean_confidence) == (1, "w\nw", PageRoute.NATIVE, None)
    assert collector.warnings == []


def test_a_good_scan_has_no_warning() -> None:
    collector = PageCollector()
    collector.add_ocr(Reading(words(40, 75.0), 75.0), **SIZE)
    assert collector.pages[0].mean_confidence == 75.0
    assert codes(collector) == []


def test_a_doubtful_scan_is_warned_of() -> None:
    collector = PageCollector()
    collector.add_native(words(1), **SIZE)
    collector.add_ocr(Reading(words(50, 60.0), 60.0), **SIZE)
    assert codes(collector) == [(WarningCode.LOW_CONFIDENCE, 2), (WarningCode.VISION_WANTED, 2)]


def test_a_short_scan_wants_vision_only() -> None:
    collector = PageCollector()
    collector.add_ocr(Reading(words(10, 95.0), 95.0), **SIZE)
    assert codes(collector) == [(WarningCode.VISION_WANTED, 1)]


def test_an_empty_scan_is_no_cause_for_warning_and_a_timed_out_one_is() -> None:
    collector = PageCollector()
    collector.add_ocr(Reading((), 0.0), **SIZE)
    collector.add_ocr(Reading((), 0.0, ran_out=True), **SIZE)
    assert collector.pages[0].mean_confidence is None
    assert codes(collector) == [(WarningCode.PARTIAL, 2)]


def test_an_unread_page_keeps_its_number() -> None:
    collector = PageCollector()
    collector.add_unread("is damaged.", **SIZE)
    collector.add_native(words(1), **SIZE)
    assert [page.number for page in collector.pages] == [1, 2]
    assert codes(collector) == [(WarningCode.PARTIAL, 1)]
    assert "page 1" in collector.warnings[0].message.lower()


def test_too_many_characters_are_refused() -> None:
    collector = PageCollector()
    collector.add_native(words(1, text="x" * (MAX_CHARACTERS - 5)), **SIZE)
    with pytest.raises(DocumentError) as caught:
        collector.add_native(words(1, text="x" * 6), **SIZE)
    assert caught.value.code is ErrorCode.TOO_LARGE
