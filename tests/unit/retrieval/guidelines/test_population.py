"""People of a question against people of a passage."""

from __future__ import annotations

import pytest

from arbiter_fhir.retrieval.guidelines.population import population_fit

MAMMOGRAPHY = "Breast cancer screening. Screening mammography every 2 years for women aged 40 to 74."
OLDER = "Evidence is insufficient in women aged 75 or older."
PSA = "Against PSA-based screening for prostate cancer in men 70 years and older."


@pytest.mark.parametrize(
    ("question", "passage", "fit"),
    [
        ("mammogram for a 42 yo woman", MAMMOGRAPHY, 1.0),
        ("mammogram for a 42 yo woman", OLDER, 0.0),  # the sex fits, the age does not
        ("mammogram at 80", MAMMOGRAPHY, -1.0),
        ("mammogram after 75", OLDER, 1.0),
        ("PSA in a 74-year-old", PSA, 1.0),
        ("PSA at age 60", PSA, -1.0),
        ("screening in men", MAMMOGRAPHY, -1.0),
        ("screening in men", PSA, 1.0),
        ("screening", MAMMOGRAPHY, 0.0),
        ("screening at 50", "Lp(a) is measured once in every adult.", 0.0),
        ("chlamydia at age 20", "Sexually active women aged 24 or younger are screened.", 1.0),
        ("pap at age 19", "Against screening in women younger than 21 years.", 1.0),
        ("pap at age 30", "Against screening in women younger than 21 years.", -1.0),
        ("TSH at 82", "In people older than about 70 to 80 years a higher target is acceptable.", 1.0),
        ("statin in men and women", "women aged 40 to 75", 0.0),
        ("A1c over 9", "adults aged 40 to 75", -1.0),
        ("glucose at 250 mg/dL", "adults aged 40 to 75", 0.0),
        ("BP at 130/80", "adults aged 40 to 75", 0.0),
        ("apixaban at 2.5 mg", "adults aged 40 to 75", 0.0),
    ],
)
def test_fit(question: str, passage: str, fit: float) -> None:
    assert population_fit(question, passage) == fit
