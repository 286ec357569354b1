from __future__ import annotations

from arbiter_fhir.extraction.narrative.phrases import kinds_of, phrases_of

TABLE = "assertion_triggers.tsv"


def test_phrases_stand_at_the_borders_of_words_and_the_longest_wins() -> None:
    text = "No  evidence of nodes, not experiencing pain"
    found = [text[start:end] for start, end in phrases_of(TABLE, "negation_before").find(text)]
    assert found == ["No  evidence of", "not experiencing"]
    assert phrases_of(TABLE, "negation_before").search("nodule") is None


def test_endings_and_signs() -> None:
    assert phrases_of("social_topics.tsv", "smoking").search("a smoker") == (2, 8)
    assert phrases_of(TABLE, "negation_after").search("Asthma: no") == (6, 10)


def test_every_kind_of_the_triggers_has_phrases() -> None:
    kinds = kinds_of(TABLE)
    assert {"pseudo", "turning", "family", "reporters"} <= set(kinds)
    assert all(len(phrases_of(TABLE, kind).phrases) > 3 for kind in kinds)
