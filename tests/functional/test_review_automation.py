"""A bar is tried before it holds: what the preview names is what is written, fact by fact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.review import AutomationMode, AutomationRule, ReviewWord
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.pipelines.automation import RulePreview
from arbiter_fhir.ports.access import Caller, KeyScope
from arbiter_fhir.ports.documents import Extraction
from tests.functional.clinic import Clinic
from tests.functional.desk import Desk, sit_down
from tests.functional.scripted import Scripted, at, potassium, register, scripted

LAB = SourceType.LAB_PDF
ASK, WRITE = AutomationMode.REVIEW, AutomationMode.AUTOMATIC


def rule(mode: AutomationMode, least: float = 0.0) -> AutomationRule:
    return AutomationRule(DocType.LAB_PDF, "lab_result", mode, least)


@dataclass
class Bars:
    """The site's bars, as an administrator handles them."""

    clinic: Clinic
    caller: Caller

    def set(self, *rules: AutomationRule) -> None:
        self.clinic.pipelines.automation.replace(rules, caller=self.caller)

    def preview(self, bar: AutomationRule) -> RulePreview:
        (found,) = self.clinic.pipelines.automation.preview([bar], days=1)
        return found


@pytest.fixture
def bars(clinic: Clinic) -> Iterator[Bars]:
    """The site's bars, none again at the end."""
    bars = Bars(clinic, Caller("users:1", clinic.pipelines.scope.site, frozenset({KeyScope.ADMIN})))
    yield bars
    bars.set()


@pytest.fixture
def script(clinic: Clinic) -> Iterator[Scripted]:
    with scripted(clinic) as script:
        yield script


@pytest.fixture
def desk(clinic: Clinic) -> Desk:
    return sit_down(clinic, register(clinic))


def with_confidence(script: Scripted, by_value: dict[str, float]) -> Any:
    """The script's readings, as sure as the test says of each value."""
    extract = script.extract

    def sure(fact: CitedFact) -> CitedFact:
        confidence = by_value.get(fact.lab.value if fact.lab else "", fact.confidence)
        return replace(fact, confidence=confidence, seal=FACT_SEAL)

    def unlike(*args: Any, **more: Any) -> Extraction:
        found = extract(*args, **more)
        return replace(found, facts=tuple(sure(fact) for fact in found.facts))

    return unlike


def written(desk: Desk) -> set[int]:
    """Ids of this patient's facts that were written into the chart."""
    return {
        int(str(fact_id))
        for (fact_id,) in desk.clinic.rows(
            "SELECT fact_id FROM clinical_document_promotions"
            " WHERE patient_id = %s AND active AND outcome = 'promoted'",
            desk.patient,
        )
    }


def facts_of(desk: Desk) -> dict[str, int]:
    """Value to the id of the fact that says it."""
    return {
        str(value): int(str(fact_id))
        for value, fact_id in desk.clinic.rows(
            "SELECT JSON_VALUE(structured_value_json, '$.value'), id FROM clinical_document_facts"
            " WHERE patient_id = %s",
            desk.patient,
        )
    }


def held_document(desk: Desk, script: Scripted, monkeypatch: pytest.MonkeyPatch, bars: Bars) -> DocumentId:
    """Four results of four days, of four confidences, all of them held back."""
    sureness = {"4.1": 0.90, "4.2": 0.94, "4.3": 0.97, "4.4": 0.99}
    monkeypatch.setattr(script, "extract", with_confidence(script, sureness))
    bars.set(rule(ASK))
    values = [potassium(value, collection_date=at(day=day)) for day, value in enumerate(sureness, start=10)]
    return script.file(desk.patient, LAB, *values)


@pytest.mark.parametrize("bar", [rule(WRITE), rule(WRITE, 0.94), rule(WRITE, 0.98), rule(ASK, 0.5)], ids=str)
def test_what_the_preview_names_is_what_is_written(
    desk: Desk, script: Scripted, bars: Bars, monkeypatch: pytest.MonkeyPatch, bar: AutomationRule
) -> None:
    document = held_document(desk, script, monkeypatch, bars)
    assert written(desk) == set()
    preview, mine = bars.preview(bar), set(facts_of(desk).values())
    bars.set(bar)
    desk.read_again(document)
    waiting = {int(item.item.removeprefix("fact:")) for item in desk.items()}
    assert written(desk) == set(preview.writes) & mine
    assert waiting == set(preview.holds) & mine
    assert written(desk) | waiting == mine


def test_no_bar_lets_in_what_a_person_rejected(
    desk: Desk, script: Scripted, bars: Bars, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = held_document(desk, script, monkeypatch, bars)
    facts = facts_of(desk)
    item = next(item for item in desk.items() if item.item == f"fact:{facts['4.4']}")
    desk.settle(item, ReviewWord.REJECT)
    preview = bars.preview(rule(WRITE))
    assert facts["4.4"] not in (*preview.writes, *preview.holds)
    assert preview.decided.rejected >= 1
    bars.set(rule(WRITE))
    # The same from another scan: nobody looked at that one.
    script.file(desk.patient, LAB, potassium("4.40", collection_date=at(day=13)))
    desk.read_again(document)
    assert desk.values() == ["4.1", "4.2", "4.3"]
    (asked,) = desk.items()
    assert asked.reasons[0].code == "rejected_before"


def test_a_higher_bar_takes_nothing_out_of_the_chart(
    desk: Desk, script: Scripted, bars: Bars, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = held_document(desk, script, monkeypatch, bars)
    bars.set()
    desk.read_again(document)
    assert len(written(desk)) == 4
    bars.set(rule(ASK))
    desk.read_again(document)
    assert len(written(desk)) == 4
