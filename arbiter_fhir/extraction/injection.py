"""Text in documents that speaks to a machine instead of a reader: never obeyed; what stands beside it is reviewed."""

from arbiter_fhir.domain.machine_speech import speaks_to_machine

__all__ = ["speaks_to_machine"]
