"""Names that a clinical word or abbreviation hides, where the words on both sides leave room for nobody but a person.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import KIN, MODALS, PERSON_VERBS
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.recognizers.name_words import NO_NAME, could_name, is_role
from arbiter_fhir.deid.word_lists import read_words

__all__ = ["acting_eponym", "called_eponym", "hidden_in_capitals"]

#: What an eponym's person does and no disease, sign or device can.
_ACTS: Final = frozenset(
    ("arrives", "arrived", "calls", "called", "phoned", "returns", "asked", "says", "said", "agreed")
)
#: Staff whose abbreviation stands as a title.
_STAFF: Final = frozenset(("pcp", "rn", "lpn", "np", "pa", "cna", "md"))
#: What goes on behind staff who were told something.
_TOLD: Final = frozenset(("at", "aware", "notified", "informed", "called"))
#: Ordinary words: *MOTHER ALSO REPORTS*.
_ENGLISH: Final = read_words("english_words.txt")
#: Of the words that are names too, what stands between somebody and what they do: *MOTHER JUST CALLED*.
_FILLING: Final = frozenset(("just", "early", "long", "sharp"))
#: Words before a name in a text of capitals.
_MET: Final = frozenset(("with", "by"))
#: What is done with or by people.
_DONE: Final = frozenset(("spoke", "spoken", "speaking", "met", "given", "seen", "brought", "called", "discussed"))
#: What goes on behind a name in a text of capitals.
_ON: Final = frozenset(("about", "at", "on", "for", "and", "who", "re", "regarding", "today", "in"))
#: What a talk with somebody is about.
_TOPIC: Final = frozenset(("about", "regarding"))
#: Two letters are a unit or a service: *SPOKE WITH ED ABOUT*.
SHORTEST: Final = 3
#: Longer names in capitals are found by their lists.
MOST_LETTERS: Final = 4


def acting_eponym(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``let me know when Crohn arrives``: an eponym that does what people do."""
    token = tokens[at]
    if at == 0 or at + 1 >= len(tokens) or token.gap != " " or not tokens[at - 1].text.islower():
        return at
    acts = tokens[at + 1].gap == " " and tokens[at + 1].text in _ACTS
    return at + 1 if acts and token.is_capitalised and token.key in lexicon.eponyms else at


def called_eponym(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``PCP Colles;``, ``Notified RN Nadi at 0812``: an eponym or a word of no list right behind a member of staff."""
    token = tokens[at]
    if at == 0 or token.gap != " " or tokens[at - 1].key not in _STAFF or not tokens[at - 1].is_capitals:
        return at
    if len(token.text) < MOST_LETTERS or token.is_capitals or not could_name(tokens, at, lexicon):
        return at
    eponym = token.key in lexicon.eponyms and not is_clinical_term(tokens, at)
    told = at + 1 < len(tokens) and tokens[at + 1].text in _TOLD and token.key not in _ENGLISH
    return at + 1 if eponym or told or not lexicon.is_known(token.key) else at


def hidden_in_capitals(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``MOTHER AMA REPORTS``, ``GIVEN BY ANA AT NOON``, ``SPOKE WITH JUNE``: a name that is an abbreviation too."""
    token = tokens[at]
    if at == 0 or not token.is_capitals or token.gap != " " or token.key in CREDENTIALS | KIN or is_role(token):
        return at
    before = tokens[at - 1]
    if not before.is_capitals:
        return at
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    ends = following is None or following.gap[:1] in {".", "\n", ",", ";"}
    if before.key in KIN:
        acts = following is not None and following.gap == " " and following.key in PERSON_VERBS | MODALS
        short = len(token.text) <= MOST_LETTERS and token.key not in _ENGLISH
        also_name = token.key in lexicon.given | lexicon.word_names and token.key not in MODALS | _FILLING
        return at + 1 if acts and (short or also_name) else at
    if len(token.text) > MOST_LETTERS:
        return at
    met = at > 1 and before.key in _MET and tokens[at - 2].key in _DONE and tokens[at - 2].is_capitals
    topic = following is not None and following.key in _TOPIC and len(token.text) >= SHORTEST
    done = met and (token.key in lexicon.given or (topic and token.key not in _ENGLISH | NO_NAME | _STAFF))
    return at + 1 if done and (ends or (following is not None and following.key in _ON)) else at
