from __future__ import annotations

from arbiter_fhir.domain.fact import Certainty
from devstack.samples.scan_readings import Reading, tabulate


def test_the_table_counts_right_and_wrong() -> None:
    lines = tabulate(
        [
            Reading(0.97, Certainty.VERIFIED, right=True),
            Reading(0.96, Certainty.VERIFIED, right=False),
            Reading(0.1, Certainty.NEEDS_REVIEW, right=False),
        ]
    )
    assert lines[1].split() == ["0.00", "to", "0.20", "1", "0.000"]
    assert lines[2].split() == ["0.95", "to", "1.00", "2", "0.500"]
    assert lines[-1] == "verified: 2, of them wrong: 1"
