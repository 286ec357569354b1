"""Words that announce people."""

from __future__ import annotations

from arbiter_fhir.deid import anchors


def test_every_group_has_words() -> None:
    for name in anchors.__all__:
        assert getattr(anchors, name), name


def test_a_modal_is_no_verb_of_the_third_person() -> None:
    assert not anchors.MODALS & anchors.PERSON_VERBS
    assert anchors.WEAK_VERBS <= anchors.PERSON_VERBS
    assert set(anchors.PERSON_PHRASES) <= anchors.WEAK_VERBS
