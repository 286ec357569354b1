from __future__ import annotations

import pytest

from arbiter_fhir.domain.fact import ResultStatus
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.result_status import status_of_report, status_of_row
from tests.unit.extraction.clean_pages import write_lines


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("Report Status: Final", ResultStatus.FINAL),
        ("CORRECTED REPORT", ResultStatus.CORRECTED),
        ("Amended report issued", ResultStatus.CORRECTED),
        ("PRELIMINARY REPORT", ResultStatus.PRELIMINARY),
        ("Status: Interim", ResultStatus.PRELIMINARY),
        ("Laboratory report", None),
        ("ALL RESULTS ON THIS REPORT ARE PRELIMINARY AND UNVERIFIED", ResultStatus.PRELIMINARY),
        ("These results are not yet final.", ResultStatus.PRELIMINARY),
        ("All results are reported in SI units", None),
        ("Corrected calcium 9.1 mg/dL", None),
    ],
)
def test_what_a_report_says_of_itself(line: str, status: ResultStatus | None) -> None:
    views = [view_page(page) for page in write_lines(line, "Sodium 140 mmol/L").pages]
    assert status_of_report(views) is status


def test_the_strictest_word_holds() -> None:
    views = [view_page(page) for page in write_lines("Final report", "Status: preliminary").pages]
    assert status_of_report(views) is ResultStatus.PRELIMINARY


@pytest.mark.parametrize(
    ("printed", "comment", "report", "status"),
    [
        ("", "", None, None),
        ("", "", ResultStatus.FINAL, ResultStatus.FINAL),
        ("corrected", "", ResultStatus.FINAL, ResultStatus.CORRECTED),
        ("prelim", "", ResultStatus.FINAL, ResultStatus.PRELIMINARY),
        ("", "Previously reported as 6.4 on [DATE_2]", ResultStatus.FINAL, ResultStatus.CORRECTED),
        ("final", "Corrected result, called to ward", None, ResultStatus.CORRECTED),
        ("", "Corrected for albumin", ResultStatus.FINAL, ResultStatus.FINAL),
        ("cancelled by ward", "", ResultStatus.FINAL, ResultStatus.CANCELLED),
        ("X", "", ResultStatus.FINAL, ResultStatus.CANCELLED),
        ("In error", "", ResultStatus.FINAL, ResultStatus.CANCELLED),
        ("W", "", ResultStatus.FINAL, ResultStatus.ENTERED_IN_ERROR),
        ("P", "", ResultStatus.FINAL, ResultStatus.PRELIMINARY),
        ("unverified", "", ResultStatus.FINAL, ResultStatus.PRELIMINARY),
        ("F", "", None, ResultStatus.FINAL),
        ("by hand", "", ResultStatus.FINAL, None),
        ("", "preliminary, to be confirmed", ResultStatus.FINAL, ResultStatus.PRELIMINARY),
    ],
)
def test_what_holds_for_a_row(
    printed: str, comment: str, report: ResultStatus | None, status: ResultStatus | None
) -> None:
    assert status_of_row(printed, comment, report) is status
