from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.extraction.narrative.text_runs import TextRun, run_of
from tests.unit.extraction.clean_pages import write_lines


def run(*lines: str) -> TextRun:
    page = write_lines(*lines).pages[0]
    return run_of(page, page.words)


def test_every_stretch_leads_back_to_its_words_and_to_clean_text() -> None:
    text = run("Takes metformin 500 mg", "twice daily since 01/02/2024.")
    assert text.text == "Takes metformin 500 mg twice daily since [DATE_1]"
    at = text.text.index("metformin")
    assert [word.text for word in text.words_in(at, at + 16)] == ["metformin", "500", "mg"]
    assert text.clean(at, at + 16).value == "metformin 500 mg"
    assert text.clean(at + 13, at + 25).value == "mg twice da"
    assert text.part(at, at + 13).text == "metformin 500"
    assert text.clean().value == text.text


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Has asthma. No fever.", ["Has asthma.", "No fever."]),
        ("Seen by Dr. Smith today. Well.", ["Seen by Dr. Smith today.", "Well."]),
        ("Takes 0.5 mg b.i.d. Refill.", ["Takes 0.5 mg b.i.d. Refill."]),
        ("Cough; no fever", ["Cough", "no fever"]),
        ("Weight 82.5 kg", ["Weight 82.5 kg"]),
        ("PMH: 1) Gout 2) Anxiety (son)", ["PMH:", "Gout", "Anxiety (son)"]),
        ("1. Diabetes type 2; 2. Asthma", ["Diabetes type 2", "Asthma"]),
        ("Gout 2) Anxiety (son) 3) COPD", ["Gout", "Anxiety (son)", "COPD"]),
        ("\u2022 Gout \u2022 Anxiety (son)", ["Gout", "Anxiety (son)"]),
        ("#1 Gout #2 COPD", ["Gout", "COPD"]),
        ("1 Gout 2 COPD 3 Asthma", ["Gout", "COPD", "Asthma"]),
        ("I. Gout II. COPD", ["Gout", "COPD"]),
        ("Takes 1 or 2 tablets", ["Takes 1 or 2 tablets"]),
        ("Stage 1 hypertension 2 years", ["Stage 1 hypertension 2 years"]),
        ("a) Gout b) COPD", ["Gout", "COPD"]),
        ("Diabetes type 2. Asthma.", ["Diabetes type 2.", "Asthma."]),
        ("Stage 1) of 3", ["Stage 1) of 3"]),
    ],
)
def test_sentences(line: str, wanted: list[str]) -> None:
    text = run(line)
    assert [text.text[start:end].strip() for start, end in text.sentences()] == wanted


def test_an_open_bracket_is_closed() -> None:
    text = run("Penicillin (hives), latex")
    assert text.text[: text.closed(0, len("Penicillin (hives"))] == "Penicillin (hives)"
    assert text.closed(0, len("Penicillin")) == len("Penicillin")


@given(st.lists(st.text(alphabet="abcd.,;() 0123", min_size=1, max_size=30), min_size=1, max_size=5))
def test_clean_text_is_the_text(lines: list[str]) -> None:
    page = write_lines(*lines).pages[0]
    text = run_of(page, page.words)
    if text.words:
        assert text.clean().value == text.text.strip()
