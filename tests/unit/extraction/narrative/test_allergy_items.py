from __future__ import annotations

from arbiter_fhir.extraction.narrative.allergy_items import items_of, read_reaction, severity_in


def test_items_reach_to_the_next_substance() -> None:
    text = "penicillin (rash, hives), sulfa; codeine - nausea, vomiting"
    items = list(items_of(text, 0, len(text)))
    assert [text[item.name_start : item.name_end] for item in items] == ["penicillin", "sulfa", "codeine"]
    assert text[items[2].start : items[2].end].strip() == "codeine - nausea, vomiting"


def test_what_explains_a_substance_is_none() -> None:
    text = "sulfa (including Bactrim)"
    assert len(list(items_of(text, 0, len(text)))) == 1


def test_reactions_and_severities() -> None:
    text = "penicillin - severe rash with itching"
    span = read_reaction(text, len("penicillin"), len(text))
    assert span is not None
    assert text[slice(*span)] == "rash with itching"
    assert severity_in(text) == "severe"
    assert severity_in("not severe") == ""
    assert read_reaction("penicillin", 10, 10) is None
