from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.document import BoundingBox
from arbiter_fhir.extraction.grounding import prove_box, quote_words
from tests.unit.extraction.clean_pages import write_lines


def test_a_box_is_proven_by_reading_it_again() -> None:
    page = write_lines("Glucose   105   mg/dL", "Sodium    140   mmol/L").pages[0]
    first = page.words[:3]
    box = prove_box(page, first)
    assert box == BoundingBox.around([word.box for word in first])
    assert quote_words(page, first).value == "Glucose 105 mg/dL"


def test_a_stranger_in_the_box_is_no_proof() -> None:
    page = write_lines("Glucose   105   98   mg/dL").pages[0]
    assert prove_box(page, (page.words[0], page.words[1], page.words[3])) is None
    assert prove_box(page, ()) is None


def test_rules_and_leaders_in_the_box_are_no_strangers() -> None:
    page = write_lines("Glucose ........ 105   |  mg/dL").pages[0]
    words = [word for word in page.words if any(char.isalnum() for char in word.text)]
    assert prove_box(page, words) is not None


def test_a_word_that_the_text_does_not_hold_is_no_proof() -> None:
    page = write_lines("Glucose   105").pages[0]
    forged = replace(page.words[1], text="999")
    assert prove_box(replace(page, words=(page.words[0], forged)), (page.words[0], forged)) is None
