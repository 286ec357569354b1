from __future__ import annotations

import pytest

from arbiter_fhir.errors import ChartError
from arbiter_fhir.openemr.exchange import HttpAnswer
from arbiter_fhir.openemr.shapes import BundleShape, TokenShape, parse_member, parse_shape, read_shape

JSON = "application/json"


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{", b'"x"', b"\xff\xfe", b'{"access_token": null}'])
def test_what_is_not_of_the_shape_is_none(body: bytes) -> None:
    assert parse_shape(TokenShape, body) is None


def test_unknown_members_are_left_out_and_lists_may_hold_null() -> None:
    found = parse_shape(BundleShape, b'{"resourceType": "Bundle", "x": 1, "entry": [null, {"resource": {"a": 1}}]}')
    assert found is not None
    assert found.entry is not None
    assert [entry.resource if entry else None for entry in found.entry] == [None, {"a": 1}]
    assert parse_member(BundleShape, {"resourceType": "bundle"}) is None


def test_what_was_received_is_not_in_the_error() -> None:
    for body in (b'{"resourceType": "Quill"}', b"Quill", b'{"resourceType": "OperationOutcome", "text": "Quill"}'):
        for media_type in (JSON, "text/html"):
            with pytest.raises(ChartError) as raised:
                read_shape(BundleShape, HttpAnswer(200, media_type, body), doing="searching")
            assert "Quill" not in str(raised.value)
            assert raised.value.__cause__ is None
            assert "searching" in raised.value.message
