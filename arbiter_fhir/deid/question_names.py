"""Whom a question names where only its grammar tells: in small letters, by an unlisted name, by the number of a chart.

A report says who somebody is by labels, titles and capitals; a question says "velterop potassium", "labs for jones",
"a1c pid 4711". Beside something of the record such a word is taken for a name: a question that is refused for it can
be asked again in other words, a name that stays in it cannot be taken back.

| the word is                                        | taken for a name                                              |
|----------------------------------------------------|---------------------------------------------------------------|
| of the vocabularies of questions, or a slip of one | never                                                         |
| a listed name, and no word                         | always; but for a slip of the pen that stands as no name does |
| a listed name that is a word as well               | where it stands as a name does: "of jones", "stone's labs"    |
| in no list at all                                  | beside something of the record, where no drug, test or        |
|                                                    | disease can stand                                             |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from rapidfuzz.distance import OSA

from arbiter_fhir.deid.eponyms import is_clinical_term
from arbiter_fhir.deid.findings import Finding, Strength
from arbiter_fhir.deid.lexicon import Lexicon
from arbiter_fhir.deid.reading import Reading, Token
from arbiter_fhir.deid.word_lists import read_sections, read_words
from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.ports.terminology import QuestionWords

__all__ = ["as_the_patient", "names_in_question", "without_organisations"]

_RECOGNIZER: Final = "question_names"
_SCORE: Final = 0.7
#: Shorter words are no names but "Wu" and "Ng", which have to be spelt as names.
_SHORT: Final = 2
#: An unlisted word of so many letters and more may be a slip of an English word; a shorter one is near to many.
_SLIP_LETTERS: Final = 6
#: What makes further words of one, where so many letters of it are left.
_PREFIXES: Final = ("", "non", "un", "re", "pre", "post", "anti", "hyper", "hypo", "over", "under", "micro", "multi")
_SUFFIXES: Final = ("", "s", "es", "d", "ed", "ing", "ly", "al", "ness", "able")
_STEM_LETTERS: Final = 4
_CAPITALS_INSIDE: Final = re.compile(r"[a-z][A-Z]{2}")
#: Abbreviations in capitals have at most so many letters.
_ABBREVIATION_LETTERS: Final = 5
#: Who or what stands behind these is whose record is asked for.
_FOR: Final = re.compile(r"\b(?:for|of|about|named?|called|patient|pt)\s+$", re.IGNORECASE)
#: Behind these a question turns to another subject.
_TURNS_TO: Final = re.compile(
    r"(?:\b(?:what about|how about|same (?:thing )?for|switch to|go to|compare (?:to|with|her to|him to)|open|pull up"
    r"|named?|called|vs\.?|versus|instead of)|^(?:and|or|also|plus|show|now|for))\s+$",
    re.IGNORECASE,
)
_CHARTS: Final = frozenset({"chart", "charts", "record", "records", "file"})
_CALENDAR: Final = frozenset(read_sections("name_grammar.txt")["calendar"].split())
#: A word that ends what is asked for.
_ENDS: Final = re.compile(
    r"\s*(?:[?.!,;:]|$|\b(?:and|please|pls|too|also|as well|now|today|again|thanks)\b)", re.IGNORECASE
)
#: A drug, a substance or a disease stands behind these.
_THING_BEFORE: Final = re.compile(
    r"\b(?:take|takes|taking|took|taken|start|starts|started|starting|stop|stops|stopped|stopping|prescribed|using|uses"
    r"|since|before|after|off|allerg\w+ to|react\w* to|dose of|mg of|mcg of|units of|level of|history of|diagnosis of"
    r"|diagnosed with|has|have|had"
    r"|(?:is|was|been|she|he|they|pt|patient|still|currently|put|go|goes|went|started)\s+on)\s+"
    r"(?:the |any |an? |her |his |their |my )*$",
    re.IGNORECASE,
)
#: What stands before these is a drug, a test, a disease.
_THING_AFTER: Final = frozenset(
    [
        *("level", "levels", "titer", "titers", "titre", "antibody", "antibodies", "antigen", "assay", "screen"),
        *("dose", "doses", "dosage", "dosing", "mg", "mcg", "units", "tablet", "tablets", "capsule", "capsules", "pen"),
        *("injection", "injections", "inhaler", "cream", "patch", "drops", "syndrome", "disease", "sign", "score"),
        *("deficiency", "mutation", "gene", "vaccine", "shot", "therapy", "scan", "procedure", "stent", "catheter"),
        *(
            "implant",
            "smear",
            "index",
            "ratio",
            "criteria",
            "stage",
            "guideline",
            "guidelines",
            "protocol",
            "virus",
            "infusion",
        ),
    ]
)
#: How generic names of drugs end, by class: the stems of the USAN Council ("Stem List", American Medical Association).
_STEMS: Final = tuple(read_sections("name_grammar.txt")["drug_stems"].split())
#: Letters before a stem, so that no word is one alone.
_BEFORE_STEM: Final = 2
#: A dose or a way of taking it, right behind a drug or before it.
_DOSE_AFTER: Final = re.compile(
    r"\s+(?:\d+(?:\.\d+)?\s*(?:mg|mcg|ug|g|gm|units?|ml|iu|meq|%|tabs?|caps?|puffs?)\b"
    r"|(?:po|iv|im|sc|sq|subq|subcut\w*|orally|inhaled|topical|bid|tid|qid|qhs|qod|q\d+h|prn)\b)",
    re.IGNORECASE,
)
_DOSE_BEFORE: Final = re.compile(
    r"\d(?:\.\d+)?\s*(?:mg|mcg|ug|gm|units?|ml|meq|puffs?|tabs?)\s+(?:of\s+)?$", re.IGNORECASE
)
#: What is called after whoever described it.
_NAMED_AFTER: Final = frozenset(
    [
        *(
            "syndrome",
            "disease",
            "sign",
            "fracture",
            "neuroma",
            "cyst",
            "catheter",
            "line",
            "drain",
            "contracture",
            "palsy",
        ),
        *("tendon", "maneuver", "reflex", "procedure", "criteria", "thyroiditis", "sarcoma", "lymphoma", "phenomenon"),
        *(
            "ulcer",
            "hernia",
            "diverticulum",
            "tumor",
            "anemia",
            "purpura",
            "nodes",
            "node",
            "pouch",
            "angina",
            "equation",
        ),
    ]
)
#: The American Diabetes Association, the Global Initiative for Asthma: in capitals, given names otherwise.
_ORGANISATIONS: Final = frozenset({"ADA", "GINA"})
#: Others that publish guidelines, and bear nobody's name.
_SOCIETIES: Final = frozenset(
    {
        *("KDIGO", "KDOQI", "USPSTF", "ACOG", "ACIP", "AACE", "AAFP", "IDSA", "AASLD", "NICE", "GOLD", "AHA", "ACC"),
        *("ESC", "ESH", "JNC", "ATA", "ACP", "CDC"),
    }
)
_RECOMMENDS: Final = re.compile(r"\b(?:guid\w+|recommend\w*|criteria|standards)\b", re.IGNORECASE)
_SOURCE_BEFORE: Final = re.compile(r"\b(?:per|according to|by|following|under|the)\s+(?:the\s+)?$", re.IGNORECASE)
_SAYING_AFTER: Final = re.compile(
    r"\s+(?:say\w*|said|recommend\w*|guid\w+|goals?|targets?|criteria|standards?|suggest\w*|advis\w*|\d{4})\b",
    re.IGNORECASE,
)
#: A number of a chart, behind what says so.
_RECORD: Final = re.compile(
    r"\b(?:pid|patient\s+id|mrn|account|acct|pt(?=\s*#|\s+\d{3,}\b(?!\.\d))|patient|chart|record)"
    r"\s*(?:#|no\.?|number|id)?\s*[:#=]?\s*(?P<number>[A-Z]{0,3}-?\d{1,12})\b"
    r"(?![.,/:-]\d|\s*-?\s*(?:%|(?:days?|weeks?|months?|years?|yrs?|yo|y/?o|hours?|visits?|times?|results?|mg|kg|lbs?|cm"
    r"|units?|f|m|male|female|old)\b))",
    re.IGNORECASE,
)
#: Numbers of records that are typed by themselves, where whose record is asked for stands.
_BARE_NUMBER: Final = re.compile(r"(?<![\w-])(?:[A-Z]{1,4}-[A-Z0-9]{2,}(?:-[A-Z0-9]+)*|[A-Z]{1,3}-?\d{4,})(?![\w-])")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
#: A number alone at the end, where whose record is asked for stands; no year.
_LAST_NUMBER: Final = re.compile(r"\bfor\s+#?(?P<number>(?!(?:19|20)\d\d\W*$)\d{3,12})\W*$", re.IGNORECASE)
_BEFORE_NUMBER: Final = re.compile(r"\b(?:for|of|list|show|and|also|vs\.?|with|about)\s+$", re.IGNORECASE)


def as_the_patient(text: str, patient: ChartPatient | None, lexicon: Lexicon) -> str:
    """The question with what is surely the open patient's own as "the patient": a number that is called one, "marias".

    Args:
        text: As typed, the patient's names in their plain forms taken out already.
        patient: Whose chart is open.
        lexicon: A word of a list is none of these forms.
    """
    if patient is None:
        return text
    numbers = {str(patient.patient_id), patient.mrn.casefold()} - {""}
    text = _RECORD.sub(lambda match: "the patient" if match["number"].casefold() in numbers else match[0], text)
    every = " ".join([patient.given, patient.middle, patient.family, *patient.other_given, *patient.former_family])
    owners = {f"{name}s" for name in every.casefold().split() if len(name) >= _STEM_LETTERS}
    owners = {word for word in owners if not lexicon.is_known(word)}
    return _LETTERS.sub(lambda match: "the patient's" if match[0].casefold() in owners else match[0], text)


def without_organisations(reading: Reading, found: Sequence[Finding]) -> list[Finding]:
    """The findings without organisations that bear a given name, where a question asks what one says: "per ADA".

    Args:
        reading: The question.
        found: What was found in it.
    """
    text = reading.text
    if text.isupper():
        return list(found)
    return [each for each in found if not _is_organisation(text, each)]


def _is_organisation(text: str, found: Finding) -> bool:
    name, before, after = text[found.start : found.end], text[: found.start], text[found.end :]
    if name not in _ORGANISATIONS:
        return name in _SOCIETIES
    told = _SOURCE_BEFORE.search(before) or _SAYING_AFTER.match(after)
    asked = _RECOMMENDS.search(after) and not _FOR.search(before) and not after.startswith("'")
    return bool(told or asked)


def names_in_question(
    reading: Reading, found: Sequence[Finding], lexicon: Lexicon, words: QuestionWords
) -> Iterator[Finding]:
    """Names and numbers of charts that stand in no list, or in small letters.

    Args:
        reading: The question.
        found: What was found already.
        lexicon: Word lists.
        words: The vocabularies that questions are read by.
    """
    named = words.named_in(reading.text)
    yield from _numbers(reading.text, named, words)
    taken = [*((each.start, each.end) for each in found), *named]
    judge = _Judge(reading, lexicon, words, beside=bool(named))
    tokens = reading.tokens
    free = [token.is_alphabetic and not _touches(token.start, token.end, taken) for token in tokens]
    people = {at for at in range(len(tokens)) if free[at] and judge.is_name(at)}
    for at in sorted(people | _neighbours(tokens, free, people, lexicon, words)):
        token = tokens[at]
        end = token.end - 2 if token.text[-2:].casefold() == "'s" else token.end
        yield Finding(token.start, end, IdentifierKind.PERSON, Strength.PATTERN, _RECOGNIZER, _SCORE)


def _touches(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(begin < end and start < stop for begin, stop in spans)


def _numbers(text: str, named: Sequence[tuple[int, int]], words: QuestionWords) -> Iterator[Finding]:
    for match in _RECORD.finditer(text):
        yield Finding(*match.span("number"), IdentifierKind.MRN, Strength.PATTERN, _RECOGNIZER, _SCORE)
    if named and (ending := _LAST_NUMBER.search(text)) is not None:
        yield Finding(*ending.span("number"), IdentifierKind.MRN, Strength.PATTERN, _RECOGNIZER, _SCORE)
    if text.isupper():
        return
    for match in _BARE_NUMBER.finditer(text):
        last = match[0].rpartition("-")[2].casefold()
        beside = bool(named) and len(last) >= _STEM_LETTERS and last not in _THING_AFTER
        known = match.span() in named or words.knows(match[0].casefold())
        if not known and (_BEFORE_NUMBER.search(text[: match.start()]) or (beside and match.start() == 0)):
            yield Finding(*match.span(), IdentifierKind.MRN, Strength.PATTERN, _RECOGNIZER, _SCORE)


def _neighbours(
    tokens: Sequence[Token], free: Sequence[bool], people: set[int], lexicon: Lexicon, words: QuestionWords
) -> set[int]:
    """Listed names right beside a name: "rosa velterop"."""
    grown: set[int] = set()
    for at in people:
        for step in (-1, 1):
            other = at + step
            while 0 <= other < len(tokens) and free[other] and tokens[max(other, other - step)].gap in {" ", ", "}:
                if other in people or not lexicon.is_name(tokens[other].key) or words.knows(tokens[other].key):
                    break
                grown.add(other)
                other += step
    return grown


@cache
def _usual_names() -> frozenset[str]:
    """Names that many people have: a word that is one of them may well be one; of surnames every word is some one."""
    return read_words("given_names.txt", "family_names.txt")


@cache
def _english() -> dict[str, tuple[str, ...]]:
    """English words by their first letter."""
    letters: dict[str, list[str]] = {}
    for word in read_words("english_words.txt"):
        letters.setdefault(word[0], []).append(word)
    return {letter: tuple(found) for letter, found in letters.items()}


class _Judge:
    """Judges the words of one question."""

    def __init__(self, reading: Reading, lexicon: Lexicon, words: QuestionWords, *, beside: bool) -> None:
        self._text, self._tokens = reading.text, reading.tokens
        self._lexicon, self._words, self._beside = lexicon, words, beside

    def is_name(self, at: int) -> bool:
        """Whether a word is somebody's name."""
        token, lexicon = self._tokens[at], self._lexicon
        key = token.key
        if len(key) < _SHORT or key in _CALENDAR or self._words.knows(key) or self._is_eponym(at):
            return False
        if token.is_capitals and len(key) <= _ABBREVIATION_LETTERS:
            return False
        if lexicon.is_plain_name(key) or (key in lexicon.mostly_names and self._beside):
            as_name = token.is_capitalised or self._stands_as_name(at)
            likely = key in _usual_names() or not self._words.resembles(key)
            plainly = len(key) > _SHORT and likely and not self._is_thing(at)
            return as_name or plainly
        if lexicon.is_known(key):
            usual = key in _usual_names() and key not in lexicon.eponyms
            return usual and self._stands_as_name(at) and not self._is_thing(at)
        if len(key) <= _SHORT or self._is_thing(at) or self._is_slip(token) or self._is_made_of_words(token):
            return False
        return self._beside or self._is_turned_to(at)

    def _stands_as_name(self, at: int) -> bool:
        """Whether it stands where somebody's name does: "of jones", "jones's labs"."""
        if self._is_owner(at):
            return True
        token = self._tokens[at]
        before, after = self._text[: token.start], self._text[token.end :]
        return bool(_FOR.search(before)) and bool(_ENDS.match(after))

    def _is_eponym(self, at: int) -> bool:
        """Whether it is the name of a sign, a disease, a catheter and the like: "Morton's neuroma"."""
        after = self._tokens[at + 1].key if at + 1 < len(self._tokens) else ""
        return after in _NAMED_AFTER or (
            self._tokens[at].key in self._lexicon.eponyms and is_clinical_term(self._tokens, at)
        )

    def _is_owner(self, at: int) -> bool:
        return self._tokens[at].text[-2:].casefold() in {"'s", "s'"}

    def _is_turned_to(self, at: int) -> bool:
        """Whether a question with nothing of the record turns to it: "what about velterop", "velterop's note"."""
        token = self._tokens[at]
        after = self._tokens[at + 1].key if at + 1 < len(self._tokens) else ""
        alone = len(self._tokens) == 1
        return alone or self._is_owner(at) or after in _CHARTS or bool(_TURNS_TO.search(self._text[: token.start]))

    def _is_thing(self, at: int) -> bool:
        """Whether it stands where a drug, a test or a disease does."""
        token = self._tokens[at]
        after = self._tokens[at + 1].key if at + 1 < len(self._tokens) else ""
        if token.key.endswith(_STEMS) and self._is_stemmed(token.key):
            return True
        dosed = _DOSE_AFTER.match(self._text, token.end) or _DOSE_BEFORE.search(self._text[: token.start])
        return bool(dosed or _THING_BEFORE.search(self._text[: token.start])) or after in _THING_AFTER

    def _is_stemmed(self, key: str) -> bool:
        """Whether an unlisted word ends as drugs of a class do: "vexolumab", "dorzagliptin"."""
        stem = next(stem for stem in _STEMS if key.endswith(stem))
        return len(key) >= len(stem) + _BEFORE_STEM and not self._lexicon.is_name(key)

    def _is_made_of_words(self, token: Token) -> bool:
        """Whether an unlisted word is a form of one ("rechecked"), a country, or no word at all ("DrGPT")."""
        key, lexicon = token.key, self._lexicon
        if key in lexicon.countries or key in lexicon.states or _CAPITALS_INSIDE.search(token.text):
            return not token.is_capitals
        stems = {key.removeprefix(prefix) for prefix in _PREFIXES}
        stems |= {stem.removesuffix(suffix) for stem in stems for suffix in _SUFFIXES}
        return any(
            len(stem) >= _STEM_LETTERS and (stem in lexicon.words or f"{stem}e" in lexicon.words) for stem in stems
        )

    def _is_slip(self, token: Token) -> bool:
        """Whether an unlisted word was meant to be one of the vocabularies or an English one."""
        key = token.key
        if self._words.resembles(key):
            return True
        if token.is_capitalised or len(key) < _SLIP_LETTERS:
            return False
        near = _english().get(key[0], ())
        return any(abs(len(word) - len(key)) <= 1 and OSA.distance(word, key, score_cutoff=1) <= 1 for word in near)
