"""Whether a result is one that the question asks for."""

from __future__ import annotations

from collections.abc import Iterable

from arbiter_fhir.domain.analyte import AnalyteIdentity, group_members, known_analytes, name_words

__all__ = ["answers", "asked_keys"]


def asked_keys(analytes: Iterable[str]) -> frozenset[str]:
    """The analyte keys behind what was asked: groups opened."""
    return frozenset(member for key in analytes for member in group_members(key))


def answers(identity: AnalyteIdentity, printed_name: str, keys: frozenset[str]) -> bool:
    """Whether a result is of one of the asked tests.

    A test that the vocabulary does not know answers where its name begins with an asked test's name: "eGFR Non-Afr.
    American" is shown under its own printed name when somebody asks for the eGFR.
    """
    if identity.key is not None:
        return identity.key in keys
    words = [word for part in printed_name.split() for word in name_words(part)]
    named = any(
        set(words[: len(spelling)]) == set(spelling)
        for key in keys
        if key in known_analytes()
        for spelling in known_analytes()[key].spellings
    )
    # A test that a question names and that no vocabulary knows, such as "creatinine clearance", is found by its words.
    unknown = (set(name_words(key)) for key in keys if key not in known_analytes())
    return named or any(asked and asked <= set(words) for asked in unknown)
