"""Postal addresses."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.address import AddressRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at 1234 Maple Grove Rd today", ["1234 Maple Grove Rd"]),
        ("45 Mill Race Lane, Apt 3B", ["45 Mill Race Lane, Apt 3B"]),
        ("1200 N. Broadway", ["1200 N. Broadway"]),
        ("lives at 22 elm st apt 3 in pontiac. bp", ["22 elm st apt 3 in pontiac"]),
        ("Home: 4410 Old US-27 N, Lot 7, far", ["4410 Old US-27 N, Lot 7"]),
        ("lived off M-59 and", ["M-59"]),
        ("to 1200 blk of Saginaw St.", ["1200 blk of Saginaw St"]),
        ("mail to P. O. Drawer 88", ["P. O. Drawer 88"]),
        ("given I-131 near noon", []),
        ("FEVER FOR 2 DAYS. PER DR FROST", []),
        ("PO Box 771", ["PO Box 771"]),
        ("P.O. Box 12", ["P.O. Box 12"]),
        ("RR 2 Box 45", ["RR 2 Box 45"]),
        ("2150 Highway 61", ["2150 Highway 61"]),
        ("Springfield, IL 62704", ["Springfield, IL 62704"]),
        ("St. Paul, Minnesota 55101-2210", ["St. Paul, Minnesota 55101-2210"]),
        ("Salina, KS", ["Salina, KS"]),
        ("ZIP: 62704", ["62704"]),
        ("cc: Dr.   MRN 77120", []),
        ("Ditton-on-Sea BN12 4QT", ["Ditton-on-Sea BN12 4QT"]),
        ("lives at 14 Elm, Springfield", ["14 Elm, Springfield"]),
        ("off Bragg Blvd", ["Bragg Blvd"]),
        ("Address: 216 Persimmon Road Reported: 04/10/2026", ["216 Persimmon Road"]),
        ("Waterloo, [A 50701", ["Waterloo, [A 50701"]),
        ("Address: [ADDRESS_1], 14 Elm", ["[ADDRESS_1], 14 Elm"]),
    ],
)
def test_addresses_are_found(text: str, expected: list[str]) -> None:
    assert found(AddressRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "2 Tylenol PM",
        "5 mg St John's wort",
        "12 units Lantus",
        "Hemoglobin 13.2 g/dL",
        "Xiu Ying Chen, MD reviewed",
        "100 mg/dL",
        "Dr. Hill will call",
        "Address: unchanged",
        "Address: “[ADDRESS_1]” (intake form and HL7 message).",
        "HDL 45 mg/dL",
        "WHAT CONCERN DO YOU HAVE OR WISH TO DISCUSS",
    ],
)
def test_doses_and_results_are_no_addresses(text: str) -> None:
    assert found(AddressRecognizer(), text) == []
