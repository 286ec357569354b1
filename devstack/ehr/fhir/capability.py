"""The CapabilityStatement, which needs no token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from devstack.ehr.fhir.variant import Variant
from devstack.ehr.messages import JsonValue

if TYPE_CHECKING:
    from devstack.ehr.site import Site

SEARCH_PARAMETERS = {
    "Patient": ("_id", "identifier", "name", "family", "given", "birthdate", "gender"),
    "DocumentReference": ("patient", "type", "category", "date", "_id"),
    "Observation": ("patient", "code", "category", "date", "_id"),
    "DiagnosticReport": ("patient", "code", "category", "date", "_id"),
}
TYPES = {
    "patient": "reference", "date": "date", "birthdate": "date", "family": "string", "given": "string", "name": "string"
}  # fmt: skip
SOFTWARE_VERSIONS = {Variant.V7_0_1: "7.0.1", Variant.V8: "8.2.0"}


def capability_statement(site: Site, variant: Variant) -> JsonValue:
    """Returns what the server claims; its ``create`` for DocumentReference does not exist (observed)."""
    resources: list[JsonValue] = []
    for name, parameters in SEARCH_PARAMETERS.items():
        verbs = ["search-type", "read"] + (["create"] if name == "DocumentReference" else [])
        resources.append(
            {
                "type": name,
                "interaction": [{"code": verb} for verb in verbs],
                "searchParam": [{"name": parameter, "type": TYPES.get(parameter, "token")} for parameter in parameters],
            }
        )
    resources.append({"type": "Binary", "interaction": [{"code": "read"}]})
    base = site.oauth_base()
    return {
        "resourceType": "CapabilityStatement",
        "status": "active",
        "date": site.local_now().isoformat(),
        "kind": "instance",
        "software": {"name": "OpenEMR", "version": SOFTWARE_VERSIONS[variant]},
        "implementation": {"description": "OpenEMR FHIR API", "url": site.fhir_base()},
        "fhirVersion": "4.0.1",
        "format": ["application/json"],
        "rest": [
            {
                "mode": "server",
                "security": {
                    "service": [{"coding": [{"code": "SMART-on-FHIR"}]}],
                    "extension": [
                        {
                            "url": "http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris",
                            "extension": [
                                {"url": "token", "valueUri": f"{base}/token"},
                                {"url": "authorize", "valueUri": f"{base}/authorize"},
                                {"url": "register", "valueUri": f"{base}/registration"},
                            ],
                        }
                    ],
                },
                "resource": resources,
            }
        ],
    }
