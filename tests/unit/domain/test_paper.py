"""What pages of a packet say about themselves."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.deid import DeidentifiedPage, DeidentifiedText, OffsetMap
from arbiter_fhir.domain.document import PageRoute
from arbiter_fhir.domain.paper import PageSequence, PageSigns, PaperKind, read_signs
from arbiter_fhir.domain.seal import DEID_SEAL


def page(text: str, number: int = 1) -> DeidentifiedPage:
    return DeidentifiedPage(number, DeidentifiedText(text, DEID_SEAL), (), OffsetMap(()), PageRoute.OCR, 612.0, 792.0)


def signs(*texts: str) -> tuple[PageSigns, ...]:
    return read_signs([page(text, number) for number, text in enumerate(texts, start=1)])


FILLER = "The results of the patient were discussed with the family at the bedside and will be sent by mail.\n" * 3


@pytest.mark.parametrize(
    "text, kind",
    [
        ("FAX COVER SHEET", PaperKind.COVER_SHEET),
        ("Facsimile Transmittal", PaperKind.COVER_SHEET),
        ("Northgate Clinic\nFAX\nTO: [PERSON_1]\nFROM: [PERSON_2]\nPAGES: 4\nRE: records", PaperKind.COVER_SHEET),
        ("Acme Labs Fax: [PHONE_1]\nLABORATORY REPORT", PaperKind.LABORATORY_REPORT),
        ("Final Report", PaperKind.LABORATORY_REPORT),
        ("Test Result Flag Units Reference Range\nSodium 139 mmol/L", PaperKind.LABORATORY_REPORT),
        ("New Patient Intake Form", PaperKind.INTAKE_FORM),
        ("Health History Questionnaire", PaperKind.INTAKE_FORM),
        ("Dear Dr. [PERSON_3],", PaperKind.REFERRAL),
        ("REFERRAL TO CARDIOLOGY", PaperKind.REFERRAL),
        ("Progress Note", PaperKind.CLINICAL_NOTE),
        ("DISCHARGE SUMMARY", PaperKind.CLINICAL_NOTE),
        ("Sodium 139", PaperKind.UNKNOWN),
        ("Please bring your lab reports and a new patient card along when you come to us next week", PaperKind.UNKNOWN),
        (FILLER, PaperKind.UNKNOWN),
        ("", PaperKind.UNKNOWN),
    ],
)
def test_kinds(text: str, kind: PaperKind) -> None:
    assert signs(text)[0].kind is kind


def test_a_report_that_speaks_of_a_fax_is_no_cover_sheet() -> None:
    text = "To: [PERSON_1]\nFrom: [PERSON_2]\nFax: [PHONE_1]\nPages: 2\nTest Result Units Reference Range\nSodium 139"
    assert signs(text)[0].kind is PaperKind.LABORATORY_REPORT


@pytest.mark.parametrize(
    "line, expected",
    [
        ("Page 2 of 3", (PageSequence(2, 3),)),
        ("Pg. 2/3", (PageSequence(2, 3),)),
        ("PAGE: 2 out of 3", (PageSequence(2, 3),)),
        ("p 12 of 14", (PageSequence(12, 14),)),
        ("Page 4 of 3", ()),
        ("Page 0 of 3", ()),
        ("Step 2 of 3", ()),
        ("page 2", ()),
    ],
)
def test_printed_counts(line: str, expected: tuple[PageSequence, ...]) -> None:
    assert signs(f"Sodium 139\n{line}", "second", "third", "fourth")[0].sequences == expected


def test_counts_are_looked_for_at_the_edges_only() -> None:
    lines = [f"line {number}" for number in range(30)]
    lines[15] = "as said on page 2 of 3 of the letter"
    assert signs("\n".join(lines))[0].sequences == ()


def test_the_sending_machines_count_is_left_out() -> None:
    stamped = signs("P. 1/3\nPage 1 of 2", "P. 2/3\nPage 2 of 2", "P. 3/3\nReport")
    assert [each.sequences for each in stamped] == [(PageSequence(1, 2),), (PageSequence(2, 2),), ()]


@pytest.mark.parametrize(
    "before, after, joined",
    [
        ("Report\nPage 1 of 2", "more\nPage 2 of 2", True),
        ("Report\nPage 1 of 3", "more\nPage 3 of 3", False),
        ("Report\nPage 1 of 3", "more\nPage 2 of 2", False),
        ("Report", "Report (continued)\nmore", True),
        ("Report", "Report cont'd", True),
        ("Report", "more\ncontinued on next page", False),
        ("LABORATORY REPORT", "Progress Note (continued)", False),
        ("FAX COVER SHEET", "continued", False),
        ("Report", "more", False),
    ],
)
def test_going_on(before: str, after: str, joined: bool) -> None:
    first, second, _ = signs(before, after, "something else")
    assert second.goes_on_from(first) is joined
