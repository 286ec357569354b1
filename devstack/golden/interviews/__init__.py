"""Interviews: invented people with charts and golden documents, and what must be answered about them.

Takes: lines of a chart and what golden documents were written to say. Gives: questions as clinicians type them, each
with the claims, citations and refusals that must come. Never: a look at what the product answers.
"""

from collections.abc import Iterator

from arbiter_fhir.evals.answers.cases import Interview
from devstack.golden.interviews.guidance import guidance
from devstack.golden.interviews.heart_and_contradictions import heart_and_contradictions
from devstack.golden.interviews.incomplete import nothing_on_file, waiting_documents
from devstack.golden.interviews.none_known import none_known
from devstack.golden.interviews.orders_in_documents import orders_in_a_form, orders_in_a_report
from devstack.golden.interviews.sugar_and_kidneys import sugar_and_kidneys

__all__ = ["golden_interviews"]


def golden_interviews() -> Iterator[Interview]:
    """All of them."""
    yield sugar_and_kidneys()
    yield heart_and_contradictions()
    yield none_known()
    yield orders_in_a_report()
    yield orders_in_a_form()
    yield waiting_documents()
    yield nothing_on_file()
    yield guidance()
