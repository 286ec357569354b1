"""FHIR DocumentReference and Binary from ``documents``."""

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
from devstack.ehr.fhir.shapes import (
    Resource,
    absent,
    instant,
    meta,
    reference,
    request_time,
    unknown_code,
)
from devstack.ehr.fhir.variant import Variant
from devstack.ehr.messages import Response
from devstack.ehr.store import DocumentDrive, DriveKeyError
from devstack.ehr.uuids import fill_missing_uuids, parse_uuid

if TYPE_CHECKING:
    from devstack.ehr.site import Site

PARAMETERS = {
    Variant.V7_0_1: frozenset({"patient", "_id", "date", "type", "category"}),
    Variant.V8: frozenset({"patient", "_id", "date", "type", "category", "_lastUpdated"}),
}

FORMAT = {
    "system": "http://ihe.net/fhir/ValueSet/IHE.FormatCode.codesystem",
    "code": "urn:ihe:iti:xds:2017:mimeTypeSufficient",
    "display": "mimeType Sufficient",
}

ADVANCE_DIRECTIVE_CODES = "LOINC:LP173418-7,LOINC:84095-9,LOINC:64298-3,LOINC:75320-2"
"""Categories that another service answers for in 8.x; the stand-in does not play that service."""

SELECT = """
    SELECT d.uuid, d.date, d.name, d.mimetype, d.deleted, c.name AS category_name, p.uuid AS patient_uuid,
           e.uuid AS encounter_uuid, u.uuid AS owner_uuid, u.npi AS owner_npi, f.uuid AS facility_uuid
    FROM documents d
    JOIN patient_data p ON p.pid = d.foreign_id
    LEFT JOIN categories_to_documents l ON l.document_id = d.id
    LEFT JOIN categories c ON c.id = l.category_id
    LEFT JOIN form_encounter e ON e.encounter = d.encounter_id AND d.encounter_id <> 0
    LEFT JOIN users u ON u.id = d.owner
    LEFT JOIN facility f ON f.primary_business_entity = 1
    WHERE {condition}
    ORDER BY MD5(CONCAT_WS('|', d.id, d.name, d.foreign_id, d.deleted)), l.category_id
"""
"""The order is scrambled by what an UPDATE changes: OpenEMR's was seen to change after one."""


class DocumentReferenceResource:
    """Searches and reads document references, and serves the bytes behind them."""

    def __init__(self, site: Site, variant: Variant) -> None:
        self._site = site
        self._variant = variant
        self._drive = DocumentDrive(site)

    def search(self, parameters: list[tuple[str, str]]) -> list[Resource]:
        """Returns matches, one per document and category: a document in two categories comes twice.

        ``category`` and ``type`` find no uploaded document whatever they say (observed).

        Raises:
            NothingMatchesError: Unknown or unreadable parameter.
        """
        require_known(parameters, PARAMETERS[self._variant])
        conditions = [self._condition(name, value, f"p{place}") for place, (name, value) in enumerate(parameters)]
        if self._variant is Variant.V8:
            # NULL is not different from a code: a document without a category row drops out.
            conditions.append(Condition("FIND_IN_SET(c.codes, :advance) = 0", {"advance": ADVANCE_DIRECTIVE_CODES}))
        return self._select(joined(conditions))

    def read(self, identifier: uuid.UUID) -> Resource | None:
        """Returns one document reference, None if there is none."""
        found = self._select(Condition("d.uuid = :uuid", {"uuid": identifier.bytes}))
        return found[0] if found else None

    def binary(self, identifier: str) -> Response:
        """Returns a document's bytes.

        404 without a body for a deleted or unknown one, 200 without body and content type for an identifier that is
        none (7.0.1), 500 without a body if the file is gone from disk.
        """
        condition = self._binary_condition(identifier)
        if condition is None:
            return Response(200, content_type=None)
        with self._site.connect() as connection:
            fill_missing_uuids(connection, self._site.clock(), table_name="documents", table_id="id")
            row = (
                connection.execute(
                    text(
                        "SELECT name, mimetype, url, path_depth, encrypted, deleted FROM documents d"
                        f" WHERE {condition.sql}"
                    ),
                    condition.values,
                )
                .mappings()
                .one_or_none()
            )
        if row is None or row["deleted"]:
            return Response.empty(404)
        try:
            content = self._drive.read(
                url=str(row["url"]), path_depth=int(row["path_depth"] or 1), encrypted=bool(row["encrypted"])
            )
        except (OSError, DriveKeyError):
            return Response.empty(500)
        disposition = f"attachment; filename={row['name']}".encode().decode("latin-1")
        return Response(
            200, content, str(row["mimetype"] or "") or None, {"Content-Disposition": _one_line(disposition)}
        )

    def _binary_condition(self, identifier: str) -> Condition | None:
        parsed = parse_uuid(identifier)
        if parsed is not None:
            return Condition("d.uuid = :uuid", {"uuid": parsed.bytes})
        if self._variant is Variant.V8 and identifier.isdecimal():
            return Condition("d.id = :id", {"id": int(identifier)})
        return None

    def _condition(self, parameter: str, value: str, name: str) -> Condition:
        parameter = parameter.partition(":")[0]
        if parameter == "patient":
            return Condition(f"p.uuid = :{name}", {name: reference_uuid(value, "Patient").bytes})
        if parameter == "_id":
            return Condition(f"d.uuid = :{name}", {name: reference_uuid(value, "DocumentReference").bytes})
        if parameter in {"date", "_lastUpdated"}:
            return date_condition("d.date", value, self._site.zone(), name)
        raise NothingMatchesError

    def _select(self, condition: Condition) -> list[Resource]:
        with self._site.connect() as connection:
            clock = self._site.clock
            for table in ("documents", "form_encounter", "facility"):
                fill_missing_uuids(connection, clock(), table_name=table, table_id="id")
            rows = connection.execute(text(SELECT.format(condition=condition.sql)), condition.values).mappings()
            return [self._resource(row) for row in rows]

    def _resource(self, row: RowMapping) -> Resource:
        identifier = str(uuid.UUID(bytes=bytes(row["uuid"])))
        uploaded = None if row["date"] is None else instant(row["date"], self._site.zone())
        newer = self._variant is Variant.V8
        resource: Resource = {
            "id": identifier,
            "meta": meta(uploaded if newer and uploaded else request_time(self._site)),
            "resourceType": "DocumentReference",
            "identifier": [{"value": identifier}],
            "status": "entered-in-error" if row["deleted"] else "current",
            "type": unknown_code(),
            "category": [absent() if row["category_name"] is None else {"text": str(row["category_name"])}],
            "subject": reference("Patient", bytes(row["patient_uuid"])),
        }
        if uploaded:
            resource["date"] = uploaded
        if newer:
            organization = reference("Organization", bytes(row["facility_uuid"]))
            by_owner = row["owner_npi"] and row["owner_uuid"]
            resource["author"] = [reference("Practitioner", bytes(row["owner_uuid"])) if by_owner else organization]
            resource["custodian"] = organization
        resource["content"] = [
            {
                "attachment": {
                    "contentType": str(row["mimetype"] or ""),
                    "url": f"{self._site.fhir_base()}/Binary/{identifier}",
                    "title": str(row["name"] or ""),
                },
                "format": FORMAT,
            }
        ]
        if row["encounter_uuid"] is not None:
            resource["context"] = {"encounter": [reference("Encounter", bytes(row["encounter_uuid"]))]}
        return resource


def _one_line(header: str) -> str:
    # PHP's header() refuses a value with a line break; a name with one loses it here.
    return header.replace("\r", "").replace("\n", "")
