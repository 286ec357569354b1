"""The chart, read by SQL: exact decimals, true names, the patient as a predicate of every statement.

Source: OpenEMR 7.0.1's own FHIR Observation cuts decimals and drops ranges and flags, so values
are read from the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import Connection, Engine, RowMapping, or_, select

from arbiter_fhir.domain.identity import ChartClinician, ChartPatient
from arbiter_fhir.domain.promotion import ChartLab
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.openemr.chart_session import chart_errors
from arbiter_fhir.openemr.chart_tables import ChartTables
from arbiter_fhir.openemr.lab_rows import read_labs

__all__ = ["SqlChartReader"]


@dataclass(frozen=True, slots=True)
class FormerName:
    """One row of `patient_history`: a name that the patient had. Raw PHI."""

    given: str = field(repr=False)
    middle: str = field(repr=False)
    family: str = field(repr=False)


class SqlChartReader:
    """Reads patients, clinicians and labs; meets `ports.chart.ChartReader`.

    Args:
        engine: Connections that may read the columns of `core_tables`.
        tables: OpenEMR's tables, with the optional columns that this site has.
    """

    def __init__(self, engine: Engine, tables: ChartTables) -> None:
        self._engine = engine
        self._tables = tables

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
        wanted = mrn.strip()
        if not wanted:
            return None
        table = self._tables.patient_data
        with chart_errors("looking a patient up"), self._engine.connect() as connection:
            rows = connection.execute(select(table.c.pid, table.c.pubpid).where(table.c.pubpid == wanted)).all()
        # The column's collation also equates letters with accents; a record number is not the place for that.
        same = [row for row in rows if str(row.pubpid).strip().casefold() == wanted.casefold()]
        return PatientId(int(same[0].pid)) if len(same) == 1 else None

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
        return dashed_uuid(row.uuid), _text(row.pubpid)

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
        named = (ChartClinician(_text(row.fname), _text(row.lname)) for row in rows)
        return tuple(dict.fromkeys(each for each in named if each.given and each.family))

    def labs(self, patient_id: PatientId) -> Sequence[ChartLab]:
        """All results of the patient's active orders, newest first; DNR and TNP rows are left out.

        Raises:
            ChartError: The database refused or failed.
        """
        with chart_errors("reading lab results"), self._engine.connect() as connection:
            return read_labs(connection, self._tables, patient_id)

    def _former_names(self, connection: Connection, patient_id: PatientId) -> tuple[FormerName, ...]:
        table = self._tables.patient_history
        rows = connection.execute(
            select(table.c.previous_name_first, table.c.previous_name_middle, table.c.previous_name_last)
            .where(table.c.pid == patient_id)
            .order_by(table.c.id)
        )
        return tuple(FormerName(_text(row[0]), _text(row[1]), _text(row[2])) for row in rows)


def dashed_uuid(value: object) -> str | None:
    """The text form of OpenEMR's 16 bytes, ``8-4-4-4-12`` lower-case hex; ``None`` for NULL or all zeros."""
    if not isinstance(value, bytes) or len(value) != 16 or not any(value):
        return None
    plain = value.hex()
    return f"{plain[:8]}-{plain[8:12]}-{plain[12:16]}-{plain[16:20]}-{plain[20:]}"


def _chart_patient(patient_id: PatientId, columns: RowMapping, former: Sequence[FormerName]) -> ChartPatient:
    def text(name: str) -> str:
        return _text(columns.get(name))

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


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()
