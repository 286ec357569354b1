"""The deterministic composer: evidence to sentences, each with its citations. It adds nothing of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arbiter_fhir.answering.composing.choice import results_to_judge
from arbiter_fhir.answering.composing.conflicts import write_conflicts
from arbiter_fhir.answering.composing.findings import write_entries, write_lookup
from arbiter_fhir.answering.composing.overviews import (
    write_abnormal,
    write_attention,
    write_missing,
    write_orders,
    write_overview,
)
from arbiter_fhir.answering.composing.trends import write_trends
from arbiter_fhir.answering.composing.writer import Writer
from arbiter_fhir.answering.limits import REVIEWED, asked_words
from arbiter_fhir.answering.missing import missing_sentences
from arbiter_fhir.answering.series import results_of
from arbiter_fhir.answering.wording.quotations import guideline_sentence
from arbiter_fhir.answering.wording.review import review_sentence
from arbiter_fhir.domain.answer import Draft, Section
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem
from arbiter_fhir.domain.question import Intent

__all__ = ["compose_draft"]


def compose_draft(bundle: EvidenceBundle) -> Draft:
    """Write the draft of an answer: findings, what needs a person, guidance beside it, what is missing.

    Args:
        bundle: Evidence with something to say or to miss.
    """
    writer = Writer.of(bundle)
    shown = _FINDINGS.get(bundle.question.intent, write_lookup)(writer)
    # A list of what is abnormal leaves normal values out; where one contradicts a value shown, that is said too.
    whole = bundle.question.intent in {Intent.ABNORMAL_LIST, Intent.INTERPRETATION}
    write_conflicts(bundle.findings if whole else shown, writer)
    for item in bundle.review[:REVIEWED]:
        writer.add(Section.NEEDS_REVIEW, review_sentence(item, writer.dates), [item])
    for passage in bundle.guidelines:
        text = guideline_sentence(passage, asked_words(bundle.question))
        writer.cite(Section.GUIDELINE_EVIDENCE, text, [passage.citation])
    for sentence in missing_sentences(bundle, writer.dates):
        writer.add(Section.MISSING, sentence)
    return writer.draft()


def _abnormal(writer: Writer) -> list[EvidenceItem]:
    findings = writer.bundle.findings
    results = results_to_judge(results_of(findings), writer.bundle.question)
    return [*write_abnormal(results, writer), *write_entries(findings, writer)]


_FINDINGS: Mapping[Intent, Callable[[Writer], list[EvidenceItem]]] = {
    Intent.ABNORMAL_LIST: _abnormal,
    Intent.TREND: write_trends,
    Intent.CHANGES: write_overview,
    Intent.DOCUMENT: write_overview,
    Intent.ORDERED_BY: write_orders,
    Intent.MISSING: write_missing,
    Intent.INTERPRETATION: write_attention,
}
