"""Names grow over their neighbours, and no further."""

from __future__ import annotations

import pytest

from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.name_growth import grown_names
from arbiter_fhir.deid.reading import Reading
from arbiter_fhir.domain.deid import IdentifierKind


def grown(text: str, name: str) -> list[str]:
    start = text.index(name)
    found = Finding(start, start + len(name), IdentifierKind.PERSON, Strength.PATTERN, "x", 0.8)
    return [text[each.start : each.end] for each in grown_names(Reading(text), [found])]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("saw Maelle Paget today", "Maelle", ["Maelle Paget"]),
        ("saw Sakura M. Bone today", "Sakura", ["Sakura M. Bone"]),
        ("saw Sakura M. Bone today", "Sakura M", ["Sakura M. Bone"]),
        ("seen by Kushzam Fish today", "Fish", ["Kushzam Fish"]),
        ("sunny berry wants refill", "sunny", ["sunny berry"]),
        ("Rose and Bela agreed", "Bela", ["Rose"]),
        ("forward to Bela and\nYoung.", "Bela", ["Young"]),
        ("At bedside: Jade, Bela and Rivka", "Bela", ["Rivka", "Jade"]),
        ("Pepper Frost, RN, drew", "Frost", ["Pepper Frost"]),
        ("by Bela Winter at", "Bela", ["Bela Winter"]),
        ("by Bela May 12", "Bela", []),
        ("NKF/Winter Raynaud phenomenon", "NKF", ["Winter"]),
        ("read by Reyes/Begay", "Reyes", ["Begay"]),
        ("anything further, Pepper Mensah in my office", "Mensah", ["Pepper Mensah"]),
        ("Copies to: Bela Reyes; Giem Colles", "Bela Reyes", ["Giem Colles"]),
        ("Provider: Bela Reyes, N. Lake", "Bela Reyes", ["N. Lake"]),
        ("Bela Reyes; Family Practice", "Bela Reyes", []),
        ("At bedside: Bela, Pepper and grandson", "Bela", ["Pepper"]),
        ("further, Kluvie lvanova in my office", "Kluvie", ["Kluvie lvanova"]),
        ("saw Kluvie lately", "Kluvie", []),
        ("Yesterday Mensah slept", "Mensah", []),
        ("Bela Reyes Physical Therapy", "Bela Reyes", []),
        ("Bela takes Lasix", "Bela", []),
        ("Bela and Tylenol", "Bela", []),
        ("gave Bela Tylenol", "Bela", []),
        ("Bela Reyes, MD", "Bela Reyes", []),
        ("Bela's Foley was removed", "Bela's", []),
    ],
)
def test_neighbours_that_belong_to_a_name(text: str, name: str, expected: list[str]) -> None:
    assert grown(text, name) == expected
