from __future__ import annotations

import json

from arbiter_fhir.evals.observation import parse_document
from tests.unit.evals.golden_evidence import case, observed, perfect_document


def test_a_document_is_read_back_strictly() -> None:
    document, problems = parse_document(observed(case(), perfect_document(case())))
    assert problems == ()
    assert document is not None
    assert [fact.text("value") for fact in document.facts] == ["142", "8.1"]


def test_problems_name_places_and_never_values() -> None:
    plain = perfect_document(case())
    plain["facts"][1]["value"]["loinc"] = "Halvorsen"
    document, problems = parse_document(observed(case(), plain))
    assert document is None
    assert problems == ("facts.1.loinc: string_pattern_mismatch",)
    assert "Halvorsen" not in json.dumps(problems)


def test_no_document_is_a_problem() -> None:
    assert parse_document(observed(case(), None)) == (None, ("no document: nothing came out",))
