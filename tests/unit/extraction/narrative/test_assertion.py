from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from arbiter_fhir.domain.statement import Assertion
from arbiter_fhir.extraction.narrative.assertion import assertion_of
from arbiter_fhir.extraction.narrative.sections import SectionKind

_LINES = Path(__file__).with_name("assertion_sentences.tsv").read_text(encoding="utf-8").splitlines()
SENTENCES = [tuple(line.split("\t")) for line in _LINES if not line.startswith("#")][1:]


def claimed(sentence: str, target: str, section: SectionKind = SectionKind.UNKNOWN, *, listed: bool = False) -> str:
    start = sentence.casefold().index(target.casefold())
    return assertion_of(sentence, start, start + len(target), section=section, listed=listed).value


def test_the_set_is_large_and_every_claim_is_in_it() -> None:
    counts = Counter(claim for claim, _, _ in SENTENCES)
    assert len(SENTENCES) >= 200
    assert set(counts) == {each.value for each in Assertion}
    assert min(counts.values()) >= 10


def test_f1_of_every_claim_is_at_least_095() -> None:
    pairs = [(claim, claimed(sentence, target)) for claim, target, sentence in SENTENCES]
    for kind in Assertion:
        right = sum(wanted == got == kind.value for wanted, got in pairs)
        wanted = sum(each == kind.value for each, _ in pairs)
        got = sum(each == kind.value for _, each in pairs)
        assert 2 * right / (wanted + got) >= 0.95, (
            kind,
            [pair for pair in pairs if kind.value in pair and pair[0] != pair[1]],
        )


def test_a_family_section_never_speaks_of_the_patient() -> None:
    for sentence, target in (
        ("Diabetes", "Diabetes"),
        ("Heart attack at 60", "Heart attack"),
        ("Patient has asthma", "asthma"),
    ):
        assert claimed(sentence, target, SectionKind.FAMILY_HISTORY) == "family"
    assert claimed("No diabetes", "diabetes", SectionKind.FAMILY_HISTORY) == "absent"


@pytest.mark.parametrize(
    ("sentence", "target", "claim"),
    [
        ("Hypertension", "Hypertension", "present"),
        ("COPD?", "COPD", "possible"),
        ("Stroke - no", "Stroke", "absent"),
        ("Asthma (resolved)", "Asthma", "historical"),
    ],
)
def test_list_items(sentence: str, target: str, claim: str) -> None:
    assert claimed(sentence, target, SectionKind.PROBLEMS, listed=True) == claim


@pytest.mark.parametrize(
    ("lead", "tail"),
    list(
        product(
            ["Denies fever but", "No fever;", "Fever was ruled out. She", "Without fever, however she"],
            ["has cough", "reports cough"],
        )
    ),
)
def test_a_denial_ends_where_the_sentence_turns(lead: str, tail: str) -> None:
    assert claimed(f"{lead} {tail}", "cough") == "present"


def test_who_only_speaks_for_the_patient_is_nobody_with_the_illness() -> None:
    assert claimed("Per his wife he has asthma.", "asthma") == "present"
    assert claimed("His wife has asthma.", "asthma") == "other_experiencer"
    assert claimed("Mother denies fever in the child.", "fever") == "absent"


def test_a_verdict_or_a_relative_further_on_in_a_list_leaves_the_others_alone() -> None:
    text = "HTN, no CAD, h/o stroke, sister with lupus, PE ruled out 2019"
    wanted = {"HTN": "present", "CAD": "absent", "stroke": "historical", "PE": "absent"}
    for name, claim in wanted.items():
        start = text.index(name)
        assert assertion_of(text, start, start + len(name), listed=True) == claim, name
    text = "PE ruled out 2019, gout"
    assert assertion_of(text, text.index("gout"), len(text), listed=True) == "present"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("lymphoma (aunt), psoriasis", {"lymphoma": "family", "psoriasis": "present"}),
        ("psoriasis, lymphoma (aunt)", {"lymphoma": "family", "psoriasis": "present"}),
        ("asthma; lymphoma (father); psoriasis", {"asthma": "present", "lymphoma": "family", "psoriasis": "present"}),
        ("brother with sarcoidosis, TB ruled out", {"sarcoidosis": "family", "TB": "absent"}),
        ("gout, possible COPD", {"gout": "present", "COPD": "possible"}),
        ("COPD, possible", {"COPD": "possible"}),
        ("DVT (ruled out), gout", {"DVT": "absent", "gout": "present"}),
        ("DVT, PE, and stroke were ruled out", {"DVT": "absent", "PE": "absent", "stroke": "absent"}),
    ],
)
def test_items_of_a_list_are_clauses_of_their_own(text: str, wanted: dict[str, str]) -> None:
    for name, claim in wanted.items():
        start = text.index(name)
        assert assertion_of(text, start, start + len(name), listed=True) == claim, name


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("asthma", Assertion.ABSENT),
        ("COPD", Assertion.PRESENT),
        ("gout", Assertion.POSSIBLE),
        ("stroke", Assertion.PRESENT),
    ],
)
def test_a_sign_in_brackets_speaks_of_the_name_before_it(name: str, claim: Assertion) -> None:
    text = "asthma (-), COPD (+), gout (?), stroke"
    assert assertion_of(text, text.index(name), text.index(name) + len(name), listed=True) is claim


@pytest.mark.parametrize(("name", "claim"), [("cough", Assertion.ABSENT), ("chills", Assertion.PRESENT)])
def test_a_sign_before_a_name_speaks_of_that_name(name: str, claim: Assertion) -> None:
    text = "(-) cough (+) chills"
    assert assertion_of(text, text.index(name), text.index(name) + len(name)) is claim


def test_a_negative_that_names_what_is_negative_denies_nothing_else() -> None:
    text = "Sister: breast cancer - negative BRCA"
    assert assertion_of(text, 8, 21) is Assertion.FAMILY
    assert assertion_of("Hepatitis B negative", 0, 11) is Assertion.ABSENT
    assert assertion_of("Hepatitis B: negative in 2019", 0, 11) is Assertion.ABSENT
