"""Amounts that optical reading may have lost."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.extraction.citing import Source
from arbiter_fhir.extraction.narrative.candidate import to_facts
from arbiter_fhir.extraction.narrative.lost_amounts import lost_amounts
from arbiter_fhir.extraction.narrative.medications import find_medications
from arbiter_fhir.extraction.narrative.passages import read_passages
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_forms import LETTER, At, form_document, form_page

MISSING, WIDE = (Reason.AMOUNT_MISSING,), (Reason.VALUE_WIDER_THAN_READ,)


def doubts(*texts: str, gap: float = 1.0, confidence: float | None = 96.0) -> tuple[Reason, ...]:
    """Of texts on one line, each a gap of so many letters behind the one before."""
    x, row = 50.0, []
    for text in texts:
        row.append(At(x, text))
        x += LETTER * (len(text) + gap)
    return lost_amounts(form_page([row], confidence=confidence).words)


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("Carvedilol 25 mg tablet by mouth twice daily", MISSING),
        ("Albuterol 90 mcg, puffs every 6 hours", MISSING),
        ("Gabapentin 300mg capsule nightly", MISSING),
        ("Carvedilol 25 mg | tablet by mouth", WIDE),
        ("Carvedilol 25 mg, 1 tablet by mouth", ()),
        ("Carvedilol 25 mg tablet, take 1 tablet by mouth", ()),
        ("Fluticasone 50 mcg nasal spray daily", ()),
        ("Insulin lispro 100 units/mL pen", ()),
        ("Takes the tablet with food", ()),
        ("mg tablet", ()),
    ],
)
def test_a_counted_form_behind_a_strength(line: str, reasons: tuple[Reason, ...]) -> None:
    assert doubts(line) == reasons


def test_white_as_wide_as_a_number_is_a_question_and_a_column_is_none() -> None:
    assert doubts("Carvedilol 25 mg,", "tablet", gap=2.5) == WIDE
    assert doubts("Carvedilol 25 mg,", "tablet, then 1 tablet at night", gap=2.5) == WIDE
    assert doubts("Carvedilol 25 mg", "tablet", gap=12) == ()


def test_a_text_layer_loses_nothing() -> None:
    assert doubts("Carvedilol 25 mg tablet", confidence=None) == ()


@pytest.mark.parametrize(
    ("line", "certainty"),
    [
        ("Carvedilol 25 mg, tablet by mouth twice daily", Certainty.DOCUMENT_FACT),
        ("Carvedilol 25 mg, | tablet by mouth twice daily", Certainty.NEEDS_REVIEW),
        ("Carvedilol 25 mg, 1 tablet by mouth twice daily", Certainty.VERIFIED),
    ],
)
def test_such_a_medication_is_not_certified(line: str, certainty: Certainty) -> None:
    document = form_document(form_page(["Medications", line], confidence=96.0))
    (fact,) = to_facts(find_medications(read_passages(document)), Source(SourceType.INTAKE_FORM, "documents:7"))
    assert fact.certainty is certainty
