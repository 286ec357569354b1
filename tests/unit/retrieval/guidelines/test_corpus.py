"""The corpus on disk: read as a whole, or refused as a whole with every problem named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.retrieval import read_corpus, write_manifest

VERSION = "guidelines-2026-11"
SOURCE = """---
source_id: ada-2025-goals
title: Glycemic Goals
organisation: ADA
year: 2025
url: https://doi.org/10.2337/dc25-S006
topic: diabetes
licence: own summary
checked: publisher's table
---

## a1c-goal
section: Recommendation 6.3
grade: A
words: own

An A1C goal below 7%
is appropriate for many adults.

## a1c-frequency
section: Recommendation 6.2
words: quoted

Twice a year.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "ada-2025-goals.md").write_text(SOURCE, encoding="utf-8")
    write_manifest(tmp_path, VERSION)
    return tmp_path


def test_chunks_carry_the_head_of_their_source(folder: Path) -> None:
    corpus = read_corpus(folder)
    assert corpus.version == VERSION
    frequency, goal = corpus.chunks
    assert goal.chunk_id == "ada-2025-goals.a1c-goal"
    assert (goal.title, goal.organisation, goal.year, goal.topic) == ("Glycemic Goals", "ADA", 2025, "diabetes")
    assert (goal.url, goal.section, goal.grade) == (
        "https://doi.org/10.2337/dc25-S006",
        "Recommendation 6.3",
        "A",
    )
    assert goal.text == "An A1C goal below 7% is appropriate for many adults."
    assert (goal.quoted, frequency.quoted, frequency.grade) == (False, True, "")


def changed(folder: Path) -> None:
    path = folder / "sources" / "ada-2025-goals.md"
    path.write_text(path.read_text(encoding="utf-8").replace("below 7%", "below 8%"), encoding="utf-8")


def added(folder: Path) -> None:
    (folder / "sources" / "notes.md").write_text("anything", encoding="utf-8")


def removed(folder: Path) -> None:
    (folder / "sources" / "ada-2025-goals.md").unlink()


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (changed, "ada-2025-goals.md differs from the manifest"),
        (added, "notes.md is not in the manifest"),
        (removed, "ada-2025-goals.md is in the manifest and not there"),
    ],
)
def test_whatever_differs_from_the_manifest_stops_the_reading(
    folder: Path, tamper: Callable[[Path], None], told: str
) -> None:
    tamper(folder)
    with pytest.raises(ConfigurationError) as caught:
        read_corpus(folder)
    assert told in caught.value.message


def test_all_problems_are_named_at_once(folder: Path) -> None:
    changed(folder)
    added(folder)
    with pytest.raises(ConfigurationError) as caught:
        read_corpus(folder)
    assert "differs" in caught.value.message
    assert "notes.md" in caught.value.message


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("year: 2025", "year: last year"),
        ("year: 2025", "year: 1925"),
        ("topic: diabetes", "topic: sweets"),
        ("topic: diabetes\n", ""),
        ("url: https://doi", "url: http://doi"),
        ("url: https://doi.org/10.2337/dc25-S006", "url: local:clinic"),
        ("source_id: ada-2025-goals", "source_id: another"),
        ("licence: own summary", "licence:"),
        ("organisation: ADA\n", "organisation: ADA\norganisation: ADA\n"),
        ("words: own", "words: borrowed"),
        ("section: Recommendation 6.3\n", ""),
        ("section: Recommendation 6.3", "section: 6.3\npages: 3"),
        ("## a1c-frequency", "## a1c-goal"),
        ("## a1c-goal", "## A1C goal"),
        ("Twice a year.", ""),
        ("Twice a year.", "x" * 701),
        ("---\n\n##", "\n\n##"),
        ("---\n\n##", "---\nstray text\n##"),
    ],
)
def test_a_malformed_source_is_refused(folder: Path, old: str, new: str) -> None:
    path = folder / "sources" / "ada-2025-goals.md"
    assert old in SOURCE
    path.write_text(SOURCE.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigurationError):
        write_manifest(folder, VERSION)


def test_a_local_note_may_have_a_local_address(folder: Path) -> None:
    path = folder / "sources" / "ada-2025-goals.md"
    text = SOURCE.replace("topic: diabetes", "topic: local").replace("https://doi.org/10.2337/dc25-S006", "local:note")
    path.write_text(text, encoding="utf-8")
    write_manifest(folder, VERSION)
    assert read_corpus(folder).chunks[0].url == "local:note"


@pytest.mark.parametrize(
    "manifest",
    [
        "",
        "no json",
        "[]",
        json.dumps({"sources": {}}),
        json.dumps({"corpus_version": "X Y", "sources": {}}),
        json.dumps({"corpus_version": VERSION, "sources": []}),
        json.dumps({"corpus_version": VERSION, "sources": {"ada-2025-goals.md": 7}}),
        json.dumps({"corpus_version": VERSION, "sources": {}}),
    ],
)
def test_without_a_sound_manifest_nothing_is_read(folder: Path, manifest: str) -> None:
    (folder / "manifest.json").write_text(manifest, encoding="utf-8")
    with pytest.raises(ConfigurationError):
        read_corpus(folder)


def test_a_folder_that_is_not_there_is_named_by_its_setting(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as caught:
        read_corpus(tmp_path / "nowhere")
    assert "ARBITER_GUIDELINE_CORPUS" in caught.value.message


def test_the_bundled_corpus_is_sound_and_large_enough(repository: Path) -> None:
    corpus = read_corpus(repository / "fixtures" / "clinical-guideline-corpus")
    assert len(corpus.chunks) >= 90
    topics = {chunk.topic for chunk in corpus.chunks}
    assert topics == {
        *("diabetes", "lipids", "hypertension", "kidney", "thyroid", "anaemia", "anticoagulation", "immunisation"),
        *("screening", "prevention", "local"),
    }
    quoted = [chunk for chunk in corpus.chunks if chunk.quoted]
    assert quoted
    assert all(chunk.organisation == "USPSTF" for chunk in quoted), "only public recommendations are quoted"
