"""Pieces that several resources share: meta, references, missing data, bundles."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from devstack.ehr.messages import JsonValue, Response
from devstack.ehr.site import Site

NULL_FLAVOR = "http://terminology.hl7.org/CodeSystem/v3-NullFlavor"
DATA_ABSENT_REASON = "http://terminology.hl7.org/CodeSystem/data-absent-reason"

Resource = dict[str, JsonValue]


def instant(moment: datetime, zone: ZoneInfo) -> str:
    """Returns a stored local time (naive) as FHIR text with the site's offset, in whole seconds."""
    return moment.replace(tzinfo=zone, microsecond=0).isoformat()


def request_time(site: Site) -> str:
    """Returns the present time as FHIR text in the site's zone."""
    return site.clock().astimezone(site.zone()).replace(microsecond=0).isoformat()


def meta(last_updated: str) -> Resource:
    """Returns a resource's meta; the version is always 1."""
    return {"versionId": "1", "lastUpdated": last_updated}


def reference(resource: str, raw: bytes) -> Resource:
    """Returns a reference with its type."""
    return {"reference": f"{resource}/{uuid.UUID(bytes=raw)}", "type": resource}


def unknown_code() -> Resource:
    """Returns the concept that stands for no code at all."""
    return {"coding": [{"system": NULL_FLAVOR, "code": "UNK", "display": "unknown"}]}


def absent() -> Resource:
    """Returns the concept that stands for missing data."""
    return {"coding": [{"system": DATA_ABSENT_REASON, "code": "unknown", "display": "Unknown"}]}


def bundle(site: Site, resources: Sequence[Resource]) -> Response:
    """Returns all matches in one answer.

    Type ``collection``, one ``self`` link that is the bare site address, no resource type in ``fullUrl``, no offset
    in the bundle's own time, no entry at all when nothing matched.
    """
    address = site.address()
    value: Resource = {
        "id": str(uuid.uuid4()),
        "meta": {"lastUpdated": site.local_now().isoformat()},
        "resourceType": "Bundle",
        "type": "collection",
        "total": len(resources),
        "link": [{"relation": "self", "url": address}],
    }
    if resources:
        value["entry"] = [{"fullUrl": f"{address}/{resource['id']}", "resource": resource} for resource in resources]
    return Response.json(value)


def not_found() -> Response:
    """Returns the answer to a read of an identifier that does not exist: an empty JSON list."""
    return Response.json([], 404)


def bad_identifier() -> Response:
    """Returns the answer to a read of something that is not an identifier."""
    return Response.json({"validationErrors": {"_id": "Value is not a valid uuid."}}, 400)
