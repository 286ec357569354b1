"""What may become an item, before it is chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.statement import Allergy
from arbiter_fhir.retrieval.candidate import Candidate, ChartPlace, Printed
from arbiter_fhir.retrieval.fact_candidates import candidate_of_fact
from arbiter_fhir.retrieval.lab_candidates import candidate_of_chart
from arbiter_fhir.retrieval.passages import passages_in_order


def test_where_it_stands_says_which_document_it_is_of(build: Any) -> None:
    fact = candidate_of_fact(build.fact(document=5), build.terms)
    row = candidate_of_chart(build.row(document_id=6))
    (window,) = passages_in_order([build.window("x", document=8)])
    assert row is not None
    assert (fact.document_id, row.document_id, window.document_id) == (5, 6, 8)
    assert candidate_of_chart(build.row()).document_id is None  # type: ignore[union-attr]
    assert (fact.boxed, row.boxed, window.boxed) == (True, False, False)
    assert not candidate_of_fact(build.fact(box=False, certainty=Certainty.DOCUMENT_FACT), build.terms).boxed


def test_the_line_of_a_row_holds_all_its_words_but_names_nobody() -> None:
    printed = Printed(" Knee pain ", details=(), person="Ada Quinn")
    assert (printed.line, printed.pieces) == ("Knee pain", ("Knee pain",))
    assert Printed("Potassium", "4.1", "mmol/L", "3.5-5.1").line == "Potassium 4.1 mmol/L 3.5-5.1"


def test_everywhere_it_is_said(build: Any) -> None:
    one = candidate_of_fact(build.fact(), build.terms)
    other = candidate_of_fact(build.fact(document=6, fact_id=2), build.terms)
    assert replace(one, also=(other,)).everywhere[1] is other


def test_what_is_no_measured_value_has_none(build: Any) -> None:
    made = candidate_of_fact(build.said(Allergy("Latex")), build.terms)
    with pytest.raises(TypeError, match="no measured result"):
        _ = made.lab


def test_a_rows_place_is_named_as_citations_name_it() -> None:
    assert ChartPlace("lists", 12, "allergies", "title").source_id == "lists:12"
    assert Candidate.__dataclass_params__.frozen  # type: ignore[attr-defined]
