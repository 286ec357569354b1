"""Drafts become cited facts with the field that says them; what is none is quoted."""

from __future__ import annotations

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.fact import FactType
from arbiter_fhir.domain.statement import Statement
from arbiter_fhir.extraction.citing import Source
from arbiter_fhir.extraction.hl7v2.drafts import Draft, cite_drafts, draft, reject
from tests.unit.extraction.hl7v2.messages import obx, only_segment, segment


def drafted(text: str, *numbers: int) -> Draft:
    view = only_segment(text)
    leaves = [leaf for leaf in view.leaves if leaf.number in numbers]
    lead = leaves[-1]
    return draft(
        view, leaves, lead=lead, fact_type=FactType.OTHER, value=Statement("topic", lead.text), fact_text=lead.clean
    )


def test_the_leading_field_is_the_place_and_its_words_are_boxed() -> None:
    (fact,) = cite_drafts([drafted(obx(), 3, 5)], Source(SourceType.HL7V2_MESSAGE, "documents:7"))
    assert (fact.citation.page_or_section, fact.citation.field_or_chunk_id) == ("OBX[1]-5", "statements[0]")
    assert fact.citation.quote.value == "2345-7 Glucose LN 96"
    assert fact.citation.box is not None


def test_facts_are_numbered_by_kind() -> None:
    facts = cite_drafts([drafted(obx(), 5), drafted(obx(), 6)], Source(SourceType.HL7V2_MESSAGE, "documents:7"))
    assert [fact.citation.field_or_chunk_id for fact in facts] == ["statements[0]", "statements[1]"]


def test_one_repetition_of_several_is_told() -> None:
    view = only_segment(segment("AL1", f3="1^Penicillin", f5="rash~hives"))
    second = view.field(5)[1]
    made = draft(
        view, [second], lead=second, fact_type=FactType.OTHER, value=Statement("t", second.text), fact_text=second.clean
    )
    assert made.place == "AL1[1]-5[2]"


def test_a_rejected_segment_is_quoted_and_an_empty_one_named() -> None:
    assert reject(only_segment(obx()), "why", (3, 5)).quote.value == "2345-7 Glucose LN 96"
    found = reject(only_segment("OBX|1"), "value_missing")
    assert (found.reason, found.page, found.quote.value) == ("value_missing", 1, "OBX[1] Observation Result")
