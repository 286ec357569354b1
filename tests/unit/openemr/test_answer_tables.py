from __future__ import annotations

from arbiter_fhir.domain.chart_record import BY_OWN_RIGHT, ChartPart
from arbiter_fhir.openemr.answer_tables import ANSWER_COLUMNS


def test_every_column_says_which_part_of_the_chart_goes_without_it() -> None:
    parts = {part for columns in ANSWER_COLUMNS.values() for column in columns for part in column.parts}
    # Promotion reads the others too: without them there is no site at all.
    assert parts == set(ChartPart) - BY_OWN_RIGHT
    assert all(column.parts for columns in ANSWER_COLUMNS.values() for column in columns)


def test_every_patient_table_has_its_patient_among_the_columns() -> None:
    holds_patients = {
        "forms": "pid",
        "form_vitals": "pid",
        "form_encounter": "pid",
        "immunizations": "patient_id",
    }
    for table, patient in holds_patients.items():
        assert patient in {column.name for column in ANSWER_COLUMNS[table]}
