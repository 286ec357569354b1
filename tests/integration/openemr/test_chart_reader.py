"""The chart as the query account reads it."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from datetime import date

import pytest
from sqlalchemy import Engine, event, text

from arbiter_fhir.domain.chart_record import BY_OWN_RIGHT, ChartPart
from arbiter_fhir.domain.identity import ChartClinician
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ChartError, ErrorCode
from arbiter_fhir.openemr import ChartTables, Grants, SqlChartReader, optional_columns, query_grants, worker_grants
from devstack.ehr import LabValue, NewPatient
from tests.integration.openemr.conftest import Chart, grant, local

pytestmark = pytest.mark.database


@pytest.fixture
def reader(chart: Chart) -> SqlChartReader:
    return SqlChartReader(chart.query, chart.tables)


def test_every_identifier_of_the_chart_is_read(chart: Chart, reader: SqlChartReader) -> None:
    made = chart.store.create_patient(
        fname="Ada",
        mname="Byron",
        lname="Quill-Marsh",
        suffix="Jr",
        dob=date(1970, 1, 31),
        sex="Female",
        pubpid="MRN-77",
        ss="900-11-2233",
        birth_fname="Adelaide",
        birth_lname="Penn",
        drivers_license="D123",
        phone_home="(555) 010-0001",
        phone_cell="555-010-0002",
        phone_biz="555-010-0003",
        phone_contact="555-010-0004",
        guardianphone="555-010-0005",
        email="ada@ehr.example",
        email_direct="ada@direct.example",
        street="1 Mill Lane",
        street_line_2="Flat 2",
        city="Ely",
        state="NY",
        postal_code="10001",
        mothersname="Maud Quill",
        guardiansname="Gus Quill",
        contact_relationship="Cora Quill",
    )
    chart.store.add_former_name(made.pid, fname="Addie", lname="Hart")
    chart.store.add_former_name(made.pid, fname="ada", lname="PENN")

    found = reader.patient(PatientId(made.pid))

    assert found is not None
    assert (found.given, found.middle, found.family, found.suffix) == ("Ada", "Byron", "Quill-Marsh", "Jr")
    assert (found.birth_date, found.sex, found.mrn, found.ssn) == (date(1970, 1, 31), "Female", "MRN-77", "900-11-2233")
    assert found.other_given == ("Adelaide", "Addie")
    assert found.former_family == ("Penn", "Hart")
    assert found.phones == (
        "(555) 010-0001",
        "555-010-0002",
        "555-010-0003",
        "555-010-0004",
        "555-010-0005",
    )
    assert found.emails == ("ada@ehr.example", "ada@direct.example")
    assert (found.street, found.city, found.state, found.postal_code) == ("1 Mill Lane, Flat 2", "Ely", "NY", "10001")
    assert found.relatives == ("Maud Quill", "Gus Quill", "Cora Quill")
    assert found.other_identifiers == ("D123",)
    assert "Quill" not in repr(found)


def test_a_bare_patient_has_empty_fields_and_no_invented_ones(chart: Chart, reader: SqlChartReader) -> None:
    made = chart.store.create_patient(fname="Bo", lname="Marsh", dob=date(1980, 2, 3))
    with chart.admin.connect() as connection:
        connection.execute(text("UPDATE patient_data SET DOB = '0000-00-00' WHERE pid = :pid"), {"pid": made.pid})
    found = reader.patient(PatientId(made.pid))
    assert found is not None
    assert found.birth_date is None
    assert (found.other_given, found.former_family, found.phones, found.relatives) == ((), (), (), ())


def test_nobody_is_not_a_patient(reader: SqlChartReader) -> None:
    assert reader.patient(PatientId(999_999)) is None
    assert reader.patient_uuid(PatientId(999_999)) == (None, "")


def test_a_newer_openemrs_preferred_name_is_read(
    chart: Chart, open_account: Callable[[Engine, str, Grants], Engine]
) -> None:
    with chart.admin.connect() as connection:
        usual = optional_columns(connection, chart.schema)
        connection.execute(text("ALTER TABLE patient_data ADD preferred_name TINYTEXT"))
        try:
            extra = optional_columns(connection, chart.schema)
            assert extra - usual == {("patient_data", "preferred_name")}
            made = chart.store.create_patient(fname="Cleo", lname="Marsh", dob=date(1980, 2, 3))
            connection.execute(
                text("UPDATE patient_data SET preferred_name = 'Clementine' WHERE pid = :pid"), {"pid": made.pid}
            )
            account = open_account(chart.admin, chart.schema, query_grants(extra))
            with account.connect() as session:
                seen = optional_columns(session, chart.schema)
            reader = SqlChartReader(account, ChartTables(chart.schema, optional=seen))
            found = reader.patient(PatientId(made.pid))
            assert found is not None
            assert found.other_given == ("Clementine",)
        finally:
            connection.execute(text("ALTER TABLE patient_data DROP preferred_name"))


def test_a_record_number_finds_its_one_patient(chart: Chart, reader: SqlChartReader, patient: NewPatient) -> None:
    assert reader.patient_by_mrn(patient.pubpid) == patient.pid
    assert reader.patient_by_mrn(f" {patient.pubpid.lower()} ") == patient.pid
    assert reader.patient_by_mrn(patient.pubpid + "9") is None
    assert reader.patient_by_mrn("") is None
    assert reader.patient_by_mrn("  ") is None


def test_a_record_number_of_two_patients_finds_nobody(chart: Chart, reader: SqlChartReader) -> None:
    number = f"TWICE-{secrets.token_hex(4)}"
    for name in ("Ann", "Ben"):
        chart.store.create_patient(fname=name, lname="Marsh", dob=date(1980, 2, 3), pubpid=number)
    assert reader.patient_by_mrn(number) is None


def test_a_record_number_that_only_the_collation_equates_finds_nobody(chart: Chart, reader: SqlChartReader) -> None:
    chart.store.create_patient(fname="Ann", lname="Marsh", dob=date(1980, 2, 3), pubpid="RÉ-5")
    assert reader.patient_by_mrn("RE-5") is None


def test_blank_record_numbers_do_not_match_each_other(chart: Chart, reader: SqlChartReader) -> None:
    made = chart.store.create_patient(fname="Ann", lname="Marsh", dob=date(1980, 2, 3))
    with chart.admin.connect() as connection:
        connection.execute(text("UPDATE patient_data SET pubpid = '' WHERE pid = :pid"), {"pid": made.pid})
    assert reader.patient_by_mrn("") is None


def test_clinicians_are_active_people_with_both_names(chart: Chart, reader: SqlChartReader) -> None:
    doctor = chart.store.add_clinician(username="ro", fname="Rosa", lname="Finch", npi="1234567893")
    gone = chart.store.add_clinician(username="old", fname="Omar", lname="Wren", npi="1234567894")
    chart.store.add_clinician(username="half", fname="", lname="Solo")
    with chart.admin.connect() as connection:
        connection.execute(text("UPDATE users SET active = 0 WHERE id = :id"), {"id": gone})
        connection.execute(
            text(
                "INSERT INTO users (fname, lname, abook_type, active)"
                " VALUES ('Lena', 'Starling', 'external_provider', 1)"
            )
        )
        connection.execute(text("INSERT INTO users (fname, lname, active) VALUES ('Desk', 'Clerk', 1)"))
    found = reader.clinicians()
    assert doctor
    assert ChartClinician("Rosa", "Finch") in found
    assert ChartClinician("Lena", "Starling") in found
    assert not {"Wren", "Solo", "Clerk"} & {each.family for each in found}


def lab(result: str, **more: str | int) -> LabValue:
    return LabValue(code="2160-0", name="Creatinine", result=result, units="mg/dL", **more)  # type: ignore[arg-type]


def test_labs_come_newest_first_with_exact_decimals_ranges_and_flags(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    old = chart.store.enter_lab_report(
        patient.pid, procedure_name="BMP", results=[lab("1.90")], date_report=local("2026-01-02 10:00:00")
    )
    new = chart.store.enter_lab_report(
        patient.pid,
        procedure_name="BMP",
        results=[lab("0", reference_range="0.6-1.3", abnormal="low", document_id=12), lab("<5")],
        date_report=local("2026-03-02 10:00:00"),
        date_collected=local("2026-03-01 09:00:00"),
    )
    found = reader.labs(PatientId(patient.pid))
    assert [each.value for each in found] == ["<5", "0", "1.90"]
    zero = found[1]
    assert (zero.order_id, zero.result_id, zero.patient_id) == (new.order_id, new.result_ids[0], patient.pid)
    assert (zero.code, zero.name, zero.unit) == ("2160-0", "Creatinine", "mg/dL")
    assert (zero.reference_range, zero.abnormal, zero.status, zero.document_id) == ("0.6-1.3", "low", "final", 12)
    assert (zero.observed_at, zero.collected_at) == (local("2026-03-02 10:00:00"), local("2026-03-01 09:00:00"))
    assert (found[2].order_id, found[2].collected_at, found[2].document_id) == (old.order_id, None, None)


def test_results_that_did_not_run_hidden_orders_and_other_patients_stay_out(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    other = chart.store.create_patient(fname="Bo", lname="Marsh", dob=date(1980, 2, 3))
    when = local("2026-01-02 10:00:00")
    chart.store.enter_lab_report(
        patient.pid, procedure_name="BMP", results=[lab("DNR"), lab("TNP"), lab("1.1")], date_report=when
    )
    hidden = chart.store.enter_lab_report(patient.pid, procedure_name="BMP", results=[lab("2.2")], date_report=when)
    chart.store.deactivate_lab_order(hidden.order_id)
    chart.store.enter_lab_report(other.pid, procedure_name="BMP", results=[lab("3.3")], date_report=when)
    assert [each.value for each in reader.labs(PatientId(patient.pid))] == ["1.1"]


def test_an_order_of_two_lines_shows_each_result_once(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    entered = chart.store.enter_lab_report(
        patient.pid, procedure_name="BMP", results=[lab("1.1")], date_report=local("2026-01-02 10:00:00")
    )
    with chart.admin.connect() as connection:
        connection.execute(
            text(
                "INSERT INTO procedure_order_code (procedure_order_id, procedure_order_seq, procedure_name)"
                " VALUES (:order, 2, 'Lipids')"
            ),
            {"order": entered.order_id},
        )
    assert [each.value for each in reader.labs(PatientId(patient.pid))] == ["1.1"]


def test_birth_date_and_sex_are_read_alone(chart: Chart, reader: SqlChartReader, patient: NewPatient) -> None:
    found = reader.demographics(PatientId(patient.pid))
    assert found is not None
    assert (found.birth_date, found.sex) == (date(1970, 1, 31), "Female")
    assert "1970" not in repr(found)
    with chart.admin.connect() as connection:
        connection.execute(text("UPDATE patient_data SET DOB = '0000-00-00' WHERE pid = :pid"), {"pid": patient.pid})
    unknown = reader.demographics(PatientId(patient.pid))
    assert unknown is not None
    assert unknown.birth_date is None
    assert reader.demographics(PatientId(999_999)) is None


#: Tables that hold nothing of a patient.
TERMINOLOGY = ("list_options", "`codes`", ".codes", "information_schema")


def test_every_statement_about_a_patient_has_the_patient_as_its_predicate(
    chart: Chart, reader: SqlChartReader, patient: NewPatient
) -> None:
    chart.store.immunize(patient.pid, "115")
    chart.store.immunize(patient.pid, "")
    seen: list[tuple[str, object]] = []

    def note(_c: object, _cursor: object, statement: str, parameters: object, *_rest: object) -> None:
        seen.append((statement, parameters))

    event.listen(chart.query, "before_cursor_execute", note)
    try:
        for read in (
            *(reader.labs, reader.lists, reader.vitals, reader.encounters, reader.orders, reader.immunizations),
            *(reader.demographics, reader.documents, reader.patient, reader.patient_uuid),
        ):
            read(PatientId(patient.pid))
    finally:
        event.remove(chart.query, "before_cursor_execute", note)
    about_patients = [each for each in seen if not any(name in each[0] for name in TERMINOLOGY)]
    assert len(about_patients) >= 12
    for statement, parameters in about_patients:
        where = statement[statement.index("WHERE") :]
        assert re.search(r"\b(?:pid|patient_id|foreign_id) = %\(", where), statement
        assert patient.pid in (parameters.values() if isinstance(parameters, dict) else parameters), statement


def test_a_site_that_granted_less_still_answers_and_says_what_is_closed(
    chart: Chart, patient: NewPatient, open_account: Callable[[Engine, str, Grants], Engine]
) -> None:
    account = open_account(chart.admin, chart.schema, {**worker_read()})
    old = SqlChartReader(account, chart.tables)
    chart.store.enter_lab_report(
        patient.pid, procedure_name="BMP", results=[lab("1.1")], date_report=local("2026-01-02 10:00:00")
    )
    chart.store.prescribe(patient.pid, "Metformin", dosage="1 daily")
    assert old.closed_parts() == set(ChartPart) - BY_OWN_RIGHT
    assert [each.value for each in old.labs(PatientId(patient.pid))] == ["1.1"]
    assert len(old.orders(PatientId(patient.pid))) == 1
    (entry,) = old.lists(PatientId(patient.pid)).entries
    assert (entry.title, entry.dosage) == ("Metformin", None)
    for read in (old.vitals, old.encounters, old.immunizations, old.documents):
        with pytest.raises(ChartError) as raised:
            read(PatientId(patient.pid))
        assert raised.value.code is ErrorCode.EHR_AUTH
        assert not raised.value.retryable


def test_what_is_granted_later_opens_without_a_restart(
    chart: Chart, patient: NewPatient, open_account: Callable[[Engine, str, Grants], Engine]
) -> None:
    account = open_account(chart.admin, chart.schema, worker_read())
    late = SqlChartReader(account, chart.tables)
    assert ChartPart.VITALS in late.closed_parts()
    with account.connect() as connection:
        user = str(connection.execute(text("SELECT CURRENT_USER()")).scalar_one()).split("@")[0]
    grant(chart.admin, chart.schema, user, query_grants())
    assert late.closed_parts() == frozenset()
    assert late.vitals(PatientId(patient.pid)) == ()


def worker_read() -> Grants:
    """What the query account had before answers read more than results and lists."""
    return {table: {"SELECT": granted["SELECT"]} for table, granted in worker_grants().items()}
