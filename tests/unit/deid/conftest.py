"""The engine, built once, and a synthetic chart patient."""

from __future__ import annotations

from datetime import date

import pytest

from arbiter_fhir.deid import PresidioDeidentifier
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.tenant import PatientId
from tests.unit.deid.written_pages import FixedClock


@pytest.fixture(scope="session")
def deidentifier() -> PresidioDeidentifier:
    return PresidioDeidentifier(FixedClock())


@pytest.fixture
def patient() -> ChartPatient:
    """A woman whose names are all clinical or ordinary words as well."""
    return ChartPatient(
        patient_id=PatientId(4),
        given="Rose",
        middle="Ann",
        family="Graves",
        suffix="",
        birth_date=date(1962, 4, 10),
        sex="Female",
        mrn="MRN-448192",
        ssn="987-65-4320",
        other_given=("Rosie",),
        former_family=("Kowalczyk",),
        phones=("(555) 234-0142",),
        emails=("rose.graves62@mail.example",),
        street="1234 Maple Grove Rd",
        city="Springfield",
        state="IL",
        postal_code="62704",
        relatives=("Tomasz Graves", "Oduya, Helga M (sister)"),
        other_identifiers=("XWZ884213907",),
    )
