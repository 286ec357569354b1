"""Persons, by what stands around them: courtesy titles, kin words, verbs of speaking, listed given names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, capture_forward, is_name_like
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.anchors import CLINICAL_TITLES, KIN, MEETING, PERSON_VERBS, TITLES
from arbiter_fhir.domain.deid import IdentifierKind, IdentifierRole

__all__ = ["PersonRecognizer"]

_AFTER_TITLE: Final = frozenset({". ", " ", ".", ".\n", "\n", ".  "})
_AFTER_KIN: Final = frozenset({" ", ", ", ": ", " (", " - ", ",", ":", ' "', " '"})
#: Given names that are months.
MONTH_WORDS: Final = frozenset(["april", "may", "june", "august", "jan", "mar"])
_NO_PERSON_ENDINGS: Final = frozenset(
    ["hospital", "clinic", "center", "centre", "medical", "health", "university", "school", "street", "avenue", "road", "county", "laboratory", "laboratories", "pharmacy", "diagnostics", "institute", "foundation", "church", "company", "inc", "llc", "corp", "disease", "syndrome", "sign", "score", "test"]
)


class PersonRecognizer:
    """Names of patients, relatives and others in running text and headers."""

    name = "person"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All names that their surroundings give away."""
        tokens, lexicon = reading.tokens, reading.lexicon
        at = 0
        while at < len(tokens):
            finding, after = self._at(reading, tokens, at, lexicon)
            if finding is not None:
                yield finding
            at = max(after, at + 1)

    def _at(self, reading: Reading, tokens: Sequence[Token], at: int, lexicon: Lexicon) -> tuple[Finding | None, int]:
        """A finding that the token at ``at`` announces or begins, and where to go on."""
        token = tokens[at]
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if following is not None and token.key in TITLES and following.gap in _AFTER_TITLE and token.is_name_shaped:
            end = capture_forward(tokens, at + 1, lexicon, trusting=True)
            if end > at + 1:
                return self._finding(tokens, at + 1, end, Strength.LABELLED, 0.95), end
        if following is not None and token.key in KIN and following.gap in _AFTER_KIN:
            end = self._kin_name(tokens, at + 1, lexicon)
            if end > at + 1:
                role = IdentifierRole.RELATIVE
                return self._finding(tokens, at + 1, end, Strength.PATTERN, 0.85, role), at + 1
        if not token.is_name_shaped or reading.in_lab_row(token.start):
            return None, at + 1
        for rule, score in (
            (self._last_comma_first, 0.85),
            (self._listed_name, 0.8),
            (self._speaker, 0.7),
            (self._met, 0.7),
        ):
            end = rule(tokens, at, lexicon)
            if end > at:
                return self._finding(tokens, at, end, Strength.PATTERN, score), end
        return None, at + 1

    def _finding(
        self,
        tokens: Sequence[Token],
        start: int,
        end: int,
        strength: Strength,
        score: float,
        role: IdentifierRole = IdentifierRole.UNKNOWN,
    ) -> Finding:
        return Finding(
            tokens[start].start, tokens[end - 1].end, IdentifierKind.PERSON, strength, self.name, score, role
        )

    @staticmethod
    def _kin_name(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
        """After a kin word: capitalised, and not a condition ("Mother: Diabetes", "sister with Crohn's")."""
        first = tokens[at]
        if not first.is_capitalised and not (first.is_capitals and lexicon.is_plain_name(first.key)):
            return at
        if not is_name_like(first, lexicon) or is_clinical_term(tokens, at) or first.key in FORM_WORDS:
            return at
        if lexicon.eponyms.get(first.key) and not lexicon.is_plain_name(first.key):
            return at
        return capture_forward(tokens, at, lexicon, trusting=False)

    @staticmethod
    def _last_comma_first(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
        """``Graves, Martha A``: a listed given name after the comma, or both parts unknown to every word list."""
        if at + 1 >= len(tokens) or tokens[at + 1].gap not in {", ", ",", " , "}:
            return at
        last, first = tokens[at], tokens[at + 1]
        if not (is_name_like(last, lexicon) and len(last.text) > 1 and first.is_name_shaped and len(first.text) > 1):
            return at
        if first.key in CREDENTIALS or first.key in FORM_WORDS or last.key in FORM_WORDS or last.key in CREDENTIALS:
            return at
        if first.key in lexicon.states or first.is_capitals != last.is_capitals:
            return at
        unknown = not lexicon.is_known(last.key) and not lexicon.is_known(first.key)
        listed = first.key in lexicon.given and not (lexicon.is_ambiguous(first.key) and lexicon.is_ambiguous(last.key))
        both = lexicon.is_name(last.key) and first.key in lexicon.given
        if not (listed or both or (unknown and not first.is_capitals)):
            return at
        return capture_forward(tokens, at, lexicon, trusting=False)

    @staticmethod
    def _listed_name(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
        """A listed given name with more name after it; two unknown capitalised words; a lone plain given name."""
        token = tokens[at]
        if token.key in lexicon.countries or token.key in lexicon.states or is_clinical_term(tokens, at):
            return at
        if token.key in MONTH_WORDS and at + 1 < len(tokens) and tokens[at + 1].text[:1].isdigit():
            return at
        end = capture_forward(tokens, at, lexicon, trusting=False)
        words = [each for each in tokens[at:end] if len(each.text) > 1]
        if not words or (end < len(tokens) and tokens[end].key in _NO_PERSON_ENDINGS and tokens[end].gap == " "):
            return at
        if any(each.gap.startswith(",") for each in tokens[at + 1 : end]):
            return at
        plain_given = token.key in lexicon.given and lexicon.is_plain_name(token.key)
        if len(words) == 1:
            return end if plain_given and token.is_capitalised else at
        strong = sum(lexicon.is_plain_name(each.key) for each in words)
        listed = sum(lexicon.is_name(each.key) for each in words)
        unknown = sum(not lexicon.is_known(each.key) for each in words)
        if token.key in lexicon.given and (listed >= 2 or (plain_given and strong + unknown + listed >= 2)):
            return end
        if strong and unknown + listed == len(words):
            return end
        return end if unknown == len(words) and all(each.is_capitalised for each in words) else at

    @staticmethod
    def _speaker(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
        """``Okonkwo denies``: a name before a verb that only persons do."""
        token = tokens[at]
        if not token.is_capitalised or not is_name_like(token, lexicon) or at + 1 >= len(tokens):
            return at
        following = tokens[at + 1]
        if following.gap not in {" ", "\n"} or following.key not in PERSON_VERBS:
            return at
        # An eponym or an unknown drug "was started"; a name "reports": weak verbs need a listed name.
        weak = following.key in {
            "was",
            "is",
            "has",
            "had",
            "started",
            "stopped",
            "continued",
            "continues",
            "used",
            "appears",
            "received",
            "did",
            "does",
            "reviewed",
            "followed",
            "discussed",
            "requested",
            "developed",
            "lost",
            "remains",
            "declined",
            "tried",
        }
        if lexicon.is_name(token.key):
            return at + 1 if not (weak and lexicon.is_ambiguous(token.key)) else at
        return at + 1 if not weak and not lexicon.is_known(token.key) else at

    @staticmethod
    def _met(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
        """``spoke with Nguyen``: a listed name after the words that introduce people."""
        token = tokens[at]
        if at == 0 or tokens[at - 1].key not in MEETING or token.gap not in {" ", "\n", ", ", ": "}:
            return at
        if not token.is_capitalised or token.key in CLINICAL_TITLES or is_clinical_term(tokens, at):
            return at
        return at + 1 if lexicon.is_plain_name(token.key) and not lexicon.eponyms.get(token.key) else at
