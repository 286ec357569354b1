"""Where bytes are looked for when they are not where they are expected."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

import pytest

from arbiter_fhir.domain.document import SourceDocument, SourceState
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ArbiterError, ChartError, ErrorCode, SourceError
from arbiter_fhir.openemr import FhirClient, FhirDocumentContent
from tests.unit.scripted_server import ScriptedServer, answer

DOCUMENT = "a358bfe5-02b8-455e-a503-b1407750dd13"
PATIENT = "a358bfc6-b578-41f6-b2f2-6b7d0da11b9e"
STRANGER = "b358bfc6-b578-41f6-b2f2-6b7d0da11b9e"
BYTES = b"%PDF-1.4 elsewhere"
ELSEWHERE = f"Document/{DOCUMENT}/Binary"

RECORD = SourceDocument(
    document_id=DocumentId(7),
    uuid=DOCUMENT,
    patient_id=PatientId(3),
    category_ids=(2,),
    content_hash=hashlib.sha3_512(BYTES).hexdigest(),
    size_bytes=len(BYTES),
    media_type_claimed="application/pdf",
    stored_at=None,
    state=SourceState.ACTIVE,
)


@dataclass
class Rows:
    """What the two SQL readers would say of this one document and its patient."""

    record: SourceDocument | None = RECORD
    patient: str | None = PATIENT

    def find(self, _document_id: DocumentId) -> SourceDocument | None:
        return self.record

    def patient_uuid(self, _patient_id: PatientId) -> tuple[str | None, str]:
        return self.patient, "MRN-1"


@pytest.fixture
def content(client: FhirClient) -> FhirDocumentContent:
    return FhirDocumentContent(client, Rows(), Rows())  # type: ignore[arg-type]


def reference(route: str, **changes: object) -> dict[str, object]:
    return {
        "resourceType": "DocumentReference",
        "id": DOCUMENT,
        "status": "current",
        "subject": {"reference": f"Patient/{PATIENT}"},
        "content": [{"attachment": {"url": f"https://ehr.example/apis/default/fhir/{route}"}}],
        **changes,
    }


def asked(server: ScriptedServer) -> list[str]:
    return [each.path.partition("/fhir/")[2] for each in server.asked_for("/fhir/")]


def test_openemr_7_0_0_serves_bytes_below_another_path(content: FhirDocumentContent, server: ScriptedServer) -> None:
    server.script(answer(404), answer(200, reference(ELSEWHERE)), answer(200, BYTES))
    assert content.fetch(RECORD) == BYTES
    assert asked(server) == [f"Binary/{DOCUMENT}", f"DocumentReference/{DOCUMENT}", ELSEWHERE]


@pytest.mark.parametrize(
    ("body", "code", "steps"),
    [
        (reference(f"Binary/{DOCUMENT}"), ErrorCode.SOURCE_MISSING, 2),
        (reference(ELSEWHERE, status="entered-in-error"), ErrorCode.SOURCE_MISSING, 2),
        (reference("../../api/patient/1/document/7"), ErrorCode.SOURCE_MISSING, 2),
        (reference(ELSEWHERE, subject={"reference": f"Patient/{STRANGER}"}), ErrorCode.EHR_BAD_ANSWER, 2),
        (reference(ELSEWHERE), ErrorCode.SOURCE_MISSING, 3),
    ],
    ids=["same path", "deleted", "outside", "stranger", "nothing there either"],
)
def test_a_link_that_leads_nowhere_new_is_a_missing_document(
    content: FhirDocumentContent, server: ScriptedServer, body: dict[str, object], code: ErrorCode, steps: int
) -> None:
    server.script(answer(404), answer(200, body), answer(404))
    with pytest.raises(ArbiterError) as raised:
        content.fetch(RECORD)
    assert (raised.value.code, raised.value.retryable) == (code, False)
    assert len(asked(server)) == steps


def test_bytes_from_elsewhere_are_checked_as_well(content: FhirDocumentContent, server: ScriptedServer) -> None:
    server.script(answer(404), answer(200, reference(ELSEWHERE)), answer(200, BYTES[::-1]))
    with pytest.raises(SourceError) as raised:
        content.fetch(RECORD)
    assert raised.value.code is ErrorCode.SOURCE_HASH


EMPTY: dict[str, object] = {"resourceType": "Bundle", "type": "collection", "entry": []}


@pytest.mark.parametrize(
    ("rows", "searched"),
    [
        (Rows(replace(RECORD, uuid=None)), ["DocumentReference"]),
        (Rows(replace(RECORD, uuid=None), None), ["Patient"]),
    ],
    ids=["document", "patient"],
)
def test_what_gets_no_id_from_openemr_is_waited_for(
    client: FhirClient, server: ScriptedServer, rows: Rows, searched: list[str]
) -> None:
    server.script(answer(200, EMPTY))
    content = FhirDocumentContent(client, rows, rows)  # type: ignore[arg-type]
    with pytest.raises(ChartError) as raised:
        content.fetch(replace(RECORD, uuid=None))
    assert (raised.value.code, raised.value.retryable) == (ErrorCode.EHR_UNAVAILABLE, True)
    assert asked(server) == searched


def test_a_document_that_vanished_while_its_id_was_asked_for_is_missing(
    client: FhirClient, server: ScriptedServer
) -> None:
    server.script(answer(200, EMPTY))
    rows = Rows(None)
    content = FhirDocumentContent(client, rows, rows)  # type: ignore[arg-type]
    with pytest.raises(SourceError) as raised:
        content.fetch(replace(RECORD, uuid=None))
    assert raised.value.code is ErrorCode.SOURCE_MISSING
