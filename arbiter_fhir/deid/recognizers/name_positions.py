"""Rules for names by their position or shape alone, whatever words they are made of.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import (
    CALENDAR,
    CLOSINGS,
    CONTACT_VERBS,
    DONE_BY,
    DONE_NOUNS,
    GROUPS,
    PERSON_OBJECTS,
    PERSON_VERBS,
    SPEAKING_WITH,
    SPEECH,
    STATES,
    WHEN,
    WITH_NOUNS,
)
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import PARTICLES, capture_forward, is_spelt_name
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.recognizers.name_words import NO_NAME, could_name, goes_on, is_department, is_evident, is_role
from arbiter_fhir.deid.word_lists import read_sections, read_words

__all__ = [
    "amid_prose",
    "caller",
    "closing",
    "initials",
    "name_shape",
    "object_of",
    "opening",
    "role_holder",
    "stranger",
    "subject",
]

#: *O'Shaughnessy*, *D'Angelo*, *McAllister*, *MacTavish*: no other word is written so.
_SMALL: Final = "[a-z\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff]"
_LARGE: Final = "[A-Z\u00c0-\u00d6\u00d8-\u00de\u0100-\u017f]"
_NAME_SHAPE: Final = re.compile(
    rf"(?:[ODLM]'{_LARGE}{_SMALL}{{2,}}|Ma?c{_LARGE}{_SMALL}{{2,}})(?:-{_LARGE}{_SMALL}+)?(?:'s)?"
)
_CAPITAL_PARTICLES: Final = frozenset(
    ("Van", "Von", "De", "Del", "Della", "Di", "Da", "Al", "El", "Ben", "Ter", "Ten", "Ó", "Ní", "Abu", "Bint")
)
#: How far a caller's place may reach: "Mason from the night shift lab called".
_PLACE_WORDS: Final = 6
#: Shorter words with a capital are abbreviations.
_LEAST_LETTERS: Final = 4
#: Words that may stand between a verb and the *with* that belongs to it.
_OBJECT_WORDS: Final = 5
#: Words that a date may have.
_DATE_WORDS: Final = 5
#: What stands before the first word of a sentence, line, cell or field.
_BEGINNINGS: Final = frozenset((".", ":", ";", "\n", "\t", "?", "!"))
#: Words after which a person stands who is not introduced otherwise.
_BY: Final = frozenset(("by", "via", "per"))
#: Callings outside of care, which no clinical word follows.
_PERSONAL: Final = frozenset(("nanny", "babysitter", "sitter", "teacher", "landlady", "roommate", "neighbor"))
#: What somebody leaves who gets in touch; anything else that is left is a side.
_LEFT: Final = frozenset(("a", "message", "messages", "voicemail", "vm", "word", "us", "me"))
#: What is done to somebody by *to*.
_SENT_TO: Final = frozenset(read_sections("name_grammar.txt")["sent_to"].split())
_GREETINGS: Final = frozenset(("hello", "hi", "dear"))
#: What results are obtained by.
_METHODS: Final = frozenset(read_sections("name_grammar.txt")["methods"].split())
#: What conditions, treatments and things do: "complicated by", "relieved by".
_CAUSED: Final = frozenset(read_sections("name_grammar.txt")["caused_by"].split())
#: Words of medicine alone, and how words end that describe.
_MEDICAL: Final = read_words("medical_words.txt", "medical_proper_words.txt", "drugs.txt")
#: Who does and orders nothing.
_NO_DOER: Final = _MEDICAL | CALENDAR | _METHODS
_NO_ORDERER: Final = _MEDICAL | GROUPS | _METHODS
_DESCRIBING: Final = ("al", "ic", "ed", "ous", "ive", "ary", "ign", "ly", "ing", "oma", "itis")


def role_holder(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``therapist Yamaguchi``, ``Chaplain Butcher visited``."""
    token = tokens[at]
    if at == 0 or token.gap != " " or not could_name(tokens, at, lexicon):
        return at
    named = at > 1 and tokens[at - 1].key in {"is", "was"} and is_role(tokens[at - 2])
    if not (named or is_role(tokens[at - 1])):
        return at
    end = capture_forward(tokens, at, lexicon, trusting=True)
    evident = any(is_evident(each, lexicon) for each in tokens[at:end])
    # "Nanny Buba gave": such callings stand before names only.
    evident = evident or tokens[at - 1].key in _PERSONAL
    return end if evident or (goes_on(tokens, end) and end < len(tokens) and tokens[end].gap in {" ", "\n"}) else at


def object_of(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Scheduled Young with``, ``will telephone August next week``, ``reviewed with Parsons``."""
    token = tokens[at]
    greeted = at > 0 and token.gap == "\n" and tokens[at - 1].key in _GREETINGS
    if at == 0 or not (greeted or token.gap in {" ", "/ ", "/"}) or not could_name(tokens, at, lexicon):
        return at
    before = tokens[at - 1]
    if (before.key == "w") != token.gap.startswith("/"):
        return at
    verb = before.key in PERSON_OBJECTS
    second = tokens[at - 2].key if at > 1 else ""
    seen_again = second == "u" and at > 2 and tokens[at - 3].key == "f"
    company = before.key in {"with", "w"} and (second in SPEAKING_WITH | WITH_NOUNS or _is_meeting(tokens, at - 1))
    company = company or (seen_again and before.key in {"with", "w"})
    introduced = company or (before.key == "by" and token.key not in _METHODS and _is_done(tokens, at - 1))
    spoken = before.key == "to" and second in _SENT_TO
    if before.key in {"for", "from"} and second in {"message", "call", "voicemail", "note", "letter"}:
        spoken = True
    if not (verb or introduced or spoken):
        return at
    end = capture_forward(tokens, at, lexicon, trusting=True)
    if end == at and spoken and at + 1 < len(tokens) and tokens[at + 1].gap.startswith(":"):
        # "Message for Colles: please call".
        return at + 1
    if introduced and before.key == "by" and token.gap == " " and end < len(tokens) and lexicon.may_name(token.key):
        # "phoned to Dr. Reyes by Pepper Sodium 138": the next sentence begins in the same line.
        next_sentence = tokens[end].gap == " " and tokens[end].is_capitalised
        return end if next_sentence and end == at + 1 else (end if goes_on(tokens, end) else at)
    return end if end > at and goes_on(tokens, end) else at


def _is_meeting(tokens: Sequence[Token], at: int) -> bool:
    """``Scheduled Bela Reyes with``: a verb with a person for its object, a few words before *with*."""
    near = tokens[max(0, at - _OBJECT_WORDS) : at]
    return any(
        each.key in PERSON_OBJECTS and not any("." in other.gap for other in near[index + 1 :])
        for index, each in enumerate(near)
    )


def _is_done(tokens: Sequence[Token], by: int) -> bool:
    """Whether *by* follows what is done by people, with or without a date between: ``transcribed 5/3/2024 by``."""
    at = by - 1
    while at >= 0 and by - at <= _DATE_WORDS and (tokens[at].text[0].isdigit() or tokens[at].key in CALENDAR):
        at -= 1
    if at >= 0 and tokens[at].key in DONE_BY | DONE_NOUNS:
        return True
    # "discussed at tumor board by": the place may stand between.
    near = tokens[max(0, by - _OBJECT_WORDS) : by]
    return any(each.key in DONE_BY for each in near) and not any(set(each.gap) & set(".;:,\n") for each in near[1:])


def stranger(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``arranged via Chiechund``, ``transcribed 5/3 by Styathe``: a word that no list knows, after *by* or *via*."""
    token = tokens[at]
    if at == 0 or token.gap not in {" ", "\n"} or tokens[at - 1].key not in _BY:
        return at
    if not could_name(tokens, at, lexicon):
        return at
    device = tokens[at - 1].key == "via" and lexicon.eponyms.get(token.key, False)
    if device or token.key in _METHODS or (at > 1 and tokens[at - 2].key in _CAUSED and lexicon.is_known(token.key)):
        # "complicated by Sepsis", "relieved by Rest": nobody does that.
        return at
    # What is also a word is a name where the sentence goes on after it as after a person.
    by = tokens[at - 1].text == "by" and token.key not in _NO_DOER
    # "Per Best, hold apixaban".
    ordered = tokens[at - 1].key == "per" and at + 1 < len(tokens) and tokens[at + 1].gap == ", "
    ordered = ordered and (tokens[at + 1].text.islower() or token.key in lexicon.given) and token.key not in _NO_ORDERER
    proceeds = (by or tokens[at - 1].key == "via") and goes_on(tokens, at + 1)
    if not (is_evident(token, lexicon) or ordered or proceeds):
        return at
    return max(at + 1, capture_forward(tokens, at, lexicon, trusting=False))


def name_shape(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``D'Angelo``, ``McAllister``, ``Adeyemi-Brooks``, ``Van den Berg``: written as only names are."""
    token = tokens[at]
    if is_clinical_term(tokens, at) or lexicon.eponyms.get(token.key):
        return at
    if _NAME_SHAPE.fullmatch(token.text) and not lexicon.is_only_word(token.key):
        return at + 1
    if token.text in _CAPITAL_PARTICLES:
        return _after_particles(tokens, at, lexicon)
    parts = token.text.removesuffix("'s").split("-")
    if len(parts) == 2 and all(part[:1].isupper() and part[1:].islower() for part in parts):
        keys = [part.casefold().replace("'", "") for part in parts]
        open_words = all(not lexicon.is_only_word(key) and key not in lexicon.eponyms for key in keys)
        if open_words and any(lexicon.is_plain_name(key) for key in keys):
            return at + 1
    return at


def _after_particles(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    end = at + 1
    while end < len(tokens) and tokens[end].gap == " " and tokens[end].key in PARTICLES and tokens[end].text.islower():
        end += 1
    if end >= len(tokens) or tokens[end].gap not in {" ", "-"} or not tokens[end].is_capitalised:
        return at
    last = tokens[end]
    if last.key in lexicon.clinical or lexicon.eponyms.get(last.key) or is_clinical_term(tokens, end):
        return at
    return end + 1


def initials(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``N. K. Foot``: two initials and a capitalised word."""
    if at + 2 >= len(tokens):
        return at
    first, second, last = tokens[at : at + 3]
    if not (first.is_initial and second.is_initial and second.gap in {". ", "."} and last.gap in {". ", ".\n"}):
        return at
    fits = last.is_capitalised and last.key not in lexicon.clinical and last.key not in FORM_WORDS
    return at + 3 if fits else at


def closing(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Warm regards, Nalgrait Foot``: capitalised words to the end of the line, after what closes a letter."""
    token = tokens[at]
    thanks = at > 1 and tokens[at - 1].key == "you" and tokens[at - 2].key == "thank"
    if (
        at == 0
        or not (thanks or tokens[at - 1].key in CLOSINGS)
        or token.gap.strip(" \n") != ","
        or not token.is_name_shaped
    ):
        return at
    end = capture_forward(tokens, at, lexicon, trusting=True)
    if end > at and (end >= len(tokens) or "\n" in tokens[end].gap or "," in tokens[end].gap):
        return end
    # "Thank you, Winter": where the next sentence goes on in the same line, the word after the comma is who thanks.
    named = token.is_capitalised and token.key not in NO_NAME and token.key not in lexicon.clinical
    return at + 1 if token.gap == ", " and named and not is_department(token) else at


def caller(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Mason from lab called``, ``Takoda at Brightwater Logistics faxed``: who gets in touch, and from where."""
    token = tokens[at]
    begins = at == 0 or token.gap.strip(" ")[-1:] in _BEGINNINGS
    begins = begins or (token.gap == " " and tokens[at - 1].text[-1:].isdigit())
    if not begins or not could_name(tokens, at, lexicon) or token.key in GROUPS:
        return at
    end = capture_forward(tokens, at, lexicon, trusting=not is_evident(token, lexicon))
    if end == at or end >= len(tokens) or tokens[end].key not in {"from", "at", "of", "in"}:
        return at
    if tokens[end].gap not in {" ", "\n"}:
        return at
    # A word gets in touch from a department or a place with a name: "Osteoarthritis of left knee" does not.
    place = tokens[end + 1] if end + 1 < len(tokens) else tokens[end]
    somewhere = tokens[end].key in {"from", "at"} and (place.is_capitalised or is_department(place))
    if not is_evident(token, lexicon) and (not somewhere or token.key in _MEDICAL):
        return at
    for index in range(end + 1, min(end + 2 + _PLACE_WORDS, len(tokens))):
        each = tokens[index]
        if any(sign in each.gap for sign in ".;:"):
            break
        told = each.key != "left" or (index + 1 < len(tokens) and tokens[index + 1].key in _LEFT)
        if each.key in CONTACT_VERBS and told:
            return end
    return at


def _is_and_me(tokens: Sequence[Token], at: int) -> bool:
    """``and I``, whose stroke recognition may take for a letter or a bar: ``and | agreed``, ``and l agreed``."""
    second = tokens[at + 1]
    barred = second.gap.strip() in {"|", "!"} and second.text.islower()
    return tokens[at].text == "and" and (second.text in {"I", "l"} or barred)


def opening(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Bird and I agreed``, ``Pepper, who is 91,``, ``Fewei - please see``: a name that opens a sentence."""
    token = tokens[at]
    begins = at == 0 or token.gap.strip(" ")[-1:] in _BEGINNINGS or "\n" in token.gap
    # Behind a date: "Signed: Bela Reyes, NP 5/10/2024 Butcher - please see".
    begins = begins or (token.gap == " " and tokens[at - 1].text[-1:].isdigit())
    if not could_name(tokens, at, lexicon) or at + 2 >= len(tokens):
        return at
    if not begins:
        # "Family Practice Brooks and I agreed".
        return at + 1 if tokens[at + 1].gap == " " and _is_and_me(tokens, at + 1) else at
    end = capture_forward(tokens, at, lexicon, trusting=True)
    if end == at or end + 1 >= len(tokens):
        return at
    first = tokens[end]
    with_me = _is_and_me(tokens, end)
    told_of = first.gap == ", " and first.key in {"who", "whom", "whose"}
    asked = first.gap.strip() == "-" and first.key in {"please", "pls", "can", "could", "thanks", "see", "fyi"}
    shown = first.text in {"here", "cancelled", "canceled", "returns", "no-showed"} and first.gap == " "
    says = first.key in SPEECH and first.text.islower() and first.gap == " " and token.key not in GROUPS
    rests = first.key in STATES and first.text.islower() and first.gap == " "
    known = is_evident(token, lexicon) or token.key in lexicon.word_names
    known = known or (lexicon.is_ambiguous(token.key) and not lexicon.is_only_word(token.key))
    return end if with_me or told_of or asked or says or ((shown or rests) and known) else at


def subject(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``when Summer checked``: the capitalised subject of a clause in the middle of a sentence."""
    token = tokens[at]
    begins = at > 0 and (tokens[at - 1].text in WHEN or (at > 1 and tokens[at - 2].key == "it"))
    if not begins or token.gap != " " or not could_name(tokens, at, lexicon):
        return at
    end = capture_forward(tokens, at, lexicon, trusting=True)
    if end == at or end >= len(tokens) or tokens[end].gap != " ":
        return at
    verb = tokens[end]
    # "and Elevation advised" is told of nobody.
    done = verb.text.islower() and verb.key.endswith("ed") and (lexicon.may_name(token.key) or end > at + 1)
    return end if verb.key in PERSON_VERBS or verb.key in {"who", "whom"} or done else at


def _heads_name(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """``church with Pepper Choi``: a capital amid prose and a plain family name behind it."""
    if at + 1 >= len(tokens) or tokens[at + 1].gap != " " or tokens[at].key in lexicon.eponyms:
        return False
    last = tokens[at + 1]
    if not last.is_capitalised or is_clinical_term(tokens, at + 1):
        return False
    # "further, Chase Butcher in my office": a given name and a capital, and small letters on either side.
    amid = at + 2 < len(tokens) and tokens[at + 2].text.islower() and tokens[at + 2].gap == " "
    called = tokens[at].key in lexicon.given or tokens[at].key in lexicon.word_names or lexicon.may_name(last.key)
    pair = amid and called and could_name(tokens, at + 1, lexicon)
    return pair or lexicon.is_plain_name(last.key)


def _describes(word: str) -> bool:
    """Whether a word says what something was like: ``2019 (Laparoscopic)``, ``2019 (Benign)``."""
    return word in _MEDICAL or word.endswith(_DESCRIBING)


def amid_prose(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``appendectomy in May (Lockridge)``: a capital in the middle of prose, on a name or on a word of no list."""
    token = tokens[at]
    if at == 0 or token.gap not in {" ", " (", "/", ", "}:
        return at
    aside = token.gap == " (" and tokens[at - 1].text[-1].isdigit()
    if not aside and not tokens[at - 1].text.islower():
        return at
    # "2019 (Brown)", "2019 (Parkinson)": behind a date in brackets stands who did it.
    alone = aside and (at + 1 == len(tokens) or tokens[at + 1].gap.startswith(")"))
    short = (len(token.text) < _LEAST_LETTERS and not is_spelt_name(token)) or token.key in lexicon.eponyms
    if not could_name(tokens, at, lexicon) or (short and not alone):
        return at
    if _heads_name(tokens, at, lexicon):
        return at + 2
    somebody = token.key in lexicon.medical_names or not _describes(token.key)
    listed = lexicon.is_plain_name(token.key) or (alone and somebody)
    unknown = not lexicon.is_known(token.key) and token.text[1:].islower()
    if not (listed or unknown) or token.key in lexicon.countries or token.key in lexicon.states:
        return at
    return max(at + 1, capture_forward(tokens, at, lexicon, trusting=False))
