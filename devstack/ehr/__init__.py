"""A stand-in for OpenEMR, for development and tests only.

*Takes* a MariaDB schema and a folder.
*Gives* OpenEMR's core tables in that schema, and an HTTP server over them that answers as OpenEMR 7.0.1 was observed
to answer: OAuth2 with signed assertions, FHIR Patient, DocumentReference, Binary, Observation, DiagnosticReport, its
faults included; further faults on request; and pages of the chart for people.
*Never* serves real patients, and is never imported by the product.
"""

from devstack.ehr.connection import AnsweredRequest, Traffic
from devstack.ehr.faults import Fault, FaultBook, FaultKind
from devstack.ehr.fhir import Variant
from devstack.ehr.schema import install_schema
from devstack.ehr.server import BACKEND_SCOPES, StandInEhr
from devstack.ehr.site import Clock, Site
from devstack.ehr.store import EhrStore, EnteredLab, LabValue, NewPatient

__all__ = [
    "BACKEND_SCOPES",
    "AnsweredRequest",
    "Clock",
    "EhrStore",
    "EnteredLab",
    "Fault",
    "FaultBook",
    "FaultKind",
    "LabValue",
    "NewPatient",
    "Site",
    "StandInEhr",
    "Traffic",
    "Variant",
    "install_schema",
]
