"""Clinicians, anchored on a title before the name or a degree after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.deid.anchors import CLINICAL_TITLES
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, capture_backward, capture_forward
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.domain.deid import IdentifierKind, IdentifierRole

__all__ = ["ClinicianRecognizer"]

#: Degrees that are also words, units or abbreviations: they count only after a comma.
_NEEDS_COMMA: Final = frozenset(
    ["do", "pa", "ma", "pt", "ot", "ms", "bs", "od", "dc", "mt", "rd", "mba", "esq", "pac", "mls"]
)
#: Words of capitals that are not longer are abbreviations.
MAX_ABBREVIATION: Final = 4
_MISREAD_DOCTOR: Final = frozenset({"Or", "0r", "Ur"})
_AFTER_TITLE: Final = frozenset({". ", " ", ".", ".\n", "\n", ".  "})


class ClinicianRecognizer:
    """Names after *Dr.* and before *MD*, *NP*, *RN* and the like."""

    name = "clinician"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All names so anchored; title and degree stay."""
        tokens, lexicon = reading.tokens, reading.lexicon
        for index in range(len(tokens)):
            if _is_title(tokens, index) and index + 1 < len(tokens):
                yield from self._after_title(tokens, index, lexicon)
            elif _is_degree(tokens, index):
                start = capture_backward(tokens, index, lexicon)
                if start < index and _may_hold_degree(tokens, start, index, lexicon):
                    yield self._finding(tokens[start].start, tokens[index - 1].end, 0.95)

    def _after_title(self, tokens: Sequence[Token], index: int, lexicon: Lexicon) -> Iterator[Finding]:
        first = tokens[index + 1]
        if first.gap not in _AFTER_TITLE or (
            tokens[index].key in {"doctor", "nurse"} and not tokens[index].is_name_shaped
        ):
            return
        if tokens[index].key in {"doctor", "nurse"} and lexicon.is_only_word(first.key):
            return
        # A title at a line's end: the next line's heading in capitals is no name.
        if "\n" in first.gap and first.is_capitals and not lexicon.is_name(first.key):
            return
        end = capture_forward(tokens, index + 1, lexicon, trusting=True)
        if end == index + 1 and _is_small_name(first, lexicon):
            end += 1
            if end < len(tokens) and tokens[end].gap == " ":
                # Recognition makes a small letter of a capital: "Dr. ildiko Szymanski".
                end = max(end, capture_forward(tokens, end, lexicon, trusting=True))
        # "Maple Dr. Apt 4": the word after is no name.
        if end > index + 1 and not all(
            lexicon.is_only_word(token.key) and token.key in lexicon.clinical for token in tokens[index + 1 : end]
        ):
            yield self._finding(first.start, tokens[end - 1].end, 0.97)

    def _finding(self, start: int, end: int, score: float) -> Finding:
        return Finding(start, end, IdentifierKind.PERSON, Strength.LABELLED, self.name, score, IdentifierRole.CLINICIAN)


def _is_title(tokens: Sequence[Token], index: int) -> bool:
    """A title, also as recognition misreads it: no sentence has the word "Or." with a capital and a full stop."""
    token = tokens[index]
    if token.key in CLINICAL_TITLES:
        return True
    return token.text in _MISREAD_DOCTOR and index + 1 < len(tokens) and tokens[index + 1].gap.startswith(".")


def _is_small_name(token: Token, lexicon: Lexicon) -> bool:
    """A name typed in small letters: a listed one, or no word at all."""
    return (
        token.is_alphabetic
        and len(token.key) > 2
        and (lexicon.is_plain_name(token.key) or not lexicon.is_known(token.key))
    )


def _may_hold_degree(tokens: Sequence[Token], start: int, index: int, lexicon: Lexicon) -> bool:
    """Whether the words before a degree are somebody's: ``Lupus, MS``, ``Soft, NT, ND`` hold none."""
    words = tokens[start:index]
    capitals = [token for token in words if not token.is_initial]
    if all(token.is_capitals and len(token.text) <= MAX_ABBREVIATION for token in capitals) and not any(
        lexicon.is_name(token.key) for token in capitals
    ):
        return False
    if tokens[index].key not in _NEEDS_COMMA or len(words) > 1:
        return True
    word = words[0]
    return not word.is_initial and (lexicon.is_name(word.key) or not lexicon.is_known(word.key))


def _is_degree(tokens: Sequence[Token], index: int) -> bool:
    token = tokens[index]
    if index == 0:
        return False
    # "M.D." is cut into two tokens.
    dotted = (
        len(token.text) == 1
        and index + 1 < len(tokens)
        and tokens[index + 1].gap == "."
        and len(tokens[index + 1].text) == 1
        and (token.text + tokens[index + 1].text).lower() in {"md", "do", "np", "pa", "rn"}
    )
    if not dotted and (
        token.key not in CREDENTIALS
        or not (token.is_capitals or token.text in {"PharmD", "PhD", "PsyD", "MBChB", "PA-C", "FNP-C", "FNP-BC"})
    ):
        return False
    if "\n" in token.gap:
        return False
    comma = "," in token.gap
    return comma or (token.gap.strip() in {"", "."} and (dotted or token.key not in _NEEDS_COMMA))
