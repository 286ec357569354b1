"""One patient's evidence for one question: structured match first, lexical and dense search only to widen it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.evidence import Conflict, EvidenceBundle, EvidenceItem, EvidenceScope
from arbiter_fhir.domain.question import Intent, RoutedQuestion, Topic
from arbiter_fhir.domain.statement import Allergy
from arbiter_fhir.retrieval.asked_documents import asked_documents, days_of_documents
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.chart_candidates import (
    candidate_of_document,
    candidate_of_encounter,
    candidate_of_immunization,
    candidate_of_order,
    candidates_of_demographics,
)
from arbiter_fhir.retrieval.cleaning import ChartCleaner, Clean
from arbiter_fhir.retrieval.clinicians import is_one_of
from arbiter_fhir.retrieval.conflicts import CONFLICTING_TOPICS, Clash, find_clashes
from arbiter_fhir.retrieval.fact_candidates import candidate_of_fact, is_evidence, is_waiting
from arbiter_fhir.retrieval.items import ItemMaker
from arbiter_fhir.retrieval.lab_candidates import candidate_of_chart, candidate_of_vital
from arbiter_fhir.retrieval.list_candidates import candidates_of_lists
from arbiter_fhir.retrieval.merging import merge
from arbiter_fhir.retrieval.namespace import Namespace
from arbiter_fhir.retrieval.needs import MEASURED
from arbiter_fhir.retrieval.passages import ordering_lines, passages_in_order, search_passages
from arbiter_fhir.retrieval.record import PatientRecord
from arbiter_fhir.retrieval.selection import Asked, missing_keys
from arbiter_fhir.retrieval.subjects import Vocabulary
from arbiter_fhir.retrieval.windows import anchored

__all__ = ["GatheredEvidence", "gather_patient_evidence"]

_LISTED: Final = frozenset({Topic.ALLERGIES, Topic.MEDICATIONS, Topic.PROBLEMS})


@dataclass(frozen=True, slots=True)
class GatheredEvidence:
    """The bundle, and what its placeholders of the chart stand for.

    Attributes:
        values: Label of the bundle to the name or value that the chart gave; for this question's caller alone.
    """

    bundle: EvidenceBundle
    values: Mapping[str, str] = field(default_factory=dict, repr=False)


def gather_patient_evidence(
    question: RoutedQuestion,
    record: PatientRecord,
    *,
    clean: Clean,
    terms: Vocabulary,
    today: date,
) -> GatheredEvidence:
    """Gather what may be said about a question, what waits for a person, what contradicts, and what was not found.

    Args:
        question: The routed question.
        record: What was read of the patient for it.
        clean: De-identifies a text, line by line; the chart's text passes through it before it can enter a sentence.
        terms: The curated vocabularies: which drug, allergen or condition a title names.
        today: The site's day.
    """
    record, withheld = _without_sensitive_visits(record)
    hangs_on_visit = question.when is not None and question.when.anchor is not None
    question = anchored(question, record.encounters, today)
    asked = Asked(
        question,
        terms,
        documents=asked_documents(question, listed=record.documents, read=record.read_documents),
        days=days_of_documents(record.documents, record.read_documents),
        today=today,
    )
    needed = asked.topics.union(*(CONFLICTING_TOPICS.get(topic, frozenset()) for topic in asked.topics))
    every = [each for each in _candidates(record, terms, today) if each.topic in needed]
    waiting = [candidate_of_fact(each, terms) for each in record.review_facts if is_waiting(each)]
    found = merge(each for each in every if _is_of_documents(each, asked))
    chosen = asked.choose(found, record.neighbours)
    review = [candidate for candidate in waiting if asked.touches(candidate)]
    clashes = _clashes(asked, chosen, review, found, terms)
    asked_for = frozenset(id(each) for each in chosen)
    chosen = _with_the_other_side(chosen, review, clashes)
    beside = frozenset(id(each) for each in chosen) - asked_for
    chosen += _passages(asked, record, chosen, review)
    leans = hangs_on_visit or _leans_on_visits(asked, chosen)
    record = replace(record, scope=_scope_of_visits(record.scope, withheld if leans else 0, leans=leans))
    return _bundle(asked, record, _Chosen(chosen, review, clashes, beside), clean)


def _without_sensitive_visits(record: PatientRecord) -> tuple[PatientRecord, int]:
    """The record without visits that are marked as sensitive, and how many these are: not even their day is told."""
    kept = tuple(visit for visit in record.encounters if not visit.restricted)
    return replace(record, encounters=kept), len(record.encounters) - len(kept)


def _leans_on_visits(asked: Asked, chosen: Sequence[Candidate]) -> bool:
    """Whether a visit that is not shown could have changed the answer."""
    named = Topic.ENCOUNTERS in asked.question.topics
    return named or (Topic.ENCOUNTERS in asked.topics and all(each.near for each in chosen))


def _scope_of_visits(scope: EvidenceScope, withheld: int, *, leans: bool) -> EvidenceScope:
    """The scope with the withheld visits; that visits may not be read is said only where they could have mattered."""
    closed = tuple(part for part in scope.closed_parts if leans or part is not ChartPart.ENCOUNTERS)
    return replace(scope, closed_parts=closed, withheld_visits=withheld)


def _is_of_documents(candidate: Candidate, asked: Asked) -> bool:
    """Whether something is what an asked document says; a list of documents is asked of OpenEMR's own list."""
    if asked.documents is None:
        return True
    if candidate.record is not None:
        return candidate.document_id in asked.documents
    return candidate.topic is Topic.DOCUMENTS and asked.question.intent is not Intent.DOCUMENT


def _candidates(record: PatientRecord, terms: Vocabulary, today: date) -> list[Candidate]:
    """All that chart and documents say, each source by itself."""
    labs = (candidate_of_chart(row) for row in record.labs)
    return [
        *(candidate_of_fact(each, terms) for each in record.active_facts if is_evidence(each)),
        *(each for each in labs if each is not None),
        *candidates_of_lists(record.lists, record.patient_id, terms),
        *(candidate_of_vital(row) for row in record.vitals),
        *(candidate_of_immunization(row, terms) for row in record.immunizations if row.name.strip()),
        *(candidate_of_encounter(row, terms) for row in record.encounters),
        *(candidate_of_order(row) for row in record.orders),
        *(candidates_of_demographics(record.demographics, today) if record.demographics is not None else ()),
        *(candidate_of_document(row) for row in record.documents),
    ]


def _clashes(
    asked: Asked,
    chosen: Sequence[Candidate],
    review: Sequence[Candidate],
    found: Sequence[Candidate],
    terms: Vocabulary,
) -> list[Clash]:
    """Contradictions of what was chosen, with each other and with what stands beside it."""
    topics = {each.topic for each in (*chosen, *review)}
    beside = {topic for each in topics for topic in CONFLICTING_TOPICS.get(each, frozenset())}
    # What lies in a span of time may contradict what lies outside of it.
    beside |= topics & _LISTED if asked.question.when is not None else set()
    allergies = [each.value for each in chosen if isinstance(each.value, Allergy)]
    if allergies and all(each.none_known is not None for each in allergies):
        # "No known allergies" never stands alone where an allergy to something else is listed.
        beside.add(Topic.ALLERGIES)
    shown = {id(each) for each in (*chosen, *review)}
    others = [each for each in found if each.topic in beside and id(each) not in shown and asked.documents is None]
    clashes = find_clashes([*chosen, *review, *others], terms)
    return [clash for clash in clashes if any(id(side) in shown for side in clash[1:])]


def _with_the_other_side(
    chosen: Sequence[Candidate], review: Sequence[Candidate], clashes: Sequence[Clash]
) -> list[Candidate]:
    """What was chosen, and the other side of each contradiction: it has to be cited."""
    shown = {id(each) for each in (*chosen, *review)}
    added = {id(side): side for _, *sides in clashes for side in sides if id(side) not in shown}
    return [*chosen, *added.values()]


def _passages(
    asked: Asked, record: PatientRecord, chosen: Sequence[Candidate], review: Sequence[Candidate]
) -> list[Candidate]:
    """Text windows, where a document is asked about or facts do not answer.

    Never for measured values: a number in running text may be a goal, another person's or struck through, and what was
    held back by extraction must not come in by its text.
    """
    question = asked.question
    if not asked.topics:
        return []
    if question.intent is Intent.DOCUMENT:
        windows = [each for each in record.passages if asked.documents and each.document_id in asked.documents]
        told = {each.document_id for each in chosen if each.record is not None}
        # The text of a message is its fields one by one; facts that were read from it say more than a dump of them.
        return passages_in_order(
            [each for each in windows if each.doc_type is not DocType.HL7V2_MESSAGE or each.document_id not in told]
        )
    if question.intent is Intent.ORDERED_BY:
        # Who ordered a result that only a document tells stands on that document.
        told = {each.document_id for each in chosen if each.record is not None}
        linked = any(each.topic is Topic.ORDERS for each in chosen)
        return [] if linked else ordering_lines([each for each in record.passages if each.document_id in told])
    measured = bool(question.analytes) or (bool(question.topics) and set(question.topics) <= MEASURED)
    if chosen or review or measured or question.intent not in {Intent.FACTUAL_LOOKUP, Intent.LIST}:
        return []
    windows = [each for each in record.passages if asked.documents is None or each.document_id in asked.documents]
    return search_passages(question.search_text.value, windows)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What goes into the bundle; of the findings those that are only the other side of a contradiction, by `id`."""

    findings: Sequence[Candidate]
    review: Sequence[Candidate]
    clashes: Sequence[Clash]
    beside: frozenset[int]


def _bundle(asked: Asked, record: PatientRecord, chosen: _Chosen, clean: Clean) -> GatheredEvidence:
    cleaner = ChartCleaner(clean)
    namespace = Namespace(cleaner.values)
    question = asked.question
    clinicians = [each.name for each in question.by]
    namespace.reserve([question.text, *([question.leans_on] if question.leans_on is not None else [])])
    maker = ItemMaker(cleaner, namespace)
    made_findings, unsure = maker.items(chosen.findings), maker.items(chosen.review, waiting=True)
    findings = [
        replace(
            item,
            beside=id(each) in chosen.beside,
            by_asked=any(is_one_of(place.printed.person, clinicians) for place in each.everywhere),
        )
        for each, item in zip(chosen.findings, made_findings, strict=True)
    ]
    made = {id(each): item for each, item in zip((*chosen.findings, *chosen.review), (*findings, *unsure), strict=True)}
    bundle = EvidenceBundle(
        question=question,
        findings=tuple(_newest_first(findings)),
        review=tuple(_newest_first(unsure)),
        not_found=missing_keys(asked, chosen.findings),
        scope=record.scope,
        conflicts=tuple(Conflict(kind, made[id(one)], made[id(other)]) for kind, one, other in chosen.clashes),
        placeholders=dict(namespace.placeholders),
        today=asked.today,
    )
    return GatheredEvidence(bundle, dict(namespace.values))


def _newest_first(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """By clinical date, newest first; undated last; within one time as they were found."""

    def key(item: EvidenceItem) -> tuple[bool, float]:
        observed = item.observed
        return observed is None, -(observed.as_datetime().toordinal() * 1440 + _minutes(item)) if observed else 0.0

    return sorted(items, key=key)


def _minutes(item: EvidenceItem) -> int:
    clock = item.observed.clock if item.observed else None
    return clock.hour * 60 + clock.minute if clock else 0
