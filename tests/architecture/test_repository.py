"""The repository speaks of the project alone, and its documents point at things that exist."""

from __future__ import annotations

import re
import subprocess

import pytest

from arbiter_fhir.settings import Settings
from tests.architecture.source_tree import ROOT

_MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:wo" r"rk|ro" r"ot|ho" r"me)/[a-z]")
_REGISTRY = re.compile(r"py" r"pi\.org|pythonhos" r"ted|deb\.deb" r"ian\.org|registry\.np" r"mjs")


def tracked() -> list[str]:
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listing.stdout.splitlines() if (ROOT / name).is_file()]


def text_of(name: str) -> str:
    try:
        return (ROOT / name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


@pytest.mark.parametrize("pattern", [_MACHINE_PATH, _REGISTRY], ids=["machine-paths", "registry-hosts"])
def test_no_trace_of_a_machine(pattern: re.Pattern[str]) -> None:
    hits = [
        name for name in tracked() if name != "tests/architecture/test_repository.py" and pattern.search(text_of(name))
    ]
    assert not hits


def test_every_setting_is_shown_in_the_example() -> None:
    example = text_of(".env.example")
    missing = [f"ARBITER_{name.upper()}" for name in Settings.model_fields if f"ARBITER_{name.upper()}=" not in example]
    assert not missing


@pytest.mark.parametrize("document", ["README.md", "GLOSSARY.md", "SECURITY.md", "CONTRIBUTING.md"])
def test_paths_named_in_documents_exist(document: str) -> None:
    named = re.findall(
        r"`((?:arbiter_fhir|devstack|scripts|tests|migrations|fixtures|docs)/[\w./-]*)`", text_of(document)
    )
    assert named, "the document maps the code"
    missing = [path for path in named if not (ROOT / path).exists()]
    assert not missing
