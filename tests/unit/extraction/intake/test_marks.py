"""Doubts that a format raises."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.region import Region, RegionKind, RegionMark
from arbiter_fhir.extraction.intake.marks import format_doubts
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_forms import At, form_page, region


@pytest.mark.parametrize(
    ("each", "doubts"),
    [
        (region(RegionKind.FORM_FIELD, "allergies", RegionMark.HIDDEN), (Reason.FIELD_UNLIKE_SHOWN,)),
        (region(RegionKind.FORM_FIELD, "allergies"), ()),
        (region(RegionKind.PARAGRAPH, "paragraph 1", RegionMark.HIDDEN), (Reason.HIDDEN_TEXT,)),
        (region(RegionKind.PARAGRAPH, "paragraph 1", RegionMark.INSERTED), ()),
        (region(RegionKind.COMMENT, "comment 1"), (Reason.IN_COMMENT,)),
    ],
)
def test_doubts_by_region(each: Region, doubts: tuple[Reason, ...]) -> None:
    page = form_page([[At(50, "penicillin", each), At(200, "aspirin")]])
    assert format_doubts(page, page.words[:1]) == doubts
    assert format_doubts(page, page.words[1:]) == ()
