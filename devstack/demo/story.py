"""The demonstration's story: upload, wait, ask, collect."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path

from arbiter_fhir.bootstrap.reading import draw_overlay
from arbiter_fhir.domain.document import BoundingBox
from devstack.demo.case import Case, DemoPatient, create_patient
from devstack.demo.clinic import Clinic
from devstack.demo.outcome import Outcome, document_rows, fact_rows, promotion_rows
from devstack.local_site import CATEGORIES

__all__ = ["tell"]

#: A packet of many scanned pages takes about two seconds a page.
WAIT_SECONDS = 600.0
_POLL_SECONDS = 0.3
_CATEGORY_OF = {doc_type: name for name, doc_type in CATEGORIES.items()}
_UNSETTLED = {"pending", "running"}
_BOX_COLOUR = "#16803d"


def tell(clinic: Clinic, cases: Sequence[Case], pictures: Path, progress: Callable[[str], None]) -> Outcome:
    """Put the cases into the clinic, wait until they are read, ask, and collect what came out.

    Args:
        clinic: The running clinic.
        cases: Documents with patients and questions.
        pictures: Folder for pages with the cited boxes drawn.
        progress: Told what is happening, one line at a time.
    """
    pids: dict[DemoPatient, int] = {}
    uploaded: dict[int, Case] = {}
    for case in cases:
        patient = case.patient or _unnamed()
        if patient not in pids:
            pids[patient] = create_patient(clinic.site.store, patient)
        category = _CATEGORY_OF[case.doc_type]
        document_id = clinic.site.store.store_document(pids[patient], category, case.name, case.content)
        uploaded[document_id] = case
        progress(f"stored {case.name} as documents:{document_id} in category {category}")
    _wait(clinic, set(uploaded), progress)
    outcome = Outcome(document_rows(clinic.site), fact_rows(clinic.site), promotion_rows(clinic.site))
    for case in cases:
        for question in case.questions:
            progress(f"asking: {question}")
            outcome.answers.append(_ask(clinic, pids[case.patient or _unnamed()], question))
    outcome.urls = _urls(clinic, pids.values())
    outcome.urls |= _draw_citations(outcome, uploaded, pictures)
    return outcome


def _unnamed() -> DemoPatient:
    """The patient of a document that was given without one: its identity cannot be verified, and the answer says so."""
    return DemoPatient("Unnamed", "Patient", date(1900, 1, 1), "")


def _wait(clinic: Clinic, document_ids: set[int], progress: Callable[[str], None]) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    said: dict[object, object] = {}
    while time.monotonic() < deadline:
        rows = {int(str(row["id"])): row for row in document_rows(clinic.site)}
        for document_id, row in rows.items():
            if said.get(document_id) != row["job_status"]:
                said[document_id] = row["job_status"]
                progress(f"documents:{document_id} {_state(row)}")
        if document_ids <= set(rows) and not any(row["job_status"] in _UNSETTLED for row in rows.values()):
            return
        time.sleep(_POLL_SECONDS)
    raise RuntimeError("the documents were not read in time; see arbiter-fhir.log in the demonstration's folder")


def _state(row: Mapping[str, object]) -> str:
    words = [str(row["job_status"]), str(row["identity_status"] or "")]
    error = row["error"]
    if isinstance(error, Mapping):
        words.append(f"{error['code']}: {error['message']}")
    return " ".join(word for word in words if word)


def _ask(clinic: Clinic, pid: int, question: str) -> Mapping[str, object]:
    status, answer = clinic.post("/v1/queries", {"patient_id": pid, "question": question})
    if status == 200:
        return {key: answer[key] for key in ("question", "status", "sections", "text", "citations", "refusal")}
    return {
        "question": question,
        "status": "error",
        "sections": {},
        "text": "",
        "citations": [],
        "refusal": {"reason": str(answer.get("code", "")), "message": str(answer.get("detail", ""))},
    }


def _urls(clinic: Clinic, pids: Iterable[int]) -> dict[str, str]:
    base = clinic.site.ehr.base_url
    charts = {f"chart_{pid}": f"{base}/chart/{pid}/labs" for pid in pids}
    return {"openemr": f"{base}/", **charts, "api": clinic.api_url, "openapi": f"{clinic.api_url}/openapi/openapi.json"}


def _draw_citations(outcome: Outcome, uploaded: Mapping[int, Case], pictures: Path) -> dict[str, str]:
    """Pages that answers cite, with the cited boxes drawn: name to file address."""
    boxes: dict[tuple[int, int], list[tuple[BoundingBox, str, str]]] = {}
    for answer in outcome.answers:
        citations = answer["citations"]
        for citation in citations if isinstance(citations, list) else []:
            source, box = str(citation["source_id"]), citation["bounding_box"]
            if box is None or not source.startswith("documents:"):
                continue
            place = (int(source.split(":")[1]), int(citation["page"]))
            drawn = (BoundingBox(**box), str(citation["quote_or_value"]), _BOX_COLOUR)
            if drawn not in boxes.setdefault(place, []):
                boxes[place].append(drawn)
    pictures.mkdir(parents=True, exist_ok=True)
    addresses = {}
    for (document_id, page), marks in sorted(boxes.items()):
        path = pictures / f"documents-{document_id}-page-{page}.png"
        path.write_bytes(draw_overlay(uploaded[document_id].content, page, marks))
        addresses[f"page_{document_id}_{page}"] = path.as_uri()
    return addresses
