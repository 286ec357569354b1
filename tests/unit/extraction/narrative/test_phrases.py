from __future__ import annotations

from arbiter_fhir.extraction.narrative.phrases import kinds_of, phrase_pattern, phrases_of


def test_phrases_stand_at_the_borders_of_words_and_the_longest_wins() -> None:
    pattern = phrase_pattern("assertion_triggers.tsv", "negation_before")
    assert [found[0] for found in pattern.finditer("No  evidence of nodes, not experiencing pain")] == [
        "No  evidence of",
        "not experiencing",
    ]
    assert pattern.search("nodule") is None


def test_every_kind_of_the_triggers_has_phrases() -> None:
    kinds = kinds_of("assertion_triggers.tsv")
    assert {"pseudo", "turning", "family", "reporters"} <= set(kinds)
    assert all(len(phrases_of("assertion_triggers.tsv", kind)) > 3 for kind in kinds)
