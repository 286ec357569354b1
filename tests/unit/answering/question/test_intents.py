"""Which kind of question it is."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.question import Intent
from tests.unit.answering.question.asking import ask


@pytest.mark.parametrize(
    "question, intent, reason",
    [
        ("does the chart match the intake on allergies", Intent.LIST, "compares_sources"),
        ("list all faxes", Intent.LIST, "lists_documents"),
        ("what did the fax say", Intent.DOCUMENT, "asks_what_a_document_says"),
        ("who ordered the TSH", Intent.ORDERED_BY, "asks_who_ordered"),
        ("who is her PCP", Intent.FACTUAL_LOOKUP, "asks_for_the_care_team"),
        ("what is overdue", Intent.INTERPRETATION, "asks_what_is_due"),
        ("pending labs", Intent.MISSING, "asks_what_is_missing"),
        ("summarize this patient", Intent.INTERPRETATION, "asks_for_an_overview"),
        ("summarize her meds", Intent.LIST, "summary_of_a_part"),
        ("summarize her A1c", Intent.LIST, "summary_of_named_tests"),
        ("is her CKD progressing", Intent.INTERPRETATION, "asks_for_an_interpretation"),
        ("what deserves attention", Intent.INTERPRETATION, "asks_what_deserves_attention"),
        ("new meds", Intent.CHANGES, "asks_what_changed"),
        ("A1c trend", Intent.TREND, "asks_for_a_trend"),
        ("any abnormal labs", Intent.ABNORMAL_LIST, "abnormal_results"),
        ("any abnormal electrolytes", Intent.ABNORMAL_LIST, "abnormal_results_of_tests"),
        ("A1c in 2024", Intent.VALUE_AT, "value_at_a_time"),
        ("highest A1c", Intent.FACTUAL_LOOKUP, "picks_one_of_named_tests"),
        ("last A1c and meds", Intent.LIST, "several_parts"),
        ("vitals", Intent.FACTUAL_LOOKUP, "newest_vital_signs"),
        ("zonulin level", Intent.FACTUAL_LOOKUP, "unknown_test"),
        ("does she use a walker on stairs", Intent.FACTUAL_LOOKUP, "something_in_the_record"),
        ("does she have stairs at home", Intent.FACTUAL_LOOKUP, "words_of_the_record"),
        ("what was done at the last visit", Intent.LIST, "asks_about_the_visit"),
    ],
)
def test_kinds_and_reasons(question: str, intent: Intent, reason: str) -> None:
    routed = ask(question)
    assert (routed.intent, routed.reason) == (intent, reason)


@pytest.mark.parametrize(
    ("question", "whole"),
    [
        ("is there anything I should worry about today?", True),
        ("what deserves attention this morning", True),
        ("summarize her today", True),
        ("anything worrying since yesterday?", False),
        ("any abnormal labs today", False),
    ],
)
def test_what_deserves_attention_today_is_the_record_as_it_stands(question: str, whole: bool) -> None:
    when = ask(question).when
    assert when is not None
    assert (when.start is None) is whole
