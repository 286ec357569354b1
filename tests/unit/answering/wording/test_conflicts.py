"""Contradictions in words."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.answering.wording.conflicts import CONFLICT_HEADS, conflict_sentence, values_sentence
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.domain.evidence import Conflict, ConflictKind


def test_every_kind_has_its_head() -> None:
    assert set(CONFLICT_HEADS) == set(ConflictKind)
    assert len(set(CONFLICT_HEADS.values())) == len(ConflictKind)


def test_both_sides_stand_with_their_sources(records: Any) -> None:
    conflict = Conflict(ConflictKind.ALLERGY_AND_NONE_KNOWN, records.allergy(), records.none_known())
    assert conflict_sentence(conflict, DateLabels()).value == (
        "The sources contradict each other on allergies: Allergy to Penicillin: hives, severe (chart, recorded on"
        " [DATE_1]); No known drug allergies (intake form, dated [DATE_2])."
    )


def test_values_need_a_date(build: Any) -> None:
    with pytest.raises(ValueError, match="without a date"):
        values_sentence(build.item(day=None), build.item(), DateLabels())
