"""How much was found of each kind."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from arbiter_fhir.answering.counts import overview_sentence, topic_of
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.domain.question import AskedState, DateWindow, Intent, Topic
from arbiter_fhir.domain.statement import MedicationStatus
from tests.unit.answering.answers import asked, since


def test_each_kind_is_counted_with_its_words(build: Any, records: Any) -> None:
    items = (build.item(), build.item(number=1), records.medication(), records.passage())
    for changes, lead in (
        ({"intent": Intent.CHANGES, "when": since("2026-01-01")}, "New or changed since [DATE_1]"),
        ({"intent": Intent.LIST, "when": since("2026-01-01")}, "Found since [DATE_1]"),
        (
            {"intent": Intent.LIST, "when": DateWindow(date(2025, 1, 1), date(2025, 12, 31))},
            "Found from [DATE_1] to [DATE_2]",
        ),
        ({"intent": Intent.LIST, "when": DateWindow(end=date(2025, 12, 31))}, "Found up to [DATE_1]"),
        ({"intent": Intent.CHANGES}, "Found"),
    ):
        bundle = build.bundle(*items, question=asked(build, **changes))
        said = overview_sentence(bundle, DateLabels()).value
        assert said == f"{lead}: 2 laboratory results, 1 medication, 1 passage of a document."


def test_the_old_side_of_a_contradiction_is_not_counted_as_new(build: Any, records: Any) -> None:
    old = replace(records.medication(), beside=True)
    bundle = build.bundle(build.item(), old, question=asked(build, Intent.CHANGES, when=since("2026-01-01")))
    assert overview_sentence(bundle, DateLabels()).value == "New or changed since [DATE_1]: 1 laboratory result."
    listed = build.bundle(build.item(), old, question=asked(build, Intent.LIST))
    assert overview_sentence(listed, DateLabels()).value == "Found: 1 laboratory result, 1 medication."


def test_a_passage_is_counted_as_one_whatever_its_topic(records: Any) -> None:
    assert topic_of(records.passage()) is Topic.DOCUMENTS


def test_only_what_is_asked_for_is_counted(build: Any, records: Any) -> None:
    items = (records.medication(), records.medication("Lisinopril", MedicationStatus.STOPPED))
    bundle = build.bundle(*items, question=asked(build, Intent.LIST, state=AskedState.CURRENT))
    assert overview_sentence(bundle, DateLabels()).value == "Found: 1 medication."


def test_listed_documents_are_documents(build: Any, records: Any) -> None:
    listed = [records.statement("document", f"Scan {n}", part=Topic.DOCUMENTS) for n in range(2)]
    bundle = build.bundle(*listed, question=asked(build, Intent.LIST))
    assert overview_sentence(bundle, DateLabels()).value == "Found: 2 documents."
