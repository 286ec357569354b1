"""Guideline chunks for tests."""

from __future__ import annotations

from dataclasses import replace

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.guideline import GuidelineChunk
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.ports.guidelines import IndexedChunk
from arbiter_fhir.store import SqlGuidelineLibrary
from tests.integration.store.samples import unit_vector

TERMS = "terms-1"
MODEL = "minilm@1"


def indexed(
    name: str, body: str, *, version: str = "v1", heading: str = "standard care", **changes: object
) -> IndexedChunk:
    chunk = GuidelineChunk(
        chunk_id=f"source.{name}",
        corpus_version=version,
        title="Standards – of Care",
        organisation="ADA",
        year=2025,
        url="https://guideline.example",
        section="Goals",
        grade="A",
        topic="diabetes",
        text=DeidentifiedText(f"Text of {name}: ≥ 7 % « ok »", DEID_SEAL),
        quoted=False,
    )
    return IndexedChunk(replace(chunk, **changes), tuple(heading.split()), tuple(body.split()))  # type: ignore[arg-type]


def build(library: SqlGuidelineLibrary, chunks: list[IndexedChunk], *, version: str = "v1", model: str = MODEL) -> None:
    """All that indexing does with a version, vectors by their place."""
    library.save_chunks(version, chunks, terms_version=TERMS)
    vectors = [(each.chunk.chunk_id, unit_vector(seed)) for seed, each in enumerate(chunks, start=1)]
    library.save_vectors(version, vectors, model_id=model)
    library.switch(version, model_id=model)


CHUNKS = [
    indexed("goal", "hba1c target diabetesmellitus adult"),
    indexed("frequency", "hba1c frequency twice year"),
    indexed("zoster", "zoster vaccine dose adult"),
]
