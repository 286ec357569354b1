"""The four sections of every answer, and the section that says what is missing.

The sentences of "Missing or Not Found" follow from the evidence bundle alone, so the validator can work them out again
and accept no other.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter_fhir.answering.wording import DATE_LABEL
from arbiter_fhir.domain.analyte import display_name
from arbiter_fhir.domain.answer import Section
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceItem, EvidenceScope
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.domain.question import Intent

__all__ = ["LISTED", "abnormal", "empty_sections", "missing_sentences", "unjudged"]

#: Results that one answer lists; more are counted, not shown.
LISTED = 40

Sentences = tuple[DeidentifiedText, ...]


def empty_sections() -> dict[Section, tuple[str, ...]]:
    """All four sections in their order, each empty."""
    return dict.fromkeys(Section, ())


def abnormal(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The items that are flagged or out of range."""
    return [item for item in items if item.result.abnormal_flag not in {None, AbnormalFlag.NORMAL}]


def unjudged(items: Sequence[EvidenceItem]) -> list[EvidenceItem]:
    """The items of which nothing says whether they are abnormal."""
    return [item for item in items if item.result.abnormal_flag is None]


def _count(one: str, many: str, number: int) -> DeidentifiedText:
    return DeidentifiedText.compose(one) if number == 1 else DeidentifiedText.compose(many, number)


def missing_sentences(bundle: EvidenceBundle) -> Sentences:
    """What was asked for and not found, what was not read, and what this answer leaves out."""
    return (*_not_found(bundle), *_left_out(bundle), *_not_read(bundle.scope))


def _not_found(bundle: EvidenceBundle) -> Sentences:
    return tuple(
        DeidentifiedText.compose(
            "No result for {} was found in the chart or in the documents that were read.",
            DeidentifiedText.compose(display_name(key)),
        )
        for key in bundle.not_found
    )


def _left_out(bundle: EvidenceBundle) -> Sentences:
    intent, total = bundle.question.intent, len(bundle.findings)
    sentences = []
    shown = abnormal(bundle.findings) if intent is Intent.ABNORMAL_LIST else list(bundle.findings)
    if intent in {Intent.LIST, Intent.ABNORMAL_LIST} and not bundle.question.latest_only and len(shown) > LISTED:
        sentences.append(
            DeidentifiedText.compose(
                "{} of {} results are listed; name a test to see all of its results.", LISTED, len(shown)
            )
        )
    open_ = len(unjudged(bundle.findings))
    if intent is Intent.ABNORMAL_LIST and open_:
        sentences.append(
            DeidentifiedText.compose("{} of {} results have no flag and no range to judge them by.", open_, total)
        )
    if DATE_LABEL.search(bundle.question.text.value):
        sentences.append(DeidentifiedText.compose("The date in the question was not used to select results."))
    return tuple(sentences)


def _not_read(scope: EvidenceScope) -> Sentences:
    """Documents that nobody has read yet, that could not be read, or whose patient is in doubt."""
    counts = (
        (
            scope.pending_documents,
            "One document of this patient is still waiting to be read.",
            "{} documents of this patient are still waiting to be read.",
        ),
        (
            scope.failed_documents,
            "One document of this patient could not be read.",
            "{} documents of this patient could not be read.",
        ),
        (
            scope.documents_in_identity_review,
            "One document is held back until a person has confirmed whose it is.",
            "{} documents are held back until a person has confirmed whose they are.",
        ),
    )
    return tuple(_count(one, many, number) for number, one, many in counts if number)
