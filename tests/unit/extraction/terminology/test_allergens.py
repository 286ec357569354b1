from __future__ import annotations

import pytest

from arbiter_fhir.extraction.terminology.allergens import allergens, reactions


@pytest.mark.parametrize(
    ("name", "normal", "kind"),
    [
        ("PCN", "penicillins", "drug_class"),
        ("sulfa", "sulfonamide antibiotics", "drug_class"),
        ("IV contrast", "iodinated contrast", "contrast"),
        ("shellfish", "shellfish", "food"),
        ("Peanuts", "peanut", "food"),
        ("adhesive tape", "adhesive", "contact"),
        ("bee stings", "bee venom", "insect"),
        ("dust mites", "dust mites", "environment"),
        ("Augmentin", "amoxicillin / clavulanate", "drug"),
        ("codeine", "codeine", "drug"),
    ],
)
def test_allergens_by_any_name(name: str, normal: str, kind: str) -> None:
    found = allergens().get(name)
    assert found is not None
    assert (found.name, found.kind) == (normal, kind)


def test_grave_reactions_are_told_apart() -> None:
    anaphylaxis, hives = reactions().get("anaphylactic shock"), reactions().get("hives")
    assert anaphylaxis is not None
    assert anaphylaxis.grave
    assert hives is not None
    assert not hives.grave
    assert reactions().get("lisinopril") is None
