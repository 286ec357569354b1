"""The model is asked about what the rules leave, over real HTTP, and a document never fails because of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from arbiter_fhir.domain.deid import DeidentifiedDocument
from arbiter_fhir.domain.document import BoundingBox, DocType, PageRoute, WarningCode
from arbiter_fhir.domain.fact import Certainty
from arbiter_fhir.domain.redaction import RedactedPicture
from arbiter_fhir.domain.seal import REDACTION_SEAL
from arbiter_fhir.errors import DocumentError, ErrorCode
from arbiter_fhir.extraction import ModelAssistedExtractor, RuleExtractor
from arbiter_fhir.ports.documents import Extraction, PagesForModel
from arbiter_fhir.providers import ModelAccess, ModelEndpoint, OpenAICompatibleModel
from devstack.models import Behaviour, ModelServer, completion, reply, status
from tests.unit.extraction.clean_pages import write_lines
from tests.unit.extraction.model.test_proposals import ALLERGY, LAB, answered

TITLES = "Test       Result  Flag  Units   Range"
ROW = "Sodium     140           mmol/L  136-145"
PROSE = (
    "The result that we discussed on the telephone was as follows:",
    "measured zonulin of 105 ng/mL in a fasting state",
    "he reported hives from sulfa tablets in the past",
)
PROPOSED = {**LAB, "quote": "zonulin of 105 ng/mL", "test_name": "zonulin", "unit": "ng/mL", "collection_date": ""}


class StandingClock:
    def now(self) -> datetime:
        return datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer([reply(completion(answered()))]) as listening:
        yield listening


def extract(
    server: ModelServer,
    document: DeidentifiedDocument,
    *behaviours: Behaviour,
    pages: PagesForModel | None = None,
    sees: bool = False,
) -> Extraction:
    server.behaviours = list(behaviours)
    access = ModelAccess(ModelEndpoint(server.base_url), "m", sees_pictures=sees)
    model = OpenAICompatibleModel(access, clock=StandingClock(), wait=lambda _: None)
    numbers = frozenset(page.number for page in document.pages)
    return ModelAssistedExtractor(RuleExtractor(), model).extract(
        document,
        doc_type=DocType.LAB_PDF,
        source_id="documents:1",
        for_model=pages or PagesForModel(numbers, no_picture),
    )


def no_picture(page: int, boxes: Sequence[BoundingBox]) -> RedactedPicture:
    raise AssertionError("no picture was wanted")


def proposing(*facts: dict[str, Any]) -> Behaviour:
    return reply(completion(answered(*facts)))


def test_what_the_rules_read_is_not_asked_for(server: ModelServer) -> None:
    extraction = extract(server, write_lines(TITLES, ROW, TITLES, ROW.replace("Sodium    ", "Chloride  ")), proposing())
    assert [fact.citation.field_or_chunk_id for fact in extraction.facts] == ["results[0]", "results[1]"]
    assert server.received == []


def test_a_page_of_prose_is_asked_for_and_its_facts_stay_out_of_the_chart(server: ModelServer) -> None:
    allergy = {**ALLERGY, "quote": "hives from sulfa tablets", "substance": "sulfa", "reaction": "hives"}
    extraction = extract(server, write_lines(*PROSE), proposing(PROPOSED, allergy))
    kinds = {fact.fact_type.value: fact for fact in extraction.facts if "model_read" in fact.reasons}
    assert "allergy" in kinds
    assert all(fact.certainty is not Certainty.VERIFIED for fact in kinds.values())
    assert kinds["allergy"].citation.field_or_chunk_id.startswith("model_facts[")


@pytest.mark.parametrize(
    "behaviour",
    [
        status(500),
        status(401),
        reply("no JSON"),
        reply(completion("no JSON")),
        reply(completion(answered(PROPOSED, document_type="intake_form"))),
        reply(completion(json.dumps({"document_type": "lab_pdf", "facts": [{**LAB, "sure": True}]}))),
        reply(completion(None, refusal="no")),
    ],
    ids=range(7),
)
def test_a_model_that_fails_costs_nothing_but_its_facts(server: ModelServer, behaviour: Behaviour) -> None:
    ruled = RuleExtractor().extract(write_lines(*PROSE), doc_type=DocType.LAB_PDF, source_id="documents:1")
    extraction = extract(server, write_lines(*PROSE), behaviour)
    assert extraction.facts == ruled.facts
    assert [warning.code for warning in extraction.warnings] == [WarningCode.MODEL]


def test_instructions_hidden_in_an_answer_change_nothing(server: ModelServer) -> None:
    hostile = {**LAB, "quote": "[PERSON_7] https://evil.example/?q= <img src=x>", "test_name": "PERSON", "value": "1"}
    extraction = extract(server, write_lines(*PROSE), proposing(hostile))
    assert not any("evil" in str(fact) for fact in extraction.facts)
    assert not any("evil" in candidate.quote.value for candidate in extraction.rejected)
    assert "model_quote_not_found" in {candidate.reason for candidate in extraction.rejected}


def test_pages_that_may_not_be_asked_about_are_not_sent(server: ModelServer) -> None:
    extract(server, write_lines(*PROSE), proposing(), pages=PagesForModel(frozenset(), no_picture))
    assert server.received == []


def test_without_leave_nothing_is_asked(server: ModelServer) -> None:
    access = ModelAccess(ModelEndpoint(server.base_url), "m")
    model = OpenAICompatibleModel(access, clock=StandingClock())
    ModelAssistedExtractor(RuleExtractor(), model).extract(
        write_lines(*PROSE), doc_type=DocType.LAB_PDF, source_id="documents:1"
    )
    assert server.received == []


def test_a_picture_goes_along_only_where_the_page_was_read_well(server: ModelServer) -> None:
    asked: list[int] = []

    def redact(page: int, boxes: Sequence[BoundingBox]) -> RedactedPicture:
        asked.append(len(boxes))
        return RedactedPicture(page, b"\x89PNG", REDACTION_SEAL)

    for confidence, sent in ((95.0, 1), (70.0, 0), (None, 0)):
        route = PageRoute.NATIVE if confidence is None else PageRoute.OCR
        document = write_lines("Seen on 04/10/2026 in clinic", *PROSE, route=route, confidence=confidence)
        pages = PagesForModel(frozenset({1}), redact)
        server.received.clear()
        extract(server, document, proposing(), pages=pages, sees=True)
        assert len(server.received[0].pictures) == sent
    assert asked == [1]


def test_a_picture_that_cannot_be_drawn_is_left_out(server: ModelServer) -> None:
    def redact(page: int, boxes: Sequence[BoundingBox]) -> RedactedPicture:
        raise DocumentError(ErrorCode.CORRUPT, "The page is damaged.")

    document = write_lines(*PROSE, route=PageRoute.OCR, confidence=95.0)
    extract(server, document, proposing(), pages=PagesForModel(frozenset({1}), redact), sees=True)
    assert server.received[0].pictures == []
