"""What is asked to be done."""

from __future__ import annotations

from arbiter_fhir.answering.question.acts import read_acts


def test_all_kinds_that_hold() -> None:
    acts = read_acts("what changed since the last visit and who ordered it")
    assert "changes" in acts
    assert acts.any_of("trend", "ordered_by")
    assert "guideline" not in acts
    assert not acts.any_of("guideline", "missing")
