"""How complete the record behind an answer is: documents that were not read, and facts that wait for a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arbiter_fhir.answering.wording.vocabulary import own
from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceScope

__all__ = ["unread_sentences"]

#: What a part of the chart that a site keeps closed is called.
_CLOSED: Final = {
    ChartPart.VITALS: "Vital signs",
    ChartPart.ENCOUNTERS: "Visits",
    ChartPart.IMMUNIZATIONS: "Immunizations",
    ChartPart.DOCUMENTS: "The list and the filing dates of documents",
    ChartPart.LIST_DETAILS: "Strength, route and frequency of prescriptions",
}
_CLOSED_TO_CALLER: Final = {
    ChartPart.RESULTS: "Laboratory results and orders",
    ChartPart.PRESCRIPTIONS: "Prescriptions",
    ChartPart.DEMOGRAPHICS: "Demographics",
}
_CLOSED_CATEGORIES: Final = (
    "Only documents in categories that OpenEMR opens to you were looked at; whether there are others is not said here."
)
#: `UnreadDocument.why` of a document that was read but for some of its pages.
PAGES_UNREAD = "pages_unread"
#: Of a document that was read, counts, and is read once more.
READ_AGAIN = "read_again"


def unread_sentences(scope: EvidenceScope, *, shown_in_review: int) -> Iterator[DeidentifiedText]:
    """What was not read, as counts; nothing for a record that was read whole.

    Args:
        scope: How complete the record is.
        shown_in_review: Unconfirmed findings that the answer itself shows.
    """
    unread = scope.pending_documents + scope.failed_documents + scope.documents_in_identity_review
    if unread and scope.read_documents:
        total = scope.read_documents + unread
        yield DeidentifiedText.compose("{} of {} documents of this patient were read.", scope.read_documents, total)
    for number, one, many in (
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
    ):
        if number:
            yield DeidentifiedText.compose(one) if number == 1 else DeidentifiedText.compose(many, number)
    yield from _again(scope)
    yield from _visits(scope)
    yield from _pages(scope)
    yield from _closed(scope)
    if scope.facts_in_review == 1 and not shown_in_review:
        yield DeidentifiedText.compose("One fact of this patient waits for a person and is not shown here.")
    elif scope.facts_in_review and not shown_in_review:
        yield DeidentifiedText.compose(
            "{} facts of this patient wait for a person and are not shown here.", scope.facts_in_review
        )
    elif scope.facts_in_review > shown_in_review:
        yield DeidentifiedText.compose(
            "{} of the {} facts of this patient that wait for a person are shown here.",
            shown_in_review,
            scope.facts_in_review,
        )


def _again(scope: EvidenceScope) -> Iterator[DeidentifiedText]:
    """Documents that are read once more while what was found in them before still counts."""
    for document in scope.unread:
        if document.why == READ_AGAIN:
            yield DeidentifiedText.compose(
                "Document {} is being read again; what is said of it here is from the reading before.",
                document.document_id,
            )


def _closed(scope: EvidenceScope) -> Iterator[DeidentifiedText]:
    """What was not looked at because it is closed, at the site or to who asks."""
    for part in scope.closed_parts:
        if part in _CLOSED:
            yield DeidentifiedText.compose(
                "{} of the chart may not be read at this site, so they were not looked at.", own(_CLOSED[part])
            )
    for part in scope.parts_closed_to_caller:
        if part in _CLOSED_TO_CALLER:
            what = own(_CLOSED_TO_CALLER[part])
            yield DeidentifiedText.compose(
                "{} of the chart are closed to you in OpenEMR, so they were not looked at.", what
            )
    if scope.closed_categories:
        # The same words for every record: a document that is closed to who asks changes nothing of an answer.
        yield DeidentifiedText.compose(_CLOSED_CATEGORIES)


def _visits(scope: EvidenceScope) -> Iterator[DeidentifiedText]:
    """How many visits are withheld; nothing else of them."""
    if scope.withheld_visits == 1:
        yield DeidentifiedText.compose("One visit is marked as sensitive and nothing of it is shown here.")
    elif scope.withheld_visits:
        yield DeidentifiedText.compose(
            "{} visits are marked as sensitive and nothing of them is shown here.", scope.withheld_visits
        )


def _pages(scope: EvidenceScope) -> Iterator[DeidentifiedText]:
    """Pages that could not be read, with the documents that they belong to."""
    for document in scope.unread:
        if document.why == PAGES_UNREAD and document.pages:
            template = (
                "{} page of document {} could not be read."
                if document.pages == 1
                else "{} pages of document {} could not be read."
            )
            yield DeidentifiedText.compose(template, document.pages, document.document_id)
