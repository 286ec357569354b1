"""Rules first; a model is asked about pages that rules leave unread, and believed as far as the page bears it out.

A model never stops a document: where it fails, what the rules read stands, and a warning says what was not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.deid import DeidentifiedDocument, DeidentifiedPage
from arbiter_fhir.domain.document import DocType, DocumentWarning, PageRoute, WarningCode
from arbiter_fhir.domain.fact import Certainty, CitedFact, RejectedCandidate
from arbiter_fhir.domain.fact_value import value_to_json
from arbiter_fhir.domain.redaction import RedactedPicture
from arbiter_fhir.domain.seal import FACT_SEAL
from arbiter_fhir.domain.usage import ModelUse
from arbiter_fhir.errors import DocumentError, ExtractionError, ProviderError
from arbiter_fhir.extraction.citing import Source
from arbiter_fhir.extraction.model.grounded import Grounded, ground_proposals
from arbiter_fhir.extraction.model.prompt import ask_about
from arbiter_fhir.extraction.model.proposals import parse_answer
from arbiter_fhir.extraction.reasons import Reason
from arbiter_fhir.ports.documents import Extraction, FactExtractor, PagesForModel
from arbiter_fhir.ports.models import ModelReply, ModelRequest, StructuredModel
from arbiter_fhir.telemetry import log_event

__all__ = ["ModelAssistedExtractor"]

#: Most pages of one document that a model is asked about.
MAX_PAGES_ASKED: Final = 12
#: A page with fewer words says nothing that is worth asking for.
LEAST_WORDS: Final = 8
#: Lowest mean confidence (0-100) of an OCR page of which a picture may be sent: below it, identifiers may stand on the
#: page that were not read and so are not painted over.
PICTURE_CONFIDENCE: Final = 80.0


class ModelAssistedExtractor:
    """Meets `FactExtractor`.

    Args:
        rules: Reads first, and wins.
        model: Is asked about what the rules leave.
    """

    def __init__(self, rules: FactExtractor, model: StructuredModel) -> None:
        self._rules = rules
        self._model = model

    def extract(
        self,
        document: DeidentifiedDocument,
        *,
        doc_type: DocType,
        source_id: str,
        for_model: PagesForModel | None = None,
    ) -> Extraction:
        """Read the facts of a document.

        Raises:
            ExtractionError: The rules have no reader for the document type.
        """
        ruled = self._rules.extract(document, doc_type=doc_type, source_id=source_id, for_model=for_model)
        if for_model is None:
            return ruled
        pages = [page for page in _unread(document.pages, ruled) if page.number in for_model.numbers]
        source = Source(SourceType(doc_type.value), source_id)
        found: list[CitedFact] = []
        rejected: list[RejectedCandidate] = []
        failed: list[int] = []
        uses: list[ModelUse] = []
        for page in pages[:MAX_PAGES_ASKED]:
            request = ask_about(page, doc_type=doc_type, pictures=self._pictures(page, for_model))
            reply = self._answer(request, uses) if request else None
            asked = _grounded(reply, page, document, doc_type, source, first=len(found)) if reply else None
            if asked is None:
                failed.append(page.number)
                continue
            found += _beside(asked.facts, ruled.facts)
            rejected += asked.rejected
        failed += [page.number for page in pages[MAX_PAGES_ASKED:]]
        return Extraction(
            (*ruled.facts, *found),
            (*ruled.rejected, *rejected),
            (*ruled.warnings, *map(_not_asked, failed)),
            tuple(uses),
        )

    def _answer(self, request: ModelRequest, uses: list[ModelUse]) -> ModelReply | None:
        """The model's reply, its cost noted whatever it is worth; ``None`` where there is none."""
        try:
            reply = self._model.complete(request)
        except ProviderError as error:
            log_event("model.failed", error_code=error.code.value, stage="extract")
            return None
        uses.append(reply.use)
        _log(reply)
        return reply

    def _pictures(self, page: DeidentifiedPage, for_model: PagesForModel) -> tuple[RedactedPicture, ...]:
        """The page's redacted picture, where the model sees and the reading was good enough to know what to paint."""
        confidence = page.mean_confidence
        legible = page.route is PageRoute.OCR and confidence is not None and confidence >= PICTURE_CONFIDENCE
        if not legible or not self._model.sees_pictures:
            return ()
        try:
            return (for_model.redact(page.number, [word.box for word in page.words if word.placeholder is not None]),)
        except DocumentError as error:
            log_event("model.picture_failed", error_code=error.code.value, stage="extract")
            return ()


def _grounded(
    reply: ModelReply,
    page: DeidentifiedPage,
    document: DeidentifiedDocument,
    doc_type: DocType,
    source: Source,
    *,
    first: int,
) -> Grounded | None:
    try:
        answer = parse_answer(reply.text, doc_type=doc_type)
    except ExtractionError as error:
        log_event("model.failed", error_code=error.code.value, stage="extract")
        return None
    return ground_proposals(answer.facts, page, dates=document.dates, source=source, first=first)


def _log(reply: ModelReply) -> None:
    log_event(
        "model.answered",
        model=reply.model_id,
        input_tokens=reply.input_tokens,
        output_tokens=reply.output_tokens,
        latency_ms=reply.latency_ms,
        stage="extract",
    )


def _unread(pages: Sequence[DeidentifiedPage], ruled: Extraction) -> list[DeidentifiedPage]:
    """Pages of which the rules took nothing, or left something over."""
    taken = {fact.citation.page for fact in ruled.facts}
    left = {candidate.page for candidate in ruled.rejected}
    wordy = [page for page in pages if len(page.words) >= LEAST_WORDS]
    return [page for page in wordy if page.number not in taken or page.number in left]


def _beside(proposed: Iterable[CitedFact], ruled: Sequence[CitedFact]) -> list[CitedFact]:
    """The model's facts without those that the rules have; one that contradicts the rules goes to a person."""
    kept: list[CitedFact] = []
    for fact in proposed:
        twins = [other for other in ruled if _same_place(fact, other)]
        if not twins:
            kept.append(fact)
        elif not any(_say_the_same(fact, other) for other in twins):
            reasons = (*fact.reasons, Reason.MODEL_DIFFERS.value)
            kept.append(replace(fact, certainty=Certainty.NEEDS_REVIEW, reasons=reasons, seal=FACT_SEAL))
    return kept


def _same_place(fact: CitedFact, other: CitedFact) -> bool:
    mine, theirs = fact.citation.box, other.citation.box
    if fact.fact_type is not other.fact_type or fact.citation.page != other.citation.page:
        return False
    if mine is None or theirs is None:
        return fact.citation.quote.value in other.citation.quote.value
    return mine.holds_center_of(theirs) or theirs.holds_center_of(mine)


def _say_the_same(fact: CitedFact, other: CitedFact) -> bool:
    """Whether no field that the model filled says something else than the rules' field."""
    mine, theirs = value_to_json(fact.value), value_to_json(other.value)
    essential = [key for key in ("test_name", "value", "name", "substance", "condition", "text") if key in mine]
    return all(str(mine[key]).casefold() == str(theirs.get(key)).casefold() for key in essential)


def _not_asked(page: int) -> DocumentWarning:
    return DocumentWarning(
        WarningCode.MODEL, f"The model gave no usable answer about page {page}; only rules have read it.", page
    )
