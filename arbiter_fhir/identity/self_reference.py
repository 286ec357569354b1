"""The patient's own name in a question: it means "the patient", not somebody else.

Without this step a question such as "What is Maria's A1c?" would be refused in Maria's chart, because a name in a
question is a sign that it is about another person. Only names that are surely the patient's are replaced: one that is
followed or preceded by a further name ("Maria Quinn" in Maria Alvarez' chart) stays, and the question is refused.
"""

from __future__ import annotations

import re

from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.identity.names import fold_name
from arbiter_fhir.identity.nicknames import are_nicknames

__all__ = ["mask_own_name"]

#: Names that are words of a question as well: they count only beside another of the patient's names.
_WORDS_TOO = frozenset(
    {"will", "may", "mark", "grace", "rose", "hope", "joy", "faith", "bill", "pat", "dot", "drew", "art", "sue", "gene"}
    | {"long", "young", "white", "brown", "black", "green", "bishop", "rich", "best", "day", "good", "high", "low"}
)
#: Words with which questions begin: their capital does not make them names.
_BEGINNINGS = frozenset(
    {
        "what",
        "is",
        "are",
        "was",
        "were",
        "does",
        "do",
        "did",
        "has",
        "have",
        "had",
        "when",
        "which",
        "how",
        "any",
        "show",
    }
    | {"list", "give", "tell", "get", "find", "latest", "last", "recent", "please", "can", "could", "the", "all", "for"}
)
_TITLES = frozenset({"mr", "mrs", "ms", "miss", "mx"})
_WORD = re.compile(r"(?P<word>[^\W\d_]+(?:[-'\u2019][^\W\d_]+)*)")
_POSSESSIVE = re.compile(r"['\u2019]s?$")
_MIN_LETTERS = 2


def mask_own_name(question: str, patient: ChartPatient) -> str:
    """The question with the patient's own name replaced by "the patient".

    Args:
        question: The raw question.
        patient: Whose chart is open.
    """
    own = _own_names(patient)
    words = list(_WORD.finditer(question))
    kinds = [_kind(match["word"], own) for match in words]
    pieces, position, index = [], 0, 0
    while index < len(words):
        end = index
        while end < len(words) and kinds[end] in {"own", "title"} and _touch(question, words, index, end):
            end += 1
        run = range(index, end)
        if any(kinds[each] == "own" for each in run) and _is_the_patient(question, words, kinds, run):
            last = words[end - 1]
            owner = "the patient" + ("'s" if _POSSESSIVE.search(last["word"]) else "")
            pieces += [question[position : words[index].start()], owner]
            position = last.end()
        index = max(end, index + 1)
    return "".join([*pieces, question[position:]])


def _own_names(patient: ChartPatient) -> frozenset[str]:
    every = (patient.given, patient.middle, patient.family, *patient.other_given, *patient.former_family)
    return frozenset(word for name in every for word in fold_name(name) if len(word) >= _MIN_LETTERS)


def _bare(word: str) -> tuple[str, ...]:
    return fold_name(_POSSESSIVE.sub("", word))


def _kind(word: str, own: frozenset[str]) -> str:
    """Whether a word is one of the patient's names, a title, another name (by its capital), or just a word."""
    parts = _bare(word)
    if "".join(parts) in _TITLES:
        return "title"
    if parts and all(part in own or any(are_nicknames(part, name) for name in own) for part in parts):
        return "own" if word[0].isupper() or not set(parts) & _WORDS_TOO else "word"
    begins = "".join(parts) in _BEGINNINGS
    return "capital" if word[0].isupper() and not word.isupper() and not begins else "word"


def _touch(question: str, words: list[re.Match[str]], first: int, at: int) -> bool:
    """Whether a word continues the run: only a space, a comma or a title's dot lies between."""
    return at == first or question[words[at - 1].end() : words[at].start()] in {" ", ", ", ". "}


def _is_the_patient(question: str, words: list[re.Match[str]], kinds: list[str], run: range) -> bool:
    """Whether a run of own names stands alone, and is more than a word that happens to be a name."""
    before, after = run.start - 1, run.stop
    beside_before = (
        before > 0 and kinds[before] == "capital" and question[words[before].end() : words[run.start].start()] == " "
    )
    beside_after = after < len(words) and kinds[after] == "capital" and _touch(question, words, run.start, after)
    if beside_before or (beside_after and not _POSSESSIVE.search(words[run.stop - 1]["word"])):
        return False
    names = [each for each in run if kinds[each] == "own"]
    titled = any(kinds[each] == "title" for each in run)
    return titled or len(names) > 1 or not set(_bare(words[names[0]]["word"])) & _WORDS_TOO
