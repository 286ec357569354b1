"""The guideline corpus becomes searchable: read, checked, released, stored, embedded, switched to; the old one goes.

Searches go on over the version before, until the new one is complete; the switch is one transaction. Everything can be
repeated: what is stored already is not made again, and an index that is as it should be is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.guideline import GuidelineChunk
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.ports.documents import Deidentifier
from arbiter_fhir.ports.guidelines import GuidelineLibrary, IndexedChunk
from arbiter_fhir.ports.models import Embedder
from arbiter_fhir.retrieval import Corpus, PublishedChunk, index_chunk, passage_text, read_corpus, terms_version
from arbiter_fhir.telemetry import log_event

__all__ = ["IndexGuidelinesPipeline", "IndexOutcome"]

#: Chunks embedded and stored at once: a rebuild that is interrupted has lost no more than these.
BATCH: Final = 32


@dataclass(frozen=True, slots=True)
class IndexOutcome:
    """What indexing did.

    Attributes:
        chunks: In the version that is searched now.
        embedded: Vectors made now.
        removed: Rows of other versions and models deleted.
        changed: Whether anything was done at all.
    """

    corpus_version: str
    chunks: int
    model_id: str
    embedded: int
    removed: int
    changed: bool


class IndexGuidelinesPipeline:
    """Brings the index to the corpus on disk and the configured embedding model.

    Args:
        folder: The corpus.
        library: Where versions are built.
        embedder: The configured model.
        deidentifier: Releases the texts: guidelines are about nobody, and pass the same gate as everything else.
    """

    def __init__(
        self, *, folder: Path, library: GuidelineLibrary, embedder: Embedder, deidentifier: Deidentifier
    ) -> None:
        self._folder = folder
        self._library = library
        self._embedder = embedder
        self._deidentifier = deidentifier

    def run(self) -> IndexOutcome:
        """Index what is not indexed.

        Raises:
            ConfigurationError: The corpus is incomplete, changed or malformed, or a text in it reads as if it named
                somebody; the index stays as it is.
            StoreError: The database refused or failed, or a version in use has other texts.
            ProviderError: The embedding model is away; the index stays as it is.
        """
        corpus = read_corpus(self._folder)
        model_id = self._embedder.model_id
        stored = self._library.contents(corpus.version)
        same = _texts(chunk.chunk for chunk in stored) == _texts(corpus.chunks)
        standing = self._library.standing()
        if same and standing is not None:
            found = (standing.corpus_version, standing.terms_version, standing.model_id)
            if found == (corpus.version, terms_version(), model_id):
                return IndexOutcome(corpus.version, standing.chunks, model_id, 0, 0, changed=False)
        chunks = [index_chunk(each.chunk) for each in stored] if same else self._released(corpus)
        self._library.save_chunks(corpus.version, chunks, terms_version=terms_version())
        embedded = self._embed_missing(corpus.version)
        self._library.switch(corpus.version, model_id=model_id)
        removed = self._library.remove_others(corpus.version, model_id=model_id)
        log_event("guidelines.indexed", version=corpus.version, model=model_id, dropped_count=removed)
        return IndexOutcome(corpus.version, len(chunks), model_id, embedded, removed, changed=True)

    def _released(self, corpus: Corpus) -> list[IndexedChunk]:
        """Every chunk as clean text.

        Raises:
            ConfigurationError: Naming the chunks in which de-identification would replace something.
        """
        released, held = [], []
        clean: dict[str, DeidentifiedText] = {}
        for published in corpus.chunks:
            parts = (published.title, published.organisation, published.section, published.text)
            # Titles and organisations are those of many chunks.
            clean |= {
                part: self._deidentifier.deidentify_text(part, patient=None) for part in parts if part not in clean
            }
            if any(clean[part].value != part for part in parts):
                held.append(published.chunk_id)
                continue
            released.append(index_chunk(_as_chunk(corpus.version, published, clean[published.text])))
        if held:
            raise ConfigurationError(
                f"The guideline corpus cannot be used: de-identification takes words of {', '.join(held)} for a"
                " person's; write them in another way."
            )
        return released

    def _embed_missing(self, version: str) -> int:
        missing = self._library.without_vector(version, model_id=self._embedder.model_id)
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            vectors = self._embedder.embed([self._clean_passage(chunk) for chunk in batch])
            pairs = [(chunk.chunk_id, vector) for chunk, vector in zip(batch, vectors, strict=True)]
            self._library.save_vectors(version, pairs, model_id=self._embedder.model_id)
        return len(missing)

    def _clean_passage(self, chunk: GuidelineChunk) -> DeidentifiedText:
        """Heading and text in one, clean.

        Raises:
            ConfigurationError: Together they read as if they named somebody.
        """
        passage = passage_text(chunk)
        clean = self._deidentifier.deidentify_text(passage, patient=None)
        if clean.value != passage:
            raise ConfigurationError(
                f"The guideline corpus cannot be used: de-identification takes words of {chunk.chunk_id} with its title"
                " and section for a person's; write them in another way."
            )
        return clean


def _as_chunk(version: str, published: PublishedChunk, text: DeidentifiedText) -> GuidelineChunk:
    return GuidelineChunk(
        chunk_id=published.chunk_id,
        corpus_version=version,
        title=published.title,
        organisation=published.organisation,
        year=published.year,
        url=published.url,
        section=published.section,
        grade=published.grade,
        topic=published.topic,
        text=text,
        quoted=published.quoted,
    )


def _texts(chunks: Iterable[GuidelineChunk | PublishedChunk]) -> set[tuple[object, ...]]:
    """What must be equal for two collections to be one: everything but the terms."""
    return {
        (
            *(each.chunk_id, each.title, each.organisation, each.year, each.url, each.section, each.grade, each.topic),
            *(str(each.text), each.quoted),
        )
        for each in chunks
    }
