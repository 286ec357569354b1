"""The contract of recognizers, kept by every one of them."""

from __future__ import annotations

import re
import time

import pytest

from arbiter_fhir.deid.findings import Strength
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.deid.recognizers import RECOGNIZERS, Recognizer
from arbiter_fhir.deid.recognizers.recognizer import PatternRule, find_by_rules
from arbiter_fhir.domain.deid import IdentifierKind

HARD = ("A ", "1", "1 ", "A", "12/", "@", "a.", "\n", "1-", "Xx Yy ", "12 St ", "1:", "a@", "MRN ", "Apt ", "Dr. Aa ")
#: Far more than a linear search needs on a slow machine, far less than a quadratic one takes.
SECONDS = 6.0


@pytest.mark.parametrize("piece", HARD)
def test_the_search_takes_time_linear_in_the_text(piece: str) -> None:
    reading = Reading((piece * 100_000)[:100_000])
    for recognizer in RECOGNIZERS:
        started = time.process_time()
        for _ in recognizer.find(reading):
            pass
        assert time.process_time() - started < SECONDS, recognizer.name


@pytest.mark.parametrize("recognizer", RECOGNIZERS, ids=lambda each: each.name)
def test_findings_lie_in_the_text_and_are_not_empty(recognizer: Recognizer) -> None:
    text = "Mr. Ives, 92 y/o, 12 Elm St, Salem, OR 97301, (555) 234-0142, a@b.example, MRN 448192, 04/10/2026, Dr. Day"
    for finding in recognizer.find(Reading(text)):
        assert 0 <= finding.start < finding.end <= len(text)
        assert 0 < finding.score <= 1


def test_a_rule_reports_its_value_group() -> None:
    rule = PatternRule(re.compile(r"key (?P<value>\d+)"), Strength.LABELLED, 0.9)
    found = list(find_by_rules([rule], Reading("key 42, key x"), IdentifierKind.ID, "test"))
    assert [(each.start, each.end, each.recognizer) for each in found] == [(4, 6, "test")]
