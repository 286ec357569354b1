"""Writes the golden set to its folder, or says which files would change."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatch
from itertools import chain
from pathlib import Path

from arbiter_fhir.evals.cases import EvalCase
from arbiter_fhir.evals.corpus import FixtureRole
from devstack.golden.documents import GoldenDocument
from devstack.golden.hl7 import hl7_cases
from devstack.golden.intake import intake_cases
from devstack.golden.interviews import golden_interviews
from devstack.golden.layout_cases import layout_cases
from devstack.golden.packet import packet_cases
from devstack.golden.previews import preview_files
from devstack.golden.referral import referral_cases
from devstack.golden.scenarios import golden_scenarios
from devstack.golden.special_labs import special_lab_cases
from devstack.golden.trap_cases import trap_cases
from devstack.golden.unreadable_cases import unreadable_cases
from devstack.golden.workbook import workbook_cases

__all__ = ["GOLDEN_FOLDER", "changed_files", "golden_documents", "write_documents", "write_golden_set"]

#: Below the checkout.
GOLDEN_FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "clinical-document-golden"

#: Most that the whole folder may weigh, in bytes.
MAXIMUM_BYTES = 9_000_000


#: Media types by the ending of a file's name.
_MIME = {
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "hl7": "x-application/hl7-v2+er7",
    "tiff": "image/tiff",
    "jpeg": "image/jpeg",
    "png": "image/png",
    "webp": "image/webp",
}

#: What makes the documents, by a word for ``scripts/make_golden.py --only``.
_MAKERS: Mapping[str, Callable[[], Iterator[GoldenDocument]]] = {
    "layouts": layout_cases,
    "traps": trap_cases,
    "special": special_lab_cases,
    "unreadable": unreadable_cases,
    "intake": intake_cases,
    "referral": referral_cases,
    "workbook": workbook_cases,
    "fax": packet_cases,
    "hl7": hl7_cases,
}


def golden_documents(makers: Iterable[str] = _MAKERS) -> Iterator[GoldenDocument]:
    """All documents of the set, or those of some makers.

    Raises:
        KeyError: No such maker.
    """
    return chain.from_iterable(_MAKERS[name]() for name in makers)


def write_documents(folder: Path, pattern: str) -> list[str]:
    """Write documents and cases whose id matches a shell pattern somewhere else, to look at them."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    makers = [name for name in _MAKERS if pattern.startswith(name)] or list(_MAKERS)
    for document in golden_documents(makers):
        case = document.case
        if fnmatch(case.id, pattern):
            (folder / case.source).write_bytes(document.content)
            (folder / f"{case.id}.json").write_text(_case_text(case), encoding="utf-8")
            written.append(case.source)
    return written


def _case_text(case: EvalCase) -> str:
    """JSON with one fact, identifier or other item a line, so that a change shows as a line."""
    plain = case.model_dump(mode="json")
    lines = []
    for key, value in plain.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            items = ",\n  ".join(json.dumps(item, ensure_ascii=False) for item in value)
            lines.append(f' "{key}": [\n  {items}\n ]')
        else:
            lines.append(f' "{key}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _content(document: GoldenDocument, folder: Path) -> bytes:
    """The document's bytes; those on disk where other ones would come out each time."""
    path = folder / "sources" / document.case.source
    return document.content if document.reproducible or not path.is_file() else path.read_bytes()


def _files(folder: Path) -> dict[str, bytes]:
    """Every generated file by its path in the folder."""
    files: dict[str, bytes] = {}
    sources = []
    for document in golden_documents():
        case = document.case
        content = _content(document, folder)
        files[f"sources/{case.source}"] = content
        files[f"cases/{case.id}.json"] = _case_text(case).encode()
        sources.append(
            {
                "file": case.source,
                "sha256": hashlib.sha256(content).hexdigest(),
                "size": len(content),
                "role": document.role.value,
                "mime": _MIME[case.source.rsplit(".")[-1]],
                "doc_type": case.doc_type.value,
                "case": case.id,
            }
        )
    for name, content in preview_files():
        files[f"sources/{name}"] = content
        sources.append(
            {
                "file": name,
                "sha256": hashlib.sha256(content).hexdigest(),
                "size": len(content),
                "role": FixtureRole.PREVIEW_ONLY.value,
                "mime": _MIME[name.rsplit(".")[-1]],
                "doc_type": None,
                "case": None,
            }
        )
    for scenario in golden_scenarios():
        files[f"scenarios/{scenario.id}.json"] = (scenario.model_dump_json(indent=1) + "\n").encode()
    for interview in golden_interviews():
        files[f"interviews/{interview.id}.json"] = (interview.model_dump_json(indent=1) + "\n").encode()
    entries = ",\n  ".join(json.dumps(source) for source in sources)
    files["source-fixture-manifest.json"] = f'{{\n "sources": [\n  {entries}\n ]\n}}\n'.encode()
    return files


def _changed(files: Mapping[str, bytes], folder: Path) -> list[str]:
    changed = [
        name for name, content in files.items() if not (path := folder / name).is_file() or path.read_bytes() != content
    ]
    on_disk = [
        path.relative_to(folder).as_posix()
        for part in ("sources", "cases", "scenarios", "interviews")
        for path in sorted((folder / part).glob("*"))
    ]
    return changed + [name for name in on_disk if name not in files]


def changed_files(folder: Path = GOLDEN_FOLDER) -> list[str]:
    """Generated files that differ from those on disk, and files on disk that are not generated any more."""
    return _changed(_files(folder), folder)


def write_golden_set(folder: Path = GOLDEN_FOLDER) -> list[str]:
    """Write what differs and remove what is not generated any more; thresholds and baseline are not touched.

    Raises:
        ValueError: The set has become too heavy to be committed.
    """
    files = _files(folder)
    weight = sum(map(len, files.values()))
    if weight > MAXIMUM_BYTES:
        raise ValueError(f"the golden set weighs {weight} bytes, more than {MAXIMUM_BYTES}")
    changed = _changed(files, folder)
    for name in changed:
        path = folder / name
        if name not in files:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files[name])
    return changed
