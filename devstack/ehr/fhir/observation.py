"""FHIR Observation (laboratory) from the procedure tables, with what 7.0.1 does to the values."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from sqlalchemy import RowMapping, text

from devstack.ehr.fhir.search import (
    Condition,
    NothingMatchesError,
    date_condition,
    joined,
    reference_uuid,
    require_known,
)
from devstack.ehr.fhir.shapes import Resource, absent, instant, meta, reference, request_time, unknown_code
from devstack.ehr.fhir.variant import Variant
from devstack.ehr.uuids import fill_missing_uuids

if TYPE_CHECKING:
    from devstack.ehr.site import Site

PARAMETERS = {
    Variant.V7_0_1: frozenset({"patient", "code", "category", "date", "_id"}),
    Variant.V8: frozenset({"patient", "code", "category", "date", "_id", "_lastUpdated"}),
}

LOINC = "http://loinc.org"
"""Given as the system of every code, the lab's own codes included (observed)."""

OBSERVATION_CATEGORY = "http://terminology.hl7.org/CodeSystem/observation-category"

FHIR_STATUSES = frozenset(
    {"registered", "preliminary", "final", "amended", "corrected", "cancelled", "entered-in-error", "unknown"}
)

LAB_TABLES = (
    ("procedure_order", "procedure_order_id"),
    ("procedure_report", "procedure_report_id"),
    ("procedure_result", "procedure_result_id"),
    ("procedure_providers", "ppid"),
)

INTERPRETATIONS = {
    "no": ("N", "Normal"),
    "yes": ("A", "Abnormal"),
    "high": ("H", "High"),
    "low": ("L", "Low"),
    "vhigh": ("HH", "Critical high"),
    "vlow": ("LL", "Critical low"),
}

SELECT = """
    SELECT r.uuid, r.result_code, r.result_text, r.result, r.units, r.`range`, r.abnormal, r.comments,
           r.result_status, t.date_report, p.uuid AS patient_uuid
    FROM procedure_order o
    JOIN procedure_order_code k ON k.procedure_order_id = o.procedure_order_id
    JOIN procedure_report t ON t.procedure_order_id = o.procedure_order_id
                           AND t.procedure_order_seq = k.procedure_order_seq
    JOIN procedure_result r ON r.procedure_report_id = t.procedure_report_id
    JOIN patient_data p ON p.pid = o.patient_id
    WHERE o.activity = 1 AND r.result NOT IN ('DNR', 'TNP') AND {condition}
"""


def fill_lab_uuids(site: Site) -> None:
    """Gives every lab row without an identifier one, as the first FHIR read of a lab resource does."""
    with site.connect() as connection:
        for table, number in LAB_TABLES:
            fill_missing_uuids(connection, site.clock(), table_name=table, table_id=number)


class ObservationResource:
    """Searches and reads lab values."""

    def __init__(self, site: Site, variant: Variant) -> None:
        self._site = site
        self._variant = variant

    def search(self, parameters: list[tuple[str, str]]) -> list[Resource]:
        """Returns the values that meet all parameters; without ``patient`` those of all patients.

        Raises:
            NothingMatchesError: Unknown or unreadable parameter.
        """
        require_known(parameters, PARAMETERS[self._variant])
        conditions = [self._condition(name, value, f"p{place}") for place, (name, value) in enumerate(parameters)]
        return self._select(joined(conditions))

    def read(self, identifier: uuid.UUID) -> Resource | None:
        """Returns one lab value, None if there is none."""
        found = self._select(Condition("r.uuid = :uuid", {"uuid": identifier.bytes}))
        return found[0] if found else None

    def _condition(self, parameter: str, value: str, name: str) -> Condition:
        parameter = parameter.partition(":")[0]
        if parameter == "patient":
            return Condition(f"p.uuid = :{name}", {name: reference_uuid(value, "Patient").bytes})
        if parameter == "_id":
            return Condition(f"r.uuid = :{name}", {name: reference_uuid(value, "Observation").bytes})
        if parameter in {"date", "_lastUpdated"}:
            return date_condition("t.date_report", value, self._site.zone(), name)
        if parameter == "category":
            if value.rpartition("|")[2] != "laboratory":
                raise NothingMatchesError
            return Condition("TRUE", {})
        codes = ",".join(code.rpartition("|")[2] for code in value.split(","))
        return Condition(f"FIND_IN_SET(r.result_code, :{name}) > 0", {name: codes})

    def _select(self, condition: Condition) -> list[Resource]:
        fill_lab_uuids(self._site)
        with self._site.connect() as connection:
            rows = connection.execute(text(SELECT.format(condition=condition.sql)), condition.values).mappings()
            return [self._resource(row) for row in rows]

    def _resource(self, row: RowMapping) -> Resource:
        zone = self._site.zone()
        reported = None if row["date_report"] is None else instant(row["date_report"], zone)
        newer = self._variant is Variant.V8
        resource: Resource = {
            "id": str(uuid.UUID(bytes=bytes(row["uuid"]))),
            "meta": meta(reported if newer and reported else request_time(self._site)),
            "resourceType": "Observation",
            "status": row["result_status"] if row["result_status"] in FHIR_STATUSES else "unknown",
            "category": [{"coding": [{"system": OBSERVATION_CATEGORY, "code": "laboratory"}]}],
            "code": _code(str(row["result_code"]), str(row["result_text"])),
            "subject": reference("Patient", bytes(row["patient_uuid"])),
        }
        if reported:
            resource["effectiveDateTime"] = reported
        resource.update(_value(str(row["result"]), str(row["units"]), whole_numbers=not newer))
        if newer:
            resource.update(_interpretation(str(row["abnormal"])))
            resource.update(_reference_range(str(row["range"]), str(row["units"])))
        if row["comments"]:
            resource["note"] = [{"text": str(row["comments"])}]
        return resource


def _code(code: str, display: str) -> Resource:
    if not code or not display:
        return unknown_code()
    return {"coding": [{"system": LOINC, "code": code, "display": display}]}


def _value(result: str, units: str, *, whole_numbers: bool) -> Resource:
    """Returns the value: numbers lose their decimals in 7.0.1 and zero is taken for nothing (observed)."""
    if result in {"", "0"}:
        return {"dataAbsentReason": absent()}
    number = _number(result)
    if number is None:
        return {"valueString": result}
    quantity: Resource = {"value": int(number) if whole_numbers or number.is_integer() else number}
    if units:
        quantity["unit"] = units
    quantity["system"] = "http://unitsofmeasure.org"
    return {"valueQuantity": quantity}


def _number(result: str) -> float | None:
    stripped = result.strip()
    if not stripped or not set(stripped) <= set("0123456789+-.eE"):
        return None
    try:
        return float(stripped)
    except ValueError:
        return None


def _interpretation(abnormal: str) -> Resource:
    if abnormal not in INTERPRETATIONS:
        return {}
    code, display = INTERPRETATIONS[abnormal]
    system = "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation"
    return {"interpretation": [{"coding": [{"system": system, "code": code, "display": display}]}]}


def _reference_range(printed: str, units: str) -> Resource:
    # Read in 8.x: split at the hyphen, both halves non-zero numbers, anything else gives no range.
    low, _, high = printed.partition("-")
    numbers = (_number(low), _number(high))
    if not all(numbers):
        return {}
    parts: list[Resource] = [{"value": number, "unit": units} for number in numbers]
    return {"referenceRange": [{"low": parts[0], "high": parts[1]}]}
