"""One patient's evidence for one question: structured match first, lexical and dense search only to widen it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, EvidenceKind
from arbiter_fhir.domain.fact import AbnormalFlag, Certainty
from arbiter_fhir.domain.promotion import ChartLab
from arbiter_fhir.domain.question import Intent, RoutedQuestion
from arbiter_fhir.ports.evidence import Neighbour
from arbiter_fhir.ports.records import FactRecord
from arbiter_fhir.ports.terminology import ClinicalTerms
from arbiter_fhir.retrieval.analytes import answers, asked_keys, without_finding
from arbiter_fhir.retrieval.findings import (
    Candidate,
    ChartCleaner,
    Clean,
    candidate_of_chart,
    candidate_of_fact,
    merge,
    to_item,
)
from arbiter_fhir.retrieval.fusion import fuse_rankings
from arbiter_fhir.retrieval.record import PatientRecord
from arbiter_fhir.retrieval.sparse import bm25_scores, content_words

__all__ = ["gather_patient_evidence"]

#: Seed: the top 6 of the fused ranking go on.
TOP_K = 6
#: Cosine distance beyond which a fact's sentence is not about the question. Measured with the bundled MiniLM on 21
#: questions over 13 results: within 0.52 every nearest result was the right one, the first wrong one came at 0.56.
DENSE_MAX_DISTANCE = 0.45
#: Chart rows that no longer say what they show (`proc_res_status`).
WITHDRAWN_STATUSES = frozenset({"error", "cancel", "incomplete"})

_CRITICAL = frozenset({AbnormalFlag.CRITICAL_HIGH, AbnormalFlag.CRITICAL_LOW})
#: Questions about everything when they name no test.
_ABOUT_ALL = frozenset({Intent.LIST, Intent.ABNORMAL_LIST})


def gather_patient_evidence(
    question: RoutedQuestion,
    record: PatientRecord,
    *,
    clean: Clean,
    terms: ClinicalTerms,
    today: date,
) -> EvidenceBundle:
    """Gather what may be said about a question, what waits for a person, and what was not found.

    Args:
        question: The routed question.
        record: What was read of the patient for it.
        clean: De-identifies a text, line by line; the chart's text passes through it before it can enter a sentence.
        terms: The curated vocabularies: which drug, allergen or condition a title names.
        today: The site's day.
    """
    found = merge(
        [
            *(candidate_of_fact(each) for each in record.active_facts if _is_evidence(each)),
            *(candidate_of_chart(row) for row in record.labs if _says_something(row)),
        ]
    )
    waiting = [candidate_of_fact(each) for each in record.review_facts if _is_waiting(each)]
    chosen = _choose(question, found, record.neighbours)
    review = [candidate for candidate in waiting if _touches(question, candidate)]
    cleaner = ChartCleaner(clean)
    kinds = {True: EvidenceKind.DOCUMENT_FACT, False: EvidenceKind.CHART}
    findings = [
        to_item(candidate, kind=kinds[candidate.record is not None], score=score, clean=cleaner)
        for candidate, score in chosen
    ]
    unsure = [to_item(each, kind=EvidenceKind.REVIEW_FINDING, score=1.0, clean=cleaner) for each in review]
    return EvidenceBundle(
        question=question,
        findings=tuple(_newest_first(findings)),
        review=tuple(_newest_first(unsure)),
        not_found=without_finding(
            question.analytes, [(candidate.identity, candidate.lab.test_name) for candidate, _ in chosen]
        ),
        scope=record.scope,
        today=today,
    )


def _is_evidence(record: FactRecord) -> bool:
    """The store gives only such facts; a second look costs nothing."""
    sound = record.active and record.retracted_at is None
    return sound and record.fact.lab is not None and record.fact.certainty is not Certainty.NEEDS_REVIEW


def _says_something(row: ChartLab) -> bool:
    """Whether a chart row names a test and a value, and nobody has taken it back."""
    return bool(row.name.strip() and row.value.strip()) and row.status.strip().casefold() not in WITHDRAWN_STATUSES


def _is_waiting(record: FactRecord) -> bool:
    waiting = record.fact.certainty is Certainty.NEEDS_REVIEW and record.fact.lab is not None
    return waiting and record.retracted_at is None


def _choose(
    question: RoutedQuestion, found: Sequence[Candidate], neighbours: Sequence[Neighbour]
) -> list[tuple[Candidate, float]]:
    """The results that the question asks for, with their scores."""
    keys = asked_keys(question.analytes)
    if keys:
        return [(each, 1.0) for each in found if answers(each.identity, each.lab.test_name, keys)]
    if question.intent in _ABOUT_ALL:
        return [(each, 1.0) for each in found]
    return _widen(question, found, neighbours)


def _widen(
    question: RoutedQuestion, found: Sequence[Candidate], neighbours: Sequence[Neighbour]
) -> list[tuple[Candidate, float]]:
    """Lexical and dense search over the patient's results, fused; nothing at all where neither finds the topic."""
    words = content_words(question.text.value)
    scores = bm25_scores([content_words(each.lab.test_name) for each in found], words)
    lexical = sorted((index for index, score in enumerate(scores) if score > 0), key=lambda index: -scores[index])
    place = {each.record.fact_id: index for index, each in enumerate(found) if each.record is not None}
    near = [neighbour for neighbour in neighbours if neighbour.distance <= DENSE_MAX_DISTANCE]
    dense = [place[neighbour.fact.fact_id] for neighbour in near if neighbour.fact.fact_id in place]
    fused = fuse_rankings([ranking for ranking in (lexical, dense) if ranking])
    # All results of the tests that were found, not the best six rows alone: the newest may rank seventh.
    tests = list(dict.fromkeys(found[index].identity.stable for index, _ in fused))[:TOP_K]
    best = {found[index].identity.stable: score for index, score in reversed(fused)}
    return [(each, best[each.identity.stable]) for each in found if each.identity.stable in tests]


def _touches(question: RoutedQuestion, candidate: Candidate) -> bool:
    """Whether an unsure finding belongs beside this answer: its topic was asked for, or it would be critical."""
    flag = candidate.lab.abnormal_flag
    if flag in _CRITICAL:
        return True
    keys = asked_keys(question.analytes)
    if keys:
        return answers(candidate.identity, candidate.lab.test_name, keys)
    if question.intent is Intent.ABNORMAL_LIST:
        return flag is not AbnormalFlag.NORMAL
    if question.intent is Intent.LIST:
        return True
    return bool(set(content_words(question.text.value)) & set(content_words(candidate.lab.test_name)))


def _newest_first(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """By clinical date, newest first; undated last; within one time as they were found."""

    def key(item: EvidenceItem) -> tuple[bool, float]:
        observed = item.observed
        return observed is None, -(observed.as_datetime().toordinal() * 1440 + _minutes(item)) if observed else 0.0

    return sorted(items, key=key)


def _minutes(item: EvidenceItem) -> int:
    clock = item.observed.clock if item.observed else None
    return clock.hour * 60 + clock.minute if clock else 0
