from __future__ import annotations

from datetime import datetime

import pytest

from arbiter_fhir.openemr.lab_rows import values_digest

SAID: dict[str, object] = {
    "code": "4548-4",
    "name": "Hemoglobin A1c",
    "value": "7.2",
    "unit": "%",
    "reference_range": "4.0-5.6",
    "abnormal": "high",
    "status": "final",
    "comment": "Read from document 7.",
    "document_id": 7,
    "observed_at": datetime.fromisoformat("2026-04-10 08:30:15"),
    "collected_at": None,
}


def digest(**changes: object) -> str:
    return values_digest(**{**SAID, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        {"code": "4548-5"},
        {"name": "HbA1c"},
        {"value": "7.20"},
        {"unit": ""},
        {"reference_range": "4.0-5.7"},
        {"abnormal": ""},
        {"status": "correct"},
        {"comment": "Read from document 7. Repeat."},
        {"document_id": 8},
        {"observed_at": datetime.fromisoformat("2026-04-10 08:31:15")},
        {"observed_at": None},
        {"collected_at": datetime.fromisoformat("2026-04-10 08:30:15")},
        {"name": "Hemoglobin A1", "value": "c7.2"},
    ],
    ids="+".join,
)
def test_anything_that_a_person_can_change_changes_the_digest(change: dict[str, object]) -> None:
    assert digest(**change) != digest()


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"comment": " Read from document 7.\n"},
        {"unit": "% "},
        {"observed_at": datetime.fromisoformat("2026-04-10 08:30:00")},
    ],
    ids=["same", "trimmed comment", "trimmed unit", "seconds"],
)
def test_what_signing_rewrites_does_not_change_the_digest(change: dict[str, object]) -> None:
    assert digest(**change) == digest()
    assert len(digest()) == 64
