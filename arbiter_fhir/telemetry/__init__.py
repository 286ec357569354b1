"""Logs, references and timings that cannot carry PHI.

*Takes* event names and allow-listed fields. *Gives* JSON lines on standard error, patient references, stage timings.
*Never* passes on a field that is not on the allow-list, an exception's text, or a value from a document.
"""

from arbiter_fhir.telemetry.event_log import ALLOWED_FIELDS, configure_logging, log_event
from arbiter_fhir.telemetry.patient_reference import PatientReference
from arbiter_fhir.telemetry.stopwatch import Stopwatch

__all__ = ["ALLOWED_FIELDS", "PatientReference", "Stopwatch", "configure_logging", "log_event"]
