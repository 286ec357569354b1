"""Dates."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.date import DateRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("04/10/2026", ["04/10/2026"]),
        ("4/10/26", ["4/10/26"]),
        ("04-10-2026", ["04-10-2026"]),
        ("10.04.2026", ["10.04.2026"]),
        ("2026-04-10", ["2026-04-10"]),
        ("2026-04-10T08:30", ["2026-04-10T08:30"]),
        ("2026-04-10T08:30:15Z", ["2026-04-10T08:30:15Z"]),
        ("2026/04/10 08:30", ["2026/04/10 08:30"]),
        ("10-Apr-2026", ["10-Apr-2026"]),
        ("10APR2026", ["10APR2026"]),
        ("Apr 10, 2026", ["Apr 10, 2026"]),
        ("April 10th, 2026", ["April 10th, 2026"]),
        ("10th of April 2026", ["10th of April 2026"]),
        ("April 2026", ["April 2026"]),
        ("04/10/2026 at 8:30 AM", ["04/10/2026 at 8:30 AM"]),
        ("Collected: 04/10/2026 08:30", ["04/10/2026 08:30"]),
        ("DOB: 04101962", ["04101962"]),
        ("20260410", ["20260410"]),
        ("202604100830", ["202604100830"]),
        ("O4/1O/2026", ["O4/1O/2026"]),
        ("since April 10", ["April 10"]),
        ("K August", ["August"]),
        ("In May she", ["May"]),
        ("no 13, 2023 K", ["13, 2023"]),
        ("cough began around 11/12 and has", ["11/12"]),
        ("of birth March fourth 1957", ["March fourth 1957"]),
        ("dob 3.4.57", ["3.4.57"]),
        ("F/u 03/17 at\n0930.", ["03/17"]),
        ("on 4/10 she", ["4/10"]),
        ("levothyroxine 75 mcg on 03/06.", ["03/06"]),
        ("began around 11/08 and has", ["11/08"]),
        ("rescheduled to 12/3 and", ["12/3"]),
        ("strength of 5/5 and", []),
        ("March 3 to 5, 2026", ["March 3 to 5, 2026"]),
        ("4/10-4/12/2026", ["4/10-4/12/2026"]),
        ("in March she", ["March"]),
        ("on Christmas Day", ["Christmas Day"]),
        ("seen on the 12th", ["12th"]),
        ("04/2026", ["04/2026"]),
        ("12/17/84", ["12/17/84"]),
        ("April\n10, 2026", ["April\n10, 2026"]),
        ("due 06/03", ["06/03"]),
        ("DOB: 1971 -09-14", ["1971 -09-14"]),
        ("1971- 09-14 08:30", ["1971- 09-14 08:30"]),
        ("12/ 17/1984", ["12/ 17/1984"]),
        ("DOB May 091976 Page", ["May 091976"]),
        ("K Feb Printed", ["Feb"]),
        ("DOB: 12/ 17/84", ["12/ 17/84"]),
    ],
)
def test_dates_are_found(text: str, expected: list[str]) -> None:
    assert found(DateRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "daily",
        "twice daily",
        "every 6 months",
        "x 14 days",
        "q8h",
        "weekly for 3 weeks",
        "10/325 mg",
        "1/2 tab",
        "take 1/2 tablet on waking",
        "120/80",
        "BP 118/76 mmHg",
        "4.0-5.6",
        "Reference 4.0 - 5.6",
        "3-5 /HPF",
        "1:80",
        "ANA 1:640",
        "strength 5/5",
        "motor on 5/5 strength",
        "20/20 vision",
        "may 2 tablets",
        "you may take 5 mg",
        "she will march on",
        "in 2019",
        "since 2021",
        "Hemoglobin A1c 8.1 % 4.0-5.6 H",
        "Sodium 138 mmol/L 135-145",
        "pH 7.35-7.45",
        "on the 10th percentile",
        "G2P1",
        "T4 1.2",
        "3/4 of the dose",
        "at 08:30",
        "10-20 mg",
        "2-3 times",
        "12.5 mg",
        "3 - 5/ 10",
        "1/ 2 /3 tablets",
        "lot 1 -2- 34",
    ],
)
def test_doses_ranges_ratios_and_durations_are_no_dates(text: str) -> None:
    assert found(DateRecognizer(), text) == []
