"""When a family name is a clinical term: *Graves disease*, *Foley catheter*, *Bishop score*, *rose bengal*."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.word_lists import read_sections, read_words

__all__ = ["is_clinical_term"]

_GRAMMAR: Final = read_sections("name_grammar.txt")
#: Words after a name that make a clinical term of it, and words before it that do.
_NOUNS: Final = frozenset(_GRAMMAR["eponym_nouns"].split())
_BEFORE: Final = frozenset(_GRAMMAR["eponym_before"].split())
#: Of the nouns, what is done to devices.
_HANDLED: Final = frozenset(("removed", "placed", "inserted", "repair", "placement"))
#: What stands before the thing that somebody handles.
_ARTICLES: Final = frozenset(("the", "a", "an", "his", "her", "my", "our", "both", "all"))
#: Of the nouns, those that are surnames too.
_SURNAMES: Final = frozenset(_GRAMMAR["eponym_surnames"].split())
#: Names that scales are called after, whose points stand right behind.
_SCORES: Final = frozenset(_GRAMMAR["scored_eponyms"].split())
#: Digits of a score at most.
MAX_POINTS: Final = 2
#: Short forms of clinical words that are names too, each with its noun.
_SHORT_FORMS: Final = frozenset(_GRAMMAR["short_terms"].split())
#: Signs and tests of an examination that are called after somebody, and what they give; how many stand in a row.
_TESTS: Final = frozenset(_GRAMMAR["exam_tests"].split())
_OUTCOMES: Final = frozenset(("positive", "negative", "pos", "neg", "equivocal", "deferred", "present", "absent"))
MAX_TESTS: Final = 5
#: Names that stand side by side in a term: *Wolff-Parkinson-White*.
_PAIRS: Final = frozenset(_GRAMMAR["eponym_pairs"].split())
#: Words that begin a sentence and are part of no term.
_SMALL: Final = frozenset(_GRAMMAR["pronouns"].split())

#: A term's last name stands at most so many words before its noun: *Wolff Parkinson White syndrome*.
MAX_STEPS: Final = 3


def _is_scored(tokens: Sequence[Token], at: int) -> bool:
    """Whether a score of points goes on: ``Beck 14``, ``Braden: 18``, ``Mallampati 2/4``."""
    if at >= len(tokens) or tokens[at].gap not in {" ", ": ", " - ", "-"} or not tokens[at].text.isdigit():
        return False
    dated = at + 2 < len(tokens) and tokens[at + 2].text.isdigit() and tokens[at + 2].gap in {"/", "-"}
    return len(tokens[at].text) <= MAX_POINTS and not dated


def _is_abbreviated(tokens: Sequence[Token], at: int) -> bool:
    """``Sed rate``, ``Max dose``: a short form that is a name too, and its noun."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    return following is not None and following.gap in {" ", "-"} and f"{tokens[at].key}-{following.key}" in _SHORT_FORMS


def _is_tested(tokens: Sequence[Token], at: int) -> bool:
    """``McMurray positive``, ``Hawkins and Neer negative``: a test called after somebody, and what it gave."""
    end = at
    while (
        end < len(tokens) and end - at < MAX_TESTS and (tokens[end].key in _TESTS or tokens[end].key in {"and", "or"})
    ):
        end += 1
    if end == at or end >= len(tokens) or tokens[at].key not in _TESTS or tokens[end].gap not in {" ", ": "}:
        return False
    of_person = end + 1 < len(tokens) and tokens[end + 1].text in {"for", "on", "x"}
    return tokens[end].key in _OUTCOMES and not of_person


def _parted(tokens: Sequence[Token], at: int) -> bool:
    """Whether the name at ``at`` begins a term of its own behind another such name: no known term has both."""
    before, token = tokens[at - 1].key, tokens[at].key
    if before not in _eponyms() or token not in _eponyms() or tokens[at].gap != " ":
        return False
    return f"{before}-{token}" not in _PAIRS


@cache
def _eponyms() -> frozenset[str]:
    return frozenset(word.rstrip("*") for word in read_words("eponyms.txt"))


@cache
def _medical() -> frozenset[str]:
    return read_words("medical_words.txt", "medical_proper_words.txt", "clinical_words.txt", "english_words.txt")


@cache
def _given_names() -> frozenset[str]:
    return read_words("given_names.txt", "registered_given_names.txt")


def _is_given(token: Token) -> bool:
    """Whether somebody's name begins here, right before a term: ``From: Agnieszka Kocher incision``."""
    return token.key in _given_names()


def _is_handler(tokens: Sequence[Token], at: int, verb: int) -> bool:
    """``Reyes removed it``, ``White removed the drain`` tell of somebody, ``Foley removed`` of a catheter."""
    if tokens[verb].key not in _HANDLED:
        return False
    done_to = verb + 1 < len(tokens) and tokens[verb + 1].gap == " " and tokens[verb + 1].text in _ARTICLES
    return done_to or (tokens[at].key not in _eponyms() and tokens[at].key not in _medical())


def is_clinical_term(tokens: Sequence[Token], index: int) -> bool:
    """Whether the token at ``index`` stands in a clinical term, judged by its neighbours.

    One more name may stand between (*Von Willebrand factor*, *Epstein-Barr virus*, *Wolff-Parkinson-White syndrome*).
    """
    token = tokens[index]
    if _is_abbreviated(tokens, index) or _is_tested(tokens, index):
        return True
    if token.key in _SCORES and _is_scored(tokens, index + 1):
        return True
    for step in range(1, MAX_STEPS + 1):
        if index + step >= len(tokens):
            break
        following = tokens[index + step]
        if following.gap.strip(" -'/") or "\n\n" in following.gap or following.key in _SMALL:
            break
        # "Read by Love Cushing syndrome": the term begins with the name that it is called after.
        between = tokens[index + step - 1].key
        # "Copy to: Duke Bright Foley catheter": names that no term joins.
        if step > 1 and _parted(tokens, index + step - 1):
            break
        if (
            step > 1
            and token.key not in _eponyms()
            and (between in _eponyms() or step == MAX_STEPS or _is_given(token))
        ):
            break
        if following.key in _NOUNS and not _is_handler(tokens, index, index + step):
            # "Charcot Foot" is a foot, "Rich Foot" somebody.
            return not (following.is_capitalised and following.key in _SURNAMES and token.key not in _eponyms())
        if not following.is_name_shaped:
            break
    return index > 0 and tokens[index - 1].key in _BEFORE and token.gap in {" ", "-"}
