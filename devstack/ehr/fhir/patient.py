"""FHIR Patient from ``patient_data``."""

from __future__ import annotations

import uuid
from datetime import date
from typing import TYPE_CHECKING

from sqlalchemy import Connection, RowMapping, text

from devstack.ehr.fhir.search import (
    Condition,
    NothingMatchesError,
    date_condition,
    joined,
    reference_uuid,
    require_known,
)
from devstack.ehr.fhir.shapes import Resource, meta, request_time
from devstack.ehr.messages import JsonValue
from devstack.ehr.uuids import fill_missing_uuids

if TYPE_CHECKING:
    from devstack.ehr.site import Site

PARAMETERS = frozenset({"_id", "identifier", "name", "family", "given", "birthdate", "gender", "phone", "email"})
GENDERS = {"Male": "male", "Female": "female"}
PHONES = (("phone_home", "home"), ("phone_biz", "work"), ("phone_cell", "mobile"))

COLUMN_CONDITIONS = {
    "family": "p.lname LIKE :{name}",
    "given": "(p.fname LIKE :{name} OR p.mname LIKE :{name})",
    "name": "(p.fname LIKE :{name} OR p.mname LIKE :{name} OR p.lname LIKE :{name})",
    "email": "p.email LIKE :{name}",
    "phone": "(p.phone_home LIKE :{name} OR p.phone_cell LIKE :{name} OR p.phone_biz LIKE :{name})",
}


class PatientResource:
    """Searches and reads patients."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def search(self, parameters: list[tuple[str, str]]) -> list[Resource]:
        """Returns the patients that meet all parameters.

        ``identifier`` is compared with ``pubpid``, never with the pid.

        Raises:
            NothingMatchesError: Unknown or unreadable parameter.
        """
        require_known(parameters, PARAMETERS)
        conditions = [self._condition(name, value, f"p{place}") for place, (name, value) in enumerate(parameters)]
        return self._select(joined(conditions))

    def read(self, identifier: uuid.UUID) -> Resource | None:
        """Returns one patient, None if there is none."""
        found = self._select(Condition("p.uuid = :uuid", {"uuid": identifier.bytes}))
        return found[0] if found else None

    def _condition(self, parameter: str, value: str, name: str) -> Condition:
        parameter = parameter.partition(":")[0]
        if parameter == "_id":
            return Condition(f"p.uuid = :{name}", {name: reference_uuid(value, "Patient").bytes})
        if parameter == "identifier":
            return Condition(f"p.pubpid = :{name}", {name: value.rpartition("|")[2]})
        if parameter == "birthdate":
            return date_condition("p.DOB", value, self._site.zone(), name)
        if parameter == "gender":
            sexes = [sex for sex, gender in GENDERS.items() if gender == value]
            if not sexes:
                raise NothingMatchesError
            return Condition(f"p.sex = :{name}", {name: sexes[0]})
        return Condition(COLUMN_CONDITIONS[parameter].format(name=name), {name: f"{_escaped(value)}%"})

    def _select(self, condition: Condition) -> list[Resource]:
        with self._site.connect() as connection:
            fill_missing_uuids(connection, self._site.clock(), table_name="patient_data", table_id="id")
            return [self._resource(row) for row in _rows(connection, condition)]

    def _resource(self, row: RowMapping) -> Resource:
        family, given = str(row["lname"]), [str(row[name]) for name in ("fname", "mname") if row[name]]
        resource: Resource = {
            "id": str(uuid.UUID(bytes=bytes(row["uuid"]))),
            "meta": meta(request_time(self._site)),
            "resourceType": "Patient",
            "identifier": [
                {
                    "use": "official",
                    "type": {"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v2-0203", "code": "PT"}]},
                    "system": "http://terminology.hl7.org/CodeSystem/v2-0203",
                    "value": str(row["pubpid"]),
                }
            ],
            "active": True,
            "name": [{"use": "official", "family": family, "given": list(given)}],
            "gender": GENDERS.get(str(row["sex"]), "unknown"),
        }
        if isinstance(row["DOB"], date):
            resource["birthDate"] = row["DOB"].isoformat()
        telecom: list[JsonValue] = [
            {"system": "phone", "value": str(row[column]), "use": use} for column, use in PHONES if row[column]
        ]
        if row["email"]:
            telecom.append({"system": "email", "value": str(row["email"]), "use": "home"})
        if telecom:
            resource["telecom"] = telecom
        if row["street"] or row["city"]:
            resource["address"] = [
                {
                    "use": "home",
                    "line": [str(row["street"])],
                    "city": str(row["city"]),
                    "state": str(row["state"]),
                    "postalCode": str(row["postal_code"]),
                }
            ]
        return resource


def _rows(connection: Connection, condition: Condition) -> list[RowMapping]:
    return list(
        connection.execute(
            text(
                "SELECT p.uuid, p.pubpid, p.fname, p.mname, p.lname, p.DOB, p.sex, p.phone_home, p.phone_biz,"
                " p.phone_cell, p.email, p.street, p.city, p.state, p.postal_code"
                f" FROM patient_data p WHERE {condition.sql}"
            ),
            condition.values,
        ).mappings()
    )


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
