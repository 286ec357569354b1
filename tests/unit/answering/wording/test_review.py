"""What waits for a person, in words."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.review import reason_words, review_sentence


def test_an_unsure_finding_is_marked_and_says_why(records: Any) -> None:
    item = records.medication("Warfarin", review=("name_unclear", "unit_missing"))
    said = review_sentence(item, DateLabels()).value
    assert said.startswith("Not confirmed: Warfarin 500 mg by mouth twice daily (active; chart")
    assert said.endswith(". Reason: name unclear, unit missing.")


def test_without_a_reason_none_is_made_up(records: Any) -> None:
    said = review_sentence(records.medication("Warfarin", review=()), DateLabels()).value
    assert "Reason" not in said
    assert reason_words(()) == ""
