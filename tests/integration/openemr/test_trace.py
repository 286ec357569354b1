"""The chart's half of proving a withdrawal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.domain.promotion import LabPlan
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.openemr import SqlChartWriter, TracedResult, chart_trace
from devstack.ehr import LabValue, NewPatient
from tests.integration.openemr.conftest import Chart, local

pytestmark = pytest.mark.database


def trace(chart: Chart, document: int) -> tuple[TracedResult, ...]:
    with chart.worker.connect() as connection:
        return chart_trace(connection, chart.tables, DocumentId(document))


def test_a_promoted_result_is_traced_until_it_is_withdrawn(
    chart: Chart, patient: NewPatient, plan: Callable[..., LabPlan]
) -> None:
    wanted = plan(document_id=DocumentId(81))
    with chart.worker.begin() as connection:
        record = SqlChartWriter(connection, chart.tables).write_lab(wanted)
    expected = TracedResult(
        result_id=record.record_id,
        order_id=record.parents["procedure_order"],
        patient_id=wanted.patient_id,
        external_id=wanted.external_id,
        active=True,
    )
    assert trace(chart, 81) == (expected,)
    assert trace(chart, 82) == ()
    with chart.worker.begin() as connection:
        SqlChartWriter(connection, chart.tables).inactivate(record)
    assert [each.active for each in trace(chart, 81)] == [False]


def test_a_result_that_a_person_linked_is_traced_too_in_any_chart(chart: Chart, patient: NewPatient) -> None:
    entered = chart.store.enter_lab_report(
        patient.pid,
        procedure_name="BMP",
        results=[LabValue(code="", name="Scan", result="see document", document_id=83)],
        date_report=local("2026-01-02 00:00:00"),
    )
    found = trace(chart, 83)
    assert [(each.result_id, each.patient_id, each.external_id, each.active) for each in found] == [
        (entered.result_ids[0], patient.pid, "", True)
    ]
