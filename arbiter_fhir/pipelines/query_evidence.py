"""The reading of a question's evidence: only the parts of the chart that it needs, and this patient's own documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final

from arbiter_fhir.domain.chart_record import ChartPart
from arbiter_fhir.domain.document import DocType, DocumentPages, MediaType, Page, PageRoute
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceScope, UnreadDocument
from arbiter_fhir.domain.identity import ChartClinician, ChartPatient
from arbiter_fhir.domain.promotion import LIST_TABLE, ChartLab, ChartLists
from arbiter_fhir.domain.question import Intent, RoutedQuestion, Topic, Unmet, UnmetKind
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.errors import ProviderError
from arbiter_fhir.ports.chart import ChartReader
from arbiter_fhir.ports.documents import Deidentifier
from arbiter_fhir.ports.evidence import PatientEvidence
from arbiter_fhir.ports.models import Embedder
from arbiter_fhir.retrieval import (
    CleanedText,
    GatheredEvidence,
    PatientRecord,
    Vocabulary,
    asked_documents,
    gather_patient_evidence,
    needed_topics,
    needs_search,
    widens,
    without_excluded,
)
from arbiter_fhir.telemetry import log_event

__all__ = ["EvidenceReader", "newest_results_instead"]

#: Pool of the dense search (seed: top 30 by cosine).
DENSE_POOL: Final = 30
#: Windows of one patient that are looked at for one question. Exact distance and words over all of them cost about
#: 2 ms a thousand (performance notes, B6.4), so the cap is there for a record that nobody has.
MOST_PASSAGES: Final = 2000
_RESULTS: Final = frozenset({Topic.LABS, Topic.CULTURES})
_LISTS: Final = frozenset({Topic.MEDICATIONS, Topic.ALLERGIES, Topic.PROBLEMS})
_PARTS: Final = {
    Topic.VITALS: ChartPart.VITALS,
    Topic.ENCOUNTERS: ChartPart.ENCOUNTERS,
    Topic.IMMUNIZATIONS: ChartPart.IMMUNIZATIONS,
    Topic.DOCUMENTS: ChartPart.DOCUMENTS,
    Topic.MEDICATIONS: ChartPart.LIST_DETAILS,
    Topic.ALLERGIES: ChartPart.LIST_DETAILS,
}
#: What OpenEMR opens by rights of their own, by the topics that are answered from it.
_OWN_RIGHTS: Final = {
    Topic.LABS: ChartPart.RESULTS,
    Topic.CULTURES: ChartPart.RESULTS,
    Topic.ORDERS: ChartPart.RESULTS,
    Topic.MEDICATIONS: ChartPart.PRESCRIPTIONS,
    Topic.DEMOGRAPHICS: ChartPart.DEMOGRAPHICS,
}
_UNFINISHED: Final = frozenset({"pending", "running"})
#: Why documents are named that were read all the same.
_COUNT_AS_READ: Final = frozenset({"pages_unread", "read_again"})
#: Text windows are read for these whatever facts say.
_WITH_WINDOWS: Final = frozenset({Intent.DOCUMENT, Intent.ORDERED_BY})
_PAGE_POINTS: Final = (612.0, 792.0)


class EvidenceReader:
    """Reads what a question needs of one patient, and gathers its evidence.

    Args:
        chart: OpenEMR's tables.
        evidence: Our own store.
        deidentifier: For the chart's free text.
        embedders: For the question: the configured model first, then those whose vectors a patient may still have.
        terms: The curated vocabularies.
    """

    def __init__(
        self,
        *,
        chart: ChartReader,
        evidence: PatientEvidence,
        deidentifier: Deidentifier,
        embedders: Sequence[Embedder],
        terms: Vocabulary,
    ) -> None:
        self._chart = chart
        self._evidence = evidence
        self._deidentifier = deidentifier
        self._embedders = tuple(embedders)
        self._terms = terms

    def gather(
        self, question: RoutedQuestion, patient: ChartPatient, *, view: RecordView, today: date
    ) -> GatheredEvidence:
        """The evidence for a question.

        Args:
            question: The routed question.
            patient: Whose record it is.
            view: How much of it may be seen: what is closed is not there, for finding, counting and contradicting.
            today: The site's day.

        Raises:
            ArbiterError: The chart, the store or a model is away.
        """
        clinicians: list[ChartClinician] = []

        def clean(text: str) -> CleanedText:
            if not clinicians:
                clinicians.extend(self._chart.clinicians())
            return self._clean(text, patient, clinicians)

        def gather(record: PatientRecord) -> GatheredEvidence:
            gathered = gather_patient_evidence(question, record, clean=clean, terms=self._terms, today=today)
            return replace(gathered, bundle=without_excluded(gathered.bundle, self._terms))

        if not needed_topics(question):
            return gather(PatientRecord(patient.patient_id))
        record = self._with_documents(self._chart_record(question, view), question, view)
        gathered = gather(record)
        read_already = widens(question) or question.intent in _WITH_WINDOWS
        if gathered.bundle.findings or gathered.bundle.review or read_already or not needs_search(question):
            return gathered
        return gather(self._with_windows(record, question, view))

    def _chart_record(self, question: RoutedQuestion, view: RecordView) -> PatientRecord:
        """The chart, as far as the question's topics go and this account may read.

        What promotion wrote of a closed document is the chart's; which document it came from is not told.
        """
        # What OpenEMR closes to who asks is not read at all, so that nothing can be made of it.
        chart, patient_id, topics = self._chart, view.patient_id, needed_topics(question)
        hidden = frozenset(part for topic, part in _OWN_RIGHTS.items() if topic in topics) & view.closed_parts
        results = bool(topics & _RESULTS) and ChartPart.RESULTS not in hidden
        wanted = _wanted_parts(question, topics)
        closed = wanted & chart.closed_parts() if wanted else wanted
        wanted -= closed
        return PatientRecord(
            patient_id,
            labs=_without_closed_sources(chart.labs(patient_id), view) if results else (),
            lists=_without_closed_entries(chart.lists(patient_id), view) if topics & _LISTS else ChartLists(),
            vitals=chart.vitals(patient_id) if ChartPart.VITALS in wanted else (),
            encounters=chart.encounters(patient_id) if ChartPart.ENCOUNTERS in wanted else (),
            orders=chart.orders(patient_id) if Topic.ORDERS in topics and ChartPart.RESULTS not in hidden else (),
            immunizations=chart.immunizations(patient_id) if ChartPart.IMMUNIZATIONS in wanted else (),
            demographics=chart.demographics(patient_id)
            if Topic.DEMOGRAPHICS in topics and ChartPart.DEMOGRAPHICS not in hidden
            else None,
            documents=[row for row in chart.documents(patient_id) if row.document_id in view.documents]
            if ChartPart.DOCUMENTS in wanted
            else (),
            scope=EvidenceScope(
                closed_parts=tuple(part for part in ChartPart if part in closed),
                closed_categories=view.closed_categories,
                parts_closed_to_caller=tuple(part for part in ChartPart if part in hidden),
            ),
        )

    def _with_documents(self, record: PatientRecord, question: RoutedQuestion, view: RecordView) -> PatientRecord:
        """The record with what was read of the patient's documents."""
        read_documents = self._evidence.read_documents(view)
        review_facts = self._evidence.review_facts(view)
        record = replace(
            record,
            active_facts=self._evidence.active_facts(view),
            review_facts=review_facts,
            read_documents=read_documents,
            scope=replace(
                _scope(self._evidence.unread_documents(view), {each.document_id for each in read_documents}),
                facts_in_review=len(review_facts),
                closed_parts=record.scope.closed_parts,
                closed_categories=record.scope.closed_categories,
                parts_closed_to_caller=record.scope.parts_closed_to_caller,
            ),
        )
        if not read_documents:
            return record
        read_passages = partial(self._evidence.passages, view, limit=MOST_PASSAGES)
        if question.intent is Intent.DOCUMENT:
            asked = asked_documents(question, listed=record.documents, read=read_documents)
            return replace(record, passages=read_passages(documents=sorted(asked)) if asked else ())
        if question.intent is Intent.ORDERED_BY:
            return replace(record, passages=read_passages())
        # Where a question names nothing that is known, vectors choose; else windows are read when facts do not answer.
        return self._with_windows(record, question, view) if widens(question) else record

    def _with_windows(self, record: PatientRecord, question: RoutedQuestion, view: RecordView) -> PatientRecord:
        """The record with facts and text windows near the question; by words alone where the vector model is away."""
        if not record.read_documents:
            return record
        embedder = self._embedder_of(view)
        model_id = embedder.model_id
        try:
            vector = embedder.embed([question.search_text])[0]
        except ProviderError as error:
            log_event("query.searched_by_words", error_code=error.code.value)
            return replace(record, passages=self._evidence.passages(view, limit=MOST_PASSAGES))
        return replace(
            record,
            neighbours=self._evidence.nearest(view, vector, model_id=model_id, limit=DENSE_POOL),
            passages=self._evidence.passages(view, limit=MOST_PASSAGES, vector=vector, model_id=model_id),
        )

    def _embedder_of(self, view: RecordView) -> Embedder:
        """The model that made this patient's vectors: after a change, the old one until the patient's turn has come."""
        configured = self._embedders[0]
        if len(self._embedders) == 1:
            return configured
        vectors = self._evidence.vector_models(view)
        return max(self._embedders, key=lambda each: vectors.get(each.model_id, 0))

    def _clean(self, text: str, patient: ChartPatient, clinicians: Sequence[ChartClinician]) -> CleanedText:
        """Chart text as clean text, with what its placeholders stand for."""
        page = Page(1, text, (), PageRoute.NATIVE, *_PAGE_POINTS)
        made = self._deidentifier.deidentify(
            DocumentPages(MediaType.TEXT, (page,)), patient=patient, clinicians=clinicians
        )
        values = {label: forms[0] for label, forms in made.phi.values.items() if forms}
        return CleanedText(made.pages[0].text, values)


def newest_results_instead(bundle: EvidenceBundle) -> RoutedQuestion | None:
    """What to ask for where the newest laboratory report is asked for and none was read: the newest results.

    The answer says that it is not limited to what the question asks.
    """
    question, asked = bundle.question, bundle.question.document
    found = bundle.findings or bundle.review
    if asked is None or found or question.intent is not Intent.DOCUMENT:
        return None
    if asked.doc_type is not DocType.LAB_PDF or asked.number is not None or not asked.newest:
        return None
    unmet = Unmet(UnmetKind.THING, question.text)
    topics = (Topic.LABS,)
    return replace(
        question, intent=Intent.LIST, topics=topics, latest_only=True, document=None, unmet=(*question.unmet, unmet)
    )


def _wanted_parts(question: RoutedQuestion, topics: AbstractSet[Topic]) -> frozenset[ChartPart]:
    """The parts of the chart that a site may keep closed and that the question needs."""
    parts = {part for topic, part in _PARTS.items() if topic in topics}
    if question.when is not None and question.when.anchor is not None:
        parts.add(ChartPart.ENCOUNTERS)
    # Which document is the newest, and what is new, hangs on the days on which documents were stored.
    if question.document is not None or question.intent in {Intent.DOCUMENT, Intent.CHANGES}:
        parts.add(ChartPart.DOCUMENTS)
    return frozenset(parts)


def _without_closed_entries(lists: ChartLists, view: RecordView) -> ChartLists:
    """The lists without prescriptions, where they are closed to who asks."""
    if ChartPart.PRESCRIPTIONS not in view.closed_parts:
        return lists
    return replace(lists, entries=tuple(entry for entry in lists.entries if entry.table == LIST_TABLE))


def _without_closed_sources(labs: Sequence[ChartLab], view: RecordView) -> Sequence[ChartLab]:
    """Results without the number of a document that is closed."""
    return [row if row.document_id in view.documents else replace(row, document_id=None) for row in labs]


def _scope(unread: Sequence[UnreadDocument], read: AbstractSet[DocumentId]) -> EvidenceScope:
    """How complete the record is; a document of which a part waits for a person does not count as read."""
    why = Counter("pending" if each.why in _UNFINISHED else each.why for each in unread)
    waiting = {each.document_id for each in unread if each.why not in _COUNT_AS_READ}
    return EvidenceScope(
        pending_documents=why["pending"],
        failed_documents=why["failed"],
        documents_in_identity_review=why["identity_review"],
        read_documents=len(read - waiting),
        unread=tuple(unread),
    )
