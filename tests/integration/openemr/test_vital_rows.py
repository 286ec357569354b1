"""Vital signs as the query account reads them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal

import pytest
from sqlalchemy import text

from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr import SqlChartReader
from devstack.ehr import NewPatient
from tests.integration.openemr.conftest import Chart, local

pytestmark = pytest.mark.database


@pytest.fixture
def reader(chart: Chart) -> SqlChartReader:
    return SqlChartReader(chart.query, chart.tables)


def test_each_measured_sign_comes_with_its_code_unit_and_time(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    when = local("2026-03-02 10:00:00")
    row = chart.store.record_vitals(
        patient.pid,
        taken_at=when,
        bps="128",
        bpd=" 82 ",
        weight=180.5,
        height=65,
        temperature=98.6,
        pulse=72,
        respiration=16,
        BMI=30,
        oxygen_saturation=97,
    )
    found = reader.vitals(PatientId(patient.pid))
    assert {each.record_id for each in found} == {row}
    assert {each.taken_at for each in found} == {when}
    assert {each.patient_id for each in found} == {patient.pid}
    assert [(each.loinc, each.value, each.unit) for each in found] == [
        ("8480-6", Decimal(128), "mmHg"),
        ("8462-4", Decimal(82), "mmHg"),
        ("8867-4", Decimal(72), "/min"),
        ("9279-1", Decimal(16), "/min"),
        ("8310-5", Decimal("98.6"), "°F"),
        ("59408-5", Decimal(97), "%"),
        ("29463-7", Decimal("180.5"), "lb"),
        ("8302-2", Decimal(65), "in"),
        ("39156-5", Decimal(30), "kg/m2"),
    ]
    assert str(found[6].value) == "180.5"


def test_a_form_newer_than_another_comes_first_and_zero_means_not_measured(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    chart.store.record_vitals(patient.pid, taken_at=local("2025-03-02 10:00:00"), pulse=60, weight=0, bps="0", bpd="")
    chart.store.record_vitals(patient.pid, taken_at=local("2026-03-02 10:00:00"), pulse=70, bps="120/80")
    assert [(each.name, each.value) for each in reader.vitals(PatientId(patient.pid))] == [
        ("Heart rate", Decimal(70)),
        ("Heart rate", Decimal(60)),
    ]


def test_deleted_forms_other_forms_and_other_patients_stay_out(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    other = chart.store.create_patient(fname="Bo", lname="Marsh", dob=local("1980-02-03").date())
    deleted = chart.store.record_vitals(patient.pid, pulse=61)
    chart.store.delete_form("vitals", deleted)
    chart.store.record_vitals(other.pid, pulse=62)
    mixed = chart.store.record_vitals(patient.pid, pulse=63)
    unlisted = chart.store.record_vitals(patient.pid, pulse=64)
    elsewhere = chart.store.record_vitals(patient.pid, pulse=65)
    kept = chart.store.record_vitals(patient.pid, pulse=66)
    with chart.admin.connect() as connection:
        connection.execute(text("UPDATE forms SET pid = :pid WHERE form_id = :id"), {"pid": other.pid, "id": mixed})
        connection.execute(text("DELETE FROM forms WHERE form_id = :id"), {"id": unlisted})
        connection.execute(text("UPDATE forms SET formdir = 'soap' WHERE form_id = :id"), {"id": elsewhere})
    assert [each.record_id for each in reader.vitals(PatientId(patient.pid))] == [kept]
    assert [each.value for each in reader.vitals(PatientId(other.pid))] == [Decimal(62)]


def test_a_form_listed_twice_is_measured_once_and_a_zero_date_is_none(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    row = chart.store.record_vitals(patient.pid, pulse=66)
    with chart.admin.connect() as connection:
        connection.execute(
            text(
                "INSERT INTO forms (encounter, form_id, pid, formdir, deleted)"
                " SELECT encounter, form_id, pid, formdir, 0 FROM forms WHERE form_id = :id AND formdir = 'vitals'"
            ),
            {"id": row},
        )
        connection.execute(text("UPDATE form_vitals SET date = '0000-00-00' WHERE id = :id"), {"id": row})
    (found,) = reader.vitals(PatientId(patient.pid))
    assert (found.value, found.taken_at) == (Decimal(66), None)


@pytest.mark.parametrize(("setting", "metric"), [("1", False), ("2", True), ("3", False), ("4", True), ("", False)])
def test_a_metric_site_is_given_its_units(
    chart: Chart, reader: SqlChartReader, patient: NewPatient, setting: str, metric: bool
) -> None:
    chart.store.record_vitals(patient.pid, weight=176.37, height=65, temperature=98.6, pulse=72, BMI=29.3)
    with globals_set(chart, "units_of_measurement", setting):
        found = {each.loinc: (str(each.value), each.unit) for each in reader.vitals(PatientId(patient.pid))}
    own = {"29463-7": ("176.37", "lb"), "8302-2": ("65", "in"), "8310-5": ("98.6", "°F")}
    converted = {"29463-7": ("80", "kg"), "8302-2": ("165.1", "cm"), "8310-5": ("37", "°C")}
    always = {"8867-4": ("72", "/min"), "39156-5": ("29.3", "kg/m2")}
    assert found == (converted if metric else own) | always


@contextmanager
def globals_set(chart: Chart, name: str, value: str) -> Iterator[None]:
    """A setting of the site for a while; every test shares the site."""

    def put(stored: str) -> None:
        with chart.admin.connect() as connection:
            connection.execute(
                text("UPDATE globals SET gl_value = :value WHERE gl_name = :name"), {"value": stored, "name": name}
            )

    put(value)
    try:
        yield
    finally:
        put("1")
