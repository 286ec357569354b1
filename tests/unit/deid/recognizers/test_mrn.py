"""Record, account, accession and member numbers."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.mrn import RecordNumberRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sodium 138 mmol/L Reference: K 4.1 1481-39771 c/o", ["1481-39771"]),
        ("MRN: 448192", ["448192"]),
        ("MRN 12", ["12"]),
        ("M.R.N. 44-81-92", ["44-81-92"]),
        ("Medical Record Number: A0044819", ["A0044819"]),
        ("Med Rec # 448192", ["448192"]),
        ("Patient ID 88123", ["88123"]),
        ("Chart #: 10042", ["10042"]),
        ("Acct # A-99182", ["A-99182"]),
        ("Account No. 0099182", ["0099182"]),
        ("Accession: 24-123-45678", ["24-123-45678"]),
        ("Specimen ID: S24-00912", ["S24-00912"]),
        ("Member ID: XYZ123456789", ["XYZ123456789"]),
        ("Policy number is QX-7712-04", ["QX-7712-04"]),
        ("Group No: 00451A", ["00451A"]),
        ("barcode 9920004481920017", ["9920004481920017"]),
        ("PT-0029314 seen", ["PT-0029314"]),
        ("MRN: 448 192 003", ["448 192 003"]),
        ("Accession: G2601 -0844180", ["G2601 -0844180"]),
        ("Accession: G2601- 0844180", ["G2601- 0844180"]),
        ("Tom Hanson F 44 #4410092", ["4410092"]),
        ("Medicare 1EG4-TE5-MK73", ["1EG4-TE5-MK73"]),
        ("Visit:2234-9", ["2234-9"]),
        ("Device SN 4489-AA-12", ["4489-AA-12"]),
        ("My card number is 4556 1234 5678 9012", ["4556 1234 5678 9012"]),
    ],
)
def test_numbers_are_found(text: str, expected: list[str]) -> None:
    assert found(RecordNumberRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "PLAN: IRON 325 MG DAILY",
        "Absolute neutrophils 4400 /uL 1500-11500",
        "Plan: 1000 mg calcium",
        "Group A streptococcus",
        "Blood group: O positive",
        "LOINC 4548-4",
        "CODE # 12500 cells",
        "Tube #2",
        "SNOMED 44054006",
        "Order: CBC with differential",
        "Specimen: Blood",
        "Platelets 250000 /uL",
        "CD4 count 450",
        "HLA-B27 positive",
        "COVID-19 detected",
        "Lab: Main",
        "rs1801133 heterozygous",
        "Report: 04/10/2026",
        "Hemoglobin A1c 8.1 % 4.0-5.6 H",
    ],
)
def test_results_codes_and_words_are_no_record_numbers(text: str) -> None:
    assert found(RecordNumberRecognizer(), text) == []
