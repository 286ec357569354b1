"""Persons, by what stands around them: courtesy titles, kin words, verbs of speaking, listed given names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.deid.anchors import CONDITIONS, KIN, SHORT_DAYS, TITLES, WHEN
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS, capture_forward
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.capitals import (
    in_brackets,
    lone_capital,
    particled,
    plain_surname,
    quoted,
    reversed_pair,
    roomed,
    welcomed,
)
from arbiter_fhir.deid.recognizers.misread_names import misread_name
from arbiter_fhir.deid.recognizers.name_cues import (
    asked,
    by_initial,
    colleague,
    for_attention,
    given_amid_prose,
    heads_record,
    myself,
    on_behalf,
    signature,
    titled_small,
    writer,
)
from arbiter_fhir.deid.recognizers.name_lists import (
    alone_on_line,
    before_verb,
    family_first,
    half_known,
    pair_acting,
    with_middle,
)
from arbiter_fhir.deid.recognizers.name_positions import (
    amid_prose,
    caller,
    closing,
    initials,
    name_shape,
    object_of,
    opening,
    role_holder,
    stranger,
    subject,
)
from arbiter_fhir.deid.recognizers.name_rules import (
    kin_after,
    kin_name,
    last_comma_first,
    listed_name,
    met,
    of_age,
    possessor,
    speaker,
)
from arbiter_fhir.deid.recognizers.name_slots import (
    about_to_act,
    acted,
    acting_for,
    announced_to,
    child_of,
    counseled,
    entitled,
    owner,
    patient_named,
    signed_mark,
    small_caller,
    with_initial,
)
from arbiter_fhir.deid.recognizers.people_lists import behind_degree, in_list, serving, specialist
from arbiter_fhir.deid.recognizers.pinned_names import acting_eponym, called_eponym, hidden_in_capitals
from arbiter_fhir.deid.recognizers.sentence_subjects import at_place, doer, short_name, to_act
from arbiter_fhir.deid.recognizers.sign_offs import called_on, degreed, for_somebody, lone_line, signed_dash
from arbiter_fhir.deid.recognizers.strangers import of_no_list, word_at_name_place
from arbiter_fhir.domain.deid import IdentifierKind, IdentifierRole

__all__ = ["PersonRecognizer"]

#: A few words in Cyrillic, Hebrew, Arabic, an Indic script, Thai, Japanese, Chinese or Korean within a Latin page: a
#: name or an address in its own writing. Greek stays, since units and analytes use it.
_LETTER: Final = (
    "[\u0400-\u052f\u0531-\u058f\u0590-\u06ff\u0750-\u077f\u0900-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff"
    "\uac00-\ud7af]"
)
_OTHER_SCRIPT: Final = re.compile(rf"{_LETTER}+(?:[ \u00b7\u30fb'.-]{{1,2}}{_LETTER}+){{0,5}}")
_AFTER_TITLE: Final = frozenset({". ", " ", ".", ".\n", "\n", ".  "})
_AFTER_KIN: Final = frozenset({" ", ", ", ": ", " (", " - ", ",", ":", ' "', " '"})
#: Rules in the order in which they are tried, each with its score.
_RULES: Final = (
    (heads_record, 0.85),
    (announced_to, 0.75),
    (signed_mark, 0.8),
    (child_of, 0.75),
    (family_first, 0.85),
    (reversed_pair, 0.6),
    (alone_on_line, 0.8),
    (before_verb, 0.75),
    (with_middle, 0.85),
    (last_comma_first, 0.85),
    (myself, 0.85),
    (on_behalf, 0.8),
    (by_initial, 0.75),
    (writer, 0.8),
    (for_attention, 0.7),
    (signature, 0.7),
    (colleague, 0.7),
    (asked, 0.65),
    (of_age, 0.85),
    (kin_after, 0.8),
    (listed_name, 0.8),
    (speaker, 0.7),
    (met, 0.7),
    (possessor, 0.6),
    (name_shape, 0.8),
    (initials, 0.75),
    (closing, 0.8),
    (role_holder, 0.7),
    (object_of, 0.65),
    (caller, 0.65),
    (stranger, 0.6),
    (subject, 0.6),
    (opening, 0.6),
    (amid_prose, 0.5),
    (given_amid_prose, 0.5),
    (half_known, 0.7),
    (pair_acting, 0.6),
    (counseled, 0.7),
    (acted, 0.6),
    (about_to_act, 0.6),
    (patient_named, 0.65),
    (entitled, 0.6),
    (acting_for, 0.6),
    (with_initial, 0.6),
    (owner, 0.6),
    (word_at_name_place, 0.5),
    (specialist, 0.65),
    (serving, 0.65),
    (behind_degree, 0.65),
    (in_list, 0.6),
    (doer, 0.55),
    (at_place, 0.55),
    (to_act, 0.55),
    (short_name, 0.5),
    (signed_dash, 0.55),
    (called_on, 0.55),
    (lone_line, 0.55),
    (for_somebody, 0.55),
    (degreed, 0.6),
    (welcomed, 0.55),
    (quoted, 0.55),
    (roomed, 0.55),
    (in_brackets, 0.55),
    (acting_eponym, 0.55),
    (called_eponym, 0.55),
    (hidden_in_capitals, 0.55),
    (plain_surname, 0.5),
    (lone_capital, 0.45),
    (of_no_list, 0.5),
)


#: Rules for names that begin with a small letter or a digit.
_SMALL_RULES: Final = (titled_small, small_caller, particled, misread_name)


def _is_priest(following: Token, lexicon: Lexicon) -> bool:
    """Whether *Father* is a title: a plain name, or a word that no list knows, right after it."""
    plain = lexicon.is_plain_name(following.key) or not lexicon.is_known(following.key)
    return following.gap in {" ", ". "} and plain and following.key not in CONDITIONS


def _is_dose_day(tokens: Sequence[Token], at: int) -> bool:
    """``2.5 mg Tue/Thu``: a short day beside another."""
    near = [*tokens[max(0, at - 1) : at], *tokens[at + 1 : at + 2]]
    return tokens[at].key in SHORT_DAYS and any(each.key in SHORT_DAYS for each in near)


def _handles(tokens: Sequence[Token], at: int) -> bool:
    """``White removed the drain, output 20 mL``: whoever does something, in a sentence that reads like a result."""
    near = [each.text for each in tokens[at + 1 : at + 3]]
    return len(near) > 1 and near[0] in {"removed", "placed", "inserted", "pulled"} and near[1] in {"the", "a", "an"}


def _is_abbreviation(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """``MS Contin``, ``MR Brain``, ``Mother - MS. Brother``: letters of a title before what is nobody."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if not tokens[at].is_capitals or following is None or following.is_capitals:
        return False
    return following.key in KIN or lexicon.is_only_word(following.key)


class PersonRecognizer:
    """Names of patients, relatives and others in running text and headers."""

    name = "person"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All names that their surroundings give away."""
        tokens, lexicon = reading.tokens, reading.lexicon
        for match in _OTHER_SCRIPT.finditer(reading.text):
            yield Finding(*match.span(), IdentifierKind.PERSON, Strength.PATTERN, self.name, 0.6)
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
        # "Father Murphy" is a priest, "Father  Heart disease" an entry of a family's history.
        related = token.key in KIN and following is not None and not _is_priest(following, lexicon)
        titled = (
            token.key in TITLES and token.is_name_shaped and not related and not _is_abbreviation(tokens, at, lexicon)
        )
        if following is not None and titled and following.gap in _AFTER_TITLE:
            end = capture_forward(tokens, at + 1, lexicon, trusting=True)
            # "Dear Mr. Paget:": a word before a colon, which is no label behind a title.
            addressed = at + 2 < len(tokens) and tokens[at + 2].gap.startswith((":", ","))
            if end == at + 1 and addressed and following.is_capitalised and following.key not in lexicon.clinical:
                end += 1
            if end > at + 1:
                return self._finding(tokens[at + 1 : end], Strength.LABELLED, 0.95), end
        if following is not None and token.key in KIN and following.gap in _AFTER_KIN:
            end = kin_name(tokens, at + 1, lexicon)
            if end > at + 1:
                role = IdentifierRole.RELATIVE
                return self._finding(tokens[at + 1 : end], Strength.PATTERN, 0.85, role), at + 1
        small = max(rule(tokens, at, lexicon) for rule in _SMALL_RULES)
        if small > at:
            return self._finding(tokens[at:small], Strength.PATTERN, 0.7), small
        nobody = (token.is_capitals and token.key in CREDENTIALS) or _is_dose_day(tokens, at)
        # "SpO2 88% when Pepper checked": a clause behind a value.
        in_row = reading.in_lab_row(token.start) and not (at and tokens[at - 1].text in WHEN)
        in_row = in_row and not _handles(tokens, at)
        if not token.is_name_shaped or nobody or in_row:
            return None, at + 1
        for rule, score in _RULES:
            end = rule(tokens, at, lexicon)
            if end > at:
                return self._finding(tokens[at:end], Strength.PATTERN, score), end
        return None, at + 1

    def _finding(
        self, words: Sequence[Token], strength: Strength, score: float, role: IdentifierRole = IdentifierRole.UNKNOWN
    ) -> Finding:
        start, end = words[0].start, words[-1].end
        return Finding(start, end, IdentifierKind.PERSON, strength, self.name, score, role)
