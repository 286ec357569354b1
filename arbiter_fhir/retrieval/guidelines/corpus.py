"""The guideline corpus on disk: one file per source, checked against its manifest, or refused as a whole.

A source file has a head of ``name: value`` lines between two lines ``---``, then its chunks::

    ## a1c-goal
    section: Recommendation 6.3, A1C goal for adults
    grade: A
    words: own

    The text, on as many lines as it needs.

`manifest.json` names the version of the corpus and the SHA-256 of every file. A file that is missing, added, changed
or malformed stops the reading: nobody wants an answer from half a collection.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arbiter_fhir.errors import ConfigurationError

__all__ = ["Corpus", "PublishedChunk", "read_corpus", "write_manifest"]

MANIFEST: Final = "manifest.json"
SOURCES: Final = "sources"
#: Topics that a source may be filed under.
TOPICS: Final = frozenset(
    [
        "diabetes",
        "lipids",
        "hypertension",
        "kidney",
        "thyroid",
        "anaemia",
        "anticoagulation",
        "immunisation",
        "screening",
        "prevention",
        "local",
    ]
)
#: The embedding model reads 256 word pieces; 700 characters of prose stay below that, title and section included.
MOST_CHARS: Final = 700
#: Guidance older than this is not current; a year beyond is a slip of the pen.
YEARS: Final = range(2000, 2100)

_HEAD: Final = ("source_id", "title", "organisation", "year", "url", "topic", "licence", "checked")
_SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_VERSION: Final = re.compile(r"[a-z0-9][a-z0-9.-]{2,59}")
_WORDS: Final = {"own": False, "quoted": True}


@dataclass(frozen=True, slots=True)
class PublishedChunk:
    """One passage as it stands on disk: text about nobody, not yet released by de-identification.

    Attributes: as of `domain.guideline.GuidelineChunk`.
    """

    chunk_id: str
    title: str
    organisation: str
    year: int
    url: str
    section: str
    grade: str
    topic: str
    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Corpus:
    """The whole collection.

    Attributes:
        version: As the manifest says, such as ``clinical-guidelines-2026-11-30``.
        chunks: By `chunk_id`.
    """

    version: str
    chunks: tuple[PublishedChunk, ...]


def read_corpus(folder: Path) -> Corpus:
    """Read and check all of a corpus folder.

    Raises:
        ConfigurationError: Naming every problem found; nothing is given then.
    """
    version, listed, problems = _manifest(folder)
    found = {path.name: path for path in sorted((folder / SOURCES).glob("*")) if path.is_file()}
    problems += [f"{name} is in the manifest and not there" for name in sorted(listed.keys() - found.keys())]
    problems += [f"{name} is not in the manifest" for name in sorted(found.keys() - listed.keys())]
    chunks: list[PublishedChunk] = []
    for name, path in found.items():
        content = path.read_bytes()
        if name in listed and hashlib.sha256(content).hexdigest() != listed[name]:
            problems.append(f"{name} differs from the manifest")
            continue
        try:
            chunks += _source(name, content)
        except ValueError as error:
            problems.append(f"{name}: {error}")
    ids = [chunk.chunk_id for chunk in chunks]
    problems += [f"chunk {each} is there twice" for each in sorted({each for each in ids if ids.count(each) > 1})]
    if not chunks:
        problems.append("it has no chunks")
    if problems:
        raise ConfigurationError(f"The guideline corpus cannot be used: {'; '.join(problems)}.")
    return Corpus(version, tuple(sorted(chunks, key=lambda chunk: chunk.chunk_id)))


def write_manifest(folder: Path, version: str) -> None:
    """Name the version of a corpus and take the hash of every source file: whoever changes a text does this.

    Raises:
        ConfigurationError: The version is malformed, or the corpus is.
    """
    files = sorted(path for path in (folder / SOURCES).glob("*") if path.is_file())
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    text = json.dumps({"corpus_version": version, "sources": hashes}, indent=2) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")
    read_corpus(folder)


def _manifest(folder: Path) -> tuple[str, Mapping[str, str], list[str]]:
    """Version, file name to hash, and what is wrong with them."""
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
        version, sources = manifest["corpus_version"], manifest["sources"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ConfigurationError(
            f"There is no readable {MANIFEST} in the guideline corpus folder; check ARBITER_GUIDELINE_CORPUS."
        ) from None
    problems = []
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        problems.append("corpus_version is malformed")
    if not isinstance(sources, dict) or not all(isinstance(value, str) for value in sources.values()):
        problems.append("sources is no table of hashes")
        sources = {}
    return str(version), sources, problems


def _source(name: str, content: bytes) -> Iterator[PublishedChunk]:
    """The chunks of one file.

    Raises:
        ValueError: Malformed, with what is wrong.
    """
    lines = content.decode("utf-8").split("\n")
    head, body = _head(lines)
    if f"{head['source_id']}.md" != name:
        raise ValueError("source_id is not the file's name")
    starts = [index for index, line in enumerate(body) if line.startswith("## ")]
    if not starts or any(line.strip() for line in body[: starts[0]]):
        raise ValueError("chunks follow the head, each below a line that begins with ##")
    for start, end in zip(starts, [*starts[1:], len(body)], strict=True):
        yield _chunk(head, body[start][3:].strip(), body[start + 1 : end])


def _head(lines: Sequence[str]) -> tuple[Mapping[str, str], Sequence[str]]:
    if lines[0] != "---" or "---" not in lines[1:]:
        raise ValueError("no head between two lines of three dashes")
    end = lines.index("---", 1)
    head = _fields(lines[1:end])
    if tuple(head) != _HEAD or not all(head.values()):
        raise ValueError(f"the head has the lines {', '.join(_HEAD)}, in this order, none empty")
    if not _SLUG.fullmatch(head["source_id"]):
        raise ValueError("source_id is small letters, digits and single hyphens")
    if not head["year"].isdigit() or int(head["year"]) not in YEARS:
        raise ValueError("year is not a year")
    if head["topic"] not in TOPICS:
        raise ValueError(f"topic is none of {', '.join(sorted(TOPICS))}")
    if not head["url"].startswith("https://") and not (head["topic"] == "local" and head["url"].startswith("local:")):
        raise ValueError("url begins with https://, or with local: for the topic local")
    return head, lines[end + 1 :]


def _fields(lines: Sequence[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or name in fields:
            raise ValueError("a line is not of the form name: value, or its name is there twice")
        fields[name] = value.strip()
    return fields


def _chunk(head: Mapping[str, str], slug: str, lines: Sequence[str]) -> PublishedChunk:
    if not _SLUG.fullmatch(slug) or "" not in lines:
        raise ValueError("a chunk has a name of small letters and hyphens, its lines, an empty line, and its text")
    blank = lines.index("")
    fields = _fields(lines[:blank])
    if not {"section", "words"} <= fields.keys() <= {"section", "grade", "words"} or not fields["section"]:
        raise ValueError(f"{slug}: the lines are section, grade (if any) and words")
    if fields["words"] not in _WORDS:
        raise ValueError(f"{slug}: words is own or quoted")
    text = " ".join(" ".join(lines[blank:]).split())
    if not text or len(text) > MOST_CHARS:
        raise ValueError(f"{slug}: a text has 1 to {MOST_CHARS} characters")
    return PublishedChunk(
        chunk_id=f"{head['source_id']}.{slug}",
        title=head["title"],
        organisation=head["organisation"],
        year=int(head["year"]),
        url=head["url"],
        section=fields["section"],
        grade=fields.get("grade", ""),
        topic=head["topic"],
        text=text,
        quoted=_WORDS[fields["words"]],
    )
