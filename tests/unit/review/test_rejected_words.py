"""The words of rejected facts are quoted nowhere."""

from __future__ import annotations

from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL
from arbiter_fhir.domain.statement import Statement
from arbiter_fhir.review import without_rejected

PAGE = "Seen today.\nPotassium 41 H  mmol/L\nMagnesium 1.9 mg/dL\nTakes\nno medicines."


def fact(quote: str, *, page: int = 1) -> CitedFact:
    text = DeidentifiedText(quote, DEID_SEAL)
    citation = Citation(SourceType.LAB_PDF, "documents:5", f"page {page}", "x", text, page)
    return CitedFact(
        FactType.OTHER, Statement("note", quote), text, citation, Certainty.NEEDS_REVIEW, 0.5, (), FACT_SEAL
    )


def cut(*facts: CitedFact) -> str:
    return without_rejected(DeidentifiedText(PAGE, DEID_SEAL), 1, facts).value


def test_a_quote_goes_whatever_blanks_stand_in_it() -> None:
    assert cut(fact("Potassium 41 H mmol/L")) == PAGE.replace("Potassium 41 H  mmol/L", "")
    assert cut(fact("Takes no medicines.")) == PAGE.replace("Takes\nno medicines.", "")


def test_quotes_that_overlap_go_once() -> None:
    assert cut(fact("Potassium 41 H"), fact("H mmol/L")) == PAGE.replace("Potassium 41 H  mmol/L", "")


def test_of_a_quote_of_several_places_its_lines_go() -> None:
    assert cut(fact("Potassium 41 H  mmol/L\nNote on another place")) == PAGE.replace("Potassium 41 H  mmol/L\n", "")


def test_other_pages_and_other_words_stay() -> None:
    assert cut(fact("Potassium 41 H mmol/L", page=2)) == PAGE
    assert cut(fact("Sodium 140")) == PAGE
    assert cut(fact("")) == PAGE
    assert cut() == PAGE
