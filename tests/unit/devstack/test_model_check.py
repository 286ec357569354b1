"""The check of an endpoint tells a good one from one that gives no shape, no counts, no stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest

from arbiter_fhir.errors import ProviderError
from arbiter_fhir.providers import ModelEndpoint
from devstack.models import Behaviour, ModelServer, Received, completion, reply, status
from devstack.models.check import EndpointFinding, check_endpoint

CLAIMS = {
    "claims": [
        {"text": "Glucose was 105 mg/dL.", "rests_on": [1]},
        {"text": "Sodium was 139 mmol/L.", "rests_on": [2]},
    ]
}


def streaming(handler: BaseHTTPRequestHandler, received: Received) -> None:
    assert received.body["stream"] is True
    content = b"".join(b'data: {"choices": []}\n\n' for _ in range(5)) + b"data: [DONE]\n\n"
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer([reply(completion(json.dumps(CLAIMS)))]) as listening:
        yield listening


def checked(server: ModelServer, *behaviours: Behaviour) -> dict[str, EndpointFinding]:
    server.behaviours = list(behaviours)
    found = check_endpoint(ModelEndpoint(server.base_url), "small", seconds=5.0)
    return {finding.what: finding for finding in found}


def test_a_good_endpoint_has_everything(server: ModelServer) -> None:
    good = reply(completion(json.dumps(CLAIMS)))
    found = checked(server, good, good, good, streaming)
    assert all(finding.ok for finding in found.values())
    assert found["streams"].how == "5 pieces"


def test_an_endpoint_without_the_shape_cannot_be_used(server: ModelServer) -> None:
    found = checked(server, reply(completion('{"claims": []}')))
    assert not found["answers in the JSON schema"].ok
    assert found["answers in the JSON schema"].needed


def test_counts_and_streams_are_nice_to_have(server: ModelServer) -> None:
    uncounted = completion(json.dumps(CLAIMS))
    del uncounted["usage"]
    found = checked(server, reply(uncounted))
    assert found["answers in the JSON schema"].ok
    assert not found["counts tokens"].ok
    assert not found["counts tokens"].needed
    assert not found["streams"].ok


def test_an_endpoint_that_refuses_is_an_error(server: ModelServer) -> None:
    with pytest.raises(ProviderError):
        checked(server, status(401))
