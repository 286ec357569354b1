"""Relatives, plain statements and vaccines: with the subject kept and the words as they stand."""

from __future__ import annotations

import re

from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.entries import head_and_notes
from arbiter_fhir.answering.wording.vocabulary import UNCERTAIN, in_quotes, own
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, WordRole
from arbiter_fhir.domain.question import Topic
from arbiter_fhir.domain.statement import Assertion, FamilyHistory, Statement

__all__ = [
    "AGE_LIMIT",
    "NOT_GIVEN",
    "SAID_NO",
    "age_words",
    "family_sentence",
    "immunization_sentence",
    "is_immunization",
    "statement_label",
    "statement_note",
    "statement_sentence",
    "statement_words",
]

SAID_NO = "answered with no"
NOT_GIVEN = "not given or refused"
#: Ages over 89 are identifiers (45 CFR 164.514(b)(2)(i)(C)).
AGE_LIMIT = 89
_TOPIC_WORD = re.compile(r"[a-z][a-z0-9_]*")
_INITIALS = {"mrn": "MRN", "ssn": "SSN", "dob": "DOB"}
#: Words by which a text says no by itself.
_SAYS_NO = re.compile(
    r"\b(?:no|not|never|none|non|nothing|nil|den(?:y|ies|ied)|declin\w+|refus\w+|negative|without|quit|n/?a)\b",
    re.IGNORECASE,
)


def age_words(item: EvidenceItem) -> DeidentifiedText | None:
    """A relative's age at onset as clean text; ``None`` where none was read as a plain number of years."""
    if (clean := dict(item.words.details).get(WordRole.AGE)) is not None:
        return clean
    value = item.value
    printed = value.age_at_onset.strip() if isinstance(value, FamilyHistory) else ""
    if printed.isascii() and printed.isdigit() and int(printed) <= AGE_LIMIT:
        return DeidentifiedText.compose("{}", int(printed))
    return None


def family_sentence(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``Family history, not the patient: mother, type 2 diabetes (at age 54; intake form, dated [DATE_1])``."""
    value = item.value
    if not isinstance(value, FamilyHistory):
        raise TypeError("the item is no family history")
    relation = dict(item.words.details).get(WordRole.RELATION, own("relative not named"))
    head = DeidentifiedText.compose("Family history, not the patient: {}, {}", relation, item.words.name)
    notes = []
    if value.assertion is not Assertion.FAMILY:
        notes.append(own(UNCERTAIN[value.assertion]))
    if (age := age_words(item)) is not None:
        notes.append(DeidentifiedText.compose("at age {}", age))
    if value.deceased:
        notes.append(own("deceased"))
    return head_and_notes(head, notes, item, dates)


def statement_label(item: EvidenceItem) -> str:
    """What a statement is about, by its stable word: ``Tobacco use``."""
    value = item.value
    topic = value.topic if isinstance(value, Statement) else ""
    if not _TOPIC_WORD.fullmatch(topic):
        return "Statement"
    return _INITIALS.get(topic, topic.replace("_", " ").capitalize())


def statement_note(item: EvidenceItem) -> str:
    """What has to be said of a statement that is not simply so; its own words may say no already."""
    value = item.value
    assertion = value.assertion if isinstance(value, Statement) else Assertion.PRESENT
    if assertion is Assertion.ABSENT:
        return "" if _SAYS_NO.search(item.words.name.value) else SAID_NO
    return UNCERTAIN[assertion]


def statement_words(item: EvidenceItem) -> DeidentifiedText:
    """What is stated: in quotation marks where a document says it, plain where it is a field of the chart."""
    if item.citation.source_type is SourceType.CHART:
        return item.words.name
    return in_quotes(item.words.name)


def statement_sentence(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``Tobacco use: “never smoker” (intake form, dated [DATE_1]).`` The words stand as they were written."""
    value = item.value
    if not isinstance(value, Statement):
        raise TypeError("the item is no statement")
    head = DeidentifiedText.compose("{}: {}", own(statement_label(item)), statement_words(item))
    return head_and_notes(head, [own(statement_note(item))], item, dates)


def immunization_sentence(item: EvidenceItem, dates: DateLabels) -> DeidentifiedText:
    """``Immunization: influenza vaccine (chart, recorded on [DATE_1]).`` One that was declined is said to be so."""
    value = item.value
    absent = isinstance(value, Statement) and value.assertion is Assertion.ABSENT
    head = DeidentifiedText.compose("Immunization: {}", item.words.name)
    doubt = UNCERTAIN[value.assertion] if isinstance(value, Statement) and not absent else ""
    return head_and_notes(head, [own(NOT_GIVEN if absent else doubt)], item, dates)


def is_immunization(item: EvidenceItem) -> bool:
    """Whether a statement is about a vaccine."""
    value = item.value
    return item.topic is Topic.IMMUNIZATIONS or (isinstance(value, Statement) and value.topic == "immunization")
