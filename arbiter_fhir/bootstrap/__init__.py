"""The only wiring: settings become adapters, adapters become pipelines.

*Takes* settings. *Gives* one site's pipelines and the operator's tools. *Never* decides anything.
"""

from arbiter_fhir.bootstrap.diagnosis import Finding, diagnose
from arbiter_fhir.bootstrap.installation import Installation, install, issue_api_key, register_ehr_client
from arbiter_fhir.bootstrap.reading import build_preview, build_reader, draw_overlay
from arbiter_fhir.bootstrap.site import build_mappings, build_site, trace_document

__all__ = [
    "Finding",
    "Installation",
    "build_mappings",
    "build_preview",
    "build_reader",
    "build_site",
    "diagnose",
    "draw_overlay",
    "install",
    "issue_api_key",
    "register_ehr_client",
    "trace_document",
]
