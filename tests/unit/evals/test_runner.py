from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import DocumentError, ErrorCode
from arbiter_fhir.evals.corpus import load_corpus
from arbiter_fhir.evals.runner import observe, run_cases
from tests.unit.evals.golden_evidence import case

GOLDEN = Path(__file__).resolve().parents[3] / "fixtures" / "clinical-document-golden"


class Refusing:
    """A line that refuses every document with a code."""

    def extract(self, content: bytes, *, doc_type: DocType, source_id: str) -> NoReturn:
        os.write(2, f"refused {len(content)} bytes of {source_id}\n".encode())
        raise DocumentError(ErrorCode.ENCRYPTED, "The file needs a password.")


class Crashing:
    """A line with a fault of its own, whose message holds document text."""

    def extract(self, content: bytes, *, doc_type: DocType, source_id: str) -> NoReturn:
        raise KeyError("Halvorsen")


def build_refusing() -> Refusing:
    return Refusing()


def test_a_coded_error_is_observed_with_its_message_and_logs() -> None:
    seen = observe(case(), b"12345", Refusing())
    assert (seen.error_code, seen.error_message, seen.document) == ("E_ENCRYPTED", "The file needs a password.", "")
    assert "refused 5 bytes of golden:two-rows" in seen.logs
    assert "golden.failed" in seen.logs


def test_a_fault_is_observed_by_its_class_alone() -> None:
    seen = observe(case(), b"", Crashing())
    assert seen.error_code == "KeyError"
    assert "Halvorsen" not in seen.logs + seen.error_message


@pytest.mark.timeout(60)
def test_cases_run_in_processes_of_their_own() -> None:
    corpus = load_corpus(GOLDEN)
    chosen = [one for one in corpus.cases if one.id.startswith("unreadable-")]
    seen = list(run_cases(corpus, chosen, build=build_refusing, processes=2))
    assert {one.case_id for one in seen} == {one.id for one in chosen}
    assert all(one.error_code == "E_ENCRYPTED" for one in seen)
