"""What CVX codes stand for."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.data_table import read_domain_table
from arbiter_fhir.domain.vaccine_code import vaccines_of_code
from arbiter_fhir.extraction import CuratedTerms


@pytest.mark.parametrize(
    "code, vaccines",
    [
        ("33", ("ppsv23",)),
        ("03", ("mmr",)),
        ("3", ("mmr",)),
        (" 115 ", ("tdap",)),
        ("187", ("zoster recombinant",)),
        ("109", ("pneumococcal",)),
        ("110", ("dtap", "hepatitis b", "polio")),
        ("", ()),
        ("0", ()),
        ("4711", ()),
        ("x", ()),
    ],
)
def test_codes(code: str, vaccines: tuple[str, ...]) -> None:
    assert vaccines_of_code(code) == vaccines


def test_no_code_stands_twice() -> None:
    codes = [code.lstrip("0") for row in read_domain_table("vaccine_codes.tsv") for code in row["codes"].split()]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("name", ["influenza", "ppsv23", "pcv20", "hepatitis b", "zoster live", "covid-19", "td"])
def test_the_names_are_those_by_which_questions_ask(name: str) -> None:
    known = {each for row in read_domain_table("vaccine_codes.tsv") for each in row["vaccines"].split("|")}
    assert name in known
    assert name in {mention.name for mention in CuratedTerms().mentions(name)}
