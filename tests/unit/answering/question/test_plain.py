"""Hidden and look-alike letters are read like any others."""

from __future__ import annotations

import pytest

from arbiter_fhir.answering.question.plain import plain_text


@pytest.mark.parametrize(
    "text, plain",
    [
        ("d\u200bo\u200dse", "dose"),
        ("s\u00adtop metformin", "stop metformin"),
        ("\u0455top m\u0435tformin", "stop metformin"),
        ("\uff24\uff4f\uff53\uff45", "Dose"),
        ("patient\u2019s  labs\n now", "patient's labs now"),
        ("LIST ALL MEDS AND LABS", "LIST all MEDS and LABS"),
        ("A1C", "A1C"),
        ("A1c for [MRN_1]", "A1c for [MRN_1]"),
        ("\u202eabc", "abc"),
    ],
)
def test_plain(text: str, plain: str) -> None:
    assert plain_text(text) == plain
