"""Data types: what their components hold."""

from __future__ import annotations

import pytest

from arbiter_fhir.documents.hl7v2.data_types import Holding, holdings_of, is_composite
from arbiter_fhir.documents.hl7v2.dictionary import field_entry


def test_every_letter_or_name_is_known() -> None:
    for data_type in ("CWE", "XPN", "XCN", "CX", "NDL", "EIP", "PRL", "SPS", "TQ", "LA1", "CQ", "ED", "RP"):
        for holding in holdings_of(data_type):
            assert holding in set(Holding) or holdings_of(holding), (data_type, holding)


def test_the_name_in_a_name_type_is_told() -> None:
    assert [place for place, letter in enumerate(holdings_of("XPN"), start=1) if letter == Holding.NAME] == [
        1,
        2,
        3,
        4,
        15,
    ]
    assert [place for place, letter in enumerate(holdings_of("XCN"), start=1) if letter == Holding.NAME] == [2, 3, 4, 5]


def test_an_unknown_type_tells_nothing() -> None:
    assert holdings_of("QQQ") == ()
    assert is_composite("QQQ")


@pytest.mark.parametrize(
    ("segment", "number"), [("PID", 5), ("PID", 3), ("OBX", 16), ("NK1", 2), ("PV1", 7), ("OBR", 32)]
)
def test_identifying_fields_have_types_that_are_known(segment: str, number: int) -> None:
    entry = field_entry(segment, number)
    assert entry is not None
    assert holdings_of(entry.data_type)
    assert is_composite(entry.data_type)
