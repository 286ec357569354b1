"""Lines of pages, and the lines that a fact stands on."""

from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.extraction.extractor import RuleExtractor
from arbiter_fhir.extraction.page_lines import lines_of_fact, page_lines
from tests.unit.extraction.clean_pages import write_lines


def test_lines_come_in_order_with_their_words_joined() -> None:
    document = write_lines("Allergies:", "Latex   Codeine")
    assert [(line.key, line.text) for line in page_lines(document)] == [
        ((1, 0), "Allergies:"),
        ((1, 1), "Latex Codeine"),
    ]


def test_a_fact_stands_on_the_lines_of_its_box() -> None:
    document = write_lines("Problems", "Gout", "Allergies:", "Codeine - hives")
    found = RuleExtractor().extract(document, doc_type=DocType.REFERRAL_DOCX, source_id="documents:4").facts
    allergy = next(fact for fact in found if fact.citation.field_or_chunk_id == "allergies[0]")
    assert lines_of_fact(allergy, document.pages[0]) == {3}
    unproven = replace(
        allergy,
        citation=replace(allergy.citation, box=None),
        certainty=Certainty.NEEDS_REVIEW,
        seal=FACT_SEAL,
    )
    assert lines_of_fact(unproven, document.pages[0]) == frozenset()
