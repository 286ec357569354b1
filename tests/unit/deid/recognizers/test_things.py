"""Numbers of things, and amounts that only look like them."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.recognizers.things import ThingRecognizer
from tests.unit.deid.recognizers.tables import found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2019 Focus, plate DXR 4471 (Michigan)", ["DXR 4471"]),
        ("license plate EAB 0192, red", ["EAB 0192"]),
        ("driver's lic. W 125 882 441 019.", ["W 125 882 441 019"]),
        ("Azure, S/N RNB714402S, lead", ["RNB714402S"]),
        ("Lot AH44K9, left arm", ["AH44K9"]),
        ("UDI (01)00844588003288(17)280131(21)A44091.", ["(01)00844588003288(17)280131(21)A44091"]),
        ("DME order 551902. AHI", ["551902"]),
        ("Rx 004417-2 for her", ["004417-2"]),
        ("Pt subject 014-0072, enrolled", ["014-0072"]),
        ("kit no. 884-120, arm B", ["884-120"]),
        ("APS referral #2026-8841. LCSW", ["2026-8841"]),
        ("card ending 4417, case", ["4417"]),
        ("Visa xxxx-xxxx-xxxx-9921, code", ["9921"]),
        ("SSN last four 0199) to", ["0199"]),
        ("room 214B. Contact", ["214B"]),
        ("Rm 412-A Payne", ["412-A"]),
        ("Bed 5W-22 stable", ["5W-22"]),
        ("Pager 7-4418. Ext 55012. Direct x4471", ["7-4418", "55012", "x4471"]),
        ("temp 98.6 F, BMI 27.3. Pager 6-4747.", ["6-4747"]),
        ("from 0044 20 7946 0991, or", ["0044 20 7946 0991"]),
        ("or 011-91-98-5555-0123.", ["011-91-98-5555-0123"]),
        ("Tél 06 55 01 02 03.", ["06 55 01 02 03"]),
        ("IG handle @storm.chaser99, Venmo @Penny-Cash-4, next", ["@storm.chaser99", "@Penny-Cash-4"]),
    ],
)
def test_numbers_of_things_are_found(text: str, expected: list[str]) -> None:
    assert found(ThingRecognizer(), text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("room air sat 95%", "bed rest 3 days", "Rx 500 mg BID", "order 2 units", "check 120 mg/dL", "a lot 3 times"),
        *("unit 5", "seen @bedside at 0930", "group 2 diabetes", "phone call 10 min", "Reagent lot 2207 used"),
        *("case 3 of 5", "ext rotation 45 degrees", "study 2 of 3", "x3 days", "run 30 min", "pain 4 at last 2024"),
    ],
)
def test_amounts_are_none(text: str) -> None:
    assert found(ThingRecognizer(), text) == []
