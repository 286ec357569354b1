"""Days without a year, and what is written like them."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.short_date import ShortDateRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Phone msg 4/7 2:10p: refill", ["4/7"]),
        ("see the educator on, next 4-21. LM", ["4-21"]),
        ("drain out 3/6; staples", ["3/6"]),
        ("Excuse from PE 4/13-4/27 for the wrist", ["4/13-4/27"]),
        ("FU WITH DR HOLT 4/14.", ["4/14"]),
        ("Phoned 4/10 0930 to the office", ["4/10"]),
        ("at 13:20 4/3. BI-RADS 4", ["4/3"]),
        ("visits 5/5, 5/12 and 5/19 for gait", ["5/5, 5/12 and 5/19"]),
        ("reported on 04-11. Verified", ["04-11"]),
        ("Admitted 10.IV.26. Labs", ["10.IV.26"]),
        ("Date: 05.11.26 Pages 3", ["05.11.26"]),
        ("labs 20260411T0830 drawn", ["20260411T0830"]),
        ("stopped it april 7th, he says", ["april 7th"]),
        ("passed away jan 2025", ["jan 2025"]),
        ("April twenty-first, two thousand twenty-six", ["two thousand twenty-six"]),
    ],
)
def test_days_are_found(text: str, expected: list[str]) -> None:
    assert found(ShortDateRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("strength 5/5, 4/5 and 5/5", "pain 3/10 to 8/10", "murmur 2/6", "20/20 vision", "1/2 tab daily"),
        *("Norco 5/325 given", "MoCA 9/30", "PHQ-9 5/27", "lisinopril 10/12.5 mg", "Symbicort 160/4.5 2 puffs"),
        *("BP 120/80", "A&O x4/4", "pulses 2+/4", "D5 1/2 NS", "pain 8/10 at the incision", "Sinemet 25/100"),
        *("may 5 tablets be taken", "march 3 blocks", "Lantus 10/14", "TSH 2/14 mIU", "grade 3/4", "2-3 weeks"),
    ],
)
def test_scores_strengths_and_fractions_are_no_days(text: str) -> None:
    assert found(ShortDateRecognizer(), text) == []
