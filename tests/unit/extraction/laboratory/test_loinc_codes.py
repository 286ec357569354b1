from __future__ import annotations

import pytest

from arbiter_fhir.extraction.laboratory.loinc_codes import is_loinc


@pytest.mark.parametrize("code", ["2823-3", "4548-4", "718-7", "33037-3", "62238-1"])
def test_codes_of_the_register(code: str) -> None:
    assert is_loinc(code)


@pytest.mark.parametrize("code", ["2823-4", "4548", "70-99", "04-10", "", "2823-33", "A123-4"])
def test_what_is_none(code: str) -> None:
    assert not is_loinc(code)
