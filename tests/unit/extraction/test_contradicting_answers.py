"""Answers that differ within a document."""

from __future__ import annotations

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.statement import Susceptibility
from arbiter_fhir.extraction import RuleExtractor
from arbiter_fhir.extraction.contradicting_answers import doubt_contradicting_answers
from arbiter_fhir.extraction.reasons import Reason
from tests.unit.extraction.clean_pages import write_lines

HEAD = ("Collected: 04/10/2026", "BLOOD CULTURE", "Staphylococcus aureus")


def read(*lines: str) -> list[tuple[str, Certainty]]:
    document = write_lines(*HEAD, *lines)
    extraction = RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:5")
    facts = [fact for fact in extraction.facts if isinstance(fact.value, Susceptibility)]
    assert doubt_contradicting_answers(doubt_contradicting_answers(facts))[0].certainty is facts[0].certainty
    return [(fact.value.drug, fact.certainty) for fact in facts if isinstance(fact.value, Susceptibility)]


def test_two_answers_of_one_organism_wait_for_a_person() -> None:
    assert read("Clindamycin   S", "Oxacillin     R", "Clindamycin   R") == [
        ("Clindamycin", Certainty.NEEDS_REVIEW),
        ("Oxacillin", Certainty.VERIFIED),
        ("Clindamycin", Certainty.NEEDS_REVIEW),
    ]


def test_an_answer_said_again_stays_sure() -> None:
    assert {certainty for _, certainty in read("Oxacillin   R", "Oxacillin   Resistant")} == {Certainty.VERIFIED}


def test_other_facts_are_left_alone() -> None:
    document = write_lines("Collected: 04/10/2026", "Test     Result  Units", "Sodium   140     mmol/L")
    facts = RuleExtractor().extract(document, doc_type=DocType.LAB_PDF, source_id="documents:5").facts
    assert doubt_contradicting_answers(facts) == facts
    assert Reason.CONFLICTING_DUPLICATE.value not in facts[0].reasons
