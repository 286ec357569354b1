"""Free wording that compares."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from arbiter_fhir.answering.grounding.index import EvidenceIndex
from arbiter_fhir.answering.grounding.sentences import ungrounded
from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.question import DateWindow, Intent
from tests.unit.answering.answers import asked


def wrong(build: Any, text: str, items: list[Any], *more: Any, **changes: Any) -> str:
    dates = {f"[DATE_{at}]": item.observed for at, item in enumerate(items, start=1)}
    bundle = build.bundle(*items, *more, question=asked(build, Intent.TREND, "hba1c", **changes))
    places = [item.citation for item in items]
    return ungrounded(Section.PATIENT_FINDINGS, text, places, index=EvidenceIndex.of(bundle), dates=dates)


@pytest.fixture
def new(build: Any) -> Any:
    return build.item()


@pytest.fixture
def old(build: Any) -> Any:
    return build.item(value="7.0", day="2025-01-02", number=1)


@pytest.mark.parametrize("word", ["latest", "newest", "most recent"])
def test_only_the_newest_is_called_so(build: Any, new: Any, old: Any, word: str) -> None:
    text = f"The patient has a {word} Hemoglobin A1c of "
    assert wrong(build, f"{text}8.1 % on [DATE_1].", [new], old) == ""
    assert wrong(build, f"{text}7.0 % on [DATE_1].", [old], new) == "not_the_newest"
    window = DateWindow(end=date(2026, 4, 30))
    assert wrong(build, f"{text}8.1 % on [DATE_1].", [new], old, when=window) == "not_the_newest"
    assert wrong(build, text.replace(word, "recent") + "8.1 % on [DATE_1].", [new], old) == "not_the_newest"


@pytest.mark.parametrize(
    "text, word",
    [
        ("Hemoglobin A1c rose from 7.0 % on [DATE_2] to 8.1 % on [DATE_1].", ""),
        ("Hemoglobin A1c has increased from 7.0 % on [DATE_2] to 8.1 % on [DATE_1].", ""),
        ("Hemoglobin A1c fell from 7.0 % on [DATE_2] to 8.1 % on [DATE_1].", "direction_not_in_evidence"),
        ("Hemoglobin A1c fell from 8.1 % on [DATE_1] to 7.0 % on [DATE_2].", "direction_not_in_evidence"),
        ("Hemoglobin A1c was unchanged: 7.0 % on [DATE_2], 8.1 % on [DATE_1].", "direction_not_in_evidence"),
        ("Hemoglobin A1c rose and fell from 7.0 % on [DATE_2] to 8.1 % on [DATE_1].", "direction_not_in_evidence"),
    ],
)
def test_a_direction_is_worked_out(build: Any, new: Any, old: Any, text: str, word: str) -> None:
    assert wrong(build, text, [new, old]) == word


def test_one_result_has_no_direction(build: Any, new: Any) -> None:
    assert wrong(build, "Hemoglobin A1c rose to 8.1 % on [DATE_1].", [new]) == "direction_not_in_evidence"


def test_units_are_not_mixed(build: Any) -> None:
    items = [
        build.item("Glucose", "126", "mg/dL", "", "2026-04-10", None),
        build.item("Glucose", "6.0", "g/L", "", "2025-04-10", None, number=1),
    ]
    text = "Glucose rose from 6.0 g/L on [DATE_2] to 126 mg/dL on [DATE_1]."
    assert wrong(build, text, items) == "direction_not_in_evidence"


def test_a_relatives_history_is_never_the_patients(build: Any, records: Any) -> None:
    relative = records.relative(age="")
    assert wrong(build, "The patient has family history: mother, breast cancer.", [relative]) == "word_not_in_evidence"
    assert wrong(build, "The patient has Gout (active).", [records.problem("Gout", observed=None)]) == ""
    assert wrong(build, "The patient takes Metformin 500 mg.", [records.medication(observed=None)]) == ""
