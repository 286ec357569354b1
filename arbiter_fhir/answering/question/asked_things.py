"""What a question is about: tests, vital signs, drugs, conditions and the like, and the parts of the record to look in.

Words such as "results", "history" or "dose" name a part of the record only where nothing more particular does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from arbiter_fhir.answering.question.mentions import Kind, Marked, Mention, has_sense
from arbiter_fhir.answering.question.patterns import marked_pattern
from arbiter_fhir.answering.question.people import named_kin
from arbiter_fhir.answering.question.selections import excluded_mentions, excluded_parts
from arbiter_fhir.answering.question.tables import read_question_table
from arbiter_fhir.domain.question import Topic

__all__ = ["AskedThings", "asked_things", "asks_what_is_taken", "treated_with", "with_narrower", "without_narrower"]

#: An organ stands for its tests beside such words, or where hardly anything else is said.
_TESTS_OF_ORGAN: Final = marked_pattern(
    r"<lab>\s*(?:functions?|labs?|tests?|numbers|levels?|panel|results?|values?|studies|markers)\b|\bhow (?:is|are)\b|"
    r"\b(?:labs?|tests?|results?|numbers) (?:for|of|on)\b|<lab>\s*(?:ok|okay|normal|fine|stable|worse|better|doing)\b"
    r"|\b(?:about|with) (?:her|his|their|the|patient's|the patient's) <lab>\W*$"
)
_FEW_WORDS: Final = 3
_TAKES: Final = marked_pattern(
    r"\b(?:on|taking|takes?|taken|prescribed|given|had|using|got|received)\s+(?:any |an? |the )*<allergen>"
)
_TAKEN_FOR: Final = re.compile(
    r"\b(?:take|taking|takes?|taken|on|using|uses|given|prescribed|medications?|medicines?|drugs?|pills?|treated)\b"
    r"(?:\s+(?:with|anything|something|now|currently|any|medications?))*\s+for\b(?!\s*\??$)(?P<what>[^.?!,;]*)",
    re.IGNORECASE,
)
_TREATED: Final = re.compile(
    r"\bhow (?:is|was|has|are|were)\b(?P<what>[^.?!]{0,40}?)\b(?:being |been )?(?:treated|managed)\b", re.IGNORECASE
)
_DETERMINERS: Final = re.compile(r"^(?:(?:the|her|his|their|any|some|high|low)\s+)+|\s+$")
_HISTORY: Final = re.compile(
    r"\b(?:histor\w+|died?|dead|deceased|alive|healthy|have|had|has|health|pass(?:ed)? away|cause of death|problems?"
    r"|conditions?|issues)\b",
    re.IGNORECASE,
)
_SOCIAL: Final = re.compile(
    r"\blives?\b|\bliving\b|\bmarried\b|\bhow many (?:children|kids)\b|\bhas? (?:any )?(?:children|kids)\b",
    re.IGNORECASE,
)
#: What an organism answers to, or does not.
_OF_ORGANISMS: Final = re.compile(
    r"\b(?:resistan(?:t|ce)|susceptib\w+|sensitivit(?:y|ies)|antibiogram|sensitive to|mics?)\b"
    r"(?!\s+(?:troponin|tsh|insulin|hypertension|crp|c-reactive))",
    re.IGNORECASE,
)
#: Whom the patient saw is told by the visits.
_SEEN_BY: Final = re.compile(r"\b(?:see|saw|sees|seen)\b(?: by| with)?\s+(?:dr|doctor|np|pa|nurse)\b", re.IGNORECASE)
#: Who may be sensitive to a drug is the patient, unless it is "it" or resistant as well.
_ORGANISM_ASKED: Final = re.compile(
    r"\b(?:is|was) (?:it|the (?:bug|organism|culture|isolate|bacteri\w+|strain|e ?coli))\b|\bresistan(?:t|ce)\b",
    re.IGNORECASE,
)
_ALL_ANTIBIOTICS: Final = frozenset({"class:antibiotics", "antibiotics"})
#: What of the patient's own a relative has not: results, drugs, a chart.
_OWN_RECORD: Final = frozenset({Kind.LAB, Kind.VITAL, Kind.DRUG, Kind.CLASS, Kind.STUDY, Kind.VACCINE, Kind.DOCUMENT})
_OWN_TOPICS: Final = frozenset(
    {Topic.LABS, Topic.VITALS, Topic.MEDICATIONS, Topic.ALLERGIES, Topic.IMMUNIZATIONS, Topic.ENCOUNTERS, Topic.ORDERS}
    | {Topic.CULTURES, Topic.REFERRALS, Topic.DOCUMENTS, Topic.DEMOGRAPHICS}
)
_TOPIC_OF: Final = {
    Kind.LAB: (Topic.LABS,),
    Kind.VITAL: (Topic.VITALS,),
    Kind.CLASS: (Topic.MEDICATIONS,),
    Kind.DRUG: (Topic.MEDICATIONS,),
    Kind.CONDITION: (Topic.PROBLEMS,),
    Kind.SYMPTOM: (Topic.PROBLEMS, Topic.CONCERN),
    Kind.VACCINE: (Topic.IMMUNIZATIONS,),
    Kind.PROCEDURE: (Topic.PROCEDURES,),
    Kind.STUDY: (Topic.PROCEDURES, Topic.ORDERS),
}


@dataclass(frozen=True, slots=True)
class AskedThings:
    """What a question is about.

    Attributes:
        analytes: Analyte and group keys.
        topics: Parts of the record.
        subjects: Names, class keys, vital keys.
        relations: Relatives whose history is asked for.
        of_relative: It asks for what is in a relative's own record.
        excluded: Names and keys of what is to be left out.
        weak: The topics stand in words that name a part of the record only where nothing else does.
    """

    analytes: tuple[str, ...]
    topics: tuple[Topic, ...]
    subjects: tuple[str, ...]
    relations: tuple[str, ...] = ()
    of_relative: bool = False
    excluded: tuple[str, ...] = ()
    weak: bool = False

    @property
    def anything(self) -> bool:
        """Whether it names anything at all."""
        return bool(self.analytes or self.topics or self.subjects)


def asked_things(marked: Marked) -> AskedThings:
    """What a question is about.

    Args:
        marked: The question with its names marked.
    """
    if parts := excluded_parts(marked):
        marked = replace(marked, mentions=tuple(each for each in marked.mentions if each not in parts))
    if left_out := excluded_mentions(marked):
        rest = replace(marked, mentions=tuple(each for each in marked.mentions if each not in left_out))
        names = (key for each in left_out for key in each.keys)
        return replace(asked_things(rest), excluded=with_narrower(names))
    mentions = [each for each in marked.mentions if not each.organ or _is_of_tests(each, marked)]
    allergic = has_sense("allergic", marked.text)
    kin = named_kin(marked.text)
    if kin:
        return _of_kin(marked, mentions, kin)
    if (treatment := _treatment(marked, mentions)) is not None:
        return treatment
    analytes = _keys(mentions, Kind.LAB)
    subjects = _subjects(mentions, allergic=allergic)
    topics, weak = _topics(marked, mentions, allergic=allergic)
    if _OF_ORGANISMS.search(marked.text) and (Topic.ALLERGIES not in topics or _ORGANISM_ASKED.search(marked.text)):
        # What an organism answers to is no medicine of the patient's; all antibiotics are the whole of the culture.
        subjects = tuple(name for name in subjects if name not in _ALL_ANTIBIOTICS)
        topics, weak = (Topic.CULTURES,), False
    if not (topics or analytes or subjects) and _SEEN_BY.search(marked.text):
        topics = (Topic.ENCOUNTERS,)
    return AskedThings(analytes, topics, subjects, weak=weak and not (analytes or subjects))


def _treatment(marked: Marked, mentions: Iterable[Mention]) -> AskedThings | None:
    """Medicines that are asked for by what they are taken for, of the class that is meant where there is one."""
    match = _TAKEN_FOR.search(marked.text) or _TREATED.search(marked.text)
    if match is None or any(each.kind in {Kind.DRUG, Kind.CLASS, Kind.VACCINE} for each in mentions):
        return None
    start, end = match.span("what")
    reasons = [key for each in marked.mentions if start <= each.start < end for key in each.keys]
    words = _DETERMINERS.sub("", match["what"].strip().casefold())
    found = treated_with((*reasons, words))
    return AskedThings((), (Topic.MEDICATIONS,), found) if reasons or found else None


def treated_with(reasons: Iterable[str]) -> tuple[str, ...]:
    """Classes of medicines that are taken for conditions, vital signs or tests; empty where the table knows none."""
    classes = {row["for"]: row["class"] for row in read_question_table("treated_with.tsv")}
    return tuple(dict.fromkeys(classes[reason] for reason in reasons if reason in classes))


def asks_what_is_taken(text: str) -> bool:
    """Whether medicines are asked for by what they are taken for, even where that is only pointed at ("for it")."""
    return bool(_TAKEN_FOR.search(text))


def _is_of_tests(mention: Mention, marked: Marked) -> bool:
    others = [each for each in marked.mentions if each is not mention and each.kind is not Kind.TOPIC]
    short = len(marked.marks.split()) <= _FEW_WORDS
    return bool(_TESTS_OF_ORGAN.search(marked.marks)) or (short and not others)


def _keys(mentions: Iterable[Mention], *kinds: Kind) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for each in mentions if each.kind in kinds for key in each.keys))


def _subjects(mentions: Iterable[Mention], *, allergic: bool) -> tuple[str, ...]:
    named: list[str] = []
    for each in mentions:
        if each.kind in {Kind.LAB, Kind.DOCUMENT, Kind.RELATION}:
            continue
        if each.kind is Kind.TOPIC:
            named.extend(filter(None, each.keys[1:]))
            continue
        named.extend(each.keys)
        if allergic:
            named.extend(name for kind, name in each.also if kind is Kind.ALLERGEN)
    return with_narrower(named)


def with_narrower(names: Iterable[str]) -> tuple[str, ...]:
    """Names, each followed by the narrower ones that a question means by it."""
    return tuple(dict.fromkeys(each for name in names for each in (name, *_narrower().get(name, ()))))


def without_narrower(names: Iterable[str]) -> tuple[str, ...]:
    """Of such names those that the question gave, for a sentence that says what was asked for."""
    given = tuple(names)
    implied = {each for name in given for each in _narrower().get(name, ())}
    return tuple(name for name in given if name not in implied)


@cache
def _narrower() -> Mapping[str, tuple[str, ...]]:
    return {row["broad"]: tuple(row["narrow"].split("|")) for row in read_question_table("broader_terms.tsv")}


def _topics(marked: Marked, mentions: Iterable[Mention], *, allergic: bool) -> tuple[tuple[Topic, ...], bool]:
    """Parts of the record, and whether only weak words name them."""
    found: dict[Topic, None] = {}
    for each in mentions:
        for topic in _topics_of(each, marked, allergic=allergic):
            found[topic] = None
    weak: dict[Topic, None] = {}
    for each in marked.of(Kind.TOPIC):
        topic = Topic(each.keys[0])
        word = marked.text[each.start : each.end].casefold()
        (weak if word in _weak_words(topic) else found)[topic] = None
    if Topic.FAMILY_HISTORY in found:
        # A condition beside "family history" is the family's.
        return tuple(topic for topic in found if topic not in {Topic.PROBLEMS, Topic.CONCERN}), False
    return (tuple(found), False) if found else (tuple(weak), True)


@cache
def _weak_words(topic: Topic) -> frozenset[str]:
    """Words that name a part of the record only where nothing else names one."""
    rows = (row for row in read_question_table("weak_topic_words.tsv") if row["topic"] == topic.value)
    return frozenset(word for row in rows for word in row["words"].split("|"))


def _topics_of(mention: Mention, marked: Marked, *, allergic: bool) -> tuple[Topic, ...]:
    if allergic and mention.kind in {Kind.DRUG, Kind.CLASS, Kind.ALLERGEN}:
        return (Topic.ALLERGIES,)
    if mention.kind is Kind.ALLERGEN:
        return (Topic.MEDICATIONS,) if _TAKES.search(marked.marks) else (Topic.ALLERGIES,)
    return _TOPIC_OF.get(mention.kind, ())


def _of_kin(marked: Marked, mentions: Iterable[Mention], kin: tuple[str, ...]) -> AskedThings:
    mentions = tuple(mentions)
    conditions = with_narrower(_keys(mentions, Kind.CONDITION, Kind.SYMPTOM, Kind.PROCEDURE))
    topics = set(marked.topics())
    family = Topic.FAMILY_HISTORY in topics
    own = any(each.kind in _OWN_RECORD for each in mentions) or bool(topics & _OWN_TOPICS)
    if _SOCIAL.search(marked.text) and not conditions:
        return AskedThings((), (Topic.SOCIAL_HISTORY,), ("living_situation",))
    relations = tuple(dict.fromkeys(key for each in mentions if each.kind is Kind.RELATION for key in each.keys)) or kin
    history = _HISTORY.search(marked.text)
    if conditions or family or (history and not own):
        return AskedThings((), (Topic.FAMILY_HISTORY,), conditions, relations)
    return AskedThings(_keys(mentions, Kind.LAB), (), conditions, relations, of_relative=True)
