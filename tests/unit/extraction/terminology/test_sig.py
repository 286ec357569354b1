from __future__ import annotations

import pytest

from arbiter_fhir.extraction.terminology.sig import AMOUNT, AS_NEEDED, FORM, FREQUENCY, ROUTE, STRENGTH


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("500 mg", "500 mg"),
        ("500mg tablet", "500mg"),
        ("5-325 mg", "5-325 mg"),
        ("10 mg-12.5 mg", "10 mg-12.5 mg"),
        ("100 units/mL", "100 units/mL"),
        ("90 mcg/actuation", "90 mcg/actuation"),
        ("0.5 mg", "0.5 mg"),
        (".5 mg", ".5 mg"),
        ("1,000 mg", "1,000 mg"),
        ("2.5 %", "2.5 %"),
        ("lO mg", None),
        ("1O mg", "1O mg"),
        ("250 mg/5 mL", "250 mg/5 mL"),
    ],
)
def test_strengths(text: str, wanted: str | None) -> None:
    found = STRENGTH.search(text)
    assert (found[0] if found else None) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("once daily", "once daily"),
        ("BID", "BID"),
        ("b.i.d.", "b.i.d."),
        ("q6h", "q6h"),
        ("q 4-6 hours", "q 4-6 hours"),
        ("every 8 hours", "every 8 hours"),
        ("twice a day with meals", "twice a day with meals"),
        ("three times daily", "three times daily"),
        ("at bedtime", "at bedtime"),
        ("qhs", "qhs"),
        ("nightly", "nightly"),
        ("every other day", "every other day"),
        ("once weekly on Mondays", "once weekly on Mondays"),
        ("2x/day", "2x/day"),
        ("in the morning", "in the morning"),
        ("as directed", "as directed"),
        ("lisinopril", None),
        ("500 mg", None),
    ],
)
def test_frequencies(text: str, wanted: str | None) -> None:
    found = FREQUENCY.search(text)
    assert (found[0].strip() if found else None) == wanted


def test_amounts_routes_forms_and_need() -> None:
    for text in ("1 tablet", "2 puffs", "one tab", "1-2 tablets", "1/2 tablet", "10 drops", "2 sprays"):
        assert AMOUNT.search(text), text
    for text in ("PO", "by mouth", "subcutaneously", "IM", "inhaled", "topically", "in both eyes", "p.o."):
        assert ROUTE.search(text), text
    for text in ("tablet", "capsules", "cream", "inhaler", "eye drops"):
        assert FORM.search(text), text
    for text in ("prn", "PRN", "as needed", "p.r.n."):
        assert AS_NEEDED.search(text), text
    assert ROUTE.search("pod") is None
    assert AS_NEEDED.search("sprn") is None
