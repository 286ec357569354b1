"""Indexing: what is done, what is left alone, what stops it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from arbiter_fhir.bootstrap.reading import build_deidentifier
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.guideline import GuidelineChunk
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.errors import ConfigurationError, ErrorCode, ProviderError
from arbiter_fhir.pipelines import index_guidelines as module
from arbiter_fhir.pipelines.index_guidelines import BATCH, IndexGuidelinesPipeline
from arbiter_fhir.ports.documents import Deidentifier
from arbiter_fhir.ports.guidelines import GuidelineStanding, IndexedChunk
from arbiter_fhir.retrieval import read_corpus, terms_version, write_manifest

HEAD = """---
source_id: {source}
title: Standards of Care
organisation: ADA
year: 2025
url: https://guideline.example
topic: diabetes
licence: own summary
checked: nothing
---
"""
CHUNK = """
## {name}
section: Goals
words: own

{text}
"""


@dataclass
class Library:
    """`GuidelineLibrary` in memory."""

    versions: dict[str, dict[str, IndexedChunk]] = field(default_factory=dict)
    terms: dict[str, str] = field(default_factory=dict)
    vectors: dict[tuple[str, str], dict[str, bytes]] = field(default_factory=dict)
    active: tuple[str, str] | None = None
    calls: list[str] = field(default_factory=list)

    def standing(self) -> GuidelineStanding | None:
        if self.active is None:
            return None
        version, model = self.active
        return GuidelineStanding(version, self.terms[version], len(self.versions[version]), model)

    def contents(self, corpus_version: str) -> Sequence[IndexedChunk]:
        return list(self.versions.get(corpus_version, {}).values())

    def save_chunks(self, corpus_version: str, chunks: Sequence[IndexedChunk], *, terms_version: str) -> None:
        self.calls.append("save")
        self.versions[corpus_version] = {each.chunk.chunk_id: each for each in chunks}
        self.terms[corpus_version] = terms_version

    def without_vector(self, corpus_version: str, *, model_id: str) -> Sequence[GuidelineChunk]:
        there = self.vectors.get((corpus_version, model_id), {})
        return [each.chunk for name, each in self.versions[corpus_version].items() if name not in there]

    def save_vectors(self, corpus_version: str, vectors: Sequence[tuple[str, bytes]], *, model_id: str) -> None:
        self.calls.append(f"vectors {len(vectors)}")
        self.vectors.setdefault((corpus_version, model_id), {}).update(dict(vectors))

    def switch(self, corpus_version: str, *, model_id: str) -> None:
        assert not self.without_vector(corpus_version, model_id=model_id)
        self.calls.append("switch")
        self.active = (corpus_version, model_id)

    def remove_others(self, corpus_version: str, *, model_id: str) -> int:
        others = [version for version in self.versions if version != corpus_version]
        for version in others:
            del self.versions[version]
        return len(others)


@dataclass
class Embedder:
    model_id: str = "minilm@1"
    seen: list[str] = field(default_factory=list)
    fails_after: int = 10**6

    def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
        if len(self.seen) >= self.fails_after:
            raise ProviderError(ErrorCode.PROVIDER_TRANSPORT, "away", retryable=True)
        self.seen += [text.value for text in texts]
        return [bytes(1536) for _ in texts]


class Gate:
    """Takes "Quinn" for a person, and nothing else."""

    def deidentify_text(self, text: str, *, patient: ChartPatient | None) -> DeidentifiedText:
        assert patient is None
        return DeidentifiedText(text.replace("Quinn", "[PERSON_1]"), DEID_SEAL)


def write(folder: Path, version: str, texts: Sequence[str]) -> None:
    (folder / "sources").mkdir(exist_ok=True)
    chunks = "".join(CHUNK.format(name=f"c{number}", text=text) for number, text in enumerate(texts))
    (folder / "sources" / "ada.md").write_text(HEAD.format(source="ada") + chunks, encoding="utf-8")
    write_manifest(folder, version)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path, "v1x", ["An A1C goal below 7%.", "A1C twice a year."])
    return tmp_path


@pytest.fixture
def library() -> Library:
    return Library()


@pytest.fixture
def embedder() -> Embedder:
    return Embedder()


@pytest.fixture
def pipeline(folder: Path, library: Library, embedder: Embedder) -> IndexGuidelinesPipeline:
    gate: Deidentifier = Gate()  # type: ignore[assignment]
    return IndexGuidelinesPipeline(folder=folder, library=library, embedder=embedder, deidentifier=gate)


def test_the_first_run_stores_embeds_and_switches(
    pipeline: IndexGuidelinesPipeline, library: Library, embedder: Embedder
) -> None:
    outcome = pipeline.run()
    assert (outcome.corpus_version, outcome.chunks, outcome.embedded, outcome.changed) == ("v1x", 2, 2, True)
    assert library.calls == ["save", "vectors 2", "switch"]
    assert library.standing() == GuidelineStanding("v1x", terms_version(), 2, "minilm@1")
    assert embedder.seen[0] == "Standards of Care. Goals. An A1C goal below 7%."


def test_the_next_run_leaves_everything_alone(pipeline: IndexGuidelinesPipeline, library: Library) -> None:
    pipeline.run()
    library.calls.clear()
    outcome = pipeline.run()
    assert (outcome.changed, outcome.chunks, outcome.embedded, library.calls) == (False, 2, 0, [])


def test_a_new_version_is_built_beside_the_old_and_replaces_it(
    pipeline: IndexGuidelinesPipeline, folder: Path, library: Library
) -> None:
    pipeline.run()
    write(folder, "v2x", ["An A1C goal below 8%."])
    outcome = pipeline.run()
    assert (outcome.corpus_version, outcome.chunks, outcome.embedded, outcome.removed) == ("v2x", 1, 1, 1)
    assert set(library.versions) == {"v2x"}


def test_another_model_embeds_anew_and_releases_nothing_again(
    pipeline: IndexGuidelinesPipeline, library: Library, embedder: Embedder
) -> None:
    pipeline.run()
    embedder.model_id = "bge@1"
    outcome = pipeline.run()
    assert (outcome.model_id, outcome.embedded) == ("bge@1", 2)
    assert library.active == ("v1x", "bge@1")


def test_other_rules_for_words_renew_the_terms_alone(
    pipeline: IndexGuidelinesPipeline, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline.run()
    monkeypatch.setattr(module, "terms_version", lambda: "other")
    outcome = pipeline.run()
    assert (outcome.changed, outcome.embedded) == (True, 0)
    assert library.terms["v1x"] == "other"


def test_an_interrupted_rebuild_goes_on_where_it_stopped(
    pipeline: IndexGuidelinesPipeline, folder: Path, library: Library, embedder: Embedder
) -> None:
    pipeline.run()
    write(folder, "v2x", [f"Text {number}." for number in range(BATCH + 8)])
    embedder.fails_after = len(embedder.seen) + BATCH
    with pytest.raises(ProviderError):
        pipeline.run()
    assert library.active == ("v1x", "minilm@1")
    embedder.fails_after = 10**6
    assert pipeline.run().embedded == 8
    assert library.active == ("v2x", "minilm@1")


@pytest.mark.parametrize("where", ["text", "title"])
def test_a_text_that_names_somebody_is_not_indexed(
    pipeline: IndexGuidelinesPipeline, folder: Path, library: Library, where: str
) -> None:
    pipeline.run()
    if where == "text":
        write(folder, "v2x", ["Quinn has an A1C of 8%."])
    else:
        path = folder / "sources" / "ada.md"
        path.write_text(path.read_text(encoding="utf-8").replace("Standards of Care", "Quinn's Standards"), "utf-8")
        write_manifest(folder, "v2x")
    with pytest.raises(ConfigurationError) as caught:
        pipeline.run()
    assert "ada.c0" in caught.value.message
    assert "Quinn" not in caught.value.message
    assert library.active == ("v1x", "minilm@1")


def broken(folder: Path) -> None:
    (folder / "sources" / "ada.md").write_text("nothing", encoding="utf-8")


def gone(folder: Path) -> None:
    (folder / "manifest.json").unlink()


@pytest.mark.parametrize("spoil", [broken, gone])
def test_a_corpus_that_cannot_be_read_leaves_the_index_as_it_is(
    pipeline: IndexGuidelinesPipeline, folder: Path, library: Library, spoil: Callable[[Path], None]
) -> None:
    pipeline.run()
    library.calls.clear()
    spoil(folder)
    with pytest.raises(ConfigurationError):
        pipeline.run()
    assert library.calls == []


def test_every_text_of_the_bundled_corpus_passes_de_identification(repository: Path) -> None:
    """Else the whole corpus would be refused at the start of a site, and a claim from it at the leak check."""
    gate = build_deidentifier("month_first")
    corpus = read_corpus(repository / "fixtures" / "clinical-guideline-corpus")
    held = {
        chunk.chunk_id: part
        for chunk in corpus.chunks
        for part in (
            *(chunk.title, chunk.organisation, chunk.section, chunk.text),
            f"{chunk.title}. {chunk.section}. {chunk.text}",
        )
        if gate.identifiers_in(part, patient=None) or gate.deidentify_text(part, patient=None).value != part
    }
    assert held == {}


def test_a_chunk_is_the_same_before_and_after_it_is_stored(folder: Path) -> None:
    published = read_corpus(folder).chunks[0]
    clean = DeidentifiedText(published.text, DEID_SEAL)
    stored = module._as_chunk("v1x", published, clean)
    assert module._texts([stored]) == module._texts([published])
    assert module._texts([replace(stored, grade="B")]) != module._texts([published])
