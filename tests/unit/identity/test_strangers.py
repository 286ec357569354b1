"""Pages that print another patient's identifiers without a label."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from arbiter_fhir.domain.deid import DeidentifiedDocument, IdentifierCandidates, IdentifierRole, PhiMap
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.identity import ChartPatient, IdentityStatus
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.identity import decide_document, divide
from arbiter_fhir.identity.persons import identifying
from arbiter_fhir.identity.strangers import is_stranger, prints_other_record, record_numbers
from tests.unit.identity.packets import MARIA, NOBODY, OTIS, Sheet, packet

CHART = ChartPatient(
    PatientId(1),
    given="Maria",
    middle="",
    family="Alvarez",
    suffix="",
    birth_date=date(1970, 4, 12),
    sex="Female",
    mrn="1001",
)
FIRST = Sheet("LABORATORY REPORT\nMRN: [MRN_1]", MARIA)


def unlabelled(document: DeidentifiedDocument, page: int) -> DeidentifiedDocument:
    """The document with the identifiers of a page printed without labels."""
    items = tuple(
        replace(item, labelled=False, role=IdentifierRole.UNKNOWN) if item.page == page else item
        for item in document.candidates.items
    )
    return replace(document, candidates=IdentifierCandidates(items))


def strange(document: DeidentifiedDocument) -> bool:
    named = identifying(item for item in document.candidates.items if item.page == 1)
    return is_stranger(document, [2], named=named, records=record_numbers(document, [1]))


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (Sheet("Potassium 6.9\n[PERSON_2] [MRN_2]", NOBODY), True),
        (Sheet("Potassium 6.9\n[PERSON_2] [DATE_2]", OTIS[:2]), True),
        (Sheet("Potassium 6.9\n[PERSON_2]", OTIS[:1]), False),
        (Sheet("Potassium 6.9\n[PERSON_1] [MRN_1] [MRN_3]", NOBODY), False),
        (Sheet("Potassium 6.9\n[PERSON_1]", MARIA[:2]), False),
        (Sheet("Potassium 6.9", NOBODY), False),
    ],
)
def test_what_makes_a_page_a_stranger(second: Sheet, expected: bool) -> None:
    document = unlabelled(packet(FIRST, second), 2)
    assert strange(document) is expected
    assert len(divide(document, DocType.FAX_PACKET)) == (2 if expected else 1)


def test_a_page_with_labelled_identifiers_is_judged_by_them() -> None:
    assert not strange(packet(FIRST, Sheet("[MRN_2]", MARIA)))


def test_nobody_vouches_for_a_strangers_page() -> None:
    document = unlabelled(packet(FIRST, Sheet("Potassium 6.9\n[PERSON_2] [MRN_2]", NOBODY)), 2)
    identity = decide_document(document, DocType.FAX_PACKET, CHART)
    assert [each.decision.status for each in identity.parts] == [IdentityStatus.VERIFIED, IdentityStatus.AMBIGUOUS]


@pytest.mark.parametrize(
    ("text", "numbers", "other"),
    [
        ("MRN: [MRN_1]\nAlso copied: [PERSON_2] MRN [MRN_2]", {"[MRN_1]": ("1001",), "[MRN_2]": ("77203",)}, True),
        ("MRN: [MRN_1]\nChart [MRN_2]", {"[MRN_1]": ("1001",), "[MRN_2]": ("0001001", "1001")}, False),
        ("MRN: [MRN_1]", {"[MRN_1]": ("1001",), "[MRN_2]": ("77203",)}, False),
        ("MRN [MRN_2]", {"[MRN_2]": ("77203",)}, False),
    ],
)
def test_a_second_record_number_leaves_the_part_in_doubt(
    text: str, numbers: dict[str, tuple[str, ...]], other: bool
) -> None:
    document = replace(packet(Sheet(text, MARIA)), phi=PhiMap(numbers))
    assert prints_other_record(document, [1], CHART) is other
    for doc_type in (DocType.LAB_PDF, DocType.REFERRAL_DOCX, DocType.CLINICAL_WORKBOOK):
        (part,) = decide_document(document, doc_type, CHART).parts
        wanted = (
            (IdentityStatus.AMBIGUOUS, "other_record_number")
            if other
            else (IdentityStatus.VERIFIED, "two_strong_identifiers")
        )
        assert (part.decision.status, part.decision.reason) == wanted
