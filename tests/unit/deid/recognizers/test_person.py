"""Persons in running text and headers."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.person import PersonRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mr. Parkinson has", ["Parkinson"]),
        ("Mom (Diamond) called", ["Diamond"]),
        ("Mom (Diabetes) died", []),
        ("reported to N. Shift, RN on", []),
        ("Recollect per J. GATES, notified", ["J. GATES"]),
        ("Mrs. Day came", ["Day"]),
        ("her husband Tomasz drove", ["Tomasz"]),
        ("his mother Dusty drove", ["Dusty"]),
        ("sister (Linh)", ["Linh"]),
        ("Graves, Martha A", ["Graves, Martha A"]),
        ("GRAVES, MARTHA", ["GRAVES, MARTHA"]),
        ("Graves, a 54-year-old woman", ["Graves"]),
        ("Okonkwo denies fever", ["Okonkwo"]),
        ("Rose reports pain", ["Rose"]),
        ("Chance Long had a fall", ["Chance Long"]),
        ("Wei Zhang was seen", ["Wei Zhang"]),
        ("Xiomara Quispe-Mamani takes", ["Xiomara Quispe-Mamani"]),
        ("spoke with Nguyen today", ["Nguyen"]),
        ("Discussed with Hope (granddaughter)", ["Hope"]),
        ("K. Patel agreed", ["K. Patel"]),
        ("Daniela Capon called", ["Daniela Capon"]),
        ("born \u674e\u4f1f in", ["\u674e\u4f1f"]),
        (
            "\u0418\u0432\u0430\u043d \u041f\u0435\u0442\u0440\u043e\u0432 seen",
            ["\u0418\u0432\u0430\u043d \u041f\u0435\u0442\u0440\u043e\u0432"],
        ),
        ("Siobhan reports pain", ["Siobhan"]),
    ],
)
def test_names_are_found(text: str, expected: list[str]) -> None:
    assert found(PersonRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Graves disease",
        "history of Parkinson's disease",
        "rose bengal stain",
        "white blood cells",
        "Will return in 2 weeks",
        "he will march",
        "May increase dose",
        "Bishop score 6",
        "Foley catheter placed",
        "Murphy's sign negative",
        "Hodgkin lymphoma",
        "Bell's palsy",
        "Wilson disease excluded",
        "Gram stain negative",
        "Mother: Diabetes",
        "Father: Hypertension",
        "Lasix was started",
        "Babinski negative",
        "young woman",
        "Brown sputum",
        "Complete Blood Count",
        "Long QT syndrome",
    ],
)
def test_clinical_terms_and_words_are_kept(text: str) -> None:
    assert found(PersonRecognizer(), text) == []
