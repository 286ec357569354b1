"""How many tokens a text takes, never too few, for any tokenizer of today's language models."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["estimate_tokens"]

# Tokenizers differ with each model, and their vocabularies are files of their own, so this counts what none exceeds in
# clinical English: one token for each digit (Llama and Qwen split numbers so), for each sign and each character outside
# of ASCII three (the most that UTF-8 bytes of one need), and one for each three letters of a word.
_PIECE: Final = re.compile(r"[A-Za-z]+|\s+|.", re.DOTALL)
_LETTERS: Final = 3
_BEYOND_ASCII: Final = 3


def estimate_tokens(text: str) -> int:
    """An upper estimate; a single space before a word is part of the word's token."""
    total = 0
    for piece in _PIECE.findall(text):
        if piece.isspace():
            total += len(piece) - 1
        elif piece[0].isascii():
            total += -(-len(piece) // _LETTERS)
        else:
            total += _BEYOND_ASCII
    return total + 1
