"""Places of a sentence that only somebody can fill: whatever word stands there is a name, unless medicine has it.

Like the rules of `name_rules`: each takes a token's place and gives the index after the name, or the given index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.anchors import (
    CALENDAR,
    CLINICAL_TITLES,
    DEPARTMENTS,
    GROUPS,
    KIN,
    MODALS,
    PERSON_PHRASES,
    PERSON_VERBS,
    PRONOUNS,
    ROLES,
    STATES,
    TITLES,
    WEAK_VERBS,
)
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import SPELT_NAMES, Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, PARTICLES, capture_forward
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.recognizers.name_words import is_department, is_role
from arbiter_fhir.deid.word_lists import read_sections, read_words

__all__ = [
    "ACTS",
    "about_to_act",
    "acted",
    "acting_for",
    "announced_to",
    "begins",
    "blocked",
    "child_of",
    "counseled",
    "entitled",
    "owner",
    "patient_named",
    "signed_mark",
    "small_caller",
    "with_initial",
]

_GRAMMAR: Final = read_sections("name_grammar.txt")
#: What only people will do: "Joy will drive her home".
ACTS: Final = frozenset(_GRAMMAR["person_acts"].split())
#: Who writes or stands in for somebody: "transcribed by LKJ for Pope", "covering for Bone".
_STANDING_IN: Final = frozenset(_GRAMMAR["standing_in"].split())
#: What is sent to somebody: "NOTICE TO BELA STONE:".
_MESSAGES: Final = frozenset(_GRAMMAR["messages"].split())
#: What is somebody's: "Bell labs", "BANKS records".
_TITLED: Final = frozenset(("labs", "results", "chart", "records", "file", "notes", "paperwork", "forms"))
#: What a person has and no disease or device: "Graves's hemoglobin", "Foley's request".
_OWNED: Final = KIN | frozenset(_GRAMMAR["belongings"].split()) | frozenset(_GRAMMAR["owned_by_persons"].split())
_EPONYM_NOUNS: Final = frozenset(_GRAMMAR["eponym_nouns"].split())
#: What stands right after a name that is typed in small letters.
_AFTER_SMALL: Final = frozenset(_GRAMMAR["after_small_pair"].split())
_MEDICAL: Final = read_words("medical_words.txt", "drugs.txt")
#: What is said of persons alone, also where their name is an ordinary word: "Pepper was discharged".
_SURELY: Final = frozenset(_GRAMMAR["surely_persons"].split())
_NOBODY: Final = (
    PRONOUNS | FORM_WORDS | KIN | TITLES | CLINICAL_TITLES | DEPARTMENTS | ROLES | CREDENTIALS | GROUPS | STATES
)
_BLOCKED_DAYS: Final = frozenset(word for word in CALENDAR if word.endswith(("day", "days", "ends")))
_ENDS: Final = frozenset((".", ":", ";", "?", "!", "-", "/", "|"))
#: A name in such a place has rarely more words.
MAX_WORDS: Final = 3
#: How far before *for* the word may stand that tells who acts for somebody.
MAX_STEPS_BACK: Final = 6
#: Shorter words of capitals are abbreviations.
MIN_CAPITALS: Final = 4


def begins(tokens: Sequence[Token], at: int) -> bool:
    """Whether a line, sentence, clause or value begins at the token."""
    gap = tokens[at].gap
    return at == 0 or "\n" in gap or gap.strip(" ")[-1:] in _ENDS


def blocked(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether the word is one of forms, care, sentences or clinical language, or stands in a clinical term."""
    token = tokens[at]
    medical = token.key in _MEDICAL and not (lexicon.is_name(token.key) or token.key in lexicon.eponyms)
    if token.key in _NOBODY or token.key in lexicon.clinical or medical or is_role(token):
        return True
    department = is_department(token) and not lexicon.is_name(token.key)
    return department or not token.is_alphabetic or is_clinical_term(tokens, at)


def _named(token: Token, lexicon: Lexicon) -> bool:
    """Whether somebody could be called so, as also by a surname that medicine knows."""
    return len(token.text) > 1 and lexicon.may_name(token.key)


def _shaped(token: Token) -> bool:
    return token.is_capitalised or (token.is_capitals and len(token.text) >= MIN_CAPITALS)


def _words_end(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """The index after one to three words that could be a name; ``at`` where the first is none."""
    end = at
    while end < len(tokens) and end - at < MAX_WORDS and (end == at or tokens[end].gap in {" ", ". "}):
        initial = end > at and tokens[end].is_initial
        particle = tokens[end].key in PARTICLES and end > at
        if not (initial or particle or (_shaped(tokens[end]) and not blocked(tokens, end, lexicon))):
            break
        end += 1
    return end


def about_to_act(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Joy will drive``, ``Stetbond will see``: whoever is going to do what only people do."""
    if not begins(tokens, at) or not tokens[at].is_capitalised:
        return at
    end = _words_end(tokens, at, lexicon)
    if end == at or end + 1 >= len(tokens) or tokens[end].gap not in {" ", "\n"}:
        return at
    modal = tokens[end].text in MODALS and tokens[end + 1].gap in {" ", "\n"} and tokens[end + 1].text in ACTS
    return end if modal and any(_named(each, lexicon) for each in tokens[at:end]) else at


def acted(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Woods has tolerated``, ``Pepper was discharged``, ``Hurt concurs``: a name that is a word, and what it did."""
    if not begins(tokens, at) or not tokens[at].is_capitalised:
        return at
    calendar = tokens[at].key in CALENDAR and tokens[at].key not in _BLOCKED_DAYS
    end = at + 1 if calendar else _words_end(tokens, at, lexicon)
    if end == at or end + 1 >= len(tokens) or tokens[end].gap not in {" ", "\n"}:
        return at
    verb, following = tokens[end], tokens[end + 1]
    eponym = tokens[end - 1].key in lexicon.eponyms
    if verb.text in {"has", "had"}:
        return end if following.key in _SURELY and following.text.islower() else at
    if not eponym and not any(_named(each, lexicon) for each in tokens[at:end]):
        return at
    if verb.text == "was":
        return end if following.key in _SURELY and not eponym else at
    sure = verb.text.islower() and verb.key in _SURELY and verb.gap == " " and not following.gap.startswith(":")
    # "Service requested: Orthopedics", "Records faxed": what is done to things is said with the same word.
    passive = verb.key.endswith("ed") and verb.key not in {"agreed", "complained"}
    evident = any(lexicon.is_name(each.key) or not lexicon.is_known(each.key) for each in tokens[at:end])
    return end if sure and (evident or not passive) else at


def counseled(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``FOX WAS COUNSELED``, ``PETRENKO DENIES``: capitals before what persons alone do, in capitals too."""
    if not begins(tokens, at) or not tokens[at].is_capitals:
        return at
    end = at
    while end < len(tokens) and end - at < MAX_WORDS and tokens[end].is_capitals and not _verb(tokens, end):
        if (end > at and tokens[end].gap != " ") or (blocked(tokens, end, lexicon)):
            return at
        end += 1
    if end == at or end >= len(tokens) or not _verb(tokens, end) or tokens[end].gap not in {" ", "\n"}:
        return at
    return end if _is_subject(tokens, at, end, lexicon) else at


def _is_subject(tokens: Sequence[Token], at: int, end: int, lexicon: Lexicon) -> bool:
    """Whether words of capitals can be who does what the verb at ``end`` says."""
    words, verb = tokens[at:end], tokens[end]
    following = tokens[end + 1] if end + 1 < len(tokens) else None
    if verb.key in PERSON_PHRASES and (following is None or following.key not in _SURELY):
        # "MASS WAS FOUND", "DRAIN HAS NO OUTPUT".
        return any(lexicon.is_plain_name(each.key) for each in words)
    if verb.key.endswith("ed"):
        # "SERVICE REQUESTED: ORTHO".
        label = following is not None and following.gap.startswith(":")
        return not label and any(lexicon.is_name(each.key) or not lexicon.is_known(each.key) for each in words)
    return any(_named(each, lexicon) or each.key in lexicon.eponyms for each in words)


def _verb(tokens: Sequence[Token], at: int) -> bool:
    """A verb in capitals that only persons are the subject of, with what goes on behind a weak one."""
    token = tokens[at]
    if not token.is_capitals:
        return False
    if token.key in PERSON_PHRASES:
        return at + 1 < len(tokens) and tokens[at + 1].key in PERSON_PHRASES[token.key]
    return token.key in PERSON_VERBS - WEAK_VERBS


def patient_named(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Patient Wise agreeable to plan``: a capital between *patient* and what is said of one."""
    before = tokens[at - 1] if at else None
    if before is None or before.text not in {"Patient", "Pt", "patient", "pt"} or tokens[at].gap not in {" ", ". "}:
        return at
    end = _words_end(tokens, at, lexicon)
    if end == at or not tokens[at].is_capitalised:
        return at
    if end >= len(tokens) or tokens[end].gap != " ":
        return end if any(lexicon.is_plain_name(each.key) for each in tokens[at:end]) else at
    following = tokens[end]
    said = following.key in PERSON_VERBS | STATES | MODALS | PERSON_PHRASES.keys() and following.text.islower()
    named = any(_named(each, lexicon) for each in tokens[at:end])
    proper = tokens[at].key in lexicon.medical_names and tokens[at].key not in lexicon.eponyms
    unknown = (proper or not lexicon.is_known(tokens[at].key)) and following.text.islower()
    return end if (said and named) or unknown else at


def owner(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Temple's hemoglobin``, ``Given Dawn's history``: a word that is a name too, and what somebody has."""
    token = tokens[at]
    if not token.is_capitalised or not token.text.endswith("'s") or at + 1 >= len(tokens):
        return at
    following = tokens[at + 1]
    if following.gap not in {" ", "\n"} or following.key in _EPONYM_NOUNS:
        return at
    # "Stock's INR": a result, which no eponym has.
    result = following.is_capitals and following.key in lexicon.clinical and token.key not in lexicon.eponyms
    if not (following.text.islower() or result):
        return at
    if blocked(tokens, at, lexicon) or not (_named(token, lexicon) or token.key in lexicon.eponyms):
        return at
    belongs = following.key in _OWNED or result
    # "Graves's": diseases are written without the second s.
    doubled = token.text.endswith("s's")
    if token.key in CALENDAR:
        return at + 1 if belongs else at
    return at + 1 if belongs or doubled or token.key not in lexicon.eponyms else at


def child_of(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``daughter of Will Hurt``: somebody whose relative somebody else is."""
    if at < 2 or tokens[at - 1].text != "of" or tokens[at - 2].key not in KIN or tokens[at].gap not in {" ", "\n"}:
        return at
    if not tokens[at].is_capitalised or tokens[at].key in PRONOUNS | FORM_WORDS or tokens[at].key in lexicon.clinical:
        return at
    end = at + 1
    if end < len(tokens) and tokens[end].gap == " " and tokens[end].is_capitalised:
        # "Will Hurt": no heading begins in the middle of a line.
        end += not (tokens[end].key in FORM_WORDS or tokens[end].key in lexicon.clinical)
    return max(end, capture_forward(tokens, at, lexicon, trusting=True))


def entitled(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``URGENT: BANKS labs attached``, ``FW: May Frost results``: whose results something is about."""
    if not begins(tokens, at) or not tokens[at].is_name_shaped or (at and tokens[at - 1].key in lexicon.given):
        return at
    end = at
    while end < len(tokens) and end - at < MAX_WORDS and (end == at or tokens[end].gap == " "):
        token = tokens[end]
        if not token.is_name_shaped or blocked(tokens, end, lexicon) or len(token.text) < 2:
            break
        end += 1
    if end == at or end >= len(tokens) or tokens[end].gap != " " or tokens[end].text not in _TITLED:
        return at
    words = tokens[at:end]
    # "URGENT: CROHN labs": behind a colon no disease heads its labs.
    heads = tokens[at].gap.strip(" ") == ":"
    named = any(
        lexicon.is_name(each.key)
        or (heads and (each.key in lexicon.eponyms or lexicon.may_name(each.key)))
        or (lexicon.may_name(each.key) and (each.is_capitalised or len(each.text) > MIN_CAPITALS))
        for each in words
    )
    return end if named else at


def announced_to(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``NOTICE TO BELA CHURCH: your results``: to whom a message goes, up to the colon."""
    if at < 2 or tokens[at - 1].key not in {"to", "for"} or tokens[at - 2].key not in _MESSAGES:
        return at
    if tokens[at].gap not in {" ", "\n"} or not tokens[at].is_name_shaped:
        return at
    end = at
    while end < len(tokens) and end - at <= MAX_WORDS and (end == at or tokens[end].gap in {" ", ". "}):
        token = tokens[end]
        if not token.is_name_shaped or token.key in _NOBODY or is_department(token):
            break
        end += 1
    if end == at or (end < len(tokens) and tokens[end].gap.strip(" ")[:1] not in {":", ",", "\n", ".", "-"}):
        return at
    words = tokens[at:end]
    # "NOTICE TO EMPLOYERS:" is to nobody by name.
    return end if any(_named(each, lexicon) for each in words) else at


def signed_mark(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``/s/ Eve Foot``: whoever signs, behind the mark of a signature."""
    if at == 0 or tokens[at - 1].text not in {"s", "S"} or not tokens[at].gap.startswith("/"):
        return at
    if not tokens[at - 1].gap.endswith("/") or not tokens[at].is_name_shaped:
        return at
    end = at
    while end < len(tokens) and end - at <= MAX_WORDS and (end == at or tokens[end].gap in {" ", ". "}):
        if not tokens[end].is_name_shaped or tokens[end].key in CREDENTIALS or tokens[end].key in lexicon.clinical:
            break
        end += 1
    return end


def acting_for(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``transcribed by LKJ for Pope``, ``Invoice 4471-20931 for Good is open``: for whom something is done."""
    token = tokens[at]
    if at < 2 or tokens[at - 1].text != "for" or token.gap not in {" ", "\n"} or not token.is_capitalised:
        return at
    near = tokens[max(0, at - MAX_STEPS_BACK) : at - 1]
    for_somebody = any(each.key in _STANDING_IN for each in near)
    number = sum(sign.isdigit() for sign in near[-1].text) >= MIN_CAPITALS
    if not (for_somebody or number) or (blocked(tokens, at, lexicon) and token.key not in CALENDAR):
        return at
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    open_still = following is not None and following.text in {"is", "was"}
    if number and not (lexicon.may_name(token.key) if token.key not in lexicon.eponyms else open_still):
        return at
    return max(at + 1, capture_forward(tokens, at, lexicon, trusting=True))


def with_initial(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``Reference: D. Berry``, ``R. Day 04/01/1950``: an initial with its full stop, and a word that may be a name."""
    if at + 1 >= len(tokens) or not tokens[at].is_initial or tokens[at + 1].gap != ". ":
        return at
    last = tokens[at + 1]
    if not last.is_capitalised or len(last.text) < 2 or (at and tokens[at].gap == "." and tokens[at - 1].is_initial):
        return at
    opens = begins(tokens, at)
    eponym = last.key in lexicon.eponyms and opens
    if last.key in lexicon.clinical | _NOBODY or (last.key in _MEDICAL and not eponym):
        return at
    if not (eponym or lexicon.may_name(last.key)):
        return at
    following = tokens[at + 2] if at + 2 < len(tokens) else None
    dated = following is not None and (following.text[:1].isdigit() or following.key in CALENDAR)
    sure = lexicon.is_plain_name(last.key) or not lexicon.is_known(last.key)
    return at + 2 if (sure and (opens or dated)) or (opens and (dated or following is None)) else at


def small_caller(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """``rich arriaga wants refill``, ``rosamund hodgkin dob``: two words in small letters that open a line."""
    token = tokens[at]
    if not token.text.islower() or not begins(tokens, at) or not token.is_alphabetic:
        return at
    end = at + 1
    while end < len(tokens) and end - at <= MAX_WORDS and tokens[end].gap == " " and tokens[end].key in PARTICLES:
        end += 1
    if end + 1 >= len(tokens) or tokens[end].gap != " " or not tokens[end].text.islower():
        return at
    end += 1
    if tokens[end].gap not in {" ", ", ", " - "} or tokens[end].key not in _AFTER_SMALL:
        return at
    words = [each for each in tokens[at:end] if each.key not in PARTICLES]
    # "will wojciechowski wants": behind an unknown word no modal verb opens the line.
    asks = token.key == "will" and not lexicon.is_known(words[-1].key)
    never = (lexicon.clinical | _NOBODY | PERSON_VERBS | MODALS) - SPELT_NAMES
    if any(each.key in never or is_role(each) for each in words[asks:]):
        return at
    evident = any(lexicon.is_plain_name(each.key) or not lexicon.is_known(each.key) for each in words)
    called = all(lexicon.may_name(each.key) or each.key in lexicon.eponyms for each in words)
    pair = called and (words[0].key in lexicon.given or words[0].key in lexicon.word_names)
    return end if evident or pair else at
