"""Pages of a packet that are read together."""

from __future__ import annotations

from arbiter_fhir.domain.document import DocumentPart, PartKind
from arbiter_fhir.domain.paper import PaperKind
from arbiter_fhir.extraction.packet.stretches import gather
from tests.unit.extraction.packet.pages import clean_packet

REPORT = "LABORATORY REPORT\nSodium 139 mmol/L"


def stretched(*texts: str, parts: tuple[DocumentPart, ...] = ()) -> list[tuple[PaperKind, list[int]]]:
    stretches = gather(clean_packet(*texts, parts=parts))
    return [(each.kind, [page.number for page in each.pages]) for each in stretches]


def test_pages_that_do_not_say_what_they_are_go_on() -> None:
    assert stretched(REPORT, "Potassium 4.1", REPORT) == [(PaperKind.LABORATORY_REPORT, [1, 2, 3])]


def test_another_title_begins_another_stretch() -> None:
    assert stretched("FAX COVER SHEET", REPORT, "Dear Dr. [PERSON_1]") == [
        (PaperKind.COVER_SHEET, [1]),
        (PaperKind.LABORATORY_REPORT, [2]),
        (PaperKind.REFERRAL, [3]),
    ]


def test_a_table_of_results_in_a_letter_belongs_to_the_letter() -> None:
    table = "Test Result Units Reference Range\nSodium 139 mmol/L 135-145"
    assert stretched("Dear Dr. [PERSON_1]", table) == [(PaperKind.REFERRAL, [1, 2])]


def test_parts_are_never_read_together() -> None:
    parts = (DocumentPart(1, PartKind.PACKET, 1, 1), DocumentPart(2, PartKind.PACKET, 2, 3))
    assert stretched(REPORT, REPORT, "more", parts=parts) == [
        (PaperKind.LABORATORY_REPORT, [1]),
        (PaperKind.LABORATORY_REPORT, [2, 3]),
    ]


def test_first_pages_begin_and_blank_ones_do_not_count() -> None:
    assert stretched(REPORT + "\nPage 1 of 2", "", "more\nPage 2 of 2", REPORT + "\nPage 1 of 1") == [
        (PaperKind.LABORATORY_REPORT, [1, 3]),
        (PaperKind.LABORATORY_REPORT, [4]),
    ]
