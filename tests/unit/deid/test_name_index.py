"""What a word of the text may be of the names that are sought."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.name_index import Match, NameIndex
from arbiter_fhir.deid.people import person_of_name
from arbiter_fhir.domain.deid import IdentifierRole


def index_of(*names: str) -> NameIndex:
    lexicon = load_lexicon()
    people = [person_of_name(name, f"p{at}", IdentifierRole.UNKNOWN, lexicon) for at, name in enumerate(names)]
    return NameIndex([person for person in people if person is not None], lexicon)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("kowalczyk", [("kowalczyk", Match.EXACT)]),
        ("kowa1czyk", [("kowalczyk", Match.MISREAD)]),
        ("kowalczyx", [("kowalczyk", Match.MISREAD)]),
        ("marthakowalczyk", [("martha", Match.COMPOSED)]),
        ("kowalski", []),
        ("k", []),
        ("448192", []),
    ],
)
def test_a_word_is_a_name_spelt_right_misread_or_run_together(word: str, meant: list[tuple[str, Match]]) -> None:
    assert list(index_of("Martha Kowalczyk").resolve(word)) == meant


def test_an_index_without_names_is_empty() -> None:
    assert not index_of()
    assert index_of("Martha Kowalczyk")
    assert "martha" in index_of("Martha Kowalczyk")
    assert [person.key for person, _ in index_of("Martha Kowalczyk").people_of("martha")] == ["p0"]
