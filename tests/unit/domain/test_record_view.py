"""Views: what is not named is closed, unless everything is open."""

from __future__ import annotations

import pytest

from arbiter_fhir.domain.record_view import EVERY_DOCUMENT, OpenDocuments, RecordView
from arbiter_fhir.domain.tenant import DocumentId, PatientId, SiteId
from arbiter_fhir.ports.access import Caller, KeyScope, OpenCategories


def test_only_what_is_named_is_open() -> None:
    documents = OpenDocuments.these([DocumentId(1), DocumentId(3)])
    assert [number in documents for number in (DocumentId(1), DocumentId(2), DocumentId(3), None)] == [
        True,
        False,
        True,
        False,
    ]
    assert DocumentId(1) not in OpenDocuments.these([])


def test_everything_is_open_to_keys_alone() -> None:
    assert DocumentId(1) in EVERY_DOCUMENT
    assert RecordView.whole(PatientId(7)) == RecordView(PatientId(7), EVERY_DOCUMENT, closed_categories=False)


@pytest.mark.parametrize(
    ("categories", "is_open"),
    [((), True), ((2,), True), ((3,), True), ((2, 3), True), ((4,), False), ((2, 4), False), ((99,), False)],
)
def test_a_document_is_open_where_each_of_its_categories_is(categories: tuple[int, ...], *, is_open: bool) -> None:
    assert OpenCategories(((0, 0), (2, 3), (7, 9))).open_all(categories) is is_open


def test_without_the_run_of_no_category_filed_documents_alone_are_open() -> None:
    open_categories = OpenCategories(((2, 2),))
    assert open_categories.open_all((2,))
    assert not open_categories.open_all(())


def test_a_user_without_categories_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="categories"):
        Caller("users:7", SiteId("default"), frozenset({KeyScope.QUERY}), PatientId(1), "users:7")
