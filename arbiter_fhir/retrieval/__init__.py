"""The evidence-retriever: from a question to what may be said about it, each piece with its place.

*Takes* a routed question and one patient's chart results, active facts, facts in review and vector neighbours; clean
pages for cutting into windows.
*Gives* an evidence bundle: findings newest first, findings that need a person, what was not found; text windows.
*Never* reads a database, never mixes patients, never shows a fact that is inactive, retracted or from a closed identity
gate.
"""

from arbiter_fhir.retrieval.chunking import TextWindow, chunk_pages
from arbiter_fhir.retrieval.fusion import fuse_rankings
from arbiter_fhir.retrieval.patient import gather_patient_evidence
from arbiter_fhir.retrieval.record import PatientRecord

__all__ = ["PatientRecord", "TextWindow", "chunk_pages", "fuse_rankings", "gather_patient_evidence"]
