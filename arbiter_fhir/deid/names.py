"""How names are written: the grammar that labels, titles and the chart sweep share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.labels import FORM_WORDS, label_of
from arbiter_fhir.deid.lexicon import SPELT_MARK, Lexicon
from arbiter_fhir.deid.reading import Token
from arbiter_fhir.deid.word_lists import read_sections

__all__ = [
    "CREDENTIALS",
    "PARTICLES",
    "SUFFIXES",
    "capture_backward",
    "capture_forward",
    "capture_labelled",
    "is_name_like",
    "is_spelt_name",
]

_GRAMMAR: Final = read_sections("name_grammar.txt")
#: Small words inside names.
PARTICLES: Final = frozenset(_GRAMMAR["particles"].split())
#: Generation marks.
SUFFIXES: Final = frozenset(_GRAMMAR["suffixes"].split())
#: Degrees and licences written after a clinician's name.
CREDENTIALS: Final = frozenset(_GRAMMAR["credentials"].split())
#: Particles that no English sentence has, which join names in small letters: "lucia de la fuente".
_FOREIGN_PARTICLES: Final = PARTICLES - frozenset(
    ("do", "e", "mc", "san", "st", "st.", "ten", "bat", "y", "mac", "ben")
)
#: Days of the week, on which a dose is taken or a visit was.
_DAYS: Final = frozenset(word for word in _GRAMMAR["calendar"].split() if word.endswith(("day", "days")))
#: Written with a full stop inside a name.
_SHORT_FORMS: Final = frozenset(("st", "wm", "mt", "chas", "geo", "jos", "thos", "mc"))
_WITH_STOP: Final = SUFFIXES | _SHORT_FORMS
#: A name has rarely more words than this; a run of capitalised words that goes on is a heading.
MAX_NAME_WORDS: Final = 6
_INNER_GAPS: Final = frozenset(
    {" ", ", ", ",", ". ", ".", "-", "' ", " '", "  ", ".,", "., ", " (", '"', ' "', '" ', "('", "') ", ") "}
)


def is_spelt_name(token: Token) -> bool:
    """Whether an abbreviation is spelt as the given name that it also is."""
    return token.key.endswith(SPELT_MARK)


def is_name_like(token: Token, lexicon: Lexicon) -> bool:
    """Shaped like part of a name and no word that only clinical language or English has."""
    if not token.is_name_shaped:
        return False
    return token.is_initial or not lexicon.is_only_word(token.key)


def _joins(tokens: Sequence[Token], at: int, *, over_lines: bool) -> bool:
    """Whether the token at ``at`` may go on with the name that the token before belongs to."""
    token, before = tokens[at], tokens[at - 1]
    if token.gap.startswith(".") and len(before.text) > 1 and before.key not in _WITH_STOP:
        # A full stop ends a sentence, except after an initial or a short form ("St.", "Wm.").
        return False
    if token.gap.endswith("(") and token.is_initial:
        # "Smith, John (M)": a sex, no initial.
        return False
    return token.gap in _INNER_GAPS or (over_lines and token.gap.strip(" ,-") == "\n")


def _is_label(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> bool:
    """Whether the token begins the next field: a form word, or a word that is no name right before a colon."""
    token = tokens[index]
    if token.key in FORM_WORDS:
        return True
    closed = index + 1 < len(tokens) and tokens[index + 1].gap.lstrip(" ").startswith(":")
    if closed and label_of(token.text) is not None and token.key not in lexicon.given:
        return True
    return closed and lexicon.is_known(token.key) and not lexicon.is_name(token.key)


def _begins_term(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a term begins right behind a name, as where a line goes on: ``Ivy Fish Apgar scores``."""
    return tokens[at].key in lexicon.eponyms and is_clinical_term(tokens, at)


def _ends_name(token: Token) -> bool:
    return token.key in CREDENTIALS and (token.is_capitals or "." in token.gap or token.key in {"phd", "pharmd"})


def capture_forward(
    tokens: Sequence[Token], index: int, lexicon: Lexicon, *, trusting: bool, over_lines: bool = False
) -> int:
    """The index after the last token of the name that begins at ``index``; ``index`` itself where none does.

    Args:
        tokens: The text's tokens.
        index: Where the name may begin.
        lexicon: Word lists.
        trusting: A label or title stands before it: ordinary capitalised words may be names too.
        over_lines: The name may go on after a line break.
    """
    at = index
    while at < len(tokens) and at - index < MAX_NAME_WORDS:
        token = tokens[at]
        if at > index and not _joins(tokens, at, over_lines=over_lines):
            break
        if at > index and token.key in SUFFIXES:
            at += 1
            break
        if _ends_name(token) and at > index:
            break
        if not _continues(tokens, at, lexicon, trusting=trusting, first=at == index):
            break
        if at > index and _begins_term(tokens, at, lexicon):
            break
        at += 1
    while at > index and tokens[at - 1].key in PARTICLES and not tokens[at - 1].is_name_shaped:
        at -= 1
    return at


def _continues(tokens: Sequence[Token], at: int, lexicon: Lexicon, *, trusting: bool, first: bool) -> bool:
    token = tokens[at]
    if _is_label(tokens, at, lexicon) or (not first and token.key in _DAYS):
        return False
    if token.key in PARTICLES and _leads_to_name(tokens, at):
        return token.is_name_shaped or not first or trusting
    if not token.is_name_shaped:
        return False
    if token.is_initial:
        return True
    if is_name_like(token, lexicon):
        return True
    # After a label or title "Stone" or "Hunter" is a name; after a first name "Jane Stone" is one as well.
    return (
        trusting and token.key not in lexicon.clinical and (not first or not token.is_capitals or len(token.text) > 3)
    )


def _leads_to_name(tokens: Sequence[Token], at: int) -> bool:
    """Whether small words such as *van der* end in a capitalised one."""
    after = at + 1
    while after < len(tokens) and tokens[after].gap == " " and tokens[after].key in PARTICLES:
        after += 1
    return after < len(tokens) and tokens[after].is_name_shaped


def capture_labelled(tokens: Sequence[Token], index: int, end: int, lexicon: Lexicon) -> int:
    """The index after a name that a label introduces, within offsets below ``end``; ``index`` where it is no name.

    A form may be filled in with small letters. What consists of ordinary words only is an entry such as *Not provided*.
    """
    at = index
    while at < len(tokens) and tokens[at].end <= end and at - index < MAX_NAME_WORDS:
        token = tokens[at]
        if at > index and not _joins(tokens, at, over_lines=False):
            break
        if _is_label(tokens, at, lexicon) or (_ends_name(token) and at > index) or not token.is_alphabetic:
            break
        if not token.is_name_shaped and lexicon.is_only_word(token.key) and not _joins_small(tokens, at, lexicon):
            break
        if at > index and _begins_term(tokens, at, lexicon):
            break
        at += 1
    captured = tokens[index:at]
    # "cc: Kazal Lindqvist": surnames that only medicine knows are somebody's behind a label of people.
    evidence = [
        token
        for token in captured
        if len(token.key) > 1 and (not lexicon.is_only_word(token.key) or token.key in lexicon.medical_names)
    ]
    if not evidence:
        return index
    if len(captured) == 1 and not captured[0].is_name_shaped and not lexicon.is_name(captured[0].key):
        return index
    return at


def _joins_small(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a particle in small letters stands before more of the name: ``lucia de la fuente``."""
    after = at
    while after < len(tokens) and tokens[after].gap == " " and tokens[after].key in _FOREIGN_PARTICLES:
        after += 1
    return (
        after > at and after < len(tokens) and tokens[after].gap == " " and not lexicon.is_only_word(tokens[after].key)
    )


def capture_backward(tokens: Sequence[Token], index: int, lexicon: Lexicon) -> int:
    """The index of the first token of the name that ends right before ``index``; ``index`` where none does."""
    at = index
    if index > 1 and (_is_second_half(tokens, index - 1, lexicon) or _is_amid_prose(tokens, index - 1, lexicon)):
        at -= 1
    while at > 0 and index - at < MAX_NAME_WORDS:
        token = tokens[at - 1]
        joined = at == index or _joins(tokens, at, over_lines=False)
        if not joined or not (is_name_like(token, lexicon) or token.key in SUFFIXES):
            break
        if token.key in FORM_WORDS or token.key in CREDENTIALS:
            break
        at -= 1
    while at < index and (tokens[at].key in SUFFIXES):
        at += 1
    return at if any(len(token.text) > 1 for token in tokens[at:index]) else index


def _is_amid_prose(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether a word right before a degree has its capital in a sentence of small letters: ``given to Pepper, RN``."""
    token = tokens[at]
    lone = token.gap == " " and tokens[at - 1].text.islower() and token.is_capitalised
    # "reported to N. Shift, RN".
    lone = lone or (token.gap == ". " and tokens[at - 1].is_initial and token.is_capitalised)
    return lone and token.key not in lexicon.clinical and token.key not in FORM_WORDS


def _is_second_half(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """Whether an ordinary word right before a degree is a family name: ``Ngozi Foot, NP``."""
    token, first = tokens[at], tokens[at - 1]
    if token.gap != " " or not (token.is_capitalised and first.is_capitalised) or token.key in FORM_WORDS:
        return False
    evident = lexicon.is_name(first.key) or not lexicon.is_known(first.key)
    # "Esperanza Field, RN": behind a plain given name even a word of reports is one.
    given = first.key in lexicon.given and lexicon.is_plain_name(first.key)
    return evident and lexicon.is_only_word(token.key) and (given or token.key not in lexicon.clinical)
