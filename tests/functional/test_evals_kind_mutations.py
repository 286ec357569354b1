"""The gate can fail for facts of every kind: the real line's own output, broken in one way, turns the rubric red."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType
from arbiter_fhir.domain.statement import Allergy, Assertion, FamilyHistory, Medication, Problem
from arbiter_fhir.evals.corpus import Corpus
from arbiter_fhir.evals.evidence import Verdict
from arbiter_fhir.pipelines.preview import Preview
from tests.functional.broken_line import Change, Mutant, assert_passes, changed, clean, judge, previews_of

CASES = ("intake-plain-asthma-typed", "intake-negation-typed", "workbook-long", "hl7-adt-admission")


@pytest.fixture(scope="module")
def previews(corpus: Corpus) -> dict[str, Preview]:
    return previews_of(corpus, CASES)


def of_kind(preview: Preview, kind: FactType) -> list[CitedFact]:
    return [fact for fact in preview.extraction.facts if fact.fact_type is kind]


def instead(preview: Preview, old: CitedFact, *new: CitedFact) -> Preview:
    facts = tuple(each for fact in preview.extraction.facts for each in (new if fact is old else (fact,)))
    return replace(preview, extraction=replace(preview.extraction, facts=facts))


def swap_two_strengths(preview: Preview) -> Preview:
    one, other, *_ = of_kind(preview, FactType.MEDICATION)
    assert isinstance(one.value, Medication)
    assert isinstance(other.value, Medication)
    swapped = changed(one, value=replace(one.value, strength=other.value.strength))
    return instead(preview, one, swapped)


def lose_an_allergy(preview: Preview) -> Preview:
    return instead(preview, of_kind(preview, FactType.ALLERGY)[0])


def invent_an_allergy(preview: Preview) -> Preview:
    first = of_kind(preview, FactType.ALLERGY)[0]
    assert isinstance(first.value, Allergy)
    return instead(preview, first, first, changed(first, value=replace(first.value, substance="Peanuts")))


def make_the_mothers_condition_the_patients(preview: Preview) -> Preview:
    line = of_kind(preview, FactType.FAMILY_HISTORY)[0]
    assert isinstance(line.value, FamilyHistory)
    own = changed(line, fact_type=FactType.PROBLEM, value=Problem(line.value.condition))
    return instead(preview, line, line, own)


def drop_the_negation(preview: Preview) -> Preview:
    absent = next(
        fact
        for fact in of_kind(preview, FactType.PROBLEM)
        if isinstance(fact.value, Problem) and fact.value.assertion is Assertion.ABSENT
    )
    assert isinstance(absent.value, Problem)
    return instead(preview, absent, changed(absent, value=replace(absent.value, assertion=Assertion.PRESENT)))


def doubt_everything(preview: Preview) -> Preview:
    facts = tuple(
        changed(fact, certainty=Certainty.NEEDS_REVIEW, reasons=("low_confidence",))
        for fact in preview.extraction.facts
    )
    return replace(preview, extraction=replace(preview.extraction, facts=facts))


def shift_a_box(preview: Preview) -> Preview:
    placed = {FactType.MEDICATION, FactType.LAB_RESULT}
    first = next(
        fact for fact in preview.extraction.facts if fact.certainty is Certainty.VERIFIED and fact.fact_type in placed
    )
    box = first.citation.box
    assert box is not None
    moved = BoundingBox(box.x, min(box.y + 0.7 * box.height, 1 - box.height), box.width, box.height)
    return instead(preview, first, changed(first, citation=replace(first.citation, box=moved)))


def cite_another_cell(preview: Preview) -> Preview:
    first = of_kind(preview, FactType.LAB_RESULT)[0]
    sheet = first.citation.page_or_section.rsplit("!", 1)[0]
    citation = replace(first.citation, page_or_section=f"{sheet}!A99:F99")
    return instead(preview, first, changed(first, citation=citation))


def cite_another_segment(preview: Preview) -> Preview:
    first = of_kind(preview, FactType.ALLERGY)[0]
    citation = replace(first.citation, page_or_section="PV1[1]-2")
    return instead(preview, first, changed(first, citation=citation))


def leak_a_name(preview: Preview) -> Preview:
    first = preview.extraction.facts[0]
    return instead(preview, first, changed(first, fact_text=clean("for Wisniewski")))


@pytest.mark.parametrize("case_id", CASES)
def test_the_line_itself_passes(corpus: Corpus, previews: dict[str, Preview], case_id: str) -> None:
    assert_passes(judge(corpus, case_id, Mutant(previews[case_id], lambda preview: preview)))


@pytest.mark.parametrize(
    ("case_id", "mutation", "rubric"),
    [
        ("intake-plain-asthma-typed", swap_two_strengths, "factually_consistent"),
        ("intake-plain-asthma-typed", lose_an_allergy, "document_fact_expectations"),
        ("intake-plain-asthma-typed", invent_an_allergy, "factually_consistent"),
        ("intake-plain-asthma-typed", make_the_mothers_condition_the_patients, "document_fact_expectations"),
        ("intake-plain-asthma-typed", doubt_everything, "document_fact_expectations"),
        ("intake-plain-asthma-typed", shift_a_box, "bounding_box_present"),
        ("intake-negation-typed", drop_the_negation, "document_fact_expectations"),
        ("intake-negation-typed", drop_the_negation, "factually_consistent"),
        ("workbook-long", cite_another_cell, "citation_present"),
        ("workbook-long", shift_a_box, "bounding_box_present"),
        ("hl7-adt-admission", cite_another_segment, "citation_present"),
        ("hl7-adt-admission", leak_a_name, "no_phi_in_logs"),
    ],
)
def test_a_fault_turns_its_rubric_red(
    corpus: Corpus, previews: dict[str, Preview], case_id: str, mutation: Change, rubric: str
) -> None:
    assert judge(corpus, case_id, Mutant(previews[case_id], mutation)).results[rubric].verdict is Verdict.FAILED
