"""What may be seen of a source: by OpenEMR's row, the job, the identity of its part, the fact, and who looks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import pytest

from arbiter_fhir.domain.audit import AuditEvent
from arbiter_fhir.domain.citation import Citation, SourceType
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox, DocType, PartKind, SourceDocument, SourceState
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType, LabResult, ReviewMark
from arbiter_fhir.domain.identity import IdentityStatus
from arbiter_fhir.domain.job import JobStatus
from arbiter_fhir.domain.promotion import PromotionOutcome
from arbiter_fhir.domain.record_view import RecordView
from arbiter_fhir.domain.review import ReviewWord
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL
from arbiter_fhir.domain.source import Fallback
from arbiter_fhir.domain.tenant import DocumentId, FactId, JobId, PatientId, SiteId
from arbiter_fhir.errors import ArbiterError, ErrorCode
from arbiter_fhir.pipelines.sources import SourcesPipeline
from arbiter_fhir.ports.access import Caller, KeyScope, OpenCategories
from arbiter_fhir.ports.evidence import TextPassage
from arbiter_fhir.ports.page_pictures import PagePicture
from arbiter_fhir.ports.patient_documents import CitedFactRecord, DocumentRecord
from arbiter_fhir.ports.records import FactRecord, PartRecord
from arbiter_fhir.telemetry import PatientReference

P7, D12 = PatientId(7), DocumentId(12)
VIEW = RecordView.whole(P7)
NOW = datetime(2026, 11, 30, tzinfo=UTC)
CLINICIAN = Caller("users:1", SiteId("default"), frozenset({KeyScope.QUERY}), P7, "users:1", OpenCategories(((0, 9),)))
REVIEWER = replace(CLINICIAN, scopes=frozenset({KeyScope.QUERY, KeyScope.REVIEW}))
SOURCE = SourceDocument(D12, None, P7, (2,), "ab" * 64, 10, "application/pdf", None, SourceState.ACTIVE)


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


def part(number: int, status: IdentityStatus) -> PartRecord:
    return PartRecord(D12, number, PartKind.PACKET, number, number, status, "birth_date_differs")


RECORD = DocumentRecord(
    document_id=D12,
    patient_id=P7,
    job_id=JobId(1),
    doc_type=DocType.FAX_PACKET,
    status=JobStatus.SUCCEEDED,
    there=True,
    content_hash="ab" * 64,
    error_code=None,
    error_message=None,
    read_at=NOW,
    updated_at=NOW,
    parts=(part(1, IdentityStatus.VERIFIED), part(2, IdentityStatus.MISMATCH)),
)
FACT = CitedFact(
    fact_type=FactType.LAB_RESULT,
    value=LabResult("LDL", "131"),
    fact_text=clean("LDL was 131"),
    citation=Citation(
        SourceType.FAX_PACKET,
        "documents:12",
        "page 1",
        "results[0]",
        clean("LDL 131"),
        1,
        BoundingBox(0.1, 0.1, 0.2, 0.1),
    ),
    certainty=Certainty.VERIFIED,
    confidence=0.9,
    reasons=(),
    seal=FACT_SEAL,
)
STORED = FactRecord(FactId(3), P7, D12, JobId(1), DocType.FAX_PACKET, FACT, "f" * 64, "c" * 64, True, None, "promoted")
CITED = CitedFactRecord(STORED, "procedure_result:45", PromotionOutcome.PROMOTED, superseded=False)


@dataclass
class World:
    """Everything that the pipeline asks."""

    record: DocumentRecord | None = RECORD
    source: SourceDocument | None = SOURCE
    cited: tuple[CitedFactRecord, ...] = (CITED,)
    text: TextPassage | None = None
    events: list[AuditEvent] = field(default_factory=list)
    drawn: list[tuple[bytes, int, int]] = field(default_factory=list)

    def find(self, *ids: object) -> Any:
        return self.record if len(ids) == 2 else self.source

    def facts_at(self, view: RecordView, document_id: DocumentId, field: str) -> tuple[CitedFactRecord, ...]:
        return self.cited if field == "results[0]" else ()

    def review_of(self, *_: object) -> None:
        return None

    def passage(self, view: RecordView, document_id: DocumentId, chunk_id: int) -> TextPassage | None:
        return self.text if chunk_id == 5 else None

    def fetch(self, document: SourceDocument) -> bytes:
        return b"bytes of %d" % document.document_id

    def draw_page(self, content: bytes, page_number: int, *, width: int) -> PagePicture:
        self.drawn.append((content, page_number, width))
        return PagePicture(b"png", 2)

    def append(self, event: AuditEvent, **_: object) -> None:
        self.events.append(event)

    @property
    def pipeline(self) -> SourcesPipeline:
        any_port: Any = self
        return SourcesPipeline(
            documents=any_port,
            register=any_port,
            content=any_port,
            painter=any_port,
            audit=any_port,
            patient_reference=PatientReference(b"k" * 32),
        )

    def reason(self, page: int | None = 1, caller: Caller = CLINICIAN) -> str | None:
        opened = self.pipeline.open(VIEW, "documents:12", "results[0]", page, caller=caller)
        assert (opened.text == "") is (opened.withheld is not None)
        return opened.withheld.reason.value if opened.withheld else None


def on_page(number: int | None, **changes: Any) -> tuple[CitedFactRecord, ...]:
    """The fact, standing elsewhere or otherwise."""
    fact = replace(FACT, citation=replace(FACT.citation, page=number), seal=FACT_SEAL)
    return (replace(CITED, record=replace(STORED, fact=fact, **changes)),)


def test_what_holds_is_open() -> None:
    world = World()
    opened = world.pipeline.open(VIEW, "documents:12", "results[0]", 1, caller=CLINICIAN)
    assert opened.withheld is None
    assert (opened.boxes, opened.fallback, opened.pages) == ((FACT.citation.box,), Fallback.NONE, 2)
    assert (opened.chart_row, opened.quarantined) == ("procedure_result:45", False)
    (event,) = world.events
    assert event.detail == {"document_id": 12, "kind": "source", "page": 1}
    assert event.patient_ref is not None
    assert event.patient_ref.startswith("patient:")


@pytest.mark.parametrize(
    ("world", "reason"),
    [
        (World(source=None), "deleted"),
        (World(source=replace(SOURCE, state=SourceState.DELETED)), "deleted"),
        (World(source=replace(SOURCE, patient_id=PatientId(8))), "moved"),
        (World(source=replace(SOURCE, content_hash="cd" * 64)), "replaced"),
        (World(record=replace(RECORD, status=JobStatus.RETRACTED)), "withdrawn"),
        (World(record=replace(RECORD, there=False)), "withdrawn"),
        (World(record=replace(RECORD, status=JobStatus.FAILED)), "not_read"),
        (World(record=replace(RECORD, status=JobStatus.PENDING, parts=())), "not_read"),
        (World(record=replace(RECORD, status=JobStatus.RUNNING, parts=())), "not_read"),
        (World(record=replace(RECORD, parts=())), "identity_not_trusted"),
        (World(cited=on_page(1, retracted_at=NOW)), "withdrawn"),
        (World(cited=on_page(1, active=False)), "superseded"),
        (World(cited=(replace(CITED, superseded=True),)), "superseded"),
    ],
)
def test_what_does_not_hold_is_withheld_with_its_reason(world: World, reason: str) -> None:
    assert world.reason() == reason
    assert world.events[0].detail["withheld"] == reason


def test_a_document_that_is_read_again_stays_open() -> None:
    assert World(record=replace(RECORD, status=JobStatus.PENDING)).reason() is None


def test_the_part_that_holds_the_page_decides() -> None:
    world = World(cited=on_page(2, active=False))
    assert world.reason(2) == "identity_not_trusted"
    assert world.reason(2, REVIEWER) is None
    assert world.pipeline.open(VIEW, "documents:12", "results[0]", 2, caller=REVIEWER).quarantined
    world = World(cited=on_page(None))
    assert world.reason(None) == "identity_not_trusted", "without a page the worst part decides"


def test_a_reviewer_does_not_see_what_is_gone() -> None:
    assert World(source=None).reason(caller=REVIEWER) == "deleted"
    assert World(source=replace(SOURCE, patient_id=PatientId(8))).reason(caller=REVIEWER) == "moved"


def test_a_rejected_fact_is_for_reviewers() -> None:
    fact = replace(FACT, certainty=Certainty.NEEDS_REVIEW, review=ReviewMark(ReviewWord.REJECT), seal=FACT_SEAL)
    world = World(cited=(replace(CITED, record=replace(STORED, fact=fact, active=False)),))
    assert world.reason() == "rejected"
    assert world.reason(caller=REVIEWER) is None


def test_what_waits_for_a_person_is_open_though_inactive() -> None:
    fact = replace(FACT, certainty=Certainty.NEEDS_REVIEW, seal=FACT_SEAL)
    assert World(cited=(replace(CITED, record=replace(STORED, fact=fact, active=False)),)).reason() is None


def test_without_a_box_the_page_is_shown_and_without_a_page_the_section() -> None:
    boxless = replace(FACT.citation, box=None)
    for citation, fallback in ((boxless, Fallback.PAGE), (replace(boxless, page=None), Fallback.SECTION)):
        fact = replace(FACT, citation=citation, certainty=Certainty.DOCUMENT_FACT, seal=FACT_SEAL)
        record = replace(RECORD, parts=(part(1, IdentityStatus.VERIFIED),))
        world = World(record=record, cited=(replace(CITED, record=replace(STORED, fact=fact)),))
        opened = world.pipeline.open(VIEW, "documents:12", "results[0]", citation.page, caller=CLINICIAN)
        assert opened.fallback is fallback


def test_a_passage_opens_at_its_page() -> None:
    text = TextPassage(5, P7, D12, DocType.FAX_PACKET, 1, 0, 9, clean("told here"))
    opened = World(text=text).pipeline.open(VIEW, "documents:12", "chunks:5", 1, caller=CLINICIAN)
    assert (opened.quote, opened.fallback, opened.certainty) == ("told here", Fallback.PAGE, None)


@pytest.mark.parametrize(
    ("source_id", "field", "page", "world", "code"),
    [
        ("documents:12", "results[0]", 1, World(record=None), ErrorCode.REQUEST_NOT_FOUND),
        ("documents:12", "results[0]", 3, World(), ErrorCode.REQUEST_NOT_FOUND),
        ("documents:12", "results[9]", 1, World(), ErrorCode.REQUEST_NOT_FOUND),
        ("documents:12", "chunks:6", 1, World(), ErrorCode.REQUEST_NOT_FOUND),
        ("lists:12", "results[0]", 1, World(), ErrorCode.REQUEST_INVALID),
        ("documents:-1", "results[0]", 1, World(), ErrorCode.REQUEST_INVALID),
        ("documents:12\n", "results[0]", 1, World(), ErrorCode.REQUEST_INVALID),
    ],
)
def test_what_is_not_there_is_said(source_id: str, field: str, page: int, world: World, code: ErrorCode) -> None:
    with pytest.raises(ArbiterError) as refused:
        world.pipeline.open(VIEW, source_id, field, page, caller=CLINICIAN)
    assert refused.value.code is code


def test_a_page_is_drawn_from_the_bytes_of_now() -> None:
    world = World()
    picture = world.pipeline.page(VIEW, D12, 1, width=300, caller=CLINICIAN)
    assert (picture.png, picture.pages) == (b"png", 2)
    assert world.drawn == [(b"bytes of 12", 1, 300)]


@pytest.mark.parametrize("world", [World(source=None), World(record=replace(RECORD, there=False))])
def test_nothing_is_fetched_for_a_page_that_is_withheld(world: World) -> None:
    with pytest.raises(ArbiterError) as refused:
        world.pipeline.page(VIEW, D12, 1, width=300, caller=CLINICIAN)
    assert refused.value.code is ErrorCode.SOURCE_WITHHELD
    assert world.drawn == []


def test_only_so_many_pages_are_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arbiter_fhir.pipelines.sources._DRAWN_AT_ONCE", 1)
    monkeypatch.setattr("arbiter_fhir.pipelines.sources._PATIENCE_SECONDS", 0.01)
    world = World()
    pipeline = world.pipeline
    codes: list[ErrorCode] = []

    def meanwhile(content: bytes, page_number: int, *, width: int) -> PagePicture:
        with pytest.raises(ArbiterError) as refused:
            pipeline.page(VIEW, D12, 1, width=300, caller=CLINICIAN)
        codes.append(refused.value.code)
        return PagePicture(b"png", 2)

    monkeypatch.setattr(world, "draw_page", meanwhile)
    pipeline.page(VIEW, D12, 1, width=300, caller=CLINICIAN)
    assert codes == [ErrorCode.REQUEST_RATE_LIMITED]
    monkeypatch.setattr(world, "draw_page", lambda *_, width: PagePicture(b"again", 2))
    assert pipeline.page(VIEW, D12, 1, width=300, caller=CLINICIAN).png == b"again", "the place is free again"
