#!/usr/bin/env python3
"""Checks an installation from end to end: uploads a lab report and an intake form through OpenEMR, waits, asks.

A synthetic patient is entered through OpenEMR's own API, two documents that name this patient are uploaded the same
way, and the service is asked about both. What happened is written as JSON: ids, times, states and counts; no name, no
word of a document or an answer. The patient and the documents stay: delete them in OpenEMR when you like.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

from own_python import use_own_python

use_own_python()

import httpx
import pymupdf

#: A job may wait for the watch, a worker and, at first, the models.
PATIENCE_SECONDS: Final = 180.0
_POLL_SECONDS: Final = 0.5
_BORN: Final = date(1961, 4, 17)
_TAKEN: Final = "03/02/2026"
_QUESTIONS: Final = {"lab": "most recent hemoglobin A1c?", "intake": "any allergies?"}


class SmokeError(Exception):
    """A step failed; the message says which, free of anything about a patient."""


@dataclass
class Smoke:
    """One run.

    Attributes:
        steps: What was done, with its time in seconds.
        found: Ids, states and counts.
    """

    ehr: httpx.Client
    service: httpx.Client
    steps: dict[str, float] = field(default_factory=dict)
    found: dict[str, object] = field(default_factory=dict)

    def step(self, name: str, do: Callable[[], Any]) -> Any:
        """Do one step and note how long it took.

        Raises:
            SmokeError: It failed.
        """
        began = time.monotonic()
        try:
            return do()
        except httpx.HTTPError as error:
            raise SmokeError(f"{name}: {type(error).__name__}") from None
        finally:
            self.steps[name] = round(time.monotonic() - began, 3)


def run(smoke: Smoke, site: str, categories: Mapping[str, str]) -> None:
    """All steps, in order.

    Args:
        smoke: Where to ask, and where to note.
        site: OpenEMR's site name.
        categories: ``lab`` and ``intake`` to the names of their categories.

    Raises:
        SmokeError: At the first step that fails.
    """
    family = f"Smoketest{''.join(secrets.choice('abcdefghijklmnopqrstuvwxyz') for _ in range(6))}"
    smoke.step("ready", lambda: _ready(smoke))
    pid = smoke.step("patient", lambda: _patient(smoke, site, family))
    papers = {"lab": lab_report("Deploya", family), "intake": intake_form("Deploya", family)}
    for kind, content in papers.items():
        smoke.step(
            f"upload_{kind}", lambda kind=kind, content=content: _upload(smoke, site, pid, categories[kind], content)
        )
    smoke.step("read", lambda: _wait(smoke, pid, len(papers)))
    for kind, question in _QUESTIONS.items():
        smoke.step(f"ask_{kind}", partial(_ask, smoke, pid, kind, question))


def _expect(answer: httpx.Response, name: str, *statuses: int) -> Any:
    if answer.status_code not in statuses:
        raise SmokeError(f"{name}: answered {answer.status_code}")
    try:
        return answer.json()
    except ValueError:
        raise SmokeError(f"{name}: answered without JSON") from None


def _ready(smoke: Smoke) -> None:
    body = _expect(smoke.service.get("/meta/health/readyz"), "ready", 200, 503)
    smoke.found["checks"] = body["checks"]
    if body["status"] != "ready":
        raise SmokeError("ready: the service is not; run `arbiter-fhir doctor`")


def _patient(smoke: Smoke, site: str, family: str) -> int:
    fields = {"fname": "Deploya", "lname": family, "DOB": _BORN.isoformat(), "sex": "Female"}
    body = _expect(smoke.ehr.post(f"/apis/{site}/api/patient", json=fields), "patient", 200, 201)
    try:
        pid = int(body["data"]["pid"])
    except (KeyError, TypeError, ValueError):
        raise SmokeError("patient: OpenEMR gave no pid") from None
    smoke.found["patient_id"] = pid
    return pid


def _upload(smoke: Smoke, site: str, pid: int, category: str, content: bytes) -> None:
    path = f"/apis/{site}/api/patient/{pid}/document"
    query = {"path": f"/{category.replace(' ', '_')}"}
    files = {"document": ("smoke.pdf", content, "application/pdf")}
    # OpenEMR says `true` for an upload, also for one into a category that it does not have.
    if _expect(smoke.ehr.post(path, params=query, files=files), f"upload into {category}", 200) is not True:
        raise SmokeError(f"upload into {category}: refused")


def _wait(smoke: Smoke, pid: int, documents: int) -> None:
    """Until all documents are read; facts and states are noted."""
    listed: list[dict[str, Any]] = []
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        body = _expect(smoke.service.get(f"/v1/patients/{pid}/documents"), "documents", 200)
        listed = body["documents"]
        if len(listed) == documents and all(each["state"] in {"read", "failed"} for each in listed):
            break
        time.sleep(_POLL_SECONDS)
    smoke.found["documents"] = [
        {
            **{name: each[name] for name in ("document_id", "doc_type", "state", "facts")},
            "identity": each["identity"]["status"] if each["identity"] else None,
            "error": each["error"]["code"] if each["error"] else None,
        }
        for each in listed
    ]
    if len(listed) < documents:
        raise SmokeError(
            f"read: {len(listed)} of {documents} documents were noticed; are both categories mapped, does watch run?"
        )
    if any(each["state"] != "read" for each in listed):
        raise SmokeError("read: a document was not read; see documents in the artifact, and `arbiter-fhir doctor`")


def _ask(smoke: Smoke, pid: int, kind: str, question: str) -> None:
    body = _expect(smoke.service.post("/v1/queries", json={"patient_id": pid, "question": question}), "ask", 200)
    documents = sum(cited["source_id"].startswith("documents:") for cited in body["citations"])
    boxes = sum(cited["bounding_box"] is not None for cited in body["citations"])
    smoke.found[f"answer_{kind}"] = {"status": body["status"], "document_citations": documents, "boxes": boxes}
    if body["status"] != "answered" or not documents:
        raise SmokeError(f"ask: the question about the {kind} was {body['status']} with {documents} citation(s)")


def lab_report(given: str, family: str) -> bytes:
    """One page of results of a synthetic patient."""
    rows = [
        ("Test", "Result", "Units", "Reference Range", "Flag"),
        ("Hemoglobin A1c", "7.4", "%", "4.0-5.6", "H"),
        ("Glucose", "131", "mg/dL", "70-99", "H"),
        ("Creatinine", "0.9", "mg/dL", "0.6-1.2", ""),
    ]
    with pymupdf.open() as document:
        page = document.new_page(width=612, height=792)
        _head(page, "Laboratory Report", given, family)
        page.insert_text((72, 168), f"Collected: {_TAKEN}    Reported: {_TAKEN}", fontsize=11)
        for line, row in enumerate(rows):
            for cell, left in zip(row, (72, 220, 290, 370, 490), strict=True):
                page.insert_text((left, 210 + 22 * line), cell, fontsize=11, fontname="hebo" if line == 0 else "helv")
        return bytes(document.tobytes())


def intake_form(given: str, family: str) -> bytes:
    """One page of a synthetic patient's answers."""
    lines = ["Allergies: Penicillin - hives", "Current medications: Lisinopril 10 mg tablet once daily"]
    with pymupdf.open() as document:
        page = document.new_page(width=612, height=792)
        _head(page, "Patient Intake Form", given, family)
        page.insert_text((72, 168), f"Date completed: {_TAKEN}", fontsize=11)
        for number, line in enumerate(lines):
            page.insert_text((72, 210 + 26 * number), line, fontsize=11)
        return bytes(document.tobytes())


def _head(page: Any, title: str, given: str, family: str) -> None:
    page.insert_text((72, 80), title, fontsize=16, fontname="hebo")
    page.insert_text((72, 116), f"Patient Name: {given} {family}", fontsize=11)
    page.insert_text((72, 136), f"Date of Birth: {_BORN:%m/%d/%Y}    Sex: Female", fontsize=11)


def _client(url: str, credential: Path, ca_file: Path | None) -> httpx.Client:
    headers = {"Authorization": f"Bearer {credential.read_text(encoding='utf-8').strip()}"}
    verify = str(ca_file) if ca_file else True
    return httpx.Client(base_url=url.rstrip("/"), headers=headers, verify=verify, timeout=60.0, trust_env=False)


def main() -> int:
    """Parse, run, write the artifact; gives the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ehr", required=True, help="OpenEMR's base URL")
    parser.add_argument(
        "--ehr-token-file",
        required=True,
        type=Path,
        help="a user's access token: user/patient.write user/document.write",
    )
    parser.add_argument("--ehr-ca-file", type=Path, help="PEM of the CA of OpenEMR's certificate, if private")
    parser.add_argument("--service", default="http://127.0.0.1:8350", help="URL of the service (default: %(default)s)")
    parser.add_argument("--key-file", required=True, type=Path, help="an API key of the service with scope query")
    parser.add_argument("--site", default="default", help="OpenEMR's site name")
    parser.add_argument("--lab-category", default="Lab Report", help="category that is mapped to lab_pdf")
    parser.add_argument("--intake-category", default="Intake Form", help="category that is mapped to intake_form")
    parser.add_argument("--out", type=Path, default=Path("deploy-smoke.json"), help="artifact (default: %(default)s)")
    given = parser.parse_args()
    began = datetime.now(UTC)
    failed = ""
    with (
        _client(given.ehr, given.ehr_token_file, given.ehr_ca_file) as ehr,
        _client(given.service, given.key_file, None) as service,
    ):
        smoke = Smoke(ehr, service)
        try:
            run(smoke, given.site, {"lab": given.lab_category, "intake": given.intake_category})
        except SmokeError as error:
            failed = str(error)
    artifact = {
        "began_at": began.isoformat(timespec="seconds"),
        "ok": not failed,
        "failed": failed or None,
        "seconds": smoke.steps,
        **smoke.found,
    }
    given.out.write_text(json.dumps(artifact, indent=2) + "\n", encoding="utf-8")
    print(f"{'failed: ' + failed if failed else 'all steps passed'}; written to {given.out}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
