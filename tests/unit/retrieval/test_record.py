"""A patient's record is of one patient."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import (
    ChartDemographics,
    ChartDocument,
    ChartEncounter,
    ChartImmunization,
    ChartOrder,
    ChartVital,
)
from arbiter_fhir.domain.promotion import ChartLists, ListKind
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.ports.evidence import Neighbour
from arbiter_fhir.retrieval import PatientRecord

P7, P8 = PatientId(7), PatientId(8)


def of_somebody_else(build: Any) -> dict[str, Any]:
    """One row of each kind, of patient 8."""
    return {
        "labs": [build.row(patient_id=P8)],
        "lists": ChartLists((build.entry(ListKind.ALLERGY, "Latex", patient_id=P8),)),
        "vitals": [ChartVital(1, P8, "8867-4", "Heart rate", Decimal(70), "/min", None)],
        "encounters": [ChartEncounter(1, 1, P8, None, "", "")],
        "orders": [ChartOrder(1, P8, None, "pending", (), 0)],
        "immunizations": [ChartImmunization(1, P8, "140", "flu", None, refused=False)],
        "demographics": ChartDemographics(P8, date(1960, 1, 1)),
        "documents": [ChartDocument(DocumentId(1), P8, "Lab Report", None)],
        "active_facts": [build.fact(patient=8)],
        "review_facts": [build.fact(patient=8)],
        "neighbours": [Neighbour(build.fact(patient=8), 0.1)],
        "passages": [replace(build.window("x"), patient_id=P8)],
    }


KINDS = ["labs", "lists", "vitals", "encounters", "orders", "immunizations", "demographics", "documents"]
KINDS += ["active_facts", "review_facts", "neighbours", "passages"]


@pytest.mark.parametrize("kind", KINDS)
def test_another_patients_row_of_any_kind_stops_everything(build: Any, kind: str) -> None:
    row = of_somebody_else(build)[kind]
    with pytest.raises(ValueError, match="several patients"):
        PatientRecord(P7, **{kind: row})
    assert PatientRecord(P8, **{kind: row}).patient_id == P8


def test_every_field_with_rows_is_checked(build: Any) -> None:
    plain = {"patient_id", "read_documents", "scope"}
    assert set(PatientRecord.__dataclass_fields__) - plain == set(of_somebody_else(build))
