"""The golden set on disk, and the checks that let nothing slip out of it unseen.

A gate that runs over fewer cases than it believes is worse than none: every file is accounted for by its hash, every
case by its file, every category by a case, or nothing runs at all.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import ConfigurationError
from arbiter_fhir.evals.answers.cases import Interview, QuestionKind
from arbiter_fhir.evals.cases import Category, EvalCase, Route
from arbiter_fhir.evals.rubrics import ALL_RUBRICS
from arbiter_fhir.evals.scenario_cases import Scenario, Upload

__all__ = ["REDACTED", "Corpus", "CorpusError", "FixtureRole", "Manifest", "Source", "Thresholds", "load_corpus"]

_STRICT = ConfigDict(extra="forbid", frozen=True, strict=True)
_Model = TypeVar("_Model", bound=BaseModel)
_Share = Annotated[float, Field(ge=0, le=1)]

#: Layout of pages on which every identifier was painted over before they came here (`arbiter-fhir eval-case`).
REDACTED = "redacted"

#: What may lie in the folder besides `sources/` and `cases/`.
_FILES = {"README.md", "baseline.json", "source-fixture-manifest.json", "thresholds.json"}

#: First bytes of each media type that the set holds.
_MAGIC: Mapping[str, tuple[bytes, ...]] = {
    "application/pdf": (b"%PDF-",),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": (b"PK\x03\x04",),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": (b"PK\x03\x04",),
    "x-application/hl7-v2+er7": (b"MSH", b"FHS", b"BHS", b"\x0bMSH"),
    "image/tiff": (b"II*\x00", b"MM\x00*"),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/webp": (b"RIFF",),
}


class CorpusError(ConfigurationError):
    """The golden set is not what it says it is; the message lists every problem."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("The golden set does not hold together:\n" + "\n".join(f"- {text}" for text in problems))


class FixtureRole(StrEnum):
    """What a source file is for."""

    EXTRACTION_SOURCE = "extraction_source"
    UNREADABLE_SOURCE = "unreadable_source"
    #: A picture for people: no case may be read from it.
    PREVIEW_ONLY = "preview_only"


class Source(BaseModel):
    """One source file as the manifest knows it; a preview has neither type nor case."""

    model_config = _STRICT

    file: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    size: Annotated[int, Field(ge=0)]
    role: FixtureRole
    mime: str
    doc_type: DocType | None
    case: str | None


class Manifest(BaseModel):
    """Every source file of the set."""

    model_config = _STRICT

    sources: tuple[Source, ...]


class Thresholds(BaseModel):
    """What the gate demands.

    Attributes:
        rubrics: Least share of measured cases that pass, per rubric.
        f1: Least joint F1 of value, unit, range, flag and date, per route.
        verified_share: Of the rows that must come out verified or may, the least share that does, per route: a line
            that is never sure is safe and useless.
        kinds: For rates by name, such as ``kind.medication.typed`` or ``assertions``, the least value.
        wrong_verified_facts: Most verified facts that the paper does not bear out.
        maximum_regression: Largest relative loss against the baseline, for every rate.
        layouts: Designs of laboratory reports that must be there, typed and scanned.
        designs: For each type, how many different designs there must be at least.
        cases: How many cases there must be at least.
        scenarios: Words that the scenarios must cover.
        questions: How many questions the interviews must ask at least.
        awaited: Rubrics that cannot be measured yet, with the reason; once one is measured it needs a threshold.
    """

    model_config = _STRICT

    rubrics: Mapping[str, _Share]
    f1: Mapping[Route, _Share]
    verified_share: Mapping[Route, _Share]
    kinds: Mapping[str, _Share]
    wrong_verified_facts: Annotated[int, Field(ge=0)]
    maximum_regression: _Share
    layouts: tuple[str, ...]
    designs: Mapping[DocType, Annotated[int, Field(ge=1)]]
    cases: Annotated[int, Field(ge=1)]
    scenarios: tuple[str, ...]
    questions: Annotated[int, Field(ge=1)]
    awaited: Mapping[str, Annotated[str, Field(min_length=1)]]


@dataclass(frozen=True, slots=True)
class Corpus:
    """A golden set that holds together."""

    folder: Path
    cases: tuple[EvalCase, ...]
    thresholds: Thresholds
    scenarios: tuple[Scenario, ...] = ()
    interviews: tuple[Interview, ...] = ()

    def content(self, case: EvalCase) -> bytes:
        """The case's document."""
        return self.source(case.source)

    def source(self, name: str) -> bytes:
        """A source by its file name."""
        return (self.folder / "sources" / name).read_bytes()


def load_corpus(folder: Path) -> Corpus:
    """Read and check the whole set.

    Raises:
        CorpusError: Anything at all is wrong; the message lists everything.
    """
    problems: list[str] = []
    manifest = _read(folder / "source-fixture-manifest.json", Manifest, problems)
    thresholds = _read(folder / "thresholds.json", Thresholds, problems)
    cases = _read_all(folder / "cases", EvalCase, problems)
    scenarios = _read_all(folder / "scenarios", Scenario, problems)
    interviews = _read_all(folder / "interviews", Interview, problems)
    if manifest is None or thresholds is None:
        raise CorpusError(problems)
    problems += _stray_files(folder, manifest)
    for source in manifest.sources:
        problems += _source_problems(folder, source)
    problems += _manifest_problems(manifest, cases)
    problems += _case_problems(cases)
    problems += _scenario_problems(manifest, scenarios, thresholds)
    problems += _interview_problems(manifest, interviews, thresholds)
    problems += _coverage_problems(cases, thresholds)
    if problems:
        raise CorpusError(problems)
    return Corpus(folder, tuple(cases), thresholds, tuple(scenarios), tuple(interviews))


def _read(path: Path, model: type[_Model], problems: list[str]) -> _Model | None:
    try:
        return model.model_validate_json(path.read_bytes())
    except OSError:
        problems.append(f"{path.name} cannot be read")
    except ValidationError as error:
        places = error.errors(include_input=False, include_url=False, include_context=False)
        problems += [f"{path.name}: {'.'.join(str(part) for part in item['loc'])}: {item['msg']}" for item in places]
    return None


_Named = TypeVar("_Named", EvalCase, Scenario, Interview)


def _read_all(folder: Path, model: type[_Named], problems: list[str]) -> list[_Named]:
    """Every file of a folder, each named by what it holds."""
    found = []
    for path in sorted(folder.glob("*")):
        item = _read(path, model, problems)
        if item is not None:
            found.append(item)
            if path.name != f"{item.id}.json":
                problems.append(f"{folder.name}/{path.name} holds {item.id}")
    return found


def _stray_files(folder: Path, manifest: Manifest) -> Iterator[str]:
    known = {f"sources/{source.file}" for source in manifest.sources}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_dir() or name in _FILES or name in known or name.startswith(("cases/", "scenarios/", "interviews/")):
            continue
        yield f"stray file {name}"


def _source_problems(folder: Path, source: Source) -> Iterator[str]:
    path = folder / "sources" / source.file
    if not path.is_file():
        yield f"missing file sources/{source.file}"
        return
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != source.sha256 or len(content) != source.size:
        yield f"sources/{source.file} is not the file that the manifest knows"
    if source.mime not in _MAGIC:
        yield f"sources/{source.file}: media type {source.mime} is not known"
    elif source.role is FixtureRole.EXTRACTION_SOURCE and not content.startswith(_MAGIC[source.mime]):
        yield f"sources/{source.file} is not {source.mime}"


def _manifest_problems(manifest: Manifest, cases: Sequence[EvalCase]) -> Iterator[str]:
    for what, values in (
        ("file", [source.file for source in manifest.sources]),
        ("SHA-256", [source.sha256 for source in manifest.sources]),
        ("case", [source.case for source in manifest.sources if source.case is not None]),
    ):
        for value, count in Counter(values).items():
            if count > 1:
                yield f"{what} {value} stands {count} times in the manifest"
    by_case = {source.case: source for source in manifest.sources}
    ids = {case.id for case in cases}
    for each in manifest.sources:
        yield from _role_problems(each, ids)
    for case in cases:
        source = by_case.get(case.id)
        if source is None or source.file != case.source:
            yield f"case {case.id}: the manifest does not know its source {case.source}"
            continue
        if source.doc_type is not case.doc_type:
            yield f"case {case.id} is a {case.doc_type.value}, its source a {source.doc_type or 'preview'}"
        if (source.role is FixtureRole.UNREADABLE_SOURCE) is not (case.error is not None):
            yield f"case {case.id}: its source's role {source.role.value} and its expected error disagree"


def _role_problems(source: Source, case_ids: Collection[str]) -> Iterator[str]:
    if source.role is FixtureRole.PREVIEW_ONLY:
        if source.case is not None or source.doc_type is not None:
            yield f"sources/{source.file} is a preview and must not be read as a document of a case"
    elif source.case not in case_ids:
        yield f"sources/{source.file} has no case {source.case}"


def _case_problems(cases: Sequence[EvalCase]) -> Iterator[str]:
    for case_id, count in Counter(case.id for case in cases).items():
        if count > 1:
            yield f"case {case_id} stands {count} times"
    for case in cases:
        types = [fact.source_type.value for fact in case.facts] + [item.source_type.value for item in case.items]
        wrong = set(types) - {case.doc_type.value}
        if wrong:
            yield f"case {case.id} is a {case.doc_type.value} and expects citations of {', '.join(sorted(wrong))}"
        if case.error is None and not case.identifiers and case.layout != REDACTED:
            yield f"case {case.id} names no identifier, so nothing could leak"
        if case.error is None and not (case.facts or case.items) and Category.NO_RESULTS not in case.categories:
            yield f"case {case.id} expects nothing"


def _scenario_problems(manifest: Manifest, scenarios: Sequence[Scenario], thresholds: Thresholds) -> Iterator[str]:
    sources = {source.file: source for source in manifest.sources}
    for scenario in scenarios:
        for step in scenario.steps:
            if not isinstance(step, Upload):
                continue
            source = sources.get(step.source)
            if source is None:
                yield f"scenario {scenario.id}: the manifest does not know its source {step.source}"
            elif source.doc_type is not step.doc_type:
                kind = step.doc_type or "picture for people"
                yield f"scenario {scenario.id} takes {step.source} for a {kind}"
    covered = {word for scenario in scenarios for word in scenario.covers}
    yield from (f"no scenario covers {word!r}" for word in thresholds.scenarios if word not in covered)


def _interview_problems(manifest: Manifest, interviews: Sequence[Interview], thresholds: Thresholds) -> Iterator[str]:
    sources = {source.file: source for source in manifest.sources}
    for interview in interviews:
        for document in interview.documents:
            source = sources.get(document.source)
            if source is None:
                yield f"interview {interview.id}: the manifest does not know its source {document.source}"
            elif source.doc_type is not document.doc_type:
                yield f"interview {interview.id} takes {document.source} for a {document.doc_type.value}"
    kinds = {question.kind for interview in interviews for question in interview.questions}
    yield from (f"no question of the kind {kind.value}" for kind in QuestionKind if kind not in kinds)
    asked = sum(len(interview.questions) for interview in interviews)
    if asked < thresholds.questions:
        yield f"{asked} questions, fewer than {thresholds.questions}"


def _coverage_problems(cases: Sequence[EvalCase], thresholds: Thresholds) -> Iterator[str]:
    covered = {category for case in cases for category in case.categories}
    yield from (f"category {category.value} has no case" for category in Category if category not in covered)
    for route in (Route.TYPED, Route.SCANNED):
        seen = {case.layout for case in cases if case.route is route and case.facts}
        yield from (f"layout {layout} has no {route.value} case" for layout in thresholds.layouts if layout not in seen)
    for doc_type in DocType:
        designs = {case.layout for case in cases if case.doc_type is doc_type and (case.facts or case.items)}
        least = thresholds.designs.get(doc_type)
        if least is None:
            yield f"no number of designs for {doc_type.value}"
        elif len(designs) < least:
            yield f"{doc_type.value} has {len(designs)} designs, fewer than {least}"
    if len(cases) < thresholds.cases:
        yield f"{len(cases)} cases, fewer than {thresholds.cases}"
    known = set(ALL_RUBRICS)
    given = {*thresholds.rubrics, *thresholds.awaited}
    yield from (f"rubric {name} has no threshold" for name in sorted(known - given))
    yield from (f"threshold for an unknown rubric {name}" for name in sorted(given - known))
    for what, routes in (("F1", thresholds.f1), ("verified share", thresholds.verified_share)):
        yield from (f"no {what} threshold for {route.value}" for route in Route if route not in routes)
