"""Every kind of value has a sentence."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.sentences import item_sentence, labels_for


def test_every_kind_has_a_sentence_that_ends_in_a_full_stop(build: Any, records: Any) -> None:
    items = [
        build.item(), *records.pressure(), records.medication(), records.allergy(), records.none_known(),
        records.problem(), records.relative(), records.statement(), records.vaccine(), records.visit(),
        records.order(), records.susceptibility(), records.passage(),
    ]  # fmt: skip
    for item in items:
        assert item_sentence(item, DateLabels()).value.endswith(".")


def test_labels_keep_clear_of_passages_and_placeholders(build: Any, records: Any) -> None:
    assert labels_for(build.bundle(records.passage("Seen on [DATE_3]."))).first == 4
    assert labels_for(build.bundle(records.passage())).first == 1
