"""Stable hashes of what a fact says: where it stands, and what it means clinically.

Two fingerprints, both SHA-256 hex over a JSON list that begins with the fingerprint's name and version, so that no two
kinds or versions can ever collide. A new rule is a new version: stored fingerprints keep their meaning.

- the *fact fingerprint* is scoped to the source: the same line of the same document content, read the same way;
- the *clinical fingerprint* is scoped to the patient: the same test, value, unit and time, whatever the document; the
  same allergen, ingredient and strength, or condition, whatever else is told of it.

A result that the laboratory takes back has a fingerprint without its value: it speaks of whatever was reported.
"""

from __future__ import annotations

import hashlib
import json

from arbiter_fhir.domain.fact import CitedFact, FactValue, LabResult, ResultStatus
from arbiter_fhir.domain.fact_value import value_to_json
from arbiter_fhir.domain.lab_comparison import canonical_unit, fact_identity, fact_value, moment_of_date
from arbiter_fhir.domain.statement import Allergy, Medication, Problem
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.promotion.result_status import status_of

__all__ = ["clinical_fingerprint", "fact_fingerprint", "withdrawal_fingerprint"]

FACT_VERSION = "arbiter-fhir/fact/1"
CLINICAL_VERSION = "arbiter-fhir/clinical/1"


def fact_fingerprint(fact: CitedFact, *, content_hash: str) -> str:
    """The source-scoped fingerprint, 64 hex characters.

    Args:
        fact: The fact as read.
        content_hash: Hash of the document's bytes, as OpenEMR records it.
    """
    place = (content_hash, str(fact.citation.page or 0), fact.citation.field_or_chunk_id)
    lab = fact.lab
    if lab is None:
        return _digest(FACT_VERSION, *place, fact.fact_type.value, _canonical(fact.value))
    collected = lab.collection_date.iso if lab.collection_date else ""
    return _digest(
        FACT_VERSION,
        *place,
        fact_identity(lab).stable,
        lab.value,
        lab.unit,
        collected,
    )


def clinical_fingerprint(value: FactValue, *, patient_id: PatientId) -> str:
    """The patient-scoped fingerprint, 64 hex characters: equal for 7.2 and 7.20, ``K/uL`` and ``10^3/uL``.

    Other values than these count by all their fields, without regard to case and spacing.
    """
    start = (CLINICAL_VERSION, str(patient_id))
    match value:
        case LabResult() if status_of(value) is ResultStatus.ENTERED_IN_ERROR:
            return withdrawal_fingerprint(value, patient_id=patient_id)
        case LabResult():
            return _lab_fingerprint(value, patient_id)
        case Allergy():
            said = value.none_known.value if value.none_known else value.assertion.value
            return _digest(*start, "allergy", said, _folded(value.allergen or value.substance))
        case Medication():
            name = _folded(value.ingredient or value.name)
            return _digest(*start, "medication", value.status.value, name, _folded(value.strength))
        case Problem():
            claim = f"{value.assertion.value}/{value.status.value}"
            return _digest(*start, "problem", claim, _folded(value.icd10 or value.name))
        case _:
            return _digest(*start, type(value).__name__, _canonical(value))


def withdrawal_fingerprint(lab: LabResult, *, patient_id: PatientId) -> str:
    """The fingerprint of "what was reported for this test at this time was wrong", 64 hex characters."""
    return _digest(CLINICAL_VERSION, str(patient_id), "withdrawal", fact_identity(lab).stable, _collected(lab))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _canonical(value: FactValue) -> str:
    return _folded(json.dumps(value_to_json(value), ensure_ascii=False, sort_keys=True))


def _collected(lab: LabResult) -> str:
    when = lab.collection_date
    if when is None:
        return ""
    return moment_of_date(when).canonical if when.is_full_day else when.iso


def _lab_fingerprint(lab: LabResult, patient_id: PatientId) -> str:
    return _digest(
        CLINICAL_VERSION,
        str(patient_id),
        fact_identity(lab).stable,
        fact_value(lab).canonical,
        canonical_unit(lab.unit),
        _collected(lab),
    )


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()
