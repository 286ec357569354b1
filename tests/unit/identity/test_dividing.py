"""Row by row of the table: which pages of a packet stand for themselves."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType, DocumentPart, PartKind
from arbiter_fhir.identity import divide
from tests.unit.identity.packets import MARIA, MARIA_BY_NAME, NOBODY, OTIS, Sheet, packet

COVER = Sheet("FAX COVER SHEET\nTo: [PERSON_1]\nFrom: [PERSON_2]\nPages: 4")
REPORT = "LABORATORY REPORT\n"


def spans(*sheets: Sheet, doc_type: DocType = DocType.FAX_PACKET) -> list[tuple[int, int]]:
    """First and last page of each part."""
    parts = divide(packet(*sheets), doc_type)
    assert [part.number for part in parts] == list(range(1, len(parts) + 1))
    assert [page for part in parts for page in range(part.first_page, part.last_page + 1)] == [
        *range(1, len(sheets) + 1)
    ]
    return [(part.first_page, part.last_page) for part in parts]


@pytest.mark.parametrize("doc_type", [each for each in DocType if each is not DocType.FAX_PACKET])
def test_other_documents_are_of_one_piece(doc_type: DocType) -> None:
    assert spans(Sheet(REPORT, MARIA), Sheet(REPORT, OTIS), doc_type=doc_type) == [(1, 2)]


def test_what_the_format_tells_apart_stands() -> None:
    told = (DocumentPart(1, PartKind.MESSAGE, 1, 1), DocumentPart(2, PartKind.ATTACHMENT, 2, 2, parent=1))
    assert divide(packet(Sheet(""), Sheet(""), parts=told), DocType.HL7V2_MESSAGE) == told


def test_one_page_is_of_one_piece() -> None:
    (part,) = divide(packet(Sheet(REPORT, MARIA)), DocType.FAX_PACKET)
    assert part.kind is PartKind.WHOLE


def test_a_cover_sheet_stands_for_itself() -> None:
    assert spans(COVER, Sheet(REPORT, MARIA), Sheet("Page 2 of 2")) == [(1, 1), (2, 3)]
    assert spans(Sheet(REPORT, MARIA), COVER, Sheet(REPORT, MARIA)) == [(1, 1), (2, 2), (3, 3)]


def test_a_page_of_another_patient_stands_for_itself() -> None:
    assert spans(Sheet(REPORT, MARIA), Sheet(REPORT, OTIS), Sheet(REPORT, MARIA)) == [(1, 1), (2, 2), (3, 3)]


def test_another_patients_page_stands_for_itself_even_when_counts_would_join_it() -> None:
    first, second = Sheet(REPORT + "Page 1 of 2", MARIA), Sheet(REPORT + "Page 2 of 2", OTIS)
    assert spans(first, second, Sheet(REPORT, MARIA)) == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.parametrize(
    "second",
    [
        Sheet(REPORT, MARIA),
        Sheet("Potassium 4.1", MARIA_BY_NAME),
        Sheet("Potassium 4.1", NOBODY),
        Sheet("", NOBODY),
        Sheet(REPORT + "Page 2 of 2", NOBODY),
    ],
)
def test_pages_of_one_patient_that_begin_nothing_go_together(second: Sheet) -> None:
    assert spans(Sheet(REPORT, MARIA), second) == [(1, 2)]


@pytest.mark.parametrize(
    "second",
    [
        Sheet("PATIENT INTAKE FORM", MARIA),
        Sheet(REPORT + "Page 1 of 2", MARIA),
        Sheet(REPORT, MARIA, accession=2),
        Sheet(REPORT + "Page 1 of 1", NOBODY),
        Sheet("Dear Dr. [PERSON_1]", NOBODY),
    ],
)
def test_what_begins_something_is_a_part_of_its_own(second: Sheet) -> None:
    first = Sheet(REPORT, MARIA, accession=1)
    assert spans(first, second) == [(1, 1), (2, 2)]


def test_a_page_that_names_nobody_waits_in_a_packet_of_two_patients() -> None:
    unnamed = Sheet("Potassium 4.1 mmol/L")
    assert spans(Sheet(REPORT, MARIA), unnamed, Sheet(REPORT, OTIS)) == [(1, 1), (2, 2), (3, 3)]
    assert spans(Sheet(REPORT, MARIA), unnamed, unnamed, Sheet(REPORT, OTIS)) == [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.parametrize("mark", ["Page 2 of 2", "Pg. 2/2", "page 2 out of 2"])
def test_in_such_a_packet_the_pages_own_count_joins_it(mark: str) -> None:
    first, unnamed = Sheet(REPORT + "Page 1 of 2", MARIA), Sheet(f"Potassium 4.1\n{mark}")
    assert spans(first, unnamed, Sheet(REPORT, OTIS)) == [(1, 2), (3, 3)]


def test_in_such_a_packet_the_word_continued_joins_it() -> None:
    unnamed = Sheet("LABORATORY REPORT (continued)\nPotassium 4.1")
    assert spans(Sheet(REPORT, MARIA), unnamed, Sheet(REPORT, OTIS)) == [(1, 2), (3, 3)]


def test_the_fax_machines_own_count_joins_nothing() -> None:
    def stamped(number: int, text: str, printed: tuple[tuple[str, str], ...] = NOBODY) -> Sheet:
        return Sheet(f"04/12 10:15 [PHONE_1] PAGE {number}/3\n{text}", printed)

    assert spans(stamped(1, REPORT, MARIA), stamped(2, "Potassium 4.1"), stamped(3, REPORT, OTIS)) == [
        (1, 1),
        (2, 2),
        (3, 3),
    ]


def test_a_count_that_does_not_follow_joins_nothing() -> None:
    first, unnamed = Sheet(REPORT + "Page 1 of 3", MARIA), Sheet("Potassium 4.1\nPage 3 of 3")
    assert spans(first, unnamed, Sheet(REPORT, OTIS)) == [(1, 1), (2, 2), (3, 3)]
