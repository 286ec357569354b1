from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.dates import DateRole, label_role, labelled_dates, line_dates
from arbiter_fhir.extraction.laboratory.geometry import view_page
from tests.unit.extraction.clean_pages import write_lines


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("Collected:", DateRole.COLLECTED),
        ("Date Collected:", DateRole.COLLECTED),
        ("Collection Date/Time:", DateRole.COLLECTED),
        ("Sex: Female Collected:", DateRole.COLLECTED),
        ("Specimen collected on:", DateRole.COLLECTED),
        ("Drawn:", DateRole.COLLECTED),
        ("Date of collection:", DateRole.COLLECTED),
        ("Received:", DateRole.RECEIVED),
        ("Specimen Received", DateRole.RECEIVED),
        ("Sample received on:", DateRole.RECEIVED),
        ("Reported:", DateRole.REPORTED),
        ("Report Date:", DateRole.REPORTED),
        ("Date of report:", DateRole.REPORTED),
        ("Printed on", DateRole.PRINTED),
        ("DOB:", DateRole.BIRTH),
        ("Date of Birth:", DateRole.BIRTH),
        ("Previous collection:", DateRole.PREVIOUS),
        ("Ordered:", DateRole.ORDERED),
        ("Specimen Date: Friday,", DateRole.COLLECTED),
        ("Previous Result and Date", DateRole.PREVIOUS),
        ("Last Result Date", DateRole.PREVIOUS),
    ],
)
def test_labels_say_what_a_date_is(label: str, role: DateRole) -> None:
    assert label_role(label) is role


@pytest.mark.parametrize("text", ["", "Female", "Collected by the nurse who wrote", "Glucose"])
def test_other_words_are_no_labels(text: str) -> None:
    assert label_role(text) is None


def test_labels_stand_left_of_their_dates_or_above() -> None:
    document = write_lines(
        "DOB: 01/02/1960    Collected:      04/10/2026 08:15",
        "",
        "Received            Date Reported",
        "04/10/2026          04/12/2026",
        "",
        "seen 04/13/2026",
    )
    view = view_page(document.pages[0])
    found = labelled_dates(view)
    assert [(date.role, document.dates[date.label].iso) for date in found] == [
        (DateRole.BIRTH, "1960-01-02"),
        (DateRole.COLLECTED, "2026-04-10T08:15"),
        (DateRole.RECEIVED, "2026-04-10"),
        (DateRole.REPORTED, "2026-04-12"),
        (DateRole.UNLABELLED, "2026-04-13"),
    ]
    assert len(line_dates(found, view.lines[0])) == 2
    assert found[0].value(document.dates) == document.dates[found[0].label]
