from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbiter_fhir.evals.corpus import CorpusError, load_corpus

GOLDEN = Path(__file__).resolve().parents[3] / "fixtures" / "clinical-document-golden"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy = tmp_path / "golden"
    shutil.copytree(GOLDEN, copy)
    return copy


def edit(path: Path, change: Callable[[Any], object]) -> None:
    plain = json.loads(path.read_text())
    change(plain)
    path.write_text(json.dumps(plain))


def manifest(folder: Path, change: Callable[[Any], object]) -> None:
    edit(folder / "source-fixture-manifest.json", change)


def case(folder: Path, change: Callable[[Any], object], name: str = "lab-ruled-typed") -> None:
    edit(folder / "cases" / f"{name}.json", change)


def spoil_content(folder: Path) -> None:
    path = folder / "sources" / "lab-ruled-typed.pdf"
    path.write_bytes(path.read_bytes() + b"\n")


def duplicate_content(folder: Path) -> None:
    shutil.copy(folder / "sources" / "lab-ruled-typed.pdf", folder / "sources" / "lab-open-typed.pdf")

    def change(plain: Any) -> None:
        by_file = {source["file"]: source for source in plain["sources"]}
        by_file["lab-open-typed.pdf"] |= {key: by_file["lab-ruled-typed.pdf"][key] for key in ("sha256", "size")}

    manifest(folder, change)


def not_a_pdf(folder: Path) -> None:
    content = b"GIF89a"
    (folder / "sources" / "lab-ruled-typed.pdf").write_bytes(content)

    def change(plain: Any) -> None:
        source = next(item for item in plain["sources"] if item["file"] == "lab-ruled-typed.pdf")
        source |= {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}

    manifest(folder, change)


def empty_category(folder: Path) -> None:
    for name in ("qualitative-typed", "qualitative-scanned", "lab-long-typed", "lab-long-scanned"):
        edit(folder / "cases" / f"{name}.json", lambda plain: plain.update(categories=["clean_typed"]))
    for name in ("lab-panel-dates-typed", "lab-panel-dates-scanned"):
        edit(folder / "cases" / f"{name}.json", lambda plain: plain.update(categories=["clean_typed"]))


def preview_of(plain: Any) -> Any:
    return next(source for source in plain["sources"] if source["role"] == "preview_only")


def talk(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    edit(folder / "interviews" / "sugar-and-kidneys.json", change)


def scenario(folder: Path, change: Callable[[Any], object], name: str = "duplicate-upload") -> None:
    edit(folder / "scenarios" / f"{name}.json", change)


def test_the_committed_set_holds_together() -> None:
    corpus = load_corpus(GOLDEN)
    assert len(corpus.cases) >= 110
    assert len(corpus.scenarios) >= 15
    assert corpus.content(corpus.cases[0])


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda f: (f / "sources" / "lab-ruled-typed.pdf").unlink(), "missing file sources/lab-ruled-typed.pdf"),
        (spoil_content, "is not the file that the manifest knows"),
        (duplicate_content, "SHA-256"),
        (not_a_pdf, "is not application/pdf"),
        (lambda f: (f / "sources" / "extra.pdf").write_bytes(b"%PDF-"), "stray file sources/extra.pdf"),
        (lambda f: (f / "notes.txt").write_text("x"), "stray file notes.txt"),
        (lambda f: (f / "cases" / "lab-ruled-typed.json").unlink(), "has no case lab-ruled-typed"),
        (lambda f: (f / "cases" / "lab-ruled-typed.json").rename(f / "cases" / "x.json"), "cases/x.json holds"),
        (lambda f: (f / "thresholds.json").unlink(), "thresholds.json cannot be read"),
        (lambda f: (f / "source-fixture-manifest.json").write_text("{}"), "source-fixture-manifest.json"),
        (lambda f: manifest(f, lambda p: p["sources"][0].update(role="preview")), "role"),
        (lambda f: manifest(f, lambda p: p["sources"][0].update(role="unreadable_source")), "disagree"),
        (lambda f: manifest(f, lambda p: p["sources"][0].update(mime="text/plain")), "media type"),
        (lambda f: manifest(f, lambda p: p["sources"][0].update(doc_type="intake_form")), "its source a intake_form"),
        (lambda f: manifest(f, lambda p: p["sources"].append(p["sources"][0])), "stands 2 times in the manifest"),
        (lambda f: manifest(f, lambda p: p["sources"].pop(0)), "does not know its source"),
        (lambda f: case(f, lambda p: p["facts"][0].update(source_type="intake_form")), "expects citations of"),
        (lambda f: case(f, lambda p: p.update(identifiers=[])), "names no identifier"),
        (lambda f: case(f, lambda p: p.update(facts=[])), "expects nothing"),
        (lambda f: case(f, lambda p: p.update(layout="lines"), "lab-turned-typed"), "layout turned has no typed case"),
        (lambda f: case(f, lambda p: p.update(surprise=1)), "lab-ruled-typed.json: surprise"),
        (lambda f: manifest(f, lambda p: preview_of(p).update(case="lab-ruled-typed")), "preview and must not be read"),
        (lambda f: manifest(f, lambda p: preview_of(p).update(doc_type="intake_form")), "preview and must not be read"),
        (
            lambda f: case(f, lambda p: p["items"][0].update(source_type="lab_pdf"), "intake-plain-asthma-typed"),
            "expects citations of",
        ),
        (lambda f: edit(f / "thresholds.json", lambda p: p["designs"].update(fax_packet=99)), "fewer than 99"),
        (lambda f: edit(f / "thresholds.json", lambda p: p["designs"].pop("fax_packet")), "no number of designs"),
        (lambda f: edit(f / "thresholds.json", lambda p: p.update(cases=999)), "fewer than 999"),
        (lambda f: scenario(f, lambda p: p["steps"][0].update(source="nothing.pdf")), "does not know its source"),
        (lambda f: scenario(f, lambda p: p["steps"][0].update(doc_type="intake_form")), "for a intake_form"),
        (lambda f: scenario(f, lambda p: p["steps"][0].update(surprise=1)), "duplicate-upload.json: steps"),
        (lambda f: (f / "scenarios" / "wrong-patient.json").unlink(), "no scenario covers 'wrong patient'"),
        (lambda f: (f / "scenarios" / "admission.json").rename(f / "scenarios" / "x.json"), "scenarios/x.json holds"),
        (lambda f: talk(f, lambda p: p["documents"][0].update(source="nothing.pdf")), "does not know its source"),
        (lambda f: talk(f, lambda p: p["documents"][0].update(doc_type="intake_form")), "for a intake_form"),
        (lambda f: talk(f, lambda p: p["questions"][0].update(surprise=1)), "sugar-and-kidneys.json: questions"),
        (lambda f: edit(f / "thresholds.json", lambda p: p.update(questions=999)), "fewer than 999"),
        (lambda f: (f / "interviews" / "guidance.json").unlink(), "no question of the kind guideline"),
        (empty_category, "category qualitative has no case"),
        (lambda f: edit(f / "thresholds.json", lambda p: p["rubrics"].pop("schema_valid")), "has no threshold"),
        (lambda f: edit(f / "thresholds.json", lambda p: p["rubrics"].update(surprise=1.0)), "unknown rubric"),
        (lambda f: edit(f / "thresholds.json", lambda p: p["f1"].pop("scanned")), "no F1 threshold for scanned"),
    ],
)
def test_the_validator_fails_closed(folder: Path, spoil: Callable[[Path], object], message: str) -> None:
    spoil(folder)
    with pytest.raises(CorpusError) as caught:
        load_corpus(folder)
    assert message in caught.value.message
