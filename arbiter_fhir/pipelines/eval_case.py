"""A corrected fact as a regression case: its page without identifiers, and what belongs there.

The page is read and de-identified anew, every identifier is painted over, and the painted picture is read once more:
where anything that names a person is still found, there is no picture, only clean text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedPage, DeidentifiedText, IdentifierKind
from arbiter_fhir.domain.document import DocType, PageRoute, SourceState
from arbiter_fhir.domain.fact import CitedFact
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.record_view import EVERY_DOCUMENT
from arbiter_fhir.domain.redaction import RedactedPicture
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.errors import DocumentError, ErrorCode, RequestError, ReviewError, SourceError
from arbiter_fhir.ports.chart import ChartReader, DocumentContent, DocumentRegister
from arbiter_fhir.ports.documents import Deidentifier, FactExtractor, PageReader
from arbiter_fhir.ports.reviews import FactInReview, ReviewQueue

__all__ = ["EvalCasePipeline", "RegressionMaterial"]

#: Types of documents that a picture of a page can stand for.
_OF_PAGES: Final = frozenset({DocType.LAB_PDF, DocType.INTAKE_FORM, DocType.FAX_PACKET, DocType.REFERRAL_DOCX})
#: Below this mean confidence (0-100) it is not known what to paint over.
_LEGIBLE: Final = 60.0


@dataclass(frozen=True, slots=True)
class RegressionMaterial:
    """What a regression case is made of; nothing in it names a person.

    Attributes:
        fingerprint: Of the fact as it was read: the case's name is made of it.
        fact: With the corrected value, and the paper's reading in its mark.
        others: The other facts of its page, as they are read today: nobody has said whether they are right.
        text: The page's clean text.
        picture: The page with every identifier painted over; ``None`` where that cannot be proven.
    """

    fingerprint: str
    doc_type: DocType
    fact: CitedFact
    others: tuple[CitedFact, ...]
    text: DeidentifiedText
    picture: RedactedPicture | None = field(repr=False)


class EvalCasePipeline:
    """Exports corrected facts."""

    def __init__(
        self,
        *,
        queue: ReviewQueue,
        register: DocumentRegister,
        content: DocumentContent,
        chart: ChartReader,
        reader: PageReader,
        deidentifier: Deidentifier,
        extractor: FactExtractor,
    ) -> None:
        self._queue = queue
        self._register = register
        self._content = content
        self._chart = chart
        self._reader = reader
        self._deidentifier = deidentifier
        self._extractor = extractor

    def material(self, fact_id: int) -> RegressionMaterial:
        """What a case about this fact is made of.

        Raises:
            RequestError: There is no such fact.
            ReviewError: E_REVIEW_INVALID: nobody corrected it, so the right reading is not known.
            SourceError: Its document is gone, or was changed.
            DocumentError: The document cannot be read any more.
        """
        patient_id = self._queue.owner(fact_id)
        found = None if patient_id is None else self._queue.fact(patient_id, EVERY_DOCUMENT, fact_id)
        if patient_id is None or found is None:
            raise RequestError(ErrorCode.REQUEST_NOT_FOUND, "There is no fact with this id that still stands.")
        fact = found.record.fact
        if fact.review is None or fact.review.paper is None:
            raise ReviewError(
                ErrorCode.REVIEW_INVALID,
                "Nobody has corrected this fact, so nobody has said what the right reading is.",
            )
        content = self._bytes(found.record.document_id, found)
        patient = self._chart.patient(patient_id)
        pages = self._reader.read(content, doc_type=found.record.doc_type)
        clean = self._deidentifier.deidentify(pages, patient=patient, clinicians=self._chart.clinicians())
        page = next((each for each in clean.pages if each.number == fact.citation.page), clean.pages[0])
        return RegressionMaterial(
            fingerprint=found.record.fact_fingerprint,
            doc_type=found.record.doc_type,
            fact=fact,
            others=self._others(clean, found.record.doc_type, fact),
            text=page.text,
            picture=self._picture(content, found.record.doc_type, page, patient),
        )

    def _others(self, clean: DeidentifiedDocument, doc_type: DocType, fact: CitedFact) -> tuple[CitedFact, ...]:
        read = self._extractor.extract(clean, doc_type=doc_type, source_id=fact.citation.source_id)
        place = fact.citation
        return tuple(
            each
            for each in read.facts
            if each.citation.page == place.page and each.citation.field_or_chunk_id != place.field_or_chunk_id
        )

    def _bytes(self, document_id: DocumentId, found: FactInReview) -> bytes:
        source = self._register.find(document_id)
        if source is None or source.state is not SourceState.ACTIVE or source.content_hash != found.content_hash:
            raise SourceError(ErrorCode.SOURCE_CHANGED, "The fact's document was deleted or changed in OpenEMR.")
        return self._content.fetch(source)

    def _picture(
        self, content: bytes, doc_type: DocType, page: DeidentifiedPage, patient: ChartPatient | None
    ) -> RedactedPicture | None:
        legible = page.route is PageRoute.NATIVE or (page.mean_confidence or 0.0) >= _LEGIBLE
        if doc_type not in _OF_PAGES or not legible:
            return None
        try:
            picture = self._reader.redact(
                content, page.number, [word.box for word in page.words if word.placeholder is not None]
            )
            again = self._reader.read(picture.png, doc_type=None)
        except DocumentError:
            return None
        left = self._deidentifier.deidentify(again, patient=patient, clinicians=self._chart.clinicians())
        return None if _names_somebody(left) else picture


def _names_somebody(clean: DeidentifiedDocument) -> bool:
    """Whether a page that was painted over still shows an identifier; a fragment of a date names nobody."""
    return any(span.kind is not IdentifierKind.DATE for span in clean.spans)
