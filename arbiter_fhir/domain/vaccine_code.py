"""What a CVX code says was given: the vaccine, by the name under which questions and documents speak of it.

*Source*: ``data/vaccine_codes.tsv``, which names its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from arbiter_fhir.domain.data_table import read_domain_table

__all__ = ["vaccines_of_code"]


def vaccines_of_code(cvx: str) -> tuple[str, ...]:
    """The vaccines that a CVX code stands for, lower case: several for a combined product, none for an unknown code.

    Args:
        cvx: As stored; ``3`` and ``03`` are one code.
    """
    return _by_code().get(cvx.strip().lstrip("0"), ())


@cache
def _by_code() -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType(
        {
            code.lstrip("0"): tuple(row["vaccines"].split("|"))
            for row in read_domain_table("vaccine_codes.tsv")
            for code in row["codes"].split()
        }
    )
