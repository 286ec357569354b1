"""Places and facilities named in running text: where somebody lives, works, was born or was treated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from arbiter_fhir.deid.anchors import BUSINESS, CALENDAR
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.labels import FORM_WORDS
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.recognizers.name_words import is_department
from arbiter_fhir.deid.word_lists import read_sections
from arbiter_fhir.domain.deid import IdentifierKind

__all__ = ["PlaceRecognizer"]

_WORD: Final = r"(?:St\.|[A-Z][\w'&-]{1,24})"
_NAME: Final = rf"{_WORD}(?:[ ](?:{_WORD}|of|de|la|del|du|on|upon|the|and|&)){{0,4}}"
_LIVES: Final = re.compile(
    r"\b(?i:lives?|lived|living|resid(?:es?|ed|ing)|resident|native|born(?: and raised)?|raised|grew up|"
    r"moved|relocated|visiting|visited|"
    r"traveled|travelled|returned|commutes|flew|drove|came|homeless|housed|transferred|incarcerated)[ ](?:(?:alone|"
    r"independently|together|back|over|here|recently|in|up|down|with[ ](?:his|her|their)[ ][a-z]+)[ ])?"
    r"(?:in|of|from|at|to|near|outside|on)[ \n](?:the[ ](?:town|city|village|county)[ ]of[ "
    rf"])?(?P<value>{_WORD}(?:[ ](?:{_WORD})){{0,3}})"
)
#: "From Maple Shade: ..." at the beginning of a line or sentence.
_FROM: Final = re.compile(rf"(?:^|(?<=\n)|(?<=[.] ))From (?P<value>{_WORD}(?:[ ]{_WORD}){{0,2}})(?=[:,.;])")
_WORKS: Final = re.compile(
    r"\b(?i:works?|worked|working|employed|employer|job|teaches|taught|retired|student|attends|attended|"
    r"studies|enrolled|volunteers?)"
    rf"(?:[ ](?:as[ ](?:an?[ ])?[a-z]+(?:[ ][a-z]+)?))?(?:[ ]for[ ](?:over[ ])?[\w-]+[ ](?:years?|months?|weeks?))?"
    rf"[ ](?:at|for|by|from|with)[ ](?:the[ ])?(?P<value>{_NAME})"
)
#: "Takoda at Brightwater Logistics faxed": two capitalised words or more after *at* in a sentence.
_AT: Final = re.compile(
    rf"(?<=[a-z0-9,][ ])at[ ](?:the[ ])?(?P<value>{_WORD}(?:[ ](?:and|of|&))?(?:[ ]{_WORD}){{1,4}})"
    r"(?=[ ][a-z]|[.,;:)\n]|$)"
)
_FACILITY: Final = re.compile(
    rf"(?P<value>(?:{_WORD}[ ](?:(?:of|de|and|&|the)[ ])?){{1,4}}(?:Hospital|Medical[ ]Cent(?:er|re)|"
    r"Health[ ](?:System|Cent(?:er|re)|Clinic)|Healthcare|Clinics?|"
    r"Family[ ](?:Medicine|Practice|Health)|Internal[ ]Medicine|Nursing[ ]Home|Rehab(?:ilitation)?(?:[ "
    r"]Cent(?:er|re))?|Hospice|Manor|Infirmary|Sanatorium|"
    r"Pharmacy|Diagnostics|Laborator(?:y|ies)|Labs?|Pathology|University|College|(?:High|Elementary|"
    r"Middle)[ ]School|School|Academy|Church|Parish|Temple|Mosque|Shelter|Associates|Physicians)"
    rf"(?:[ ](?:of|in|at)[ ]{_WORD}(?:[ ]{_WORD})?)?)\b"
)
#: "Kessler Foods", "Halverson Tool and Die Company": what ends so is a firm.
_FIRM: Final = re.compile(
    rf"(?P<value>(?:{_WORD}[ ](?:(?:and|of|&)[ ])?){{1,4}}"
    rf"(?:{'|'.join(sorted(word.capitalize() for word in BUSINESS))}|LLC))\b"
)
_COUNTY: Final = re.compile(
    rf"\b(?P<value>{_WORD}(?:[ ]{_WORD})?[ ](?:County|Parish|Township|Borough|Village|Heights|Springs|Beach))\b"
)

#: "Gentle Touch Dental", "Blue Water Rheumatology", "Mid Thumb GI": a practice, behind a word of place or a comma.
_SPECIALTY: Final = re.compile(
    rf"(?:(?<=\bat )|(?<=@ )|(?<=\bfrom )|(?<=, )|(?<=: )|(?<=\bauthorize )|(?<=\bby )|(?<=\bto ))"
    rf"(?P<value>{_WORD}(?:[ ]{_WORD}){{0,2}}[ ](?:Dental|Dentistry|Rheumatology|Cardiology|Dermatology|Oncology|"
    r"Urology|Nephrology|Gastroenterology|GI|Orthopedics|Ortho|ENT|Endoscopy|Imaging|Radiology|Pediatrics|Peds|OB|"
    r"Eye[ ]Care|Home[ ]Care|Hospice|Urgent[ ]Care|Surgery|Staffing|Energy|Stamping|Daycare)"
    r"(?:[ ](?:Ctr|Center|PLLC|PC))?)(?![\w-])"
)
#: "Haile Family Practice" in a list of copies or right behind a label: whatever the one word is, it names the practice.
_PRACTICE: Final = re.compile(
    rf"(?:(?<=; )|(?<=: )|(?<=\n)|(?<=, ))(?P<value>{_WORD}[ ](?:Family|Internal|Primary|Women's|Pediatric)[ ]"
    r"(?:Practice|Medicine|Care|Health|Clinic))\b"
)


_PATTERNS: Final = (
    (_LIVES, 0.75),
    (_FROM, 0.6),
    (_WORKS, 0.7),
    (_FACILITY, 0.75),
    (_COUNTY, 0.65),
    (_AT, 0.55),
    (_FIRM, 0.6),
)
#: Shorter unknown capitals are abbreviations.
MAX_ABBREVIATION: Final = 4
_PLACE_WORDS: Final = frozenset(("in", "near", "outside", "from", "around"))
#: After these a capital is a place's, whatever the word: "a farm near Butte".
_ONLY_PLACES: Final = frozenset(("near", "outside"))
#: Words that say what kind of facility it is and not which one.
_GENERIC: Final = frozenset(read_sections("name_grammar.txt")["generic_facility"].split()) | BUSINESS


class PlaceRecognizer:
    """Towns, counties, employers, schools and facilities, kept apart from words that only look like them."""

    name = "place"

    def find(self, reading: Reading) -> Iterator[Finding]:
        """All places that the words around them give away."""
        for pattern, score in _PATTERNS:
            for match in pattern.finditer(reading.text):
                if pattern in {_AT, _FIRM} and _is_term(reading, *match.span("value")):
                    continue
                span = self._place(reading, *match.span("value"))
                if span is not None and not reading.in_lab_row(match.start("value")):
                    yield Finding(*span, IdentifierKind.LOCATION, Strength.PATTERN, self.name, score)

        for match in _SPECIALTY.finditer(reading.text):
            first = reading.tokens_in(*match.span("value"))[0]
            plain_word = first.key in FORM_WORDS or is_department(first) or first.key in reading.lexicon.clinical
            if not plain_word and first.key not in _GENERIC and not reading.in_lab_row(match.start("value")):
                yield Finding(*match.span("value"), IdentifierKind.LOCATION, Strength.PATTERN, self.name, 0.5)
        for match in _PRACTICE.finditer(reading.text):
            first = reading.tokens_in(*match.span("value"))[0]
            if first.key not in FORM_WORDS and not is_department(first):
                yield Finding(*match.span("value"), IdentifierKind.LOCATION, Strength.PATTERN, self.name, 0.5)
        yield from self._unknown(reading)

    def _unknown(self, reading: Reading) -> Iterator[Finding]:
        """``a plant in Elgin``: a capitalised word that no list knows, after a word of place in a sentence."""
        tokens, lexicon = reading.tokens, reading.lexicon
        for before, token in pairwise(tokens):
            shaped = token.is_capitalised or (token.is_capitals and len(token.text) > MAX_ABBREVIATION)
            if before.text not in _PLACE_WORDS or token.gap not in {" ", "\n"} or not shaped:
                continue
            if token.key in lexicon.countries or reading.in_lab_row(token.start):
                continue
            if lexicon.is_known(token.key) and not _is_place_word(reading, before, token):
                continue
            yield Finding(token.start, token.end, IdentifierKind.LOCATION, Strength.PATTERN, self.name, 0.5)

    @staticmethod
    def _place(reading: Reading, start: int, end: int) -> tuple[int, int] | None:
        """The place without words in front that name no place; ``None`` where nothing tells which place it is."""
        lexicon = reading.lexicon
        words = [token for token in reading.tokens_in(start, end) if token.is_alphabetic]
        while words and (
            words[0].key in lexicon.clinical or words[0].key in FORM_WORDS or words[0].key in {"am", "pm"}
        ):
            words = words[1:]
        while words and words[-1].text.islower():
            words = words[:-1]
        if any(token.key in lexicon.clinical and token.key not in _GENERIC for token in words):
            return None
        telling = [
            token
            for token in words
            if token.is_name_shaped and not (token.key in _GENERIC or token.key in lexicon.clinical)
        ]
        if not telling or reading.text[start:end].lower() in lexicon.countries:
            return None
        return words[0].start, words[-1].end


def _is_place_word(reading: Reading, before: Token, token: Token) -> bool:
    """Whether a word that a list knows is a place's name here: ``near Butte``, ``church in Sedalia``."""
    lexicon = reading.lexicon
    if token.key in lexicon.clinical or token.key in lexicon.eponyms or token.key in CALENDAR or is_department(token):
        return False
    if before.text in _ONLY_PLACES:
        return True
    # "in Spanish." is a language and a surname; "in Sedalia." ends a clause with a word that names nobody.
    ends = reading.text[token.end : token.end + 1] in {".", ",", ";", "\n", ")", ""}
    return before.text == "in" and before.gap == " " and ends and lexicon.is_only_word(token.key)


def _is_term(reading: Reading, start: int, end: int) -> bool:
    """Whether capitals after *at* are of a term: ``at McBurney Point``, ``at Patient Request``."""
    words = [token for token in reading.tokens_in(start, end) if token.is_alphabetic]
    return any(
        token.key in reading.lexicon.eponyms
        or token.key in FORM_WORDS
        or (is_department(token) and token.key not in BUSINESS)
        for token in words
    )
