"""Whose prescriptions, orders or visits a question asks for: "prescribed by Dr. [PERSON_1]"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from arbiter_fhir.answering.question.reading import ReadQuestion
from arbiter_fhir.domain.question import Intent, NamedClinician, RoutedQuestion, Topic, UnmetKind

__all__ = ["clinician_words", "limited_to_clinicians"]

_TITLE: Final = r"(?:dr|doctor|np|pa|nurse|provider)\.?\s+"
_NAME: Final = r"\[PERSON_\d+\]"
_ACT: Final = r"(?:order|prescrib|start|stop|writ|wrote|see|saw|do|add|put|give|gave|refill|request)\w*"
_ACTED: Final = r"(?:ordered|prescribed|written|started|stopped|seen|signed|done|drawn|added|refilled|requested|given)"
_CLINICIAN: Final = re.compile(
    rf"\b(?:did|has|have|had|does)\s+(?:{_TITLE})?{_NAME}\s+(?:last |ever |first |already |also )?{_ACT}|"
    rf"\b(?:{_ACTED}\s+by|by|from)\s+(?:{_TITLE})?{_NAME}|"
    rf"\b(?:visits?|appointments?|encounters?|seen|met)\s+with\s+(?:{_TITLE})?{_NAME}|"
    rf"\b(?:see|saw|sees|seen|visit(?:ed)?)\s+{_TITLE}{_NAME}|"
    rf"\b{_TITLE}{_NAME}'s\s+(?:orders?|prescriptions?|medications?|drugs?|visits?|last visit)|"
    rf"{_NAME}\s+(?:ordered|prescribed|started|stopped|wrote|refilled|requested)\b",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(_NAME, re.IGNORECASE)
_ORDERED: Final = re.compile(r"\b(?:order|request)\w*", re.IGNORECASE)
#: Where the chart names who prescribed, ordered or saw the patient.
_NAMING: Final = frozenset({Topic.MEDICATIONS, Topic.ORDERS, Topic.ENCOUNTERS})
_LISTING: Final = frozenset({Intent.LIST, Intent.FACTUAL_LOOKUP, Intent.CHANGES})


def clinician_words(text: str) -> Iterator[str]:
    """The words that limit a question to what a clinician did.

    Args:
        text: Plain (`plain.plain_text`).
    """
    return (match[0] for match in _CLINICIAN.finditer(text))


def limited_to_clinicians(routed: RoutedQuestion, read: ReadQuestion) -> RoutedQuestion:
    """The decision limited to what the named clinicians did, where the chart can tell; else as it was.

    Args:
        routed: The decision; what it cannot apply is told in it.
        read: The question with the names that were typed.
    """
    labels = [label for words in clinician_words(read.asked.text) for label in _LABEL.findall(words)]
    named = tuple(NamedClinician(label, read.people[label]) for label in dict.fromkeys(labels) if label in read.people)
    if not named or read.document is not None or routed.intent not in _LISTING:
        return routed
    topics = routed.topics
    if topics == (Topic.LABS,) and not routed.analytes and _ORDERED.search(read.asked.text):
        # Results name nobody; the orders that they came from do.
        topics = (Topic.ORDERS,)
    if not topics or not set(topics) <= _NAMING:
        return routed
    unmet = tuple(part for part in routed.unmet if part.kind is not UnmetKind.CLINICIAN)
    return replace(routed, topics=topics, by=named, unmet=unmet)
