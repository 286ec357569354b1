"""The dictionary of fields."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.hl7v2.dictionary import field_entry, field_type, is_known, segment_title


@pytest.mark.parametrize(
    ("segment", "number", "data_type", "label"),
    [
        ("PID", 5, "XPN", "Patient Name"),
        ("OBX", 5, "varies", "Observation Value"),
        ("OBX", 25, "XCN", "Performing Organization Medical Director"),
        ("PID", 19, "ST", "SSN Number Patient"),
        ("PID", 40, "XTN", "Patient Telecommunication Information"),
        ("IN1", 16, "XPN", "Name of Insured"),
    ],
)
def test_fields_of_several_versions(segment: str, number: int, data_type: str, label: str) -> None:
    entry = field_entry(segment, number)
    assert entry is not None
    assert (entry.data_type, entry.label) == (data_type, label)


def test_what_the_standard_does_not_hold() -> None:
    assert field_entry("PID", 99) is None
    assert field_type("ZZ1", 1) == ""
    assert (is_known("OBX"), is_known("ZZ1")) == (True, False)
    assert (segment_title("OBX"), segment_title("ZZ1")) == ("Observation Result", "")
