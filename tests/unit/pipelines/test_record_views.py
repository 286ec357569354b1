"""What a caller may see: by the categories of the token and OpenEMR's own rows, and nothing that cannot be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from arbiter_fhir.domain.document import DocType, SourceDocument, SourceState
from arbiter_fhir.domain.record_view import EVERY_DOCUMENT, RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId, SiteId
from arbiter_fhir.pipelines.record_views import RecordViews
from arbiter_fhir.ports.access import Caller, KeyScope, OpenCategories

P7, P8 = PatientId(7), PatientId(8)
KEY = Caller("k1", SiteId("default"), frozenset({KeyScope.QUERY}))
LAB, LETTER, SECRET = 2, 3, 4


def row(number: int, *categories: int, patient: PatientId = P7, deleted: bool = False) -> SourceDocument:
    state = SourceState.DELETED if deleted else SourceState.ACTIVE
    return SourceDocument(DocumentId(number), None, patient, categories, "ab" * 64, 10, "application/pdf", None, state)


def user(*categories: int) -> Caller:
    runs = tuple((each, each) for each in categories)
    return Caller("users:7", SiteId("default"), frozenset({KeyScope.QUERY}), P7, "users:7", OpenCategories(runs))


@dataclass
class World:
    """OpenEMR's rows, the documents that had a job, and the categories that are read."""

    rows: Sequence[SourceDocument] = ()
    read: Sequence[int] = ()
    mapped: Sequence[int] = (LAB, LETTER)
    looked: list[str] = field(default_factory=list)

    def of_patient(self, patient_id: PatientId) -> list[SourceDocument]:
        self.looked.append("rows")
        return [each for each in self.rows if each.patient_id == patient_id]

    def find_many(self, numbers: Sequence[DocumentId]) -> list[SourceDocument]:
        return [each for each in self.rows if each.document_id in numbers]

    def numbers(self, patient_id: PatientId) -> list[DocumentId]:
        return [DocumentId(number) for number in self.read]

    def active(self) -> dict[int, DocType]:
        return dict.fromkeys(self.mapped, DocType.LAB_PDF)

    def view(self, caller: Caller) -> RecordView:
        any_port: Any = self
        return RecordViews(register=any_port, documents=any_port, mappings=any_port).of_patient(caller, P7)

    def open_to(self, caller: Caller) -> set[int]:
        only = self.view(caller).documents.only
        assert only is not None
        return set(only)


def test_a_key_sees_everything_and_nothing_is_looked_up() -> None:
    world = World([row(1, SECRET)], [1])
    assert world.view(KEY) == RecordView(P7, EVERY_DOCUMENT)
    assert world.looked == []


@pytest.mark.parametrize(
    ("categories", "opened"),
    [
        ((), set()),
        ((0,), {5}),
        ((0, LAB), {1, 5}),
        ((0, LAB, LETTER), {1, 2, 5}),
        ((LAB, LETTER), {1, 2}),
        ((0, LAB, SECRET), {1, 3, 4, 5}),
        ((SECRET,), {3}),
    ],
)
def test_a_user_sees_the_documents_all_of_whose_categories_are_open(
    categories: tuple[int, ...], opened: set[int]
) -> None:
    rows = [row(1, LAB), row(2, LETTER), row(3, SECRET), row(4, LAB, SECRET), row(5), row(6, LAB, 99)]
    assert World(rows, [1, 2, 3]).open_to(user(*categories)) == opened


def test_what_openemr_lists_and_nobody_read_is_bounded_too() -> None:
    assert World([row(1, LAB), row(2, SECRET)]).open_to(user(0, LAB)) == {1}


def test_nobody_elses_document_is_in_it() -> None:
    assert World([row(1, LAB), row(2, LAB, patient=P8)]).open_to(user(0, LAB, LETTER)) == {1}


def test_a_document_that_was_read_here_and_moved_away_is_judged_by_where_it_is_now() -> None:
    rows = [row(1, LAB, patient=P8), row(2, SECRET, patient=P8)]
    assert World(rows, [1, 2]).open_to(user(0, LAB, LETTER)) == {1}


@pytest.mark.parametrize(
    ("categories", "opened"), [((0, LAB), {3}), ((0, LAB, LETTER), {1, 2, 3}), ((0, LETTER, SECRET), set())]
)
def test_what_lost_its_category_with_its_row_is_open_to_whoever_opens_all_that_is_read(
    categories: tuple[int, ...], opened: set[int]
) -> None:
    rows = [row(1, deleted=True), row(3, LAB, deleted=True)]
    assert World(rows, [1, 2, 3]).open_to(user(*categories)) == opened


@pytest.mark.parametrize(
    ("categories", "told"), [((0, LAB, LETTER), False), ((LAB, LETTER), False), ((0, LAB), True), ((), True)]
)
def test_that_categories_are_closed_hangs_on_user_and_site_alone(categories: tuple[int, ...], *, told: bool) -> None:
    for world in (World(), World([row(1, LETTER)], [1]), World([row(1, SECRET), row(2, LAB)], [1, 2])):
        assert world.view(user(*categories)).closed_categories is told


def test_some_documents_of_whichever_patients_are_bounded_alike() -> None:
    any_port: Any = World([row(1, LAB), row(2, SECRET, patient=P8), row(3, LAB, patient=P8)])
    views = RecordViews(register=any_port, documents=any_port, mappings=any_port)
    numbers = [DocumentId(number) for number in (1, 2, 3, 4)]
    assert views.open_among(user(0, LAB), numbers).only == {1, 3}
    assert views.open_among(KEY, numbers) is EVERY_DOCUMENT
    assert views.opens(user(0, LAB), DocumentId(3))
    assert not views.opens(user(0, LAB), DocumentId(2))
    assert not views.opens(user(0, LAB), DocumentId(4))
