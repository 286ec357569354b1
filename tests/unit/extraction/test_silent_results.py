"""Results told in words that no rule takes."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.extraction import RuleExtractor
from tests.unit.extraction.clean_pages import write_lines


def unread(doc_type: DocType, *lines: str) -> list[str]:
    found = RuleExtractor().extract(write_lines(*lines), doc_type=doc_type, source_id="documents:1")
    return [reject.quote.value for reject in found.rejected if reject.reason == "result_unread"]


@pytest.mark.parametrize("line", ["Last A1c: 8.2%", "Recent labs: cholesterol 240", "My hemoglobin A1c went up to 9.1"])
def test_a_result_on_a_form_is_kept_in_view(line: str) -> None:
    assert unread(DocType.INTAKE_FORM, "Patient intake form", line) == [line]


def test_a_result_in_a_letter_is_kept_in_view() -> None:
    line = "Creatinine went from 1.1 to 2.1."
    assert unread(DocType.REFERRAL_DOCX, "HPI:", line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "A1c goal below 7",
        "Repeat TSH in 6 weeks",
        "Takes calcium 600 mg daily",
        "Iron tablets 65 mg",
        "She has 3 children",
        "Potassium normal",
    ],
)
def test_other_lines_tell_no_result(line: str) -> None:
    assert unread(DocType.REFERRAL_DOCX, "HPI:", line) == []


def test_what_was_read_is_not_told_again() -> None:
    assert unread(DocType.REFERRAL_DOCX, "HPI:", "Her A1c was 8.2% in March.") == []


@pytest.mark.parametrize(
    "line",
    [
        "Last A1c (if known): 7.2",
        "Last BP at home 138/84",
        "Height 5'4 Weight 182 lbs",
        "A1c goal below 7; today 8.1%",
    ],
)
def test_vital_signs_and_what_stands_beside_a_goal_are_kept_in_view(line: str) -> None:
    assert unread(DocType.INTAKE_FORM, "Patient intake form", line) == [line]
