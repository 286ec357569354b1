from __future__ import annotations

import pytest

from arbiter_fhir.domain.document import PageRoute
from arbiter_fhir.extraction.certainty import VALUE_OCR_CONFIDENCE, VERIFIED_CONFIDENCE
from arbiter_fhir.extraction.laboratory.candidate import Part, RowCandidate
from arbiter_fhir.extraction.laboratory.confidence import confidence_of, reading_doubts
from arbiter_fhir.extraction.laboratory.geometry import view_page
from arbiter_fhir.extraction.laboratory.rules.reader import read_pages
from arbiter_fhir.extraction.reasons import WEIGHTS, Reason
from tests.unit.extraction.clean_pages import write_lines

LINES = ("Test       Result  Flag  Units   Range", "Glucose    105     H     mg/dL   70-99")


def row_read(confidence: float | None) -> RowCandidate:
    route = PageRoute.NATIVE if confidence is None else PageRoute.OCR
    document = write_lines(*LINES, route=route, confidence=confidence)
    (row,) = read_pages([view_page(page) for page in document.pages]).rows
    return row


def test_confidence_falls_with_the_reading() -> None:
    levels = [confidence_of(row_read(confidence), ()) for confidence in (None, 96.0, 91.0, 70.0, 30.0)]
    assert levels == sorted(levels, reverse=True)
    assert levels[0] > VERIFIED_CONFIDENCE
    assert levels[-1] < 0.5


def test_confidence_falls_with_every_doubt() -> None:
    row = row_read(None)
    sure = confidence_of(row, ())
    for reason, weight in WEIGHTS.items():
        assert confidence_of(row, (reason,)) == pytest.approx(sure * weight.factor, abs=1e-3)


def test_a_doubtful_value_is_not_certified() -> None:
    assert reading_doubts(row_read(VALUE_OCR_CONFIDENCE - 1), bounded=True) == [Reason.VALUE_READ_DOUBTFUL]
    assert reading_doubts(row_read(VALUE_OCR_CONFIDENCE), bounded=True) == []
    assert reading_doubts(row_read(VALUE_OCR_CONFIDENCE), bounded=False) == [Reason.VALUE_UNCORROBORATED]
    assert reading_doubts(row_read(None), bounded=False) == []


def test_a_value_that_the_page_bears_out_is_surer_and_certified_from_the_same_mark() -> None:
    row = row_read(VALUE_OCR_CONFIDENCE - 1)
    assert confidence_of(row, (), frozenset({Part.VALUE})) > confidence_of(row, ())
    assert reading_doubts(row, bounded=True) == [Reason.VALUE_READ_DOUBTFUL]
