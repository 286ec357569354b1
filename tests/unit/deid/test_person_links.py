"""Names that are one person."""

from __future__ import annotations

from arbiter_fhir.deid.lexicon import load_lexicon
from arbiter_fhir.deid.person_links import link_people


def groups(*surfaces: str) -> list[int]:
    """For each surface the index of the first one of the same person."""
    keys = link_people([(surface, "") for surface in surfaces], load_lexicon())
    return [keys.index(key) for key in keys]


def test_forms_of_one_name_are_one_person() -> None:
    assert groups("Chen", "Chen, Xiu", "Xiu Chen", "X. Chen", "Dr. Chen") == [0, 0, 0, 0, 0]


def test_short_forms_are_the_same_given_name() -> None:
    assert groups("William Okafor", "Bill Okafor", "Okafor, Will") == [0, 0, 0]


def test_another_given_name_is_another_person() -> None:
    assert groups("Martha Graves", "John Graves", "J. Graves") == [0, 1, 1]


def test_the_charts_person_takes_what_fits() -> None:
    keys = link_people([("Rose Graves", "patient"), ("Graves", ""), ("Tomasz Graves", "relative:0")], load_lexicon())
    assert keys == ["patient", "patient", "relative:0"]
