"""Documents in observations: found, decoded, and named where they cannot be read."""

from __future__ import annotations

import base64

import pytest

from arbiter_fhir.documents.hl7v2.embedded import embedded_in, is_pointer
from arbiter_fhir.domain.document import MediaType
from tests.unit.documents.hl7v2.writing import parsed, report
from tests.unit.documents.papers import make_pdf, write_table

PDF = make_pdf(write_table)


def found(value: str, kind: str = "ED") -> object:
    (message,), _ = parsed(report(f"OBX|1|{kind}|11502-2^Report^LN||{value}||||||F"))
    return embedded_in(message.segments[-1])


@pytest.mark.parametrize(
    "value",
    [
        f"LAB^AP^PDF^Base64^{base64.b64encode(PDF).decode()}",
        f"^application^pdf^BASE64^{base64.b64encode(PDF).decode().rstrip('=')}",
        f"LAB^AP^PDF^Hex^{PDF.hex()}",
    ],
)
def test_encodings(value: str) -> None:
    embedded = found(value)
    assert (embedded.media_type, embedded.content, embedded.problem) == (MediaType.PDF, PDF, "")  # type: ignore[attr-defined]


def test_wrapped_base64() -> None:
    data = base64.b64encode(PDF).decode()
    (message,), _ = parsed(report("OBX|1|ED|1^R^L||^AP^PDF^Base64^" + "\n".join([data[:76], data[76:152], data[152:]])))
    embedded = embedded_in(message.segments[-1])
    assert embedded is not None
    assert embedded.content == PDF


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("LAB^AP^PDF^Base64^", "holds no data"),
        ("LAB", "holds no data"),
        ("LAB^AP^PDF^Base64^%%%%", "is not in the encoding that it declares"),
        ("LAB^AP^PDF^Hex^0X", "is not in the encoding that it declares"),
        ("LAB^AP^PDF^uuencode^AAAA", "is not in the encoding that it declares"),
        ("LAB^AP^ZIP^Base64^" + base64.b64encode(b"\x1f\x8b" + b"0" * 50).decode(), "(E_UNSUPPORTED)"),
        ("LAB^AP^X^Base64^" + base64.b64encode(bytes(range(256))).decode(), "(E_TYPE)"),
        (
            "LAB^TX^HL7^Base64^" + base64.b64encode(b"MSH|^~\\&|LAB|||||||||\rPID|1").decode(),
            "not read inside a message",
        ),
    ],
)
def test_problems_are_named(value: str, problem: str) -> None:
    embedded = found(value)
    assert problem in embedded.problem  # type: ignore[attr-defined]
    assert embedded.media_type is None  # type: ignore[attr-defined]


def test_other_observations_carry_none() -> None:
    assert found("8.1", kind="NM") is None


def test_pointers_are_told() -> None:
    (message,), _ = parsed(report("OBX|1|RP|1^R^L||http://images.example.org/7^PACS^IM^JPEG", "OBX|2|NM|1^R^L||5"))
    assert [is_pointer(segment) for segment in message.segments[-2:]] == [True, False]
