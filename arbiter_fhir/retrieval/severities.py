"""How grave a reaction was, as a word: interfaces store HL7's letters for it."""

from __future__ import annotations

from typing import Final

__all__ = ["severity_word"]

#: HL7 table 0128, allergy severity, which AL1-4 and IAM-4 carry; ``U`` says that it is unknown.
_LETTERS: Final = {"sv": "severe", "mo": "moderate", "mi": "mild", "u": ""}


def severity_word(stored: str) -> str:
    """The severity as a word: ``severe`` for ``SV``; any other text as it is.

    Args:
        stored: As the chart or the document has it.
    """
    return _LETTERS.get(stored.strip().casefold(), stored)
