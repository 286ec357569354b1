"""Placeholders back to values, for a caller who may see them: only the labels that the text uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["PLACEHOLDER", "restore", "used_labels"]

#: A placeholder of ours in a text.
PLACEHOLDER: Final = re.compile(
    r"\[(?:" + "|".join(sorted((kind.value for kind in IdentifierKind), key=len, reverse=True)) + r")_[1-9]\d{0,5}\]"
)


def used_labels(text: str) -> frozenset[str]:
    """Labels of the placeholders in ``text``: what has to be decrypted, and no more."""
    return frozenset(PLACEHOLDER.findall(text))


def restore(text: str, values: Mapping[str, str | Iterable[str]]) -> str:
    """``text`` with the placeholders that ``values`` knows replaced by their values.

    Args:
        text: Text of ours; what a value holds is never searched for placeholders again.
        values: Label to value, or to the surface forms of which the first stands for all.
    """

    def value(match: re.Match[str]) -> str:
        known = values.get(match[0])
        if known is None:
            return match[0]
        return known if isinstance(known, str) else next(iter(known), match[0])

    return PLACEHOLDER.sub(value, text)
