"""Postal addresses: street lines, post office boxes, units, city with state and ZIP code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from arbiter_fhir.deid.anchors import CLINICAL_TITLES, CONDITIONS, TITLES
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lab_rows import has_unit_after
from arbiter_fhir.deid.labels import FORM_WORDS, LABEL
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.names import CREDENTIALS
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.word_lists import read_words
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["CITY_STATE_ZIP", "STREET", "AddressRecognizer"]

#: USPS Publication 28, appendix C1, the usual ones.
_SUFFIX: Final = (
    r"(?:street|str|st|avenue|ave?|av|boulevard|blvd|road|rd|drive|dr|lane|ln|court|ct|circle|cir|place|pl|"
    r"plaza|plz|terrace|ter|terr|"
    r"trail|trl|tr|parkway|pkwy|pky|highway|hwy|freeway|fwy|expressway|square|sq|way|wy|loop|alley|aly|"
    r"crescent|cres|cove|cv|ridge|rdg|"
    r"crossing|xing|run|path|pike|pass|point|pt|walk|row|mews|heights|hts|hill|hills|bend|glen|grove|"
    r"landing|manor|meadows?|park|"
    r"turnpike|tpke|route|rte|broadway|close|gardens|green|view|vista|commons|creek|estates?|hollow|isle|"
    r"lake|mill|orchard|shore|spring|station|summit|valley|village)"
)
_STATE: Final = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|GU|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|"
    r"UT|V[AIT]|W[AIVY])"
)
_STATE_NAME: Final = (
    r"(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|"
    r"Idaho|Illinois|Indiana|Iowa|"
    r"Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|"
    r"Montana|Nebraska|Nevada|"
    r"New (?:Hampshire|Jersey|Mexico|York)|(?:North|South) (?:Carolina|Dakota)|Ohio|Oklahoma|Oregon|"
    r"Pennsylvania|Rhode Island|"
    r"Tennessee|Texas|Utah|Vermont|(?:West )?Virginia|Washington|Wisconsin|Wyoming|Puerto Rico)"
)
_ZIP: Final = r"[0-9OIl]{5}(?:[- ]?-[ ]?\d{4})?"
_UNIT: Final = (
    r"(?:(?:apartment|apt|unit|suite|ste|room|rm|floor|fl|building|bldg|lot|trailer|trlr|space|spc|no|dept|box)"
    r"(?:\.[ ]{0,2}|[ ]{1,2}|(?=[#\d]))#?[ ]?|#[ ]?)(?:[A-Z]{0,2}-?\d[A-Z0-9-]{0,6}|[A-Z](?!\w))"
)
#: One to four words of a street's name; lengths bound the search.
_NAME_WORD: Final = r"(?:[A-Z][\w'.-]{0,24}|\d{1,3}(?:st|nd|rd|th)|of|the|de|la|del|los|las|el)"
_DIRECTION: Final = r"(?:[NSEW]\.?|[NS]\.?[EW]\.?|North|South|East|West|North(?:east|west)|South(?:east|west))"
STREET: Final = re.compile(
    rf"(?<![\w./-])\d{{1,6}}(?:[A-Z]|-\d{{1,4}}|[ ]1/2)?[ ]{{1,2}}(?:(?i:{_DIRECTION})[ "
    rf"])?(?:{_NAME_WORD}[ ]){{1,5}}(?i:{_SUFFIX})\b\.?"
    rf"(?:[ ](?i:{_DIRECTION})\b\.?)?(?:,?[ \n]{{0,2}}(?i:{_UNIT}))?"
)
_NUMBERED: Final = re.compile(
    rf"(?<![\w./-])\d{{1,6}}[ ](?i:(?:{_DIRECTION}[ ])?(?:state |us |u\.s\. |county |old )?(?:highway|hwy|"
    r"route|rte|road|rd|county road|cr|fm|broadway|avenue|calle|camino|avenida|via|rue)\b\.?)(?:[ "
    rf"](?:\d{{1,4}}[A-Z]?|[A-Z][\w'-]{{1,24}})){{0,3}}(?:,?[ \n]{{0,2}}(?i:{_UNIT}))?"
)
_BOX: Final = re.compile(
    r"\b(?:P\.?[ ]?O\.?[ ]?(?:Box|Drawer)|Post Office Box|PMB|(?:R\.?R\.?|Rural Route|HC)[ ]?\d{1,4},?(?:[ ]Box)?)[ "
    r"]?#?[ ]?\d{1,6}[A-Z]?\b|\bGeneral Delivery\b",
    re.IGNORECASE,
)
_CITY: Final = r"[A-Z][\w'.-]{1,24}(?:[ -](?:[A-Z][\w'.-]{0,24}|of|de|la|del|le|du|on|the)){0,3}"
CITY_STATE_ZIP: Final = re.compile(
    rf"(?<![\w])(?:{_CITY}[ ]?,?[ \n]{{1,2}}(?:(?:{_STATE}|{_STATE_NAME})\b\.?,?[ \n]{{1,2}}{_ZIP}(?![\w/]|"
    rf"\.\d)|(?:(?!MD|DO|ID)(?:{_STATE})|{_STATE_NAME})\b(?=[\s.,;)]|$))|(?<![\w.-]){_STATE}[ "
    rf"]{{1,2}}\d{{5}}(?:-\d{{4}})?(?![\w./]))"
)
#: A street line, box or unit right before a town: the town is the address's next line.
_STREET_BEFORE: Final = re.compile(
    rf"(?:{STREET.pattern}|{_NUMBERED.pattern}|(?i:{_BOX.pattern}))[ ]?,?[ \n]{{0,2}}"
    rf"(?:(?i:{_UNIT})[ ]?,?[ \n]{{0,2}})?$"
)
#: What stands before a town in a sentence.
_TOWN_BEFORE: Final = frozenset(("in", "from", "of", "near", "outside", "to", "at", "around", "into", "through"))
#: States whose letters no clinical abbreviation has; *MI*, *PA*, *CT*, *MS*, *CO*, *LA* and most others have one.
_ONLY_STATES: Final = frozenset(("AZ", "KY", "NY", "NJ", "TN", "UT", "WI", "WV", "WY", "HI", "GU"))
#: Where a street could stand before a town, in characters.
_STREET_REACH: Final = 90
#: A house number and a street without its kind, before a place with ZIP code or right after "at": "at 8817 Tumbleweed".
_BARE_STREET: Final = re.compile(
    r"(?:(?<=\bat )|(?<=\bto )|(?<=\bof )|(?<![\w./-])(?=[^\n]{4,60}\b\d{5}\b))\d{2,6}[ "
    r"](?:[A-Z][a-z][\w'-]{1,22}[ ]?){1,3}(?=[,.;\n]|$)"
)
#: A state that an optical reader spoilt, between a place and five digits: "Waterloo, [A 50701".
_SPOILT_STATE: Final = re.compile(
    rf"(?<![\w]){_CITY}[,.][ ]?[^\s\d]{{1,3}}[ .]{{1,2}}\d{{5}}(?:-\d{{4}})?(?![\w/]|\.\d)"
)
#: A street named without a house number: "off Bragg Blvd".
_STREET_ALONE: Final = re.compile(
    r"(?<![\w.-])(?:[A-Z][\w'.-]{1,24}[ ]){1,3}(?:Ave(?:nue)?|Blvd|Boulevard|Street|Road|Rd|Lane|Ln|"
    r"Parkway|Pkwy|Highway|Hwy|Turnpike)\b\.?"
    r"|(?:(?<=\bon )|(?<=\bnear )|(?<=\boff )|(?<=\bfrom )|(?<=\bat )|(?<=[a-z]: ))(?:[A-Z][\w'.-]{1,24}[ ]){1,2}"
    r"(?:Drive|Dr|Court|Ct|Circle|Cir|Terrace|Place|Pl|Way|St|Trail|Crossing)\b\.?(?![ ][A-Z])"
)
_ZIP_LABELLED: Final = re.compile(
    rf"\b(?:zip(?:[ -]?code)?|postal code|postcode)[ \t]{{0,2}}[:#]?[ \t]{{0,2}}(?P<value>{_ZIP})(?!\w)", re.IGNORECASE
)
_ZIP_LONG: Final = re.compile(r"(?<![\w.-])\d{5}-\d{4}(?![\w.-])")
#: A British postcode, with the town before it on its line (Royal Mail: no C, I, K, M, O, V at the end).
_POSTCODE: Final = re.compile(
    r"(?<![\w.-])(?:[A-Z][a-z'-]+(?:[ -](?:on|under|upon|by|the|[A-Z][a-z'-]+)){0,4},?[ ])?"
    r"[A-Z]{1,2}\d[A-Z\d]?[ ]\d[ABD-HJLNP-UW-Z]{2}(?![\w-])"
)
_UNIT_ALONE: Final = re.compile(
    r"\b(?:apartment|apt|suite|ste)(?:\.?#?(?=\d)|\.|\.?[ ]{1,2}#?[ ]?|#[ ]?)(?=[A-Z]?\d|[A-Z]\b)"
    r"[A-Z0-9][A-Z0-9-]{0,6}\b",
    re.IGNORECASE,
)
#: A house number and a capitalised word or two right after words of living somewhere: "lives at 14 Elm".
_LIVES_AT: Final = re.compile(
    r"\b(?i:lives?|living|resid(?:es?|ing|ence)|address(?: is)?|stay(?:s|ing)|home is|moved to|located|"
    r"house)[ ](?:(?i:at|on|in|to)[ ])?"
    r"(?P<value>\d{1,6}[A-Z]?[ ]{1,2}(?:[A-Z][\w'.-]{1,24}[ ]?){1,4}(?:(?:,[ ]?|[ ])(?:apt|unit|#|suite|"
    r"apartment)\.?[ ]?[A-Z0-9-]{1,6})?(?:,[ ](?:[A-Z][\w'.-]{1,24}[ ]?){1,3})?)"
)
#: The same in small letters: "lives at 22 elm st apt 3".
_SMALL_LETTERS: Final = re.compile(
    r"\b(?:lives?|living|resides?|residing|staying|stays|address)[ ](?:at|is)[ ](?P<value>\d{1,6}[ ](?:[a-z]+[ ]){1,3}"
    rf"{_SUFFIX}\b(?:[ ](?:apt|unit|lot)[ ]?\w{{1,4}})?(?:[ ]in[ ][a-z]{{3,20}}(?=[.,;\n]|$))?)"
)
#: Roads with numbers and blocks: "4410 Old US-27 N, Lot 7", "1200 blk of Saginaw St", "off M-59".
_ROAD_NUMBER: Final = re.compile(
    r"(?<![\w./-])(?P<value>\d{1,6}[ ](?:(?:Old|New|North|South|East|West|[NSEW]\.?)[ ])?"
    r"(?:US|SR|CR|M|I|FM|Hwy)-\d{1,4}\b(?:[ ][NSEW]\b)?(?:,?[ ](?:Lot|Apt|Unit)[ ]\w{1,5})?|"
    rf"\d{{1,5}}[ ](?:blk|block)[ ]of[ ][A-Z][\w'-]{{1,24}}(?:[ ]{_SUFFIX}\b)?)|"
    r"(?:(?<=\boff )|(?<=\bnear )|(?<=\balong ))(?P<road>(?:US|SR|CR|M|I)-\d{1,3})(?!\w)",
    re.IGNORECASE,
)
_LABELLED: Final = re.compile(
    r"\b(?:(?:home|mailing|street|patient|residential|permanent|current|office|clinic)[ ])?address(?:[ "
    r"]line[ ]?[12])?[ \t]{0,2}:[ \t]{0,3}(?P<value>[^\n:|]{4,90})",
    re.IGNORECASE,
)
#: What de-identification has put there before.
_REPLACED: Final = re.compile(r"[“\"]?\[[A-Z_]+_\d+\][”\"]?")


_TITLES: Final = TITLES | CLINICAL_TITLES
MEDICAL_WORDS: Final = read_words("medical_words.txt", "medical_proper_words.txt", "drugs.txt")
_SMALL_IN_TOWNS: Final = frozenset(("of", "de", "la", "del", "le", "du", "on", "the"))
#: How words end that describe: "Sedated, IN".
_DESCRIBING: Final = ("al", "ic", "ed", "ous", "ive", "ary", "ly", "ing", "ant", "ent")
_TIMES: Final = frozenset(("day", "days", "week", "weeks", "month", "months", "hours", "years", "times", "doses"))
#: Words of capitals that are not longer are abbreviations.
MAX_ABBREVIATION: Final = 4


class AddressRecognizer:
    """Postal addresses and their parts."""

    name = "address"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """Lines, boxes, units, places with state or ZIP code; a line break may stand before city or unit."""
        text = reading.text
        for pattern, score in (
            (STREET, 0.85),
            (_NUMBERED, 0.75),
            (_BOX, 0.9),
            (CITY_STATE_ZIP, 0.85),
            (_ZIP_LONG, 0.8),
            (_STREET_ALONE, 0.7),
            (_SPOILT_STATE, 0.8),
            (_BARE_STREET, 0.6),
            (_UNIT_ALONE, 0.7),
            (_POSTCODE, 0.7),
        ):
            for match in pattern.finditer(text):
                if self._is_address(reading, match):
                    yield self._finding(*match.span(), Strength.PATTERN, score)
        for match in _ZIP_LABELLED.finditer(text):
            yield self._finding(*match.span("value"), Strength.LABELLED, 0.95)
        for match in _LIVES_AT.finditer(text):
            start, end = match.span("value")
            yield self._finding(start, start + len(text[start:end].rstrip()), Strength.LABELLED, 0.85)
        for match in _SMALL_LETTERS.finditer(text):
            yield self._finding(*match.span("value"), Strength.PATTERN, 0.7)
        for match in _ROAD_NUMBER.finditer(text):
            yield self._finding(*match.span("value" if match["value"] else "road"), Strength.PATTERN, 0.7)
        for match in _LABELLED.finditer(text):
            yield from self._labelled(text, *match.span("value"))

    def _labelled(self, text: str, start: int, end: int) -> Iterator[Finding]:
        # The value ends where the next label begins, also without a wide gap between them.
        following = next((each for each in LABEL.finditer(text, start, end + 1) if each["close"]), None)
        value = text[start : following.start() if following else end].rstrip(" ,;.")
        # Of "Address: “[ADDRESS_1]” (HL7 message)" only what is left beside the placeholder could still be a place.
        if _REPLACED.match(value) and not re.search(r"(?<![^\W\d_])\d", _REPLACED.sub("", value)):
            return
        # "Address: same as above" or "address: risk factors" names no place.
        if any(sign.isdigit() for sign in value) or value.istitle():
            yield self._finding(start, start + len(value), Strength.LABELLED, 0.9)

    @staticmethod
    def _is_address(reading: Reading, match: re.Match[str]) -> bool:
        if reading.in_lab_row(match.start()):
            return False
        if match.re is STREET or match.re is _BARE_STREET:
            # "2 Tylenol PM Dr ..." and "5 mg St" are doses: the first word is no unit and no plain clinical word.
            words = reading.tokens_in(match.start(), match.end())[1:]
            # "FOR 2 DAYS. PER DR FROST": an amount of time.
            plain = bool(words) and (words[0].key in reading.lexicon.clinical or words[0].key in _TIMES)
            return not (plain and not words[0].is_initial)
        if match.re is CITY_STATE_ZIP:
            words = [token for token in reading.tokens_in(match.start(), match.end()) if token.is_alphabetic]
            digits = bool(words) and any(sign.isdigit() for sign in match[0][words[-1].end - match.start() :])
            # "WHAT CONCERN DO YOU HAVE OR": among capitals a state is one only after a comma.
            if not digits and "," not in match[0] and all(token.text.isupper() for token in words):
                return False
            return bool(words) and (
                not has_unit_after(reading.text, match.end()) if digits else _is_town(reading, match, words)
            )
        if match.re is _SPOILT_STATE:
            return not _holds_label(reading, match)
        number_ends = {_ZIP_LONG: match.end(), _POSTCODE: match.end() - 2}.get(match.re)
        return number_ends is None or not has_unit_after(reading.text, number_ends)

    def _finding(self, start: int, end: int, strength: Strength, score: float) -> Finding:
        return Finding(start, end, IdentifierKind.ADDRESS, strength, self.name, score)


def _is_town(reading: Reading, match: re.Match[str], words: Sequence[Token]) -> bool:
    """Whether a place and a state without a ZIP code are that: ``Denies MI, CHF``, ``Lungs clear, PA`` are none."""
    lexicon, state = reading.lexicon, words[-1]
    town = [token for token in words if token.start < state.start] or list(words)
    clinical = any(token.key in lexicon.clinical or token.key in CONDITIONS for token in town)
    if clinical or town[0].start != match.start():
        return False
    if _STREET_BEFORE.search(reading.text[max(0, match.start() - _STREET_REACH) : match.start()]):
        return True
    before = reading.first_token_at(match.start()) - 1
    placed = before >= 0 and reading.tokens[before].text in _TOWN_BEFORE
    comma = "," in state.gap
    line = reading.line_span(reading.line_number(match.start()))
    alone = (line[0], line[1]) == match.span()
    # "Ana Reyes, PA" holds a degree.
    degree = state.is_capitals and state.key in CREDENTIALS and not (placed or alone)
    if degree or not (comma or placed):
        return False
    unknown = not any(lexicon.is_known(token.key) for token in town)
    if not all(token.is_capitalised or token.text in _SMALL_IN_TOWNS for token in town):
        return comma and unknown and len(town[0].text) > MAX_ABBREVIATION
    return unknown or (comma and _is_town_word(town, lexicon, state, placed=placed, alone=alone))


def _is_town_word(town: Sequence[Token], lexicon: Lexicon, state: Token, *, placed: bool, alone: bool) -> bool:
    """``in Butte, MT``, ``Buffalo, NY``: words that lists know, at a place, before a plain state, alone on a line."""
    word = town[0].key
    if alone and len(word) > MAX_ABBREVIATION and (lexicon.is_name(word) or not word.endswith(_DESCRIBING)):
        return True
    if any(token.key in MEDICAL_WORDS for token in town):
        return False
    return placed or state.text in _ONLY_STATES or not state.is_capitals


def _holds_label(reading: Reading, match: re.Match[str]) -> bool:
    """Whether a title or label is taken for town or state: ``Dr. MRN 77120``."""
    words = reading.tokens_in(match.start(), match.end())
    return any(token.key in FORM_WORDS or token.key in _TITLES for token in words)
