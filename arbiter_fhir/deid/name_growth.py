"""Names grow: what stands right beside a found name and is written like part of one belongs to it.

A list knows *Maelle* and not *Paget*, a model sees *Meiling* and takes *Bone* for a bone; side by side they are a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from arbiter_fhir.deid.anchors import (
    ADDRESSING,
    AFTER_SMALL_NAME,
    BUSINESS,
    CALENDAR,
    CLINICAL_TITLES,
    KIN,
    MEETING,
    MODALS,
    NO_PERSON_ENDINGS,
    OPENERS,
    PERSON_OBJECTS,
    PERSON_VERBS,
    PRONOUNS,
    SHORT_DAYS,
    TITLES,
)
from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, PARTICLES, SUFFIXES, capture_forward
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.name_words import is_department, is_role
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["grown_names"]

_NEVER: Final = (
    FORM_WORDS | PERSON_VERBS | MODALS | NO_PERSON_ENDINGS | CREDENTIALS | TITLES | CLINICAL_TITLES | KIN | CALENDAR
)
#: Seasons and months that are surnames: "by Bela Winter at".
_SURNAMES: Final = frozenset(("winter", "winters", "summer", "summers", "may", "june", "august"))
#: Prose may wrap before or after *and*.
_BLANKS: Final = frozenset((" ", "\n"))
_JOINTS: Final = frozenset(("and", "or", "nor", "&"))
SCORE: Final = 0.6
#: Names of recipients have rarely more words.
MAX_RECIPIENT_WORDS: Final = 3


def grown_names(reading: Reading, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Further findings that reach over the neighbours of found names.

    Args:
        reading: The text.
        findings: What was found; only persons grow.
    """
    tokens, lexicon = reading.tokens, reading.lexicon
    for finding in findings:
        if finding.kind is IdentifierKind.EMAIL:
            yield from _after_address(reading, finding)
        if finding.kind is not IdentifierKind.PERSON or finding.strength is Strength.DECLARED:
            continue
        own = reading.tokens_in(finding.start, finding.end)
        if not own:
            continue
        first = reading.first_token_at(finding.start)
        last = first + len(own)
        for at in _beside(tokens, first, last, lexicon):
            yield Finding(
                tokens[at].start, tokens[at].end, IdentifierKind.PERSON, Strength.PATTERN, "name_growth", SCORE
            )
        after = _next_of_list(tokens, last, lexicon)
        if after > last:
            yield Finding(
                tokens[last].start, tokens[after - 1].end, IdentifierKind.PERSON, Strength.PATTERN, "name_growth", SCORE
            )
        start, end = _before(tokens, first, own, lexicon), _after(tokens, last, own, lexicon)
        if (start, end) != (first, last) and not reading.in_lab_row(finding.start):
            yield Finding(
                tokens[start].start,
                tokens[end - 1].end,
                IdentifierKind.PERSON,
                Strength.PATTERN,
                "name_growth",
                SCORE,
                finding.role,
            )


def _after_address(reading: Reading, finding: Finding) -> Iterator[Finding]:
    """``To: Bela Reyes <b@mail.example>; Kofi Stone``: whoever is next in a list of recipients."""
    tokens, lexicon = reading.tokens, reading.lexicon
    at = reading.first_token_at(finding.end)
    if at >= len(tokens) or tokens[at].gap.strip(" \n") not in {">;", ";", ">,"} or not tokens[at].is_capitalised:
        return
    end = at
    while end < len(tokens) and end - at < MAX_RECIPIENT_WORDS and tokens[end].is_name_shaped:
        if (end > at and tokens[end].gap != " ") or tokens[end].key in PRONOUNS:
            break
        if not _names_somebody(tokens, end, lexicon):
            break
        end += 1
    if end > at:
        yield Finding(
            tokens[at].start, tokens[end - 1].end, IdentifierKind.PERSON, Strength.PATTERN, "name_growth", SCORE
        )


def _beside(tokens: Sequence[Token], first: int, last: int, lexicon: Lexicon) -> Iterator[int]:
    """Words joined to a name by *and* or a stroke: ``Rose and Bela``, ``Reyes/Begay``."""
    found = []
    joint = last + 1 < len(tokens) and tokens[last].key in _JOINTS
    if joint and tokens[last].gap in _BLANKS and tokens[last + 1].gap in _BLANKS:
        found.append(last + 1)
    if last + 1 < len(tokens) and tokens[last].gap == ", " and tokens[last + 1].key in _JOINTS:
        # "At bedside: Bela, Pepper and grandson Kofi".
        found.append(last)
    if last < len(tokens) and tokens[last].gap == " & ":
        found.append(last)
    if first > 0 and tokens[first].gap == " & ":
        found.append(first - 1)
    if first > 2 and tokens[first - 1].key in KIN and tokens[first - 2].key in _JOINTS:
        found.append(first - 3)
    if first > 1 and tokens[first - 1].key in _JOINTS and {tokens[first].gap, tokens[first - 1].gap} <= _BLANKS:
        found.append(first - 2)
    if last < len(tokens) and tokens[last].gap == "/" and _stands_beside_stroke(tokens, last, lexicon):
        yield last
    if first > 0 and tokens[first].gap == ", " and tokens[first - 1].gap in {": ", ", "} and _is_listed(tokens, last):
        # "At bedside: Jade, Bela and": the head of a list, a listed name.
        found += [first - 1] if lexicon.is_name(tokens[first - 1].key) else []
    yield from (at for at in found if tokens[at].is_capitalised and _names_somebody(tokens, at, lexicon))


def _next_of_list(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    """The index after the next of a list of people: ``Bela Reyes; Giem Colles``; ``at`` where none goes on."""
    comma = at + 1 < len(tokens) and tokens[at].gap == ", " and tokens[at].is_capitalised
    if comma and tokens[at + 1].is_initial and tokens[at + 1].gap == " ":
        # "Del Valle, Kloundzoth M": the given name and an initial behind the family name.
        return at + 2 if _names_somebody(tokens, at, lexicon) and lexicon.may_name(tokens[at].key) else at
    if 0 < at < len(tokens) and tokens[at].gap == ", " and tokens[at].is_capitalised and _is_introduced(tokens, at - 1):
        # "Digitally signed by Lake, Tietquathai 04/02/2025".
        alone = at + 1 >= len(tokens) or tokens[at + 1].gap not in {" ", "-"} or not tokens[at + 1].text.islower()
        if alone and _names_somebody(tokens, at, lexicon) and lexicon.may_name(tokens[at].key):
            return at + 1
    if at + 1 < len(tokens) and tokens[at].gap in {", ", "; "} and tokens[at].is_initial and tokens[at + 1].gap == ". ":
        # "Provider: Bela Reyes, N. Lake".
        return at + 2 if tokens[at + 1].is_capitalised and _names_somebody(tokens, at + 1, lexicon) else at
    if at >= len(tokens) or tokens[at].gap not in {"; ", ";"} or not tokens[at].is_capitalised:
        return at
    known = lexicon.is_known(tokens[at].key) and not lexicon.is_name(tokens[at].key)
    # "Copies to: Bela Reyes; Toke Yazzie": a word, and a family name behind it.
    second = tokens[at + 1]
    if known and second.gap == " " and second.is_capitalised and _names_somebody(tokens, at, lexicon):
        named = lexicon.is_plain_name(second.key) or not lexicon.is_known(second.key)
        return at + 2 if named else at
    return (
        at if known or not _names_somebody(tokens, at, lexicon) else capture_forward(tokens, at, lexicon, trusting=True)
    )


def _stands_beside_stroke(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """``NKF/Winter``: who dictated and who typed, whatever the next sentence begins with."""
    near = tokens[at - 1 : at + 2]
    # "Mon/Wed/Fri", "Tue/Thu" are days of a dose.
    dosed = near[1].key in SHORT_DAYS and near[0].key in SHORT_DAYS
    blocked = dosed or near[1].key in _NEVER - CALENDAR or near[1].key in lexicon.clinical or is_department(near[1])
    return near[1].is_capitalised and not blocked and not is_clinical_term(near, 1)


def _is_listed(tokens: Sequence[Token], after: int) -> bool:
    """Whether the list goes on after a name: with a comma, or with *and*."""
    return after < len(tokens) and (tokens[after].gap == ", " or tokens[after].key in _JOINTS)


def _names_somebody(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    token = tokens[at]
    # "Will and Bela": no modal verb stands before "and".
    modal = token.key == "will" and at + 1 < len(tokens) and tokens[at + 1].key in _JOINTS
    if (
        (token.key in _NEVER - CALENDAR and not modal)
        or token.key in lexicon.clinical
        or is_department(token)
        or is_role(token)
    ):
        return False
    return not is_clinical_term(tokens, at)


def _after(tokens: Sequence[Token], end: int, own: Sequence[Token], lexicon: Lexicon) -> int:
    """The index after the words behind a name that belong to it: an initial, particles, one more name."""
    if own[-1].text.endswith("'s") or end >= len(tokens) or own[-1].key in BUSINESS:
        return end
    if own[-1].text.islower():
        return _after_small(tokens, end, lexicon)
    at, initial = end, own[-1].is_initial
    if tokens[at].is_initial and tokens[at].gap == " ":
        at, initial = at + 1, True
    while at < len(tokens) and tokens[at].key in PARTICLES and tokens[at].gap == " ":
        at += 1
    joined = at < len(tokens) and (tokens[at].gap == " " or (initial and tokens[at].gap == ". "))
    return at + 1 if joined and _belongs(tokens, at, own, lexicon) else end


def _after_small(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int:
    token = tokens[at]
    following = tokens[at + 1].key if at + 1 < len(tokens) else ""
    fits = token.gap == " " and token.text.islower() and token.key not in _NEVER and token.key not in lexicon.clinical
    named = lexicon.is_name(token.key) or token.key in lexicon.eponyms or lexicon.is_known(token.key)
    return at + 1 if fits and named and following in AFTER_SMALL_NAME else at


def _before(tokens: Sequence[Token], start: int, own: Sequence[Token], lexicon: Lexicon) -> int:
    """The index of the first word in front of a name that belongs to it: an unknown word, or an initial."""
    if start == 0 or own[0].gap not in {" ", ". ", ", "}:
        return start
    token, gap = tokens[start - 1], own[0].gap
    if token.key in PARTICLES and token.text.islower() and gap == " ":
        return _before_particles(tokens, start, lexicon)
    if token.is_initial and gap == ". ":
        return start - 1
    clinical = token.key in lexicon.clinical
    if token.key in _NEVER or clinical or token.text.endswith("'s"):
        return start
    if gap == ", ":
        # "Fish, Temitope Z": the initial at the end shows that the family name comes first.
        joined = len(own) > 1 and own[-1].is_initial and token.is_capitalised and token.key not in PRONOUNS
        alone = len(own) == 1 and not _is_listed(tokens, start + 1)
        joined = joined or (alone and _is_introduced(tokens, start - 1) and lexicon.may_name(token.key))
    elif own[0].text.islower():
        joined = gap == " " and _begins_small(token, start)
    else:
        joined = gap == " " and _is_first_name(tokens, start - 1, own, lexicon)
        if gap == " " and token.is_capitalised and token.key not in lexicon.eponyms and token.key not in PRONOUNS:
            # "Pepper Frost, RN": a degree shows a whole name.
            after = tokens[start + len(own)] if start + len(own) < len(tokens) else None
            joined = joined or (
                after is not None
                and after.gap == ", "
                and after.text.upper() == after.text
                and after.key in CREDENTIALS
            )
    return start - 1 if joined else start


def _before_particles(tokens: Sequence[Token], start: int, lexicon: Lexicon) -> int:
    """``Pepper de la Fuente``: the given name before particles in small letters."""
    at = start - 1
    while at > 0 and tokens[at].key in PARTICLES and tokens[at].text.islower() and tokens[at].gap == " ":
        at -= 1
    given = tokens[at]
    named = given.is_capitalised and given.key not in _NEVER | lexicon.clinical and lexicon.may_name(given.key)
    return at if named else start


def _is_introduced(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word stands with a capital behind *to*, *by* or a colon: ``Forwarded to Rock, James``."""
    if at == 0 or not tokens[at].is_capitalised:
        return False
    behind = tokens[at].gap == " " and tokens[at - 1].text in {"to", "by", "with", "from", "for", "per", "of"}
    return behind or tokens[at].gap in {": ", ":"}


def _begins_small(token: Token, start: int) -> bool:
    """Whether a word in small letters begins a line or sentence, as the given name of ``sunny berry`` does."""
    begins = start == 1 or "\n" in token.gap or token.gap.strip(" ")[-1:] in {":", "-", ".", ";"}
    return begins and token.text.islower() and len(token.text) > 2


def _is_first_name(tokens: Sequence[Token], at: int, own: Sequence[Token], lexicon: Lexicon) -> bool:
    token = tokens[at]
    if not (token.is_capitalised or (token.is_capitals and own[0].is_capitals)):
        return False
    if lexicon.may_name(token.key):
        return True
    if own[0].is_capitalised and token.is_capitalised and _opens_for(tokens, at, own, lexicon):
        return True
    # Inside a sentence the capital of an ordinary word says that it is none: "further, Pepper Mensah in my office".
    inside = at > 0 and token.gap in {" ", ", "} and tokens[at - 1].text.islower()
    plain = inside and token.is_capitalised and token.key not in lexicon.eponyms
    return plain and not (is_department(token) or is_role(token))


def _opens_for(tokens: Sequence[Token], at: int, own: Sequence[Token], lexicon: Lexicon) -> bool:
    """``Hive Sihax was admitted``: a word that opens a line before one that no list knows, and what a person did."""
    token, after = tokens[at], at + 1 + len(own)
    begins = at == 0 or "\n" in token.gap
    if not begins or len(own) != 1 or lexicon.is_known(own[0].key) or after >= len(tokens):
        return False
    plain_word = token.key not in PRONOUNS | OPENERS | PERSON_OBJECTS | MEETING | ADDRESSING
    plain_word = plain_word and not token.key.endswith(("ly", "ed", "ing")) and token.key not in lexicon.eponyms
    said = tokens[after].gap == " " and tokens[after].text in {"was", "is", "has", "had", "denies", "reports", "states"}
    return plain_word and said and not (is_department(token) or is_role(token))


def _belongs(tokens: Sequence[Token], at: int, own: Sequence[Token], lexicon: Lexicon) -> bool:
    token = tokens[at]
    # Recognition makes a small letter of a capital: "Kluvie lvanova".
    spoilt = token.text[:1] in "lo" and token.text.islower() and len(token.text) > 3 and not lexicon.is_known(token.key)
    alike = (
        token.is_capitalised
        or (spoilt and own[0].is_capitalised)
        or (token.is_capitals and all(each.is_capitals for each in own))
    )
    dated = at + 1 < len(tokens) and tokens[at + 1].text[:1].isdigit()
    if token.key in _SURNAMES and token.is_capitalised and not dated:
        return True
    clinical = token.key in lexicon.clinical
    if not alike or token.key in _NEVER or clinical or token.key in SUFFIXES:
        return False
    # A title-case heading goes on with more capitals: "Foley Catheter Care".
    return not is_clinical_term(tokens, at)
