"""One decision for each part, and what parts can say for one another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.domain.document import DocType, DocumentPart, PartKind
from arbiter_fhir.domain.identity import ChartPatient, IdentityStatus
from arbiter_fhir.identity import decide_document
from tests.unit.identity.packets import MARIA, MARIA_BY_NAME, NOBODY, OTIS, Sheet, packet

Patient = Callable[..., ChartPatient]
VERIFIED, AMBIGUOUS, MISMATCH = IdentityStatus.VERIFIED, IdentityStatus.AMBIGUOUS, IdentityStatus.MISMATCH
COVER = "FAX COVER SHEET\nTo: [PERSON_1]\nFrom: [PERSON_2]\n"
REPORT = "LABORATORY REPORT\n"


def statuses(patient: Patient, *sheets: Sheet, doc_type: DocType = DocType.FAX_PACKET) -> list[IdentityStatus]:
    return [each.decision.status for each in decide_document(packet(*sheets), doc_type, patient()).parts]


def test_a_page_of_another_patient_is_quarantined_and_the_rest_goes_on(patient: Patient) -> None:
    identity = decide_document(
        packet(Sheet(REPORT, MARIA), Sheet(REPORT, OTIS), Sheet(REPORT, MARIA)), DocType.FAX_PACKET, patient()
    )
    assert [each.decision.status for each in identity.parts] == [VERIFIED, MISMATCH, VERIFIED]
    assert identity.open_pages == {1, 3}
    assert identity.worst.status is MISMATCH
    assert identity.of_page(2).reason == "name_and_birth_date_differ"


def test_two_patients_in_a_report_of_one_piece_leave_all_of_it_in_doubt(patient: Patient) -> None:
    assert statuses(patient, Sheet(REPORT, MARIA), Sheet(REPORT, OTIS), doc_type=DocType.LAB_PDF) == [AMBIGUOUS]


@pytest.mark.parametrize("printed", [NOBODY, MARIA_BY_NAME])
def test_in_a_packet_of_one_patient_a_verified_document_speaks_for_those_that_print_too_little(
    patient: Patient, printed: tuple[tuple[str, str], ...]
) -> None:
    identity = decide_document(
        packet(Sheet(REPORT, MARIA), Sheet("MEDICATION LIST\nPage 1 of 1", printed)), DocType.FAX_PACKET, patient()
    )
    assert [each.decision.status for each in identity.parts] == [VERIFIED, VERIFIED]
    assert identity.of_page(2).reason == "packet_of_one_patient"


@pytest.mark.parametrize("printed", [NOBODY, MARIA_BY_NAME])
def test_in_a_packet_of_two_patients_nothing_speaks_for_them(
    patient: Patient, printed: tuple[tuple[str, str], ...]
) -> None:
    sheets = (Sheet(REPORT, MARIA), Sheet("MEDICATION LIST\nPage 1 of 1", printed), Sheet(REPORT, OTIS))
    assert statuses(patient, *sheets) == [VERIFIED, AMBIGUOUS, MISMATCH]


def test_a_cover_sheet_speaks_for_nothing(patient: Patient) -> None:
    assert statuses(patient, Sheet(COVER, MARIA), Sheet(REPORT + "Page 1 of 1")) == [VERIFIED, AMBIGUOUS]


def test_a_cover_sheet_about_somebody_else_speaks_against_the_packet(patient: Patient) -> None:
    sheets = (Sheet(COVER, OTIS), Sheet(REPORT, MARIA), Sheet("MEDICATION LIST\nPage 1 of 1"))
    assert statuses(patient, *sheets) == [MISMATCH, VERIFIED, AMBIGUOUS]


def test_a_document_with_one_identifier_that_differs_speaks_against_the_packet(patient: Patient) -> None:
    odd = (("name", "Alvarez, Maria"), ("mrn", "9999"))
    sheets = (Sheet(REPORT, MARIA), Sheet(REPORT + "Page 1 of 1", odd), Sheet("MEDICATION LIST\nPage 1 of 1"))
    assert statuses(patient, *sheets) == [VERIFIED, AMBIGUOUS, AMBIGUOUS]


def carried(patient: Patient, carrier: Sheet, attachment: Sheet) -> list[tuple[IdentityStatus, str]]:
    parts = (DocumentPart(1, PartKind.MESSAGE, 1, 1), DocumentPart(2, PartKind.ATTACHMENT, 2, 2, parent=1))
    identity = decide_document(packet(carrier, attachment, parts=parts), DocType.HL7V2_MESSAGE, patient())
    return [(each.decision.status, each.decision.reason) for each in identity.parts]


@pytest.mark.parametrize("printed, status", [(MARIA, VERIFIED), (MARIA_BY_NAME, AMBIGUOUS), (OTIS, MISMATCH)])
def test_an_attachment_without_identifiers_follows_its_carrier(
    patient: Patient, printed: tuple[tuple[str, str], ...], status: IdentityStatus
) -> None:
    one, other = carried(patient, Sheet("", printed), Sheet("Potassium 4.1"))
    assert one[0] is other[0] is status
    assert other[1] == f"carrier_{one[1]}"


def test_an_attachment_with_identifiers_is_judged_by_them(patient: Patient) -> None:
    assert [status for status, _ in carried(patient, Sheet("", MARIA), Sheet("", OTIS))] == [VERIFIED, MISMATCH]
    assert [status for status, _ in carried(patient, Sheet("", MARIA_BY_NAME), Sheet("", MARIA))] == [
        AMBIGUOUS,
        VERIFIED,
    ]


def test_what_another_patients_document_carries_is_never_certain(patient: Patient) -> None:
    assert carried(patient, Sheet("", OTIS), Sheet("", MARIA))[1] == (
        AMBIGUOUS,
        "carried_by_another_patients_document",
    )


def test_messages_of_two_patients_are_judged_apart(patient: Patient) -> None:
    parts = (DocumentPart(1, PartKind.MESSAGE, 1, 1), DocumentPart(2, PartKind.MESSAGE, 2, 2))
    identity = decide_document(packet(Sheet("", MARIA), Sheet("", OTIS), parts=parts), DocType.HL7V2_MESSAGE, patient())
    assert [each.decision.status for each in identity.parts] == [VERIFIED, MISMATCH]
