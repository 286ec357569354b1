"""Boxes and the words that they stand beside."""

from __future__ import annotations

import pytest

from arbiter_fhir.extraction.intake.cells import lines_of_page
from arbiter_fhir.extraction.intake.options import Said, chosen, decided, options_of
from tests.unit.extraction.clean_forms import At, form_page


def options(*texts: str) -> tuple[str, list[tuple[str, str]]]:
    line = lines_of_page(form_page([[At(50 + 60 * place, text) for place, text in enumerate(texts)]]))[0]
    question, found = options_of(line)
    named = [(" ".join(word.text for word in each.words), each.state.value) for each in found]
    return " ".join(cell.text for cell in question), named


@pytest.mark.parametrize(
    ("texts", "question", "found"),
    [
        (("[x]", "Asthma", "[ ]", "Gout"), "", [("Asthma", "ticked"), ("Gout", "empty")]),
        (("Asthma", "[x]", "Gout", "[ ]"), "", [("Asthma", "ticked"), ("Gout", "empty")]),
        (("Asthma", "[x]"), "", [("Asthma", "ticked")]),
        (("Asthma", "[x]", "[ ]"), "", [("Asthma", "ticked"), ("", "empty")]),
        (("Had: Stroke", "[ ]", "Gout", "[x]"), "Had:", [("Stroke", "empty"), ("Gout", "ticked")]),
        (("Asthma", "Yes", "[ ]", "No", "[x]"), "Asthma", [("Yes", "empty"), ("No", "ticked")]),
        (("Asthma", "[ ]", "Yes", "[x]", "No"), "Asthma", [("Yes", "empty"), ("No", "ticked")]),
    ],
)
def test_each_box_has_its_words(texts: tuple[str, ...], question: str, found: list[tuple[str, str]]) -> None:
    assert options(*texts) == (question, found)


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["yes"], Said.YES),
        (["you"], Said.YES),
        (["no"], Said.NO),
        (["never"], Said.NO),
        (["past"], Said.PAST),
        (["past", "current"], Said.YES),
        (["past", "never"], Said.UNCLEAR),
        (["yes", "no"], Said.UNCLEAR),
        (["unsure"], Said.UNCLEAR),
        ([], None),
    ],
)
def test_what_ticked_columns_say_together(labels: list[str], said: Said | None) -> None:
    cell = lines_of_page(form_page(["x"]))[0].cells[0]
    assert decided([(label, cell) for label in labels], [])[0] is said


def test_the_option_that_is_ticked() -> None:
    line = lines_of_page(form_page([[At(50, "[ ]"), At(70, "Former"), At(150, "[x]"), At(170, "Current")]]))[0]
    said, words, marks = chosen(line.cells)
    assert (said, [word.text for word in words], [word.text for word in marks]) == (Said.YES, ["Current"], ["[x]"])
