from __future__ import annotations

import pytest

from arbiter_fhir.extraction.narrative.medication_items import name_end, read_sig, unknown_name_end
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.extraction.terminology.medicines import medicines


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("500 mg tablet, take 2 tablets by mouth BID", ("500 mg", "2 tablets", "tablet", "by mouth", "BID", False, "")),
        ("10 mg PO daily for blood pressure", ("10 mg", "", "", "PO", "daily", False, "blood pressure")),
        ("20 units SC at bedtime", ("", "20 units", "", "SC", "at bedtime", False, "")),
        ("2 puffs inhaled q4h prn wheezing", ("", "2 puffs", "", "inhaled", "q4h", True, "wheezing")),
        ("5-325 mg 1 tab q6h as needed for pain", ("5-325 mg", "1 tab", "tab", "", "q6h", True, "pain")),
        ("0.5 mg b.i.d.", ("0.5 mg", "", "", "", "b.i.d.", False, "")),
        ("50 mg for 7 days", ("50 mg", "", "", "", "", False, "")),
        ("40 mg (cholesterol)", ("40 mg", "", "", "", "", False, "cholesterol")),
        ("500 mg tablets. Take 1000 mg twice daily", ("500 mg", "1000 mg", "tablets", "", "twice daily", False, "")),
    ],
)
def test_what_stands_behind_a_name(text: str, wanted: tuple[object, ...]) -> None:
    sig = read_sig(text, 0, len(text), None)
    assert (sig.strength, sig.dose, sig.form, sig.route, sig.frequency, sig.as_needed, sig.indication) == wanted


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("lisinopril", "100 mg daily", Reason.IMPLAUSIBLE_VALUE),
        ("levothyroxine", "75 mg daily", Reason.IMPLAUSIBLE_VALUE),
        ("warfarin", "5O mg", Reason.VALUE_READ_DOUBTFUL),
        ("prednisone", "40 mg taper over 10 days", Reason.DOSE_CHANGING),
        ("warfarin", "5 mg Mon, 2.5 mg other days", Reason.DOSE_CHANGING),
        ("lisinopril", "20 mg daily (was 10 mg)", Reason.DOSE_CHANGING),
        ("prednisone", "20 mg daily x 5 days then stop", Reason.DOSE_CHANGING),
        ("apixaban", " 5 1 tab 2x day", Reason.UNIT_MISSING),
        ("levothyroxine", " .088", Reason.UNIT_MISSING),
        ("dulaglutide", " 1.5 weekly", Reason.UNIT_MISSING),
        ("losartan", " / 100 / 1", Reason.UNIT_MISSING),
        ("insulin aspart", "sliding scale: 150-200 2 units, 201-250 4 units", Reason.DOSE_CHANGING),
    ],
)
def test_doubts(name: str, text: str, reason: Reason) -> None:
    assert reason in read_sig(text, 0, len(text), medicines().get(name)).reasons


def test_names_take_their_salts_in_and_unknown_names_end_before_the_numbers() -> None:
    assert name_end("metoprolol succinate ER 50 mg", len("metoprolol")) == len("metoprolol succinate ER")
    assert unknown_name_end("Zyflamend 1 capsule daily") == len("Zyflamend")
    assert unknown_name_end("Brand New Drug 5 mg") == len("Brand New Drug")
    for text in ("none", "see attached list", "5 mg daily", "patient takes many pills", "xx"):
        assert unknown_name_end(text) == 0, text


def test_amounts_of_a_scale_are_no_strength() -> None:
    text = "sliding scale: 150-200 2 units, 201-250 4 units"
    sig = read_sig(text, 0, len(text), medicines().get("insulin aspart"))
    assert (sig.strength, sig.dose) == ("", "2 units")


@pytest.mark.parametrize("text", [" 1 tab daily", " 2 puffs twice daily", " 500 mg 1 tab daily"])
def test_a_counted_amount_alone_misses_no_unit(text: str) -> None:
    assert Reason.UNIT_MISSING not in read_sig(text, 0, len(text), None).reasons
