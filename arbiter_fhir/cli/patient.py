"""The `--patient` option: ``"Given Family,1970-01-31,MRN"``."""

from __future__ import annotations

from datetime import date

from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ErrorCode, RequestError

__all__ = ["parse_patient"]

FORM = '"Given Family,1970-01-31,MRN"'


def parse_patient(text: str) -> ChartPatient:
    """A chart patient from the option's text: names, birth date (ISO), MRN; the last two may be left empty.

    Raises:
        RequestError: Not of that form.
    """
    parts = [part.strip() for part in text.split(",")]
    names = parts[0].split()
    if len(names) < 2 or len(parts) > 3:
        raise RequestError(ErrorCode.REQUEST_INVALID, f"Write the patient as {FORM}.")
    try:
        birth_date = date.fromisoformat(parts[1]) if len(parts) > 1 and parts[1] else None
    except ValueError:
        raise RequestError(ErrorCode.REQUEST_INVALID, "Write the birth date as 1970-01-31.") from None
    return ChartPatient(
        patient_id=PatientId(0),
        given=names[0],
        middle=" ".join(names[1:-1]),
        family=names[-1],
        suffix="",
        birth_date=birth_date,
        sex="",
        mrn=parts[2] if len(parts) > 2 else "",
    )
