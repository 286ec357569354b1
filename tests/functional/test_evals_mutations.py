"""The gate can fail: the real line's own output, broken in one way, turns the right rubric red."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from arbiter_fhir.domain.deid import DeidentifiedPage
from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty, CitedFact
from arbiter_fhir.evals.corpus import Corpus
from arbiter_fhir.evals.evidence import Verdict
from arbiter_fhir.pipelines.preview import Preview
from tests.functional.broken_line import Change, Mutant, assert_passes, changed, clean, judge, previews_of

CASES = ("lab-ruled-typed", "contradicting-flag-typed", "prompt-injection-typed")


@pytest.fixture(scope="module")
def previews(corpus: Corpus) -> dict[str, Preview]:
    return previews_of(corpus, CASES)


def with_facts(preview: Preview, *facts: CitedFact) -> Preview:
    return replace(preview, extraction=replace(preview.extraction, facts=facts))


def swap_two_values(preview: Preview) -> Preview:
    one, other, *rest = preview.extraction.facts
    swapped_one = replace(one.value, value=other.value.value, numeric=other.value.numeric)
    swapped_other = replace(other.value, value=one.value.value, numeric=one.value.numeric)
    return with_facts(preview, changed(one, value=swapped_one), changed(other, value=swapped_other), *rest)


def lose_a_decimal_point(preview: Preview) -> Preview:
    facts = list(preview.extraction.facts)
    index = next(index for index, fact in enumerate(facts) if "." in fact.value.value and fact.value.numeric)
    value = facts[index].value
    digits = value.value.replace(".", "")
    facts[index] = changed(facts[index], value=replace(value, value=digits, numeric=type(value.numeric)(digits)))
    return with_facts(preview, *facts)


def take_the_report_date(preview: Preview) -> Preview:
    first, *rest = preview.extraction.facts
    return with_facts(
        preview, changed(first, value=replace(first.value, collection_date=first.value.report_date)), *rest
    )


def drop_the_flag(preview: Preview) -> Preview:
    first, *rest = preview.extraction.facts
    return with_facts(
        preview, changed(first, value=replace(first.value, abnormal_flag=AbnormalFlag.NORMAL, flag_printed="")), *rest
    )


def shift_a_box(preview: Preview) -> Preview:
    first, *rest = preview.extraction.facts
    box = first.citation.box
    assert box is not None
    moved = BoundingBox(box.x, box.y + box.height / 3, box.width, box.height)
    return with_facts(preview, changed(first, citation=replace(first.citation, box=moved)), *rest)


def drop_a_fact(preview: Preview) -> Preview:
    return with_facts(preview, *preview.extraction.facts[1:])


def lose_a_quote(preview: Preview) -> Preview:
    first, *rest = preview.extraction.facts
    return with_facts(preview, changed(first, citation=replace(first.citation, quote=clean(""))), *rest)


def misquote(preview: Preview) -> Preview:
    first, *rest = preview.extraction.facts
    quote = clean(first.citation.quote.value + " fasting")
    return with_facts(preview, changed(first, citation=replace(first.citation, quote=quote)), *rest)


def leak_a_name_in_the_text(preview: Preview) -> Preview:
    page: DeidentifiedPage = preview.clean.pages[0]
    leaking = replace(page, text=clean(page.text.value.replace("[PERSON_1]", "Brackenbury-Osei, Hyacinth A", 1)))
    return replace(preview, clean=replace(preview.clean, pages=(leaking, *preview.clean.pages[1:])))


def leak_a_number_in_a_comment(preview: Preview) -> Preview:
    first, *rest = preview.extraction.facts
    return with_facts(preview, changed(first, value=replace(first.value, comment="patient 7730418")), *rest)


def log_a_name(preview: Preview) -> Preview:
    os.write(2, b"DEBUG reading report of Hyacinth\n")
    return preview


def contradict_the_number(preview: Preview) -> Preview:
    first, *rest = preview.extraction.facts
    assert first.value.numeric is not None
    return with_facts(preview, changed(first, value=replace(first.value, numeric=first.value.numeric + 1)), *rest)


def certify_everything(preview: Preview) -> Preview:
    return with_facts(
        preview,
        *(
            changed(fact, certainty=Certainty.VERIFIED, reasons=()) if fact.citation.box else fact
            for fact in preview.extraction.facts
        ),
    )


def silence_the_warnings(preview: Preview) -> Preview:
    return replace(
        preview,
        pages=replace(preview.pages, warnings=()),
        extraction=replace(preview.extraction, warnings=()),
    )


@pytest.mark.parametrize("case_id", CASES)
def test_the_line_itself_passes(corpus: Corpus, previews: dict[str, Preview], case_id: str) -> None:
    assert_passes(judge(corpus, case_id, Mutant(previews[case_id], lambda preview: preview)))


@pytest.mark.parametrize(
    ("case_id", "mutation", "rubric"),
    [
        ("lab-ruled-typed", swap_two_values, "factually_consistent"),
        ("lab-ruled-typed", lose_a_decimal_point, "factually_consistent"),
        ("lab-ruled-typed", take_the_report_date, "factually_consistent"),
        ("lab-ruled-typed", drop_the_flag, "factually_consistent"),
        ("lab-ruled-typed", shift_a_box, "bounding_box_present"),
        ("lab-ruled-typed", drop_a_fact, "document_fact_expectations"),
        ("lab-ruled-typed", lose_a_quote, "citation_present"),
        ("lab-ruled-typed", misquote, "citation_present"),
        ("lab-ruled-typed", leak_a_name_in_the_text, "no_phi_in_logs"),
        ("lab-ruled-typed", leak_a_number_in_a_comment, "no_phi_in_logs"),
        ("lab-ruled-typed", log_a_name, "no_phi_in_logs"),
        ("lab-ruled-typed", contradict_the_number, "schema_valid"),
        ("contradicting-flag-typed", certify_everything, "document_fact_expectations"),
        ("prompt-injection-typed", silence_the_warnings, "document_fact_expectations"),
    ],
)
def test_a_fault_turns_its_rubric_red(
    corpus: Corpus, previews: dict[str, Preview], case_id: str, mutation: Change, rubric: str
) -> None:
    judged = judge(corpus, case_id, Mutant(previews[case_id], mutation))
    assert judged.results[rubric].verdict is Verdict.FAILED


@pytest.mark.parametrize("mutation", [swap_two_values, lose_a_decimal_point, take_the_report_date])
def test_a_wrong_verified_fact_is_counted(corpus: Corpus, previews: dict[str, Preview], mutation: Change) -> None:
    assert judge(corpus, "lab-ruled-typed", Mutant(previews["lab-ruled-typed"], mutation)).wrong_verified
