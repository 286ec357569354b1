"""Severities as words."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter_fhir.domain.evidence import WordRole
from arbiter_fhir.domain.promotion import ChartLists, ListKind
from arbiter_fhir.domain.statement import Allergy
from arbiter_fhir.retrieval.fact_candidates import candidate_of_fact
from arbiter_fhir.retrieval.list_candidates import candidates_of_lists
from arbiter_fhir.retrieval.severities import severity_word

LETTERS = [("SV", "severe"), ("mo", "moderate"), ("MI", "mild"), ("U", ""), ("Severe", "Severe"), ("", "")]


@pytest.mark.parametrize("stored, word", LETTERS)
def test_letters_of_messages_are_words(stored: str, word: str) -> None:
    assert severity_word(stored) == word


@pytest.mark.parametrize("stored, word", LETTERS)
def test_chart_and_documents_alike(build: Any, stored: str, word: str) -> None:
    entry = build.entry(ListKind.ALLERGY, "Penicillin", reaction="hives", severity=stored)
    (listed,) = candidates_of_lists(ChartLists((entry,)), entry.patient_id, build.terms)
    fact = candidate_of_fact(build.said(Allergy("Penicillin", "penicillins", "hives", stored)), build.terms)
    for made in (listed, fact):
        assert isinstance(made.value, Allergy)
        assert made.value.severity == word
        assert dict(made.printed.details).get(WordRole.SEVERITY, "") == word
