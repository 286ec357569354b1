"""Patient references: stable, keyed, and free of the patient id."""

from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.telemetry import PatientReference


def test_same_patient_same_reference_and_another_key_another_one() -> None:
    ours, theirs = PatientReference(b"a" * 32), PatientReference(b"b" * 32)
    assert ours.of(PatientId(12345)) == ours.of(PatientId(12345))
    assert ours.of(PatientId(12345)) != theirs.of(PatientId(12345))
    assert ours.of(PatientId(12345)) != ours.of(PatientId(12346))
    assert "12345" not in ours.of(PatientId(12345)).split(":")[1]
