"""Short forms of given names."""

from __future__ import annotations

import pytest

from arbiter_fhir.identity.nicknames import are_nicknames


@pytest.mark.parametrize(
    "one, other",
    [("bill", "william"), ("peggy", "margaret"), ("bob", "bobby"), ("pat", "patrick")],
)
def test_forms_of_one_name_agree_both_ways(one: str, other: str) -> None:
    assert are_nicknames(one, other)
    assert are_nicknames(other, one)


@pytest.mark.parametrize("one, other", [("bill", "robert"), ("patricia", "patrick"), ("rosa", "maria"), ("zzz", "zzz")])
def test_other_names_do_not(one: str, other: str) -> None:
    assert not are_nicknames(one, other)
