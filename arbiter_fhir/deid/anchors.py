"""Words that announce a person: titles, kin, verbs of speaking, phrases of meeting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from arbiter_fhir.deid.word_lists import read_sections

__all__ = [
    "ADDRESSING",
    "AFTER_PERSON",
    "AFTER_SMALL_NAME",
    "BEFORE_DATES",
    "BUSINESS",
    "CALENDAR",
    "CLINICAL_TITLES",
    "CLOSINGS",
    "CONDITIONS",
    "CONTACT_VERBS",
    "DEPARTMENTS",
    "DONE_BY",
    "DONE_NOUNS",
    "GOING_ON",
    "GROUPS",
    "KIN",
    "MEETING",
    "MODALS",
    "NO_PERSON_ENDINGS",
    "OPENERS",
    "PERSON_OBJECTS",
    "PERSON_PHRASES",
    "PERSON_VERBS",
    "PRONOUNS",
    "ROLES",
    "ROLE_ENDINGS",
    "SENTENCE_ADVERBS",
    "SHORT_DAYS",
    "SPEAKING_WITH",
    "SPEECH",
    "STATES",
    "TITLES",
    "WEAK_VERBS",
    "WHEN",
    "WITH_NOUNS",
]

_SECTIONS: Final = read_sections("name_grammar.txt")


def _words(section: str) -> frozenset[str]:
    return frozenset(_SECTIONS[section].split())


#: Courtesy titles and ranks.
TITLES: Final = _words("titles")
#: Titles of clinicians.
CLINICAL_TITLES: Final = _words("clinical_titles")
#: Relatives and others around a patient.
KIN: Final = _words("kin")
#: Third person forms: "Will return" is a modal verb, "Will returns" is a man.
PERSON_VERBS: Final = _words("person_verbs")
#: Verbs that things do too: "Lasix was started", "Foley remains".
WEAK_VERBS: Final = _words("weak_verbs")
#: The words right before a name: "spoke with", "referred by", "accompanied by".
MEETING: Final = _words("meeting")
#: Words that stand before another verb; after a capitalised noun they show that it acts.
MODALS: Final = _words("modals")
#: What only a person is, was or has, by the word after a weak verb.
PERSON_PHRASES: Final[Mapping[str, frozenset[str]]] = {
    verb: _words(f"after_{verb}") for verb in ("was", "is", "has", "had")
}
#: Months and days of the week, which are also names or follow kin words.
CALENDAR: Final = _words("calendar")
#: Days of the week as doses have them: "Tue/Thu", "Mon/Wed/Fri".
SHORT_DAYS: Final = _words("short_days")
#: Small words that no line of a form ends with: the sentence goes on in the next line.
GOING_ON: Final = _words("going_on")
#: What stands before a month or season that is one.
BEFORE_DATES: Final = _words("before_dates")
#: Words that make a place or a term of the names before them.
NO_PERSON_ENDINGS: Final = _words("no_person_endings")
#: Small words that begin sentences and are never names.
PRONOUNS: Final = _words("pronouns")
#: What one does with persons ("spoke with"), and what is done by them ("drawn by").
SPEAKING_WITH: Final = _words("speaking_with")
DONE_BY: Final = _words("done_by")
#: Verbs and greetings that take a person right after them.
ADDRESSING: Final = _words("addressing")
#: Callings that stand before a name in running text: "therapist Yamaguchi"; and how others of them end.
ROLES: Final = _words("roles")
ROLE_ENDINGS: Final = tuple(_SECTIONS["role_endings"].split())
#: Verbs whose object is a person, and small words that go on after it: "assisted Olive to the commode".
PERSON_OBJECTS: Final = _words("person_objects")
AFTER_PERSON: Final = _words("after_person")
#: Words that open a sentence right before its subject or a person: "Neither Pepper nor".
OPENERS: Final = _words("openers")
#: Words that may stand before the subject of a sentence: "Unfortunately Pepper missed".
SENTENCE_ADVERBS: Final = _words("sentence_adverbs")
#: Departments and services, which are written with a capital and do what persons do: "seen by Cardiology".
DEPARTMENTS: Final = _words("departments")
#: What somebody does who gets in touch: "Mason from the lab called".
CONTACT_VERBS: Final = _words("contact_verbs")
#: What relatives have, and how its name begins: "Mother  Heart disease".
CONDITIONS: Final = _words("conditions")
#: Words that close a letter; a name follows.
CLOSINGS: Final = _words("closings")
#: What somebody has done, before *by*: "device check by Pepper"; and what one has with somebody: "appt w/ Black".
DONE_NOUNS: Final = _words("done_nouns")
WITH_NOUNS: Final = _words("with_nouns")
#: Words that begin a clause, whose subject may be a name: "when Summer checked".
WHEN: Final = _words("when")
#: Words that end the name of a firm.
BUSINESS: Final = _words("business")
#: What notes in short style say of a patient right after the name: "Hill resting comfortably".
STATES: Final = _words("states")
#: What goes on after a name that is typed in small letters: "iris hill wants refill".
AFTER_SMALL_NAME: Final = _words("small_name_neighbours")
#: Verbs that only persons are the subject of; and words for people together, who do the same.
SPEECH: Final = _words("speech")
GROUPS: Final = _words("groups")
