"""What was asked for and not found, each with where it was looked for: no sentence says more than was looked at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arbiter_fhir.answering.as_read import span_words
from arbiter_fhir.answering.wording.dates import DateLabels
from arbiter_fhir.answering.wording.vocabulary import SOURCES, TOPICS, own, subject_words
from arbiter_fhir.domain.analyte import display_name, group_members, group_spellings, known_analytes
from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle
from arbiter_fhir.domain.question import AskedSource, Intent, RoutedQuestion, Topic

__all__ = ["looked_in", "not_found_sentences", "restricting_document"]

Sentences = Iterator[DeidentifiedText]

_compose = DeidentifiedText.compose

_EVERYWHERE: Final = "in the chart or in the documents that were read"
_IN_CHART: Final = "in the chart"
_IN_DOCUMENTS: Final = "in the documents that were read"
_BESIDE_CHART: Final = "in the documents that were read beside what the chart has"
_PART_OF: Final = {
    Topic.VITALS: ChartPart.VITALS,
    Topic.ENCOUNTERS: ChartPart.ENCOUNTERS,
    Topic.IMMUNIZATIONS: ChartPart.IMMUNIZATIONS,
    Topic.DOCUMENTS: ChartPart.DOCUMENTS,
    Topic.LABS: ChartPart.RESULTS,
    Topic.CULTURES: ChartPart.RESULTS,
    Topic.ORDERS: ChartPart.RESULTS,
    Topic.DEMOGRAPHICS: ChartPart.DEMOGRAPHICS,
}
_VITAL: Final = "vital:"


def restricting_document(question: RoutedQuestion) -> bool:
    """Whether only some documents were looked at, for the question names one or one kind."""
    asked = question.document
    if asked is None:
        return question.intent is Intent.DOCUMENT
    named = asked.number is not None or asked.doc_type is not None or asked.newest
    return named or question.intent is Intent.DOCUMENT


def looked_in(question: RoutedQuestion, *, closed: bool = False) -> DeidentifiedText:
    """Where something was looked for: ``in the chart or in the documents that were read``.

    Args:
        question: The question; a document or a source that it names narrows the place.
        closed: The chart's part was not looked at.
    """
    asked = question.document
    if asked is not None and asked.number is not None:
        return _compose("in a document {} of this patient", asked.number)
    if restricting_document(question):
        kind = asked.doc_type if asked is not None else None
        if kind is None:
            return own(_IN_DOCUMENTS)
        name = SOURCES[SourceType(kind.value)]
        return own(f"in what was read of {'an' if name[0] in 'aeiH' else 'a'} {name}")
    if question.source is AskedSource.CHART:
        return own(_IN_CHART)
    if question.source is AskedSource.NOT_CHART:
        return own(_BESIDE_CHART)
    return own(_IN_DOCUMENTS if closed or question.source is AskedSource.DOCUMENTS else _EVERYWHERE)


def not_found_sentences(bundle: EvidenceBundle, dates: DateLabels) -> Sentences:
    """One sentence for each key of the bundle that nothing was found of."""
    question = bundle.question
    span = span_words(question, dates)
    for key in bundle.not_found:
        where = looked_in(question, closed=_is_closed(key, bundle))
        if key in set(Topic):
            yield from _topic(Topic(key), bundle, span, where)
        elif key in question.analytes or key in known_analytes() or key in group_spellings():
            waiting = {item.subject for item in bundle.review} & {key, *group_members(key)}
            kind = own("confirmed result" if waiting else "result")
            yield _compose("No {} for {}{} was found {}.", kind, own(display_name(key)), span, where)
        else:
            waits = any(item.subject == key or item.subject.startswith(f"{key}:") for item in bundle.review)
            kind = own("Nothing confirmed" if waits else "Nothing")
            yield _compose("{} about {}{} was found {}.", kind, own(subject_words(key)), span, where)


def _topic(topic: Topic, bundle: EvidenceBundle, span: DeidentifiedText, where: DeidentifiedText) -> Sentences:
    question = bundle.question
    if question.intent is Intent.MISSING and topic is Topic.ORDERS:
        return  # of orders only those that wait were looked for; that there is none is said apart
    several = own(TOPICS[topic][1])
    if any(item.topic is topic for item in bundle.review):
        yield _compose("No confirmed {}{} were found {}.", several, span, where)
    elif question.subjects:
        asked = DeidentifiedText.join(" or ", [own(subject_words(each)) for each in question.subjects])
        yield _compose("Nothing about {}{} was found among {} {}.", asked, span, several, where)
    elif question.excluded:
        yield _compose("No other {}{} were found {}.", several, span, where)
    else:
        yield _compose("No {}{} were found {}; that does not mean that there are none.", several, span, where)


def _is_closed(key: str, bundle: EvidenceBundle) -> bool:
    """Whether the part of the chart that would hold it may not be read."""
    if key in set(Topic):
        part = _PART_OF.get(Topic(key))
    elif key.startswith(_VITAL):
        part = ChartPart.VITALS
    else:
        part = ChartPart.RESULTS if key in {*bundle.question.analytes, *known_analytes()} else None
    return part in {*bundle.scope.closed_parts, *bundle.scope.parts_closed_to_caller}
