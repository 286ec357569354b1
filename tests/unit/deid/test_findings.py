"""What a recognizer reports."""

from __future__ import annotations

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.domain.deid import IdentifierKind


def test_evidence_has_an_order() -> None:
    assert Strength.MODEL < Strength.PATTERN < Strength.LABELLED < Strength.CHART


def test_a_finding_moves_with_all_it_says() -> None:
    finding = Finding(3, 7, IdentifierKind.MRN, Strength.LABELLED, "record_number", 0.9)
    moved = finding.at(0, 4)
    assert (moved.start, moved.end, moved.kind, moved.recognizer) == (0, 4, IdentifierKind.MRN, "record_number")
