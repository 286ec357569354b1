"""FHIR DiagnosticReport (laboratory) from the procedure tables."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from sqlalchemy import RowMapping, text

from devstack.ehr.fhir.observation import FHIR_STATUSES, fill_lab_uuids
from devstack.ehr.fhir.search import (
    Condition,
    NothingMatchesError,
    date_condition,
    joined,
    reference_uuid,
    require_known,
)
from devstack.ehr.fhir.shapes import Resource, instant, meta, reference, request_time, unknown_code
from devstack.ehr.messages import JsonValue

if TYPE_CHECKING:
    from devstack.ehr.site import Site

PARAMETERS = frozenset({"patient", "code", "category", "date", "_id"})

REPORT_STATUSES = {"complete": "final", "review": "final", "prelim": "preliminary", "correct": "corrected"}

SELECT = """
    SELECT t.procedure_report_id, t.uuid, t.report_status, t.date_report, p.uuid AS patient_uuid,
           v.uuid AS lab_uuid
    FROM procedure_order o
    JOIN procedure_order_code k ON k.procedure_order_id = o.procedure_order_id
                               AND k.procedure_order_title = 'laboratory_test'
    JOIN procedure_report t ON t.procedure_order_id = o.procedure_order_id
                           AND t.procedure_order_seq = k.procedure_order_seq
    JOIN patient_data p ON p.pid = o.patient_id
    LEFT JOIN procedure_providers v ON v.ppid = o.lab_id
    WHERE o.activity = 1 AND {condition}
"""


class DiagnosticReportResource:
    """Searches and reads lab reports; one whose order line is not titled ``laboratory_test`` is not seen."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def search(self, parameters: list[tuple[str, str]]) -> list[Resource]:
        """Returns the reports that meet all parameters.

        Raises:
            NothingMatchesError: Unknown or unreadable parameter.
        """
        require_known(parameters, PARAMETERS)
        conditions = [self._condition(name, value, f"p{place}") for place, (name, value) in enumerate(parameters)]
        return self._select(joined(conditions))

    def read(self, identifier: uuid.UUID) -> Resource | None:
        """Returns one report, None if there is none."""
        found = self._select(Condition("t.uuid = :uuid", {"uuid": identifier.bytes}))
        return found[0] if found else None

    def _condition(self, parameter: str, value: str, name: str) -> Condition:
        if parameter == "patient":
            return Condition(f"p.uuid = :{name}", {name: reference_uuid(value, "Patient").bytes})
        if parameter == "_id":
            return Condition(f"t.uuid = :{name}", {name: reference_uuid(value, "DiagnosticReport").bytes})
        if parameter == "date":
            return date_condition("t.date_report", value, self._site.zone(), name)
        if parameter == "category" and value.rpartition("|")[2] == "LAB":
            return Condition("TRUE", {})
        raise NothingMatchesError

    def _select(self, condition: Condition) -> list[Resource]:
        fill_lab_uuids(self._site)
        with self._site.connect() as connection:
            reports = list(
                connection.execute(text(SELECT.format(condition=condition.sql)), condition.values).mappings()
            )
            return [
                self._resource(
                    row,
                    list(
                        connection.execute(
                            text("SELECT uuid FROM procedure_result WHERE procedure_report_id = :id"),
                            {"id": row["procedure_report_id"]},
                        ).scalars()
                    ),
                )
                for row in reports
            ]

    def _resource(self, row: RowMapping, results: list[bytes]) -> Resource:
        status = REPORT_STATUSES.get(str(row["report_status"]), str(row["report_status"]))
        # Without a lab the list holds a null, which is not valid FHIR (observed).
        performer: list[JsonValue] = [
            None if row["lab_uuid"] is None else reference("Organization", bytes(row["lab_uuid"]))
        ]
        resource: Resource = {
            "id": str(uuid.UUID(bytes=bytes(row["uuid"]))),
            "meta": meta(request_time(self._site)),
            "resourceType": "DiagnosticReport",
            "status": status if status in FHIR_STATUSES else "unknown",
            "category": [{"coding": [{"system": "http://terminology.hl7.org/CodeSystem/v2-0074", "code": "LAB"}]}],
            "code": unknown_code(),
            "subject": reference("Patient", bytes(row["patient_uuid"])),
        }
        if row["date_report"] is not None:
            resource["effectiveDateTime"] = instant(row["date_report"], self._site.zone())
            resource["issued"] = instant(row["date_report"], self._site.zone())
        resource["performer"] = performer
        resource["result"] = [reference("Observation", bytes(result)) for result in results]
        return resource
