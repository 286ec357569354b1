"""What is read for a question: no more of the chart than it needs, nothing that a site keeps closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import BY_OWN_RIGHT, ChartDocument, ChartEncounter, ChartPart
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import DocType
from arbiter_fhir.domain.evidence import UnreadDocument
from arbiter_fhir.domain.identity import ChartPatient
from arbiter_fhir.domain.promotion import ChartLab, ChartListEntry, ChartLists, ListKind
from arbiter_fhir.domain.question import AskedDocument, DateAnchor, DateWindow, Intent, RoutedQuestion, Topic
from arbiter_fhir.domain.record_view import OpenDocuments, RecordView
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.errors import ErrorCode, ProviderError
from arbiter_fhir.extraction import CuratedTerms
from arbiter_fhir.pipelines.query_evidence import EvidenceReader, newest_results_instead
from arbiter_fhir.ports.evidence import ReadDocument

TODAY = date(2026, 11, 30)
PATIENT = ChartPatient(PatientId(7), "Ada", "", "Quinn", "", None, "", "M-1", "")
VISIT = ChartEncounter(4, 104, PatientId(7), datetime(2026, 10, 1, 9, 0), "Talk with Dr. Ames", "", "Ben Ames")  # noqa: DTZ001


@dataclass
class Chart:
    """An empty chart that notes what is read of it."""

    closed: frozenset[ChartPart] = frozenset()
    read: list[str] = field(default_factory=list)
    visits: Sequence[ChartEncounter] = ()
    listed: ChartLists = field(default_factory=ChartLists)
    filed: Sequence[ChartDocument] = ()
    results: Sequence[ChartLab] = ()

    def closed_parts(self) -> frozenset[ChartPart]:
        return self.closed

    def __getattr__(self, name: str) -> Any:
        def read(*_: object) -> Any:
            self.read.append(name)
            told = {"lists": self.listed, "demographics": None, "encounters": self.visits, "documents": self.filed}
            return {**told, "labs": self.results}.get(name, ())

        return read


@dataclass
class Store:
    """A store with one document of each state that notes what is asked of it."""

    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    unread: Sequence[UnreadDocument] = ()

    def read_documents(self, _: RecordView) -> list[ReadDocument]:
        self.asked.append(("read_documents", {}))
        read_at = datetime(2026, 5, 1, tzinfo=UTC)
        return [ReadDocument(DocumentId(number), DocType.INTAKE_FORM, read_at) for number in (1, 2)]

    def unread_documents(self, _: RecordView) -> Sequence[UnreadDocument]:
        return self.unread

    def __getattr__(self, name: str) -> Any:
        def answer(*_: object, **given: Any) -> tuple[()]:
            self.asked.append((name, given))
            return ()

        return answer


class Gate:
    """Stands in for de-identification: knows one name, and tells what it replaced."""

    def deidentify(self, document: Any, **_: object) -> Any:
        text = document.pages[0].text
        clean = DeidentifiedText(text.replace("Ben Ames", "[PERSON_1]").replace("Ames", "[PERSON_1]"), DEID_SEAL)
        phi = type("Phi", (), {"values": {"[PERSON_1]": ("Dr. Ames", "Ames")}})()
        return type("Clean", (), {"pages": (type("Page", (), {"text": clean})(),), "phi": phi})()


class Embedder:
    """Makes the same vector of everything, and counts."""

    model_id = "fake"

    def __init__(self) -> None:
        self.calls = 0

    def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
        self.calls += 1
        return [bytes(1536) for _ in texts]


@dataclass
class Line:
    """The reader under test with its doubles."""

    chart: Chart = field(default_factory=Chart)
    store: Store = field(default_factory=Store)
    embedder: Embedder = field(default_factory=Embedder)
    view: RecordView = field(default_factory=lambda: RecordView.whole(PATIENT.patient_id))

    def gather(self, intent: Intent = Intent.FACTUAL_LOOKUP, *analytes: str, **given: Any) -> Any:
        text = DeidentifiedText("x", DEID_SEAL)
        question = replace(RoutedQuestion(text, intent, analytes, "test"), **given)
        reader: Any = EvidenceReader
        made = reader(
            chart=self.chart,
            evidence=self.store,
            deidentifier=Gate(),
            embedders=[self.embedder],
            terms=CuratedTerms(),
        )
        return made.gather(question, PATIENT, view=self.view, today=TODAY)


@pytest.mark.parametrize(
    "given, read",
    [
        ({"topics": (Topic.LABS,)}, ["labs"]),
        ({"topics": (Topic.ALLERGIES,)}, ["lists"]),
        ({"topics": (Topic.MEDICATIONS, Topic.PROBLEMS)}, ["lists"]),
        ({"subjects": ("vital:weight",)}, ["vitals"]),
        ({"topics": (Topic.FAMILY_HISTORY,)}, []),
        ({"topics": (Topic.DEMOGRAPHICS,)}, ["demographics"]),
        ({"topics": (Topic.DOCUMENTS,)}, ["documents"]),
        ({"topics": (Topic.LABS,), "when": DateWindow(anchor=DateAnchor.AT_LAST_VISIT)}, ["encounters", "labs"]),
        ({"topics": (Topic.ALLERGIES,), "document": AskedDocument(DocType.INTAKE_FORM)}, ["documents", "lists"]),
    ],
)
def test_only_what_the_question_needs_is_read_of_the_chart(given: dict[str, Any], read: list[str]) -> None:
    line = Line()
    line.gather(Intent.LIST, **given)
    assert sorted(set(line.chart.read) - {"clinicians"}) == read


def test_for_a_guideline_nothing_of_the_patient_is_read() -> None:
    line = Line(Chart(closed=frozenset(ChartPart)))
    bundle = line.gather(Intent.GUIDELINE, "hba1c", topics=(Topic.LABS,)).bundle
    assert (line.chart.read, line.store.asked, line.embedder.calls) == ([], [], 0)
    assert (bundle.findings, bundle.not_found, bundle.scope.closed_parts) == ((), (), ())


def test_a_part_that_the_site_keeps_closed_is_named_and_not_read() -> None:
    line = Line(Chart(closed=frozenset({ChartPart.VITALS, ChartPart.IMMUNIZATIONS})))
    bundle = line.gather(Intent.LIST, topics=(Topic.VITALS,)).bundle
    assert "vitals" not in line.chart.read
    assert bundle.scope.closed_parts == (ChartPart.VITALS,)
    everything = Line(Chart(closed=frozenset(ChartPart)))
    everything.gather(Intent.CHANGES)
    assert not {"vitals", "encounters", "immunizations", "documents"} & set(everything.chart.read)


@pytest.mark.parametrize(
    ("topic", "part", "reader"),
    [
        (Topic.LABS, ChartPart.RESULTS, "labs"),
        (Topic.CULTURES, ChartPart.RESULTS, "labs"),
        (Topic.ORDERS, ChartPart.RESULTS, "orders"),
        (Topic.DEMOGRAPHICS, ChartPart.DEMOGRAPHICS, "demographics"),
    ],
)
def test_a_part_that_is_closed_to_who_asks_is_named_and_not_read(topic: Topic, part: ChartPart, reader: str) -> None:
    line = Line(view=replace(RecordView.whole(PATIENT.patient_id), closed_parts=frozenset({part})))
    bundle = line.gather(Intent.LIST, topics=(topic,)).bundle
    assert reader not in line.chart.read
    assert bundle.scope.parts_closed_to_caller == (part,)
    opened = Line(view=replace(RecordView.whole(PATIENT.patient_id), closed_parts=BY_OWN_RIGHT - {part}))
    assert opened.gather(Intent.LIST, topics=(topic,)).bundle.scope.parts_closed_to_caller == ()
    assert reader in opened.chart.read


def test_prescriptions_alone_are_left_out_where_they_are_closed() -> None:
    def entry(table: str, title: str) -> ChartListEntry:
        return ChartListEntry(
            table, 1, PATIENT.patient_id, ListKind.MEDICATION, title, "", (), True, "", False, None, None, None
        )

    listed = ChartLists((entry("lists", "Metformin"), entry("prescriptions", "Lisinopril")))
    for closed, told in (
        (frozenset({ChartPart.PRESCRIPTIONS}), {"Metformin"}),
        (frozenset(), {"Metformin", "Lisinopril"}),
    ):
        line = Line(Chart(listed=listed), view=replace(RecordView.whole(PATIENT.patient_id), closed_parts=closed))
        bundle = line.gather(Intent.LIST, topics=(Topic.MEDICATIONS,)).bundle
        assert {item.words.name.value for item in bundle.findings} == told
        assert bundle.scope.parts_closed_to_caller == tuple(closed)


def test_closed_documents_are_in_no_list_and_behind_no_result() -> None:
    rows = [ChartDocument(DocumentId(number), PATIENT.patient_id, "Lab Report", TODAY) for number in (1, 2)]
    view = RecordView(PATIENT.patient_id, OpenDocuments.these([DocumentId(1)]), closed_categories=True)
    bundle = Line(Chart(filed=rows), view=view).gather(Intent.LIST, topics=(Topic.DOCUMENTS,)).bundle
    assert [item.document_id for item in bundle.findings] == [1]
    assert bundle.scope.closed_categories
    when = datetime(2026, 4, 1, 8, 0)  # noqa: DTZ001
    results = [
        ChartLab(
            number,
            9,
            PATIENT.patient_id,
            "2823-3",
            "Potassium",
            f"4.{number}",
            "mmol/L",
            "",
            "",
            when,
            when,
            "final",
            DocumentId(number),
        )
        for number in (1, 2)
    ]
    labs = Line(Chart(results=results), view=view).gather(Intent.TREND, "potassium", topics=(Topic.LABS,)).bundle
    assert {(item.words.value.value, item.document_id) for item in labs.findings} == {("4.1", 1), ("4.2", None)}


def test_a_named_test_needs_no_vector_and_no_text_windows() -> None:
    line = Line()
    line.gather(Intent.FACTUAL_LOOKUP, "hba1c", topics=(Topic.LABS,))
    assert line.embedder.calls == 0
    assert not {"nearest", "passages"} & {name for name, _ in line.store.asked}


def test_an_open_question_is_searched_for_by_words_and_vector() -> None:
    line = Line()
    line.gather()
    assert line.embedder.calls == 1
    asked = dict(line.store.asked)
    assert asked["nearest"]["model_id"] == asked["passages"]["model_id"] == "fake"


def test_windows_are_read_for_a_part_of_the_record_only_where_facts_do_not_answer() -> None:
    line = Line()
    line.gather(Intent.LIST, topics=(Topic.ALLERGIES,))
    assert line.embedder.calls == 1
    answered = Line(Chart(visits=[VISIT]))
    answered.gather(Intent.LIST, topics=(Topic.ENCOUNTERS,))
    assert answered.embedder.calls == 0
    assert "passages" not in dict(answered.store.asked)


def test_where_the_vector_model_is_away_words_alone_are_searched() -> None:
    class Away(Embedder):
        def embed(self, texts: Sequence[DeidentifiedText]) -> list[bytes]:
            raise ProviderError(ErrorCode.PROVIDER_TRANSPORT, "No answer.")

    line = Line(embedder=Away())
    line.gather()
    asked = dict(line.store.asked)
    assert "nearest" not in asked
    assert "vector" not in asked["passages"]


def test_a_document_is_read_by_itself() -> None:
    line = Line()
    line.gather(Intent.DOCUMENT, document=AskedDocument(number=2))
    assert dict(line.store.asked)["passages"]["documents"] == [2]
    assert line.embedder.calls == 0
    foreign = Line()
    foreign.gather(Intent.DOCUMENT, document=AskedDocument(number=77))
    assert "passages" not in dict(foreign.store.asked)


def test_what_was_not_read_is_counted_and_a_document_in_doubt_does_not_count_as_read() -> None:
    why = ["pending", "running", "failed", "identity_review", "pages_unread"]
    unread = [UnreadDocument(DocumentId(number), each, 2) for number, each in enumerate(why, start=2)]
    scope = Line(store=Store(unread=[*unread, UnreadDocument(DocumentId(2), "pages_unread", 1)])).gather().bundle.scope
    assert (scope.pending_documents, scope.failed_documents, scope.documents_in_identity_review) == (2, 1, 1)
    assert scope.read_documents == 1
    assert len(scope.unread) == 6


def test_names_of_the_chart_become_labels_whose_values_stay_beside_the_bundle() -> None:
    gathered = Line(Chart(visits=[VISIT])).gather(Intent.LIST, topics=(Topic.ENCOUNTERS,))
    (visit,) = gathered.bundle.findings
    assert "Ames" not in repr(gathered)
    label = visit.words.name.value.removeprefix("Talk with Dr. ")
    assert gathered.values[label] == "Dr. Ames"
    assert sorted(gathered.values.values()) == ["Ben Ames", "Dr. Ames"]
    assert set(gathered.values) == set(gathered.bundle.placeholders)


def test_without_a_lab_report_the_newest_results_are_asked_for_and_that_is_said() -> None:
    bundle = Line().gather(Intent.DOCUMENT, document=AskedDocument(DocType.LAB_PDF)).bundle
    instead = newest_results_instead(bundle)
    assert instead is not None
    assert (instead.intent, instead.topics, instead.latest_only) == (Intent.LIST, (Topic.LABS,), True)
    assert instead.document is None
    assert [each.words for each in instead.unmet] == [bundle.question.text]
    for other in (
        AskedDocument(DocType.INTAKE_FORM),
        AskedDocument(DocType.LAB_PDF, newest=False),
        AskedDocument(newest=False, number=9),
    ):
        assert newest_results_instead(Line().gather(Intent.DOCUMENT, document=other).bundle) is None
