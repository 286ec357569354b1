"""Placeholders back to values."""

from __future__ import annotations

from arbiter_fhir.deid import restore, used_labels


def test_only_known_labels_are_restored() -> None:
    values = {"[PERSON_1]": ("Okafor, Ngozi", "Okafor"), "[DATE_2]": "04/10/2026"}
    text = "[PERSON_1] on [DATE_2], [PERSON_2] (PERSON_1) [12]"
    assert restore(text, values) == "Okafor, Ngozi on 04/10/2026, [PERSON_2] (PERSON_1) [12]"


def test_a_value_that_looks_like_a_placeholder_is_not_restored_again() -> None:
    assert restore("[PERSON_1]", {"[PERSON_1]": "[MRN_1]", "[MRN_1]": "448192"}) == "[MRN_1]"


def test_only_the_labels_in_use_are_asked_for() -> None:
    assert used_labels("[PERSON_1] and [MRN_12], not [PERSON_0], [FOO_1] or [7]") == {"[PERSON_1]", "[MRN_12]"}


def test_a_person_without_a_form_stays_hidden() -> None:
    assert restore("[PERSON_1]", {"[PERSON_1]": ()}) == "[PERSON_1]"
