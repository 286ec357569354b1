"""Tables: what cannot be a row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arbiter_fhir.answering import compose_draft
from arbiter_fhir.answering.grounding.index import EvidenceIndex
from arbiter_fhir.answering.grounding.tables import wrong_table
from arbiter_fhir.domain.question import Intent
from tests.unit.answering.answers import asked


def test_a_table_stands_until_one_of_its_parts_is_changed(build: Any) -> None:
    items = [build.item(), build.item(value="7.0", day="2025-01-02", number=1)]
    bundle = build.bundle(*items, question=asked(build, Intent.TREND, "hba1c"))
    draft = compose_draft(bundle)
    (table,) = draft.tables
    assert wrong_table(table, draft, EvidenceIndex.of(bundle)) == ""
    cells = table.rows[0].cells
    for row, word in (
        (replace(table.rows[0], citations=(9,)), "row_not_in_evidence"),
        (replace(table.rows[0], cells=cells[:-1]), "cell_not_in_evidence"),
        (replace(table.rows[0], cells=(cells[1], *cells[1:])), "cell_not_in_evidence"),
        (table.rows[1], "row_not_in_evidence"),
    ):
        broken = replace(table, rows=(row, *table.rows[1:]))
        assert wrong_table(broken, draft, EvidenceIndex.of(bundle)) == word
