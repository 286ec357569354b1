"""References to patients that logs and audit rows may hold."""

from __future__ import annotations

import hashlib
import hmac

from arbiter_fhir.domain.tenant import PatientId

__all__ = ["PatientReference"]

# 16 hex digits = 64 bits: no collisions among a site's patients, useless without the key.
_DIGITS = 16


class PatientReference:
    """Makes ``patient:<hmac>`` references under a site's key (seed rule: short HMAC of the patient id)."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def of(self, patient_id: PatientId) -> str:
        """The reference of one patient: the same every time, different on every site."""
        digest = hmac.new(self._key, str(patient_id).encode(), hashlib.sha256).hexdigest()
        return f"patient:{digest[:_DIGITS]}"
