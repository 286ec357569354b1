"""The chart, read by SQL, a method for each subject.

Exact decimals, true names, the patient as a predicate of every statement.

Source: OpenEMR 7.0.1's own FHIR Observation cuts decimals and drops ranges and flags, so values
are read from the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import Connection, Engine, RowMapping, or_, select

from arbiter_fhir.domain.chart_record import (
    ChartDemographics,
    ChartDocument,
    ChartEncounter,
    ChartImmunization,
    ChartOrder,
    ChartPage,
    ChartPart,
    ChartVital,
)
from arbiter_fhir.domain.identity import ChartClinician, ChartPatient
from arbiter_fhir.domain.promotion import ChartLab, ChartLists
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr.chart_pages import page_of
from arbiter_fhir.openemr.chart_session import chart_errors
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.document_rows import read_documents
from arbiter_fhir.openemr.encounter_rows import read_encounters
from arbiter_fhir.openemr.immunization_rows import read_immunizations
from arbiter_fhir.openemr.lab_rows import read_labs
from arbiter_fhir.openemr.list_rows import read_lists
from arbiter_fhir.openemr.order_rows import read_orders
from arbiter_fhir.openemr.record_numbers import RecordNumbers
from arbiter_fhir.openemr.schema_contract import closed_parts
from arbiter_fhir.openemr.stored_values import stored_day, stored_text
from arbiter_fhir.openemr.vital_rows import read_vitals

__all__ = ["SqlChartReader"]


@dataclass(frozen=True, slots=True)
class FormerName:
    """One row of `patient_history`: a name that the patient had. Raw PHI."""

    given: str = field(repr=False)
    middle: str = field(repr=False)
    family: str = field(repr=False)


class SqlChartReader:
    """Reads patients, clinicians and all that answers speak of; meets `ports.chart.ChartReader`.

    Args:
        engine: Connections that may read the columns of `core_tables`.
        tables: OpenEMR's tables, with the optional columns that this site has.
    """

    def __init__(self, engine: Engine, tables: ChartTables) -> None:
        self._engine = engine
        self._tables = tables
        self._numbers = RecordNumbers(engine, tables)
        self._all_open = False

    def patient(self, patient_id: PatientId) -> ChartPatient | None:
        """The patient's identifiers; ``None`` where there is no such patient.

        Raises:
            ChartError: The database refused or failed.
        """
        table = self._tables.patient_data
        with chart_errors("reading the patient"), self._engine.connect() as connection:
            columns = connection.execute(select(table).where(table.c.pid == patient_id)).mappings().one_or_none()
            if columns is None:
                return None
            return _chart_patient(patient_id, columns, self._former_names(connection, patient_id))

    def patient_by_mrn(self, mrn: str) -> PatientId | None:
        """The one patient with this `pubpid`; ``None`` for none, for several, and for a blank number.

        Raises:
            ChartError: The database refused or failed.
        """
        return self._numbers.find(mrn)

    def patient_uuid(self, patient_id: PatientId) -> tuple[str | None, str]:
        """The patient's FHIR id, ``None`` until OpenEMR has given one, and the record number (`pubpid`).

        Raises:
            ChartError: The database refused or failed.
        """
        table = self._tables.patient_data
        with chart_errors("reading the patient's FHIR id"), self._engine.connect() as connection:
            row = connection.execute(
                select(table.c.uuid, table.c.pubpid).where(table.c.pid == patient_id)
            ).one_or_none()
        if row is None:
            return None, ""
        return dashed_uuid(row.uuid), stored_text(row.pubpid)

    def clinicians(self) -> Sequence[ChartClinician]:
        """Active users and address-book people who treat patients and have both names.

        Raises:
            ChartError: The database refused or failed.
        """
        table = self._tables.users
        treats = or_(table.c.authorized == 1, table.c.npi != "", table.c.abook_type != "")
        with chart_errors("reading the clinicians"), self._engine.connect() as connection:
            rows = connection.execute(
                select(table.c.fname, table.c.lname).where(table.c.active == 1, treats).order_by(table.c.id)
            ).all()
        named = (ChartClinician(stored_text(row.fname), stored_text(row.lname)) for row in rows)
        return tuple(dict.fromkeys(each for each in named if each.given and each.family))

    def labs(self, patient_id: PatientId) -> Sequence[ChartLab]:
        """All results of the patient's active orders, newest first; DNR and TNP rows are left out.

        Raises:
            ChartError: The database refused or failed.
        """
        with chart_errors("reading lab results"), self._engine.connect() as connection:
            return read_labs(connection, self._tables, patient_id)

    def lists(self, patient_id: PatientId) -> ChartLists:
        """Allergies, medications (prescriptions among them) and problems, active or not, oldest first.

        Details of prescriptions are there where this account may read them, see `closed_parts`.

        Raises:
            ChartError: The database refused or failed.
        """
        detailed = ChartPart.LIST_DETAILS not in self.closed_parts()
        with chart_errors("reading the lists"), self._engine.connect() as connection:
            return read_lists(connection, self._tables, patient_id, detailed=detailed)

    def vitals(self, patient_id: PatientId) -> Sequence[ChartVital]:
        """Every measured vital sign of forms that are not deleted, newest first.

        Raises:
            ChartError: E_EHR_AUTH: this account may not read them; other codes: the database failed.
        """
        with chart_errors("reading vital signs"), self._engine.connect() as connection:
            return read_vitals(connection, self._tables, patient_id)

    def encounters(self, patient_id: PatientId) -> Sequence[ChartEncounter]:
        """Visits that are not deleted, newest first; errors as `vitals`."""
        with chart_errors("reading visits"), self._engine.connect() as connection:
            return read_encounters(connection, self._tables, patient_id)

    def orders(self, patient_id: PatientId) -> Sequence[ChartOrder]:
        """Active orders of every kind, newest first.

        Raises:
            ChartError: The database refused or failed.
        """
        with chart_errors("reading orders"), self._engine.connect() as connection:
            return read_orders(connection, self._tables, patient_id)

    def immunizations(self, patient_id: PatientId) -> Sequence[ChartImmunization]:
        """Immunizations that were not entered by mistake, newest first; errors as `vitals`."""
        with chart_errors("reading immunizations"), self._engine.connect() as connection:
            return read_immunizations(connection, self._tables, patient_id)

    def demographics(self, patient_id: PatientId) -> ChartDemographics | None:
        """Birth date and sex; ``None`` where there is no such patient.

        Raises:
            ChartError: The database refused or failed.
        """
        table = self._tables.patient_data
        with chart_errors("reading the patient"), self._engine.connect() as connection:
            row = connection.execute(select(table.c.DOB, table.c.sex).where(table.c.pid == patient_id)).one_or_none()
        return None if row is None else ChartDemographics(patient_id, stored_day(row.DOB), stored_text(row.sex))

    def documents(self, patient_id: PatientId) -> Sequence[ChartDocument]:
        """Documents that are not deleted, newest first; errors as `vitals`."""
        with chart_errors("reading the list of documents"), self._engine.connect() as connection:
            return read_documents(connection, self._tables, patient_id)

    def page(self, patient_id: PatientId, source_id: str) -> ChartPage | None:
        """OpenEMR's page for a row; ``None`` for what is no row of this patient (any more), or no row of a chart.

        Raises:
            ChartError: E_EHR_AUTH: this account may not read the row's table; other codes: the database failed.
        """
        with chart_errors("looking for the page of a row"), self._engine.connect() as connection:
            return page_of(connection, self._tables, patient_id, source_id)

    def closed_parts(self) -> frozenset[ChartPart]:
        """The parts of the chart that this account may not read, or that this OpenEMR does not have.

        Asked of the catalogue until nothing is closed; a site that grants more later needs no restart.

        Raises:
            ChartError: The database refused or failed.
        """
        if self._all_open:
            return frozenset()
        with chart_errors("looking at the grants"), self._engine.connect() as connection:
            closed = closed_parts(connection, self._tables.schema)
        self._all_open = not closed
        return closed

    def _former_names(self, connection: Connection, patient_id: PatientId) -> tuple[FormerName, ...]:
        table = self._tables.patient_history
        rows = connection.execute(
            select(table.c.previous_name_first, table.c.previous_name_middle, table.c.previous_name_last)
            .where(table.c.pid == patient_id)
            .order_by(table.c.id)
        )
        return tuple(FormerName(stored_text(row[0]), stored_text(row[1]), stored_text(row[2])) for row in rows)


def dashed_uuid(value: object) -> str | None:
    """The text form of OpenEMR's 16 bytes, ``8-4-4-4-12`` lower-case hex; ``None`` for NULL or all zeros."""
    if not isinstance(value, bytes) or len(value) != 16 or not any(value):
        return None
    plain = value.hex()
    return f"{plain[:8]}-{plain[8:12]}-{plain[12:16]}-{plain[16:20]}-{plain[20:]}"


def _chart_patient(patient_id: PatientId, columns: RowMapping, former: Sequence[FormerName]) -> ChartPatient:
    def text(name: str) -> str:
        return stored_text(columns.get(name))

    born = columns["DOB"]
    given, family = text("fname"), text("lname")
    other_given = [text("preferred_name"), text("birth_fname"), *(name.given for name in former)]
    former_family = [text("birth_lname"), *(name.family for name in former)]
    middle = [text("birth_mname"), *(name.middle for name in former)]
    return ChartPatient(
        patient_id=patient_id,
        given=given,
        middle=text("mname"),
        family=family,
        suffix=text("suffix"),
        birth_date=born if isinstance(born, date) else None,
        sex=text("sex"),
        mrn=text("pubpid"),
        ssn=text("ss"),
        other_given=_distinct([*other_given, *middle], known=(given, text("mname"))),
        former_family=_distinct(former_family, known=(family,)),
        phones=_distinct(
            text(name)
            for name in (
                *("phone_home", "phone_cell", "phone_biz", "phone_contact"),
                *("guardianphone", "guardianworkphone"),
            )
        ),
        emails=_distinct(text(name) for name in ("email", "email_direct", "guardianemail")),
        street=", ".join(part for part in (text("street"), text("street_line_2")) if part),
        city=text("city"),
        state=text("state"),
        postal_code=text("postal_code"),
        # OpenEMR's form labels `contact_relationship` "Emergency Contact": it holds that person's name.
        relatives=_distinct(text(name) for name in ("mothersname", "guardiansname", "contact_relationship")),
        other_identifiers=_distinct([text("drivers_license")]),
    )


def _distinct(values: Iterable[str], *, known: Sequence[str] = ()) -> tuple[str, ...]:
    seen = {each.casefold() for each in known}
    kept: list[str] = []
    for value in values:
        if value and value.casefold() not in seen:
            seen.add(value.casefold())
            kept.append(value)
    return tuple(kept)
