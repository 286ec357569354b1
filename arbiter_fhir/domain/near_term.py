"""What may be told, under its own name, where nothing bears the name that was asked for.

Hashimoto thyroiditis for "hypothyroid?", a pneumococcal vaccine of another kind for "Pneumovax": it may be what was
meant, it is never said to be it, and that the asked one was not found is said beside it.

*Source*: ``data/near_terms.tsv``, which names its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from arbiter_fhir.domain.data_table import read_domain_table

__all__ = ["near_names", "near_tests"]

_TEST = "test"


def near_names(asked: str) -> tuple[str, ...]:
    """Conditions or vaccines near an asked one, normalised, in lower case; empty for one without.

    Args:
        asked: As the vocabularies write it, in any case.
    """
    return _table()[0].get(asked.casefold(), ())


def near_tests(key: str) -> tuple[str, ...]:
    """Keys of tests that answer much the same question as another; empty for one without."""
    return _table()[1].get(key, ())


@cache
def _table() -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, tuple[str, ...]]]:
    names: dict[str, tuple[str, ...]] = {}
    tests: dict[str, tuple[str, ...]] = {}
    for row in read_domain_table("near_terms.tsv"):
        (tests if row["kind"] == _TEST else names)[row["asked"]] = tuple(row["near"].split("|"))
    return MappingProxyType(names), MappingProxyType(tests)
