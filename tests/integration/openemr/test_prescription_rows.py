"""Prescriptions and list entries in detail, as the query account reads them; the worker reads less."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import text

from arbiter_fhir.domain.chart_record import ChartDosage
from arbiter_fhir.domain.promotion import ChartListEntry
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr import SqlChartReader, SqlChartWriter
from devstack.ehr import NewPatient
from tests.integration.openemr.conftest import Chart, local

pytestmark = pytest.mark.database


def read(chart: Chart, patient: NewPatient) -> dict[int, ChartListEntry]:
    found = SqlChartReader(chart.query, chart.tables).lists(PatientId(patient.pid))
    return {entry.record_id: entry for entry in found.entries}


def test_a_prescription_says_how_it_is_taken_in_the_titles_of_its_options(chart: Chart, patient: NewPatient) -> None:
    doctor = chart.store.add_clinician(username=f"p{patient.pid}", fname="Rosa", lname="Finch", npi="1234567893")
    number = chart.store.prescribe(
        patient.pid,
        "Metformin",
        rxnorm="6809",
        dosage="1",
        size="500",
        unit=1,
        form=2,
        route="bymouth",
        interval=1,
        quantity="60",
        refills=3,
        indication="Type 2 diabetes",
        drug_dosage_instructions="with meals",
        provider_id=doctor,
        start_date=date(2026, 2, 1),
    )
    entry = read(chart, patient)[number]
    assert entry.dosage == ChartDosage(
        strength="500 mg",
        dose="1 tablet",
        route="By Mouth",
        frequency="b.i.d.",
        quantity="60",
        refills=3,
        indication="Type 2 diabetes",
        instructions="with meals",
    )
    assert (entry.began, entry.ended, entry.active, entry.prescriber) == (date(2026, 2, 1), None, True, "Rosa Finch")
    assert entry.recorded_at is not None
    assert "Finch" not in repr(entry)


def test_what_was_typed_as_words_stays_as_typed(chart: Chart, patient: NewPatient) -> None:
    number = chart.store.prescribe(
        patient.pid, "Insulin", dosage="10 units at night", size="100 units/mL", unit=1, form=7, route="SC", interval=99
    )
    dosage = read(chart, patient)[number].dosage
    assert dosage is not None
    assert (dosage.strength, dosage.dose) == ("100 units/mL", "10 units at night")
    assert (dosage.route, dosage.frequency, dosage.refills) == ("SC", "", None)


@pytest.mark.parametrize(
    ("drug", "strength"),
    [
        ("Lisinopril 10mg tablet", ""),
        ("LISINOPRIL 10 MG", ""),
        ("Lisinopril", "10 mg"),
        ("Lisinopril 110 mg", "10 mg"),
        ("Lisinopril 2.10 mg", "10 mg"),
    ],
)
def test_a_strength_that_the_drug_bears_already_is_not_said_twice(
    chart: Chart, patient: NewPatient, drug: str, strength: str
) -> None:
    number = chart.store.prescribe(patient.pid, drug, size="10", unit=1)
    dosage = read(chart, patient)[number].dosage
    assert dosage is not None
    assert dosage.strength == strength


def test_an_ended_or_stopped_prescription_is_not_active_and_a_zero_date_is_no_end(
    chart: Chart, patient: NewPatient
) -> None:
    ended = chart.store.prescribe(patient.pid, "Amoxicillin", end_date=date(2020, 1, 1))
    stopped = chart.store.prescribe(patient.pid, "Warfarin", active=False)
    zero = chart.store.prescribe(patient.pid, "Aspirin")
    with chart.admin.connect() as connection:
        connection.execute(text("UPDATE prescriptions SET end_date = '0000-00-00' WHERE id = :id"), {"id": zero})
    found = read(chart, patient)
    assert {number: entry.active for number, entry in found.items()} == {ended: False, stopped: False, zero: True}
    assert found[ended].ended == date(2020, 1, 1)


def test_list_entries_carry_their_dates_reaction_and_severity(chart: Chart, patient: NewPatient) -> None:
    penicillin = chart.store.add_issue(
        patient.pid, "allergy", "Penicillin", reaction="hives", severity="moderate", begdate=local("2001-05-06")
    )
    latex = chart.store.add_issue(patient.pid, "allergy", "Latex", reaction="unassigned", severity="unassigned")
    odd = chart.store.add_issue(patient.pid, "allergy", "Peanut", reaction="swollen lips", enddate=local("2019-01-02"))
    found = read(chart, patient)
    assert (found[penicillin].reaction, found[penicillin].severity) == ("Hives", "Moderate")
    assert (found[penicillin].began, found[penicillin].ended) == (date(2001, 5, 6), None)
    assert (found[latex].reaction, found[latex].severity) == ("", "")
    assert (found[odd].reaction, found[odd].ended) == ("swollen lips", date(2019, 1, 2))


def test_the_worker_reads_the_same_entries_without_the_detail(chart: Chart, patient: NewPatient) -> None:
    number = chart.store.prescribe(patient.pid, "Metformin", rxnorm="6809", dosage="1 daily", size="500")
    with chart.worker.begin() as connection:
        (entry,) = SqlChartWriter(connection, chart.tables).lists(PatientId(patient.pid)).entries
    assert (entry.record_id, entry.codes, entry.details) == (number, (("RXNORM", "6809"),), "500 1 daily")
    assert (entry.dosage, entry.prescriber) == (None, "")


def test_other_patients_prescriptions_stay_out(chart: Chart, patient: NewPatient) -> None:
    other = chart.store.create_patient(fname="Bo", lname="Marsh", dob=date(1980, 2, 3))
    chart.store.prescribe(other.pid, "Warfarin")
    assert read(chart, patient) == {}
