"""The scopes that OpenEMR 7.0.1 knows: SMART v1 style only, and no system scope that writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from devstack.ehr.site import Site

SYSTEM_RESOURCES = (
    "AllergyIntolerance", "Appointment", "Binary", "CarePlan", "CareTeam", "Condition", "Coverage", "Device",
    "DiagnosticReport", "DocumentReference", "Encounter", "Goal", "Group", "Immunization", "Location", "Medication",
    "MedicationRequest", "Observation", "Organization", "Patient", "Person", "Practitioner", "PractitionerRole",
    "Procedure", "Provenance",
)  # fmt: skip
"""The 25 resources with a ``system/X.read`` scope."""

IDENTITY_SCOPES = (
    "openid", "fhirUser", "online_access", "offline_access", "launch", "launch/patient", "api:oemr", "api:fhir",
    "api:port",
)  # fmt: skip

SYSTEM_OPERATIONS = (
    "system/*.$bulkdata-status", "system/*.$export", "system/Group.$export", "system/Patient.$export",
    "system/DocumentReference.$docref",
)  # fmt: skip

STANDARD_API_NAMES = (
    "allergy", "appointment", "document", "drug", "encounter", "facility", "insurance", "list", "medical_problem",
    "medication", "message", "patient", "practitioner", "prescription", "procedure", "soap_note", "vital",
)  # fmt: skip

USER_WRITABLE_RESOURCES = ("Organization", "Patient", "Practitioner")


def system_scopes() -> list[str]:
    """Returns every scope that a backend client may ask for."""
    return [f"system/{name}.read" for name in SYSTEM_RESOURCES] + list(SYSTEM_OPERATIONS)


def supported_scopes(site: Site) -> list[str]:
    """Returns all scopes that exist at a site now; system scopes only while their global is on."""
    scopes = list(IDENTITY_SCOPES)
    scopes += [f"patient/{name}.read" for name in SYSTEM_RESOURCES]
    scopes += [f"user/{name}.read" for name in SYSTEM_RESOURCES]
    scopes += [f"user/{name}.write" for name in USER_WRITABLE_RESOURCES]
    scopes += [f"user/{name}.{verb}" for name in STANDARD_API_NAMES for verb in ("read", "write")]
    if site.global_value("rest_system_scopes_api") == "1":
        scopes += system_scopes()
    return scopes


def first_unknown(wanted: list[str], known: list[str]) -> str | None:
    """Returns the first wanted scope that does not exist, None if all do."""
    existing = set(known)
    return next((scope for scope in wanted if scope not in existing), None)
