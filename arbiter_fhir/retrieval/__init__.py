"""The evidence-retriever: from a question to what may be said about it, each piece with its place.

*Takes* a routed question and what was read of one patient's chart and documents for it; clean pages for cutting into
windows.
*Gives* an evidence bundle: findings newest first, findings that need a person, contradictions, what was not found, and
what the chart's placeholders stand for; text windows; which parts of the record a question needs.
*Never* reads a database, never mixes patients, never shows a fact that is inactive, retracted or from a closed identity
gate.
"""

from arbiter_fhir.retrieval.asked_documents import asked_documents
from arbiter_fhir.retrieval.chunking import TextWindow, chunk_pages
from arbiter_fhir.retrieval.cleaning import CleanedText
from arbiter_fhir.retrieval.excluding import without_excluded
from arbiter_fhir.retrieval.fusion import fuse_rankings
from arbiter_fhir.retrieval.guidelines.corpus import Corpus, PublishedChunk, read_corpus, write_manifest
from arbiter_fhir.retrieval.guidelines.search import (
    GuidelineModels,
    passage_text,
    search_guidelines,
    search_guidelines_about,
)
from arbiter_fhir.retrieval.guidelines.terms import index_chunk, terms_version
from arbiter_fhir.retrieval.namespace import PLACEHOLDER
from arbiter_fhir.retrieval.needs import needed_topics, needs_search, widens
from arbiter_fhir.retrieval.patient import GatheredEvidence, gather_patient_evidence
from arbiter_fhir.retrieval.record import PatientRecord
from arbiter_fhir.retrieval.subjects import Vocabulary

__all__ = [
    "PLACEHOLDER",
    "CleanedText",
    "Corpus",
    "GatheredEvidence",
    "GuidelineModels",
    "PatientRecord",
    "PublishedChunk",
    "TextWindow",
    "Vocabulary",
    "asked_documents",
    "chunk_pages",
    "fuse_rankings",
    "gather_patient_evidence",
    "index_chunk",
    "needed_topics",
    "needs_search",
    "passage_text",
    "read_corpus",
    "search_guidelines",
    "search_guidelines_about",
    "terms_version",
    "widens",
    "without_excluded",
    "write_manifest",
]
