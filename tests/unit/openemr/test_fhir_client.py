"""The FHIR client against answers that OpenEMR, or something in its place, has been seen or feared to give."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter_fhir.errors import ArbiterError, ChartError, ErrorCode, SourceError
from arbiter_fhir.openemr import FhirClient
from tests.unit.scripted_server import ScriptedServer, Step, answer, truncated

DOCUMENT = "a358bfe5-02b8-455e-a503-b1407750dd13"
OTHER_DOCUMENT = "b358bfe5-02b8-455e-a503-b1407750dd13"
PATIENT = "a358bfc6-b578-41f6-b2f2-6b7d0da11b9e"
STRANGER = "b358bfc6-b578-41f6-b2f2-6b7d0da11b9e"
DENIED = {"error": "access_denied", "hint": "Access token could not be verified"}

Json = dict[str, object]


def reference(document: str = DOCUMENT, patient: str = PATIENT, **changes: object) -> Json:
    return {
        "resourceType": "DocumentReference",
        "id": document,
        "meta": {"versionId": "1"},
        "status": "current",
        "subject": {"reference": f"Patient/{patient}", "type": "Patient"},
        "content": [
            {
                "attachment": {
                    "contentType": "application/pdf",
                    "url": f"https://ehr.example/apis/default/fhir/Binary/{document}",
                    "title": "Quill.pdf",
                }
            }
        ],
        **changes,
    }


def bundle(*resources: Json | None, **changes: object) -> Json:
    entries: list[Json | None] = [
        {"fullUrl": "https://ehr.example/x", "resource": each} if each else None for each in resources
    ]
    return {"resourceType": "Bundle", "type": "collection", "total": len(entries), "entry": entries, **changes}


Call = Callable[[FhirClient], object]
CALLS: dict[str, Call] = {
    "binary": lambda client: client.binary(DOCUMENT),
    "reference": lambda client: client.document_reference(DOCUMENT, patient_uuid=PATIENT),
    "references": lambda client: client.document_references(patient_uuid=PATIENT),
    "patients": lambda client: client.patient_uuids(mrn="MRN-1"),
    "metadata": lambda client: client.capability(),
}
AUTHORISED = [name for name in CALLS if name != "metadata"]
AS_JSON = [name for name in CALLS if name != "binary"]


def failed(client: FhirClient, call: str) -> ArbiterError:
    with pytest.raises((ChartError, SourceError)) as raised:
        CALLS[call](client)
    return raised.value


def test_bytes_come_as_they_are(client: FhirClient, server: ScriptedServer) -> None:
    server.script(answer(200, b"%PDF-1.4\r\n\x00", "application/pdf", Content_Disposition="attachment; filename=a b"))
    assert client.binary(DOCUMENT) == b"%PDF-1.4\r\n\x00"
    asked = server.asked[-1]
    assert asked.path == f"/apis/default/fhir/Binary/{DOCUMENT}"
    assert asked.headers["Authorization"] == "Bearer token-1"


@pytest.mark.parametrize("call", AUTHORISED)
def test_an_old_token_is_renewed_once(client: FhirClient, server: ScriptedServer, call: str) -> None:
    server.script(answer(401, DENIED), answer(404))
    if call in {"binary", "reference"}:
        assert CALLS[call](client) is None
    else:
        assert failed(client, call).code is ErrorCode.EHR_BAD_ANSWER
    sent = [each.headers["Authorization"] for each in server.asked if "fhir" in each.path]
    assert sent == ["Bearer token-1", "Bearer token-2"]


@pytest.mark.parametrize("call", AUTHORISED)
def test_a_new_token_that_is_refused_too_is_an_error(client: FhirClient, server: ScriptedServer, call: str) -> None:
    server.script(answer(401, DENIED))
    error = failed(client, call)
    assert (error.code, error.retryable) == (ErrorCode.EHR_AUTH, False)
    assert (server.tokens_given, len(server.asked_for("fhir"))) == (2, 2)


@pytest.mark.parametrize(
    ("call", "scope"),
    [
        ("binary", "system/Binary.read"),
        ("reference", "system/DocumentReference.read"),
        ("references", "system/DocumentReference.read"),
        ("patients", "system/Patient.read"),
    ],
)
def test_an_empty_401_is_a_missing_scope_and_renews_nothing(
    client: FhirClient, server: ScriptedServer, call: str, scope: str
) -> None:
    server.script(answer(401, b"", "text/html"))
    error = failed(client, call)
    assert (error.code, error.retryable) == (ErrorCode.EHR_SCOPE, False)
    assert scope in error.message
    assert (server.tokens_given, len(server.asked_for("fhir"))) == (1, 1)


@pytest.mark.parametrize("call", CALLS)
def test_403_is_not_tried_again(client: FhirClient, server: ScriptedServer, call: str) -> None:
    server.script(answer(403))
    error = failed(client, call)
    assert (error.code, error.retryable) == (ErrorCode.EHR_AUTH, False)
    assert len(server.asked_for("fhir")) == 1


@pytest.mark.parametrize("call", CALLS)
def test_501_names_the_global_that_is_off(client: FhirClient, server: ScriptedServer, call: str) -> None:
    server.script(answer(501, b"", "text/html"))
    error = failed(client, call)
    assert error.code is ErrorCode.EHR_DISABLED
    assert "rest_fhir_api" in error.message


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_server_in_trouble_may_recover(client: FhirClient, server: ScriptedServer, call: str, status: int) -> None:
    server.script(answer(status, Retry_After="120"))
    error = failed(client, call)
    assert (error.code, error.retryable, error.retry_after_seconds) == (ErrorCode.EHR_UNAVAILABLE, True, 120)


@pytest.mark.parametrize("call", CALLS)
def test_a_limit_says_when_to_come_back(client: FhirClient, server: ScriptedServer, call: str) -> None:
    server.script(answer(429, Retry_After="86400"))
    error = failed(client, call)
    assert (error.code, error.retryable, error.retry_after_seconds) == (ErrorCode.EHR_RATE_LIMITED, True, 900)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("status", [400, 409, 412])
def test_a_status_that_openemr_does_not_give_is_a_bad_answer(
    client: FhirClient, server: ScriptedServer, call: str, status: int
) -> None:
    server.script(answer(status, {"validationErrors": {"_id": "Quill"}}))
    error = failed(client, call)
    assert (error.code, error.retryable) == (ErrorCode.EHR_BAD_ANSWER, False)
    assert "Quill" not in error.message
    assert len(server.asked_for("fhir")) == 1


@pytest.mark.parametrize("call", CALLS)
def test_another_host_is_never_asked(client: FhirClient, server: ScriptedServer, call: str) -> None:
    server.script(answer(302, Location="https://elsewhere.example/"))
    assert failed(client, call).code is ErrorCode.EHR_BAD_ANSWER


ODD_BODIES: dict[str, tuple[Callable[[], Step], bool]] = {
    "empty": (lambda: answer(200), True),
    "white space": (lambda: answer(200, "\n", "application/json"), True),
    "login page": (lambda: answer(200, "<html>", "text/html"), False),
    "JSON by another name": (lambda: answer(200, "{}", "text/html"), False),
    "half a JSON": (lambda: answer(200, '{"resourceType": "Bun', "application/json"), True),
    "an outcome": (lambda: answer(200, {"resourceType": "OperationOutcome", "issue": [{"severity": "error"}]}), False),
    "another kind": (lambda: answer(200, {"resourceType": "Observation", "id": DOCUMENT}), True),
    "a list": (lambda: answer(200, []), True),
}


@pytest.mark.parametrize("call", AS_JSON)
@pytest.mark.parametrize("body", ODD_BODIES)
def test_a_body_that_is_not_what_was_asked_for_is_a_bad_answer(
    client: FhirClient, server: ScriptedServer, call: str, body: str
) -> None:
    step, retryable = ODD_BODIES[body]
    server.script(step())
    error = failed(client, call)
    assert (error.code, error.retryable) == (ErrorCode.EHR_BAD_ANSWER, retryable)


@pytest.mark.parametrize("call", CALLS)
def test_a_body_that_was_cut_off_on_the_way_may_come_whole_later(
    client: FhirClient, server: ScriptedServer, call: str
) -> None:
    server.script(truncated(b"{}" * 500))
    error = failed(client, call)
    assert (error.code, error.retryable) == (ErrorCode.EHR_UNAVAILABLE, True)


def test_a_document_that_is_gone_is_none(client: FhirClient, server: ScriptedServer) -> None:
    server.script(answer(404))
    assert client.binary(DOCUMENT) is None
    server.script(answer(404, []))
    assert client.document_reference(DOCUMENT, patient_uuid=PATIENT) is None


def test_an_empty_document_is_a_bad_answer(client: FhirClient, server: ScriptedServer) -> None:
    server.script(answer(200))
    error = failed(client, "binary")
    assert (error.code, error.retryable) == (ErrorCode.EHR_BAD_ANSWER, True)


def test_an_empty_500_for_a_document_means_its_file(client: FhirClient, server: ScriptedServer) -> None:
    server.script(answer(500))
    error = failed(client, "binary")
    assert isinstance(error, SourceError)
    assert (error.code, error.retryable) == (ErrorCode.SOURCE_MISSING, True)
    assert len(server.asked_for("Binary")) == 3
    server.script(answer(500, "<b>Fatal error</b>", "text/html"))
    assert failed(client, "binary").code is ErrorCode.EHR_UNAVAILABLE


@pytest.mark.parametrize("identifier", ["", "12", DOCUMENT.upper(), f"{DOCUMENT}/../x", f"{DOCUMENT}\n"])
def test_what_is_no_uuid_is_not_asked_for(client: FhirClient, server: ScriptedServer, identifier: str) -> None:
    for call in (
        lambda: client.binary(identifier),
        lambda: client.document_reference(identifier, patient_uuid=PATIENT),
        lambda: client.document_references(patient_uuid=identifier),
    ):
        with pytest.raises(ChartError):
            call()
    assert server.asked == []


def test_one_reference_is_read_with_its_own_link(client: FhirClient, server: ScriptedServer) -> None:
    server.script(answer(200, reference()))
    found = client.document_reference(DOCUMENT, patient_uuid=PATIENT)
    assert found is not None
    assert (found.uuid, found.patient_uuid, found.deleted) == (DOCUMENT, PATIENT, False)
    assert found.route == f"Binary/{DOCUMENT}"


def test_a_reference_of_another_patient_or_another_document_is_refused(
    client: FhirClient, server: ScriptedServer
) -> None:
    for body in (
        reference(patient=STRANGER),
        reference(OTHER_DOCUMENT),
        reference(subject=None),
        reference(subject={"reference": f"Group/{PATIENT}"}),
    ):
        server.script(answer(200, body))
        assert failed(client, "reference").code is ErrorCode.EHR_BAD_ANSWER


@pytest.mark.parametrize(
    ("url", "route"),
    [
        (f"https://localhost/apis/default/fhir/Binary/{DOCUMENT}", f"Binary/{DOCUMENT}"),
        (f"/openemr/apis/default/fhir/Document/{DOCUMENT}/Binary", f"Document/{DOCUMENT}/Binary"),
        (f"https://ehr.example/apis/other/fhir/Binary/{DOCUMENT}", None),
        ("https://ehr.example/apis/default/fhir/Binary/../../api/patient", None),
        (f"https://ehr.example/apis/default/fhir/Binary/{DOCUMENT}/$x", None),
        (f"https://ehr.example/evil/Binary/{DOCUMENT}", None),
        ("", None),
    ],
)
def test_only_the_path_of_a_link_is_followed_and_only_below_the_fhir_base(
    client: FhirClient, server: ScriptedServer, url: str, route: str | None
) -> None:
    server.script(answer(200, reference(content=[{"attachment": {"url": url}}])))
    found = client.document_reference(DOCUMENT, patient_uuid=PATIENT)
    assert found is not None
    assert found.route == route
    if route:
        server.script(answer(200, b"bytes"))
        assert client.binary(found) == b"bytes"
        assert server.asked[-1].path == f"/apis/default/fhir/{route}"
    else:
        assert client.binary(found) is None


def test_a_search_survives_nulls_doubles_strangers_and_other_kinds(client: FhirClient, server: ScriptedServer) -> None:
    server.script(
        answer(
            200,
            bundle(
                reference(),
                None,
                reference(),
                reference(OTHER_DOCUMENT, status="entered-in-error", content=[None, {"attachment": None}]),
                reference("c358bfe5-02b8-455e-a503-b1407750dd13", STRANGER),
                {"resourceType": "Patient", "id": STRANGER},
                {"resourceType": "DocumentReference", "id": 7},
                reference("not-a-uuid"),
            ),
        )
    )
    found = client.document_references(patient_uuid=PATIENT)
    assert [(each.uuid, each.deleted) for each in found] == [(DOCUMENT, False), (OTHER_DOCUMENT, True)]
    assert server.asked[-1].query == {"patient": [PATIENT]}


@pytest.mark.parametrize(
    "body", [bundle(), bundle(entry=None), {"resourceType": "Bundle", "entry": [{"resource": None}]}]
)
def test_an_empty_search_is_empty(client: FhirClient, server: ScriptedServer, body: Json) -> None:
    server.script(answer(200, body))
    assert client.document_references(patient_uuid=PATIENT) == ()
    assert client.patient_uuids(mrn="MRN-1") == ()


def test_patients_are_compared_with_the_number_that_was_asked_for(client: FhirClient, server: ScriptedServer) -> None:
    def patient(identifier: str, *numbers: str | None) -> Json:
        listed = [{"value": each} if each else None for each in numbers]
        return {"resourceType": "Patient", "id": identifier, "identifier": listed}

    server.script(
        answer(
            200,
            bundle(
                patient(PATIENT, None, "900-11-2233", "MRN-1"),
                patient(STRANGER, "MRN-12"),
                {"resourceType": "Patient", "id": STRANGER},
                patient("7", "MRN-1"),
            ),
        )
    )
    assert client.patient_uuids(mrn="MRN-1") == (PATIENT,)
    assert server.asked[-1].query == {"identifier": ["MRN-1"]}


def test_the_version_is_read_without_a_token(client: FhirClient, server: ScriptedServer) -> None:
    server.script(
        answer(200, {"resourceType": "CapabilityStatement", "fhirVersion": "4.0.1", "software": {"version": "7.0.1"}})
    )
    found = client.capability()
    assert (found.software_version, found.fhir_version) == ("7.0.1", "4.0.1")
    assert [each.headers.get("Authorization") for each in server.asked] == [None]
    server.script(answer(200, {"resourceType": "CapabilityStatement", "fhirVersion": "4.0.1"}))
    assert client.capability().software_version == ""
