"""Scores a clean text against what was written in: strict and lenient recall, precision, clinical words lost."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from rapidfuzz.distance import Levenshtein

from arbiter_fhir.domain.deid import IdentifierKind
from devstack.bench.deid.scribe import Injected

__all__ = ["Leak", "Score", "score_document"]

_TOKEN: Final = re.compile(r"[^\W_]+")
_PLACEHOLDER: Final = re.compile(r"[\[<][A-Z_]+(?:_\d+)?[\]>]")
#: Names from this length on are also sought with one letter changed, in documents that were recognised.
_FUZZY: Final = 6


@dataclass(frozen=True, slots=True)
class Leak:
    """A component of an identifier that was left; synthetic, so that it may be shown."""

    kind: IdentifierKind
    surface: str
    component: str


@dataclass
class Score:
    """Counts of one document, or of many added up.

    Attributes:
        injected: Identifiers written in, by kind.
        strict: Of them, those of which no component is left.
        lenient: Of them, those of which at least a part is gone.
        removed: Stretches removed.
        rightly: Of them, those that hold part of an identifier.
        clinical: Words of clinical sentences.
        kept: Of them, those that are still there.
        leaks: What was left.
        wrong: Stretches removed wrongly.
    """

    injected: Counter[IdentifierKind] = field(default_factory=Counter)
    strict: Counter[IdentifierKind] = field(default_factory=Counter)
    lenient: Counter[IdentifierKind] = field(default_factory=Counter)
    removed: int = 0
    rightly: int = 0
    clinical: int = 0
    kept: int = 0
    documents: int = 0
    leaking: int = 0
    leaks: list[Leak] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Add another score to this one."""
        self.injected.update(other.injected)
        self.strict.update(other.strict)
        self.lenient.update(other.lenient)
        self.removed += other.removed
        self.rightly += other.rightly
        self.clinical += other.clinical
        self.kept += other.kept
        self.documents += other.documents
        self.leaking += other.leaking
        self.leaks += other.leaks
        self.wrong += other.wrong

    @property
    def strict_recall(self) -> float:
        """Share of identifiers of which nothing is left; 1.0 where none was written in."""
        return self.strict.total() / self.injected.total() if self.injected else 1.0

    @property
    def lenient_recall(self) -> float:
        """Share of identifiers of which a part is gone."""
        return self.lenient.total() / self.injected.total() if self.injected else 1.0

    @property
    def precision(self) -> float:
        """Share of removed stretches that hold part of an identifier."""
        return self.rightly / self.removed if self.removed else 1.0

    @property
    def clinical_kept(self) -> float:
        """Share of words of clinical sentences that are still there."""
        return self.kept / self.clinical if self.clinical else 1.0


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in folded if unicodedata.category(sign) != "Cf")


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(_plain(text))


def _places(tokens: Sequence[str], words: Sequence[str]) -> int:
    """How often ``words`` stand one after another in ``tokens``."""
    size = len(words)
    return sum(1 for at in range(len(tokens) - size + 1) if list(tokens[at : at + size]) == list(words))


def score_document(
    *,
    injected: Iterable[Injected],
    rest: str,
    clinical: Iterable[str],
    raw: str,
    clean: str,
    removed: Iterable[str],
    recognised: bool,
) -> Score:
    """The score of one document.

    Args:
        injected: What was written in.
        rest: All that was written besides, where a component may stand in its own right.
        clinical: Sentences that have to stay.
        raw: The text that was read.
        clean: What was made of it.
        removed: The stretches of the raw text that were replaced.
        recognised: Whether recognition read it, so that letters may differ.
    """
    score = Score(documents=1)
    left, beside = _tokens(_PLACEHOLDER.sub(" ", clean)), _tokens(rest)
    for each in dict.fromkeys(injected):
        leaks = [part for part in each.components if _is_left(part, left, beside, recognised=recognised)]
        score.injected[each.kind] += 1
        score.strict[each.kind] += not leaks
        score.lenient[each.kind] += len(leaks) < len(each.components)
        score.leaks += [Leak(each.kind, each.surface, part) for part in leaks]
    score.leaking = bool(score.leaks)
    known = {token for each in injected for token in _tokens(each.surface)}
    for stretch in removed:
        right = any(_same(token, known, recognised=recognised) for token in _tokens(stretch))
        score.removed += 1
        score.rightly += right
        if not right:
            score.wrong.append(" ".join(stretch.split()))
    _count_clinical(score, clinical, raw, left, known)
    return score


def _is_left(part: str, left: Sequence[str], beside: Sequence[str], *, recognised: bool) -> bool:
    words = _tokens(part)
    if not words or _places(left, words) > _places(beside, words):
        return bool(words)
    if recognised and len(words) == 1 and len(words[0]) >= _FUZZY and words[0].isalpha():
        known = set(beside)
        return any(
            token not in known and abs(len(token) - len(words[0])) <= 1 and Levenshtein.distance(token, words[0]) <= 1
            for token in left
        )
    return False


def _same(token: str, known: set[str], *, recognised: bool) -> bool:
    if token in known:
        return True
    return recognised and any(
        Levenshtein.distance(token, other, score_cutoff=2) <= 2 for other in known if len(other) > 3
    )


def _count_clinical(
    score: Score, clinical: Iterable[str], raw: str, left: Sequence[str], identifying: set[str]
) -> None:
    """Words of clinical sentences that are still there, of those that were read; names that are words are left out."""
    here, remaining = Counter(_tokens(raw)), Counter(left)
    wanted = Counter(token for sentence in clinical for token in _tokens(sentence) if token not in identifying)
    for token, count in wanted.items():
        read = min(count, here[token])
        score.clinical += read
        score.kept += min(read, remaining[token])
