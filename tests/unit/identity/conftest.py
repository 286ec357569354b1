"""Synthetic chart patients and identifier candidates."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from arbiter_fhir.domain.deid import CandidateField, IdentifierCandidate, IdentifierCandidates, IdentifierRole
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.tenant import PatientId


@pytest.fixture
def patient() -> Callable[..., ChartPatient]:
    """Builds a chart patient: Maria Teresa Alvarez, born 1970-04-12, MRN 1001, unless told otherwise."""

    def build(**changed: object) -> ChartPatient:
        fields: dict[str, object] = {
            "patient_id": PatientId(7),
            "given": "Maria",
            "middle": "Teresa",
            "family": "Alvarez",
            "suffix": "",
            "birth_date": date(1970, 4, 12),
            "sex": "Female",
            "mrn": "1001",
            "ssn": "900-12-3456",
            "phones": ("(555) 010-2233",),
            "street": "14 Birch Street",
        }
        return ChartPatient(**{**fields, **changed})  # type: ignore[arg-type]

    return build


@pytest.fixture
def document() -> Callable[..., IdentifierCandidates]:
    """Builds candidates from ``(field, value)`` or ``(field, value, role, labelled)`` tuples."""

    def build(*items: tuple[object, ...]) -> IdentifierCandidates:
        candidates = []
        for item in items:
            field, value, *rest = item
            role = rest[0] if rest else IdentifierRole.PATIENT
            labelled = rest[1] if len(rest) > 1 else True
            candidates.append(
                IdentifierCandidate(CandidateField(field), str(value), IdentifierRole(role), 1, None, bool(labelled))
            )
        return IdentifierCandidates(tuple(candidates))

    return build
