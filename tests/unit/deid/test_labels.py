"""Labels of forms."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.labels import LABEL, FieldKind, label_of
from arbiter_fhir.domain.deid import IdentifierRole


@pytest.mark.parametrize(
    ("phrase", "kind", "role"),
    [
        ("Patient Name", FieldKind.NAME, IdentifierRole.PATIENT),
        ("D.O.B.", FieldKind.BIRTH_DATE, IdentifierRole.PATIENT),
        ("Ordering Provider", FieldKind.NAME, IdentifierRole.CLINICIAN),
        ("Emergency contact", FieldKind.NAME, IdentifierRole.RELATIVE),
        ("Medical Record Number", FieldKind.MRN, IdentifierRole.PATIENT),
        ("Collected", FieldKind.DATE, IdentifierRole.UNKNOWN),
        ("Test Name", FieldKind.OTHER, IdentifierRole.UNKNOWN),
    ],
)
def test_a_phrase_has_its_meaning(phrase: str, kind: FieldKind, role: IdentifierRole) -> None:
    label = label_of(phrase)
    assert label is not None
    assert (label.kind, label.role) == (kind, role)


def test_an_unknown_phrase_has_none() -> None:
    assert label_of("Favourite colour") is None


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Patient Name: Okafor DOB: 1962", ["Patient Name", "DOB"]),
        ("MRN-7730418", []),
        ("Name (Last, First): Okafor", ["Name"]),
        ("patients' names", []),
        ("Test Name: Glucose", ["Test Name"]),
    ],
)
def test_the_longest_label_is_taken(text: str, labels: list[str]) -> None:
    found = [match["label"] for match in LABEL.finditer(text) if match["close"]]
    assert found == labels
