"""The four sections."""

from __future__ import annotations

from arbiter_fhir.answering.sections import empty_sections
from arbiter_fhir.domain.answer import Section


def test_four_sections_in_their_order() -> None:
    assert list(empty_sections()) == [
        Section.PATIENT_FINDINGS,
        Section.NEEDS_REVIEW,
        Section.GUIDELINE_EVIDENCE,
        Section.MISSING,
    ]
