"""Lines of a log that nobody read."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.extraction import RuleExtractor
from tests.unit.extraction.clean_pages import write_lines


def unread(doc_type: DocType, *lines: str) -> list[str]:
    found = RuleExtractor().extract(write_lines(*lines), doc_type=doc_type, source_id="documents:1")
    return [reject.quote.value for reject in found.rejected if reject.reason == "result_unread"]


@pytest.mark.parametrize("doc_type", [DocType.LAB_PDF, DocType.INTAKE_FORM, DocType.REFERRAL_DOCX])
def test_readings_without_a_name_are_kept_in_view(doc_type: DocType) -> None:
    found = unread(doc_type, "Blood sugar log", "02/10/2026 105 120 133", "02/11/2026 08:00 99 mg/dL")
    assert sorted(found) == ["[DATE_1] 105 120 133", "[DATE_2] 99 mg/dL"]


@pytest.mark.parametrize(
    "line", ["02/10/2026", "02/10/2026 08:00", "Visit 02/10/2026 105", "02/10/2026 seen in room 4"]
)
def test_other_lines_with_dates_are_no_log(line: str) -> None:
    assert unread(DocType.REFERRAL_DOCX, "Blood sugar log", line) == []
