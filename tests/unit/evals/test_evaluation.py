from __future__ import annotations

import io
import json
from pathlib import Path
from typing import NoReturn

from arbiter_fhir.domain.document import DocType
from arbiter_fhir.errors import DocumentError, ErrorCode
from arbiter_fhir.evals.evaluation import GATE_FAILED, GATE_MET, NOT_JUDGED, EvaluationOptions, evaluate

GOLDEN = Path(__file__).resolve().parents[3] / "fixtures" / "clinical-document-golden"


class Refusing:
    """A line that says of every document that it is encrypted."""

    def extract(self, content: bytes, *, doc_type: DocType, source_id: str) -> NoReturn:
        raise DocumentError(ErrorCode.ENCRYPTED, "The file needs a password.")


def build_refusing() -> Refusing:
    return Refusing()


def run(tmp_path: Path, *cases: str, golden: Path = GOLDEN, as_json: bool = False) -> tuple[int, str, str]:
    out, progress = io.StringIO(), io.StringIO()
    options = EvaluationOptions(golden=golden, results=tmp_path, cases=cases, as_json=as_json, processes=1)
    code = evaluate(options, build=build_refusing, out=out, progress=progress)
    return code, out.getvalue(), progress.getvalue()


def test_single_cases_are_judged_without_the_gate(tmp_path: Path) -> None:
    code, out, progress = run(tmp_path, "unreadable-encrypted", as_json=True)
    assert code == GATE_MET
    assert json.loads(out)["verdict"] == "cases_passed"
    assert "pass  unreadable-encrypted" in progress


def test_a_failed_case_fails_the_run_and_leaves_artifacts(tmp_path: Path) -> None:
    code, out, _ = run(tmp_path, "lab-ruled-typed")
    assert code == GATE_FAILED
    assert "cases_failed" in out
    assert json.loads((tmp_path / "clinical-documents.json").read_text())["verdict"] == "cases_failed"
    assert "no document came out" in (tmp_path / "clinical-documents.md").read_text()


def test_a_line_that_reads_nothing_does_not_open_the_gate(tmp_path: Path) -> None:
    code, out, _ = run(tmp_path)
    assert code == GATE_FAILED
    assert "bounding_box_present" in out
    assert "typed F1 is 0.0000" in out


def test_an_unknown_case_or_a_broken_set_is_not_judged(tmp_path: Path) -> None:
    assert run(tmp_path, "no-such-case")[0] == NOT_JUDGED
    code, _, progress = run(tmp_path, golden=tmp_path / "nowhere")
    assert code == NOT_JUDGED
    assert "does not hold together" in progress
