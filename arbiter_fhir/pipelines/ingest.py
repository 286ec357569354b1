"""The first story: a stored document becomes cited facts, an identity decision for each part, and rows in the chart.

Everything that costs time happens before the transaction; then ONE transaction, fenced by the job's lease, writes all
that the job has to say, the chart's rows included. Killed anywhere, the job is claimed again and ends exactly once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from arbiter_fhir.domain.audit import ActorType, AuditAction, AuditEvent
from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedText
from arbiter_fhir.domain.document import DocumentPages, PageRoute, SourceDocument, SourceState, WarningCode
from arbiter_fhir.domain.fact import PAGE_UNREAD, Certainty, CitedFact, RejectedCandidate
from arbiter_fhir.domain.identity import ActiveFact, DocumentIdentity
from arbiter_fhir.domain.job import Handoff, Job, Lease, NodeName
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.review import ReviewDecisions
from arbiter_fhir.domain.tenant import PatientId
from arbiter_fhir.errors import ErrorCode, ReviewError, SourceError
from arbiter_fhir.identity import activate, apply_identity_reviews, decide_document, divide, own_phi
from arbiter_fhir.pipelines.promote import PromotionSetting, PromotionTally, StoredFact, promote_facts
from arbiter_fhir.ports.chart import ChartReader, DocumentContent, DocumentRegister
from arbiter_fhir.ports.documents import Deidentifier, Extraction, FactExtractor, PageReader, PagesForModel
from arbiter_fhir.ports.models import Embedder
from arbiter_fhir.ports.reviews import CorrectionReader, ReviewDecisionReader
from arbiter_fhir.ports.stores import ChunkRecord, UnitOfWork, UnitOfWorkFactory
from arbiter_fhir.promotion import clinical_fingerprint, fact_fingerprint
from arbiter_fhir.retrieval import chunk_pages
from arbiter_fhir.review import apply_fact_reviews, without_rejected
from arbiter_fhir.telemetry import PatientReference, Stopwatch, log_event

__all__ = ["IngestPipeline", "IngestReport", "IngestStep"]


class IngestStep(StrEnum):
    """Points that a job passes, in order: for progress, and for proving that a kill at any of them loses nothing."""

    CLAIMED = "claimed"
    FETCHED = "fetched"
    READ = "read"
    DEIDENTIFIED = "deidentified"
    EXTRACTED = "extracted"
    IDENTIFIED = "identified"
    EMBEDDED = "embedded"
    FACTS_STORED = "facts_stored"
    CHUNKS_STORED = "chunks_stored"
    PROMOTED = "promoted"
    AUDITED = "audited"
    FINISHED = "finished"
    COMMITTED = "committed"


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What one job did: counts only."""

    identity: DocumentIdentity
    extraction: Extraction
    active: int
    promotions: PromotionTally


@dataclass(frozen=True, slots=True)
class _Prepared:
    """All that a job has worked out before it writes."""

    source: SourceDocument
    reviews: ReviewDecisions
    clean: DeidentifiedDocument
    extraction: Extraction
    identity: DocumentIdentity
    active: Sequence[ActiveFact]
    fingerprints: Sequence[tuple[str, str]]
    chunks: Sequence[ChunkRecord]
    fact_vectors: Sequence[bytes]
    unread: Sequence[RejectedCandidate]


def _renew_none(_: PatientId) -> None:
    return None


def _unobserved(_: IngestStep) -> None:
    return None


def _read_optically(clean: DeidentifiedDocument) -> frozenset[int]:
    """Pages whose words were not in the file as text."""
    return frozenset(page.number for page in clean.pages if page.route is not PageRoute.NATIVE)


def _unread_pages(pages: DocumentPages) -> list[RejectedCandidate]:
    """Pages of which not all was read, so that answers can say so; page 0 stands for the file as a whole."""
    unread = {warning.page or 0 for warning in pages.warnings if warning.code is WarningCode.PARTIAL}
    return [RejectedCandidate(page, PAGE_UNREAD, DeidentifiedText.compose("")) for page in sorted(unread)]


def _open_pages(clean: DeidentifiedDocument, identity: DocumentIdentity) -> frozenset[int]:
    numbers = [page.number for page in clean.pages]
    return frozenset(number for number in numbers if identity.of_page(number).status.opens_the_gate)


class IngestPipeline:
    """Document -> pages -> clean text -> facts -> identity -> store -> promotion."""

    def __init__(
        self,
        *,
        register: DocumentRegister,
        content: DocumentContent,
        chart: ChartReader,
        reader: PageReader,
        deidentifier: Deidentifier,
        extractor: FactExtractor,
        embedder: Embedder,
        work: UnitOfWorkFactory,
        reviews: ReviewDecisionReader,
        corrections: CorrectionReader,
        patient_reference: PatientReference,
        site_today: Callable[[], date],
        promotion: PromotionSetting | None = None,
        renew_vectors: Callable[[PatientId], object] = _renew_none,
        observe: Callable[[IngestStep], None] = _unobserved,
    ) -> None:
        self._register = register
        self._content = content
        self._chart = chart
        self._reader = reader
        self._deidentifier = deidentifier
        self._extractor = extractor
        self._embedder = embedder
        self._work = work
        self._reviews = reviews
        self._corrections = corrections
        self._patient_reference = patient_reference
        self._site_today = site_today
        self._promotion = promotion or PromotionSetting()
        self._renew_vectors = renew_vectors
        self._observe = observe

    def run(self, lease: Lease) -> IngestReport:
        """Run one claimed job to its end.

        Raises:
            ArbiterError: Nothing was written; the code says why.
        """
        watch = Stopwatch()
        self._observe(IngestStep.CLAIMED)
        prepared = self._prepare(lease.job, watch)
        with self._work.begin(lease) as work:
            tally = self._write(work, lease, prepared, watch)
            work.finish_job(lease)
            self._observe(IngestStep.FINISHED)
        self._observe(IngestStep.COMMITTED)
        log_event(
            "job.finished",
            job_id=lease.job.job_id,
            document_id=lease.job.document_id,
            doc_type=lease.job.doc_type.value,
            patient_ref=self._patient_reference.of(lease.job.patient_id),
            identity_status=prepared.identity.worst.status.value,
            facts_extracted_count=len(prepared.extraction.facts),
            facts_promoted_count=tally.count(PromotionOutcome.PROMOTED),
            latency_ms=watch.total_ms,
        )
        return IngestReport(prepared.identity, prepared.extraction, len(prepared.active), tally)

    def _prepare(self, job: Job, watch: Stopwatch) -> _Prepared:
        with watch.stage("fetch"):
            source = self._current_source(job)
            reviews = self._reviews.decisions(job)
            content = self._content.fetch(source)
        self._observe(IngestStep.FETCHED)
        with watch.stage("read"):
            pages = self._reader.read(content, doc_type=job.doc_type)
        self._observe(IngestStep.READ)
        clean, identity = self._identify(job, pages, reviews, watch)
        with watch.stage("extract"):
            extraction = self._extractor.extract(
                clean,
                doc_type=job.doc_type,
                source_id=f"documents:{job.document_id}",
                for_model=PagesForModel(
                    _open_pages(clean, identity), lambda page, boxes: self._reader.redact(content, page, boxes)
                ),
            )
        for use in extraction.model_uses:
            watch.note_model("extract", use)
        self._observe(IngestStep.EXTRACTED)
        extraction, fingerprints = self._reviewed(job, extraction, reviews)
        active = activate(extraction.facts, identity)
        with watch.stage("embed"):
            chunks = self._chunks(clean, identity, [fact for fact in extraction.facts if fact.is_rejected])
            fact_vectors = self._embedder.embed([item.fact.fact_text for item in active])
            # A patient's vectors are all of one model: a search looks for one model's.
            self._renew_vectors(job.patient_id)
        self._observe(IngestStep.EMBEDDED)
        return _Prepared(
            source=source,
            reviews=reviews,
            clean=clean,
            extraction=extraction,
            identity=identity,
            active=active,
            fingerprints=fingerprints,
            chunks=chunks,
            fact_vectors=fact_vectors,
            unread=_unread_pages(pages),
        )

    def _reviewed(
        self, job: Job, extraction: Extraction, reviews: ReviewDecisions
    ) -> tuple[Extraction, Sequence[tuple[str, str]]]:
        """The facts with what people decided about them, and two fingerprints of each: as read, and as it counts."""
        as_read = [fact_fingerprint(fact, content_hash=job.content_hash) for fact in extraction.facts]
        reviewed = apply_fact_reviews(extraction.facts, as_read, reviews.facts, self._corrections)
        clinical = [clinical_fingerprint(fact.value, patient_id=job.patient_id) for fact in reviewed.facts]
        return replace(extraction, facts=reviewed.facts), list(zip(as_read, clinical, strict=True))

    def _current_source(self, job: Job) -> SourceDocument:
        """OpenEMR's row, when it still says what it said when the job was made."""
        source = self._register.find(job.document_id)
        if source is None or source.state is not SourceState.ACTIVE:
            raise SourceError(
                ErrorCode.SOURCE_MISSING, "The document was deleted in OpenEMR before it was read; nothing was taken."
            )
        if source.patient_id != job.patient_id or source.content_hash != job.content_hash:
            raise SourceError(
                ErrorCode.SOURCE_CHANGED,
                "The document was moved or replaced in OpenEMR before it was read; its new state gets its own job.",
            )
        return source

    def _identify(
        self, job: Job, pages: DocumentPages, reviews: ReviewDecisions, watch: Stopwatch
    ) -> tuple[DeidentifiedDocument, DocumentIdentity]:
        patient = self._chart.patient(job.patient_id)
        if patient is None:
            raise SourceError(
                ErrorCode.SOURCE_MISSING, "The document's patient is not in OpenEMR any more; nothing was taken."
            )
        with watch.stage("deidentify"):
            clean = self._deidentifier.deidentify(pages, patient=patient, clinicians=self._chart.clinicians())
        self._observe(IngestStep.DEIDENTIFIED)
        with watch.stage("identity"):
            # Extraction reads each part by itself, so it gets them with the document.
            clean = replace(clean, parts=divide(clean, job.doc_type))
            identity = apply_identity_reviews(decide_document(clean, job.doc_type, patient), reviews.identity)
        self._observe(IngestStep.IDENTIFIED)
        return clean, identity

    def _chunks(
        self, clean: DeidentifiedDocument, identity: DocumentIdentity, rejected: Sequence[CitedFact]
    ) -> list[ChunkRecord]:
        """Text windows with vectors, of the pages whose part is the patient's; none of pages open to doubt.

        Where people rejected a fact, its words are cut out: they are to be quoted nowhere.
        """
        pages = [page for page in clean.pages if page.number in identity.open_pages]
        if not pages:
            return []
        windows = chunk_pages(pages)
        texts = [without_rejected(window.text, window.page, rejected) for window in windows]
        vectors = self._embedder.embed(texts)
        routes = {page.number: page.route.value for page in pages}
        return [
            ChunkRecord(window.page, routes[window.page], window.start, window.end, text, vector)
            for window, text, vector in zip(windows, texts, vectors, strict=True)
        ]

    def _write(self, work: UnitOfWork, lease: Lease, prepared: _Prepared, watch: Stopwatch) -> PromotionTally:
        job = lease.job
        with watch.stage("store"):
            work.lock_document(job.document_id)
            self._current_source(job)
            if work.reviews.decisions(job) != prepared.reviews:
                raise ReviewError(
                    ErrorCode.REVIEW_CHANGED,
                    "A person decided about this document while it was read; it is read again with the decision.",
                    retryable=True,
                    retry_after_seconds=0.0,
                )
            work.forget_derived(job)
            stored = self._write_facts(work, job, prepared)
            self._observe(IngestStep.FACTS_STORED)
            work.save_chunks(job=job, chunks=prepared.chunks, model_id=self._embedder.model_id, active=True)
            self._observe(IngestStep.CHUNKS_STORED)
        with watch.stage("promote"):
            tally = promote_facts(
                work,
                job=job,
                identity=prepared.identity,
                stored=stored,
                today=self._site_today(),
                setting=self._promotion,
                optical_pages=_read_optically(prepared.clean),
                undone=prepared.reviews.undone,
            )
        self._observe(IngestStep.PROMOTED)
        self._write_records(work, job, prepared, tally, watch)
        self._observe(IngestStep.AUDITED)
        return tally

    def _write_facts(self, work: UnitOfWork, job: Job, prepared: _Prepared) -> list[StoredFact]:
        identity, facts = prepared.identity, prepared.extraction.facts
        phi = own_phi(prepared.clean, identity)
        work.save_phi_map(patient_id=job.patient_id, document_id=job.document_id, phi=phi)
        checks = work.save_identity(job=job, identity=identity, candidates=prepared.clean.candidates)
        fact_ids = work.save_facts(
            job=job,
            identity_check_ids=[checks[identity.part_of_fact(fact).part.number] for fact in facts],
            facts=facts,
            active=prepared.active,
            fingerprints=prepared.fingerprints,
        )
        identity_of = {id(fact): fact_id for fact, fact_id in zip(facts, fact_ids, strict=True)}
        vectors = [
            (identity_of[id(item.fact)], vector)
            for item, vector in zip(prepared.active, prepared.fact_vectors, strict=True)
        ]
        work.save_fact_embeddings(patient_id=job.patient_id, vectors=vectors, model_id=self._embedder.model_id)
        work.save_rejected(job=job, rejected=[*prepared.extraction.rejected, *prepared.unread])
        activated = {id(item.fact): item for item in prepared.active}
        return [
            StoredFact(fact_id, fact, fingerprints, activated.get(id(fact)))
            for fact_id, fact, fingerprints in zip(fact_ids, facts, prepared.fingerprints, strict=True)
        ]

    def _write_records(
        self, work: UnitOfWork, job: Job, prepared: _Prepared, tally: PromotionTally, watch: Stopwatch
    ) -> None:
        facts = prepared.extraction.facts
        work.save_timings(job_id=job.job_id, request_id=None, measures=watch.measures)
        work.save_handoffs(
            [
                Handoff(
                    source=NodeName.SUPERVISOR,
                    destination=NodeName.INTAKE_EXTRACTOR,
                    decision_reason="mapped_category",
                    task_type=job.doc_type.value,
                    outcome="extracted",
                    latency_ms=watch.total_ms,
                    job_id=job.job_id,
                )
            ]
        )
        work.audit(
            AuditEvent(
                AuditAction.INGEST_COMPLETED,
                ActorType.WORKER,
                NodeName.INTAKE_EXTRACTOR.value,
                self._patient_reference.of(job.patient_id),
                {
                    "job_id": job.job_id,
                    "document_id": job.document_id,
                    "identity_status": prepared.identity.worst.status.value,
                    "parts": prepared.identity.counts,
                    "pages": len(prepared.clean.pages),
                    "routes": sorted({page.route.value for page in prepared.clean.pages}),
                    "facts": len(facts),
                    "facts_needing_review": sum(fact.certainty is Certainty.NEEDS_REVIEW for fact in facts),
                    "rejected": len(prepared.extraction.rejected),
                    "promotions": tally.as_json(),
                },
            )
        )
