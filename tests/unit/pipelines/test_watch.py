"""What the watch concludes from two looks at a document, for everything that a person can do to it in OpenEMR."""

from dataclasses import replace

import pytest

from arbiter_fhir.domain.document import DocType, SourceDocument, SourceState
from arbiter_fhir.domain.job import ChangeKind
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.pipelines.watch import decide_change, mapped_type
from arbiter_fhir.ports.stores import KnownDocument, KnownState

ID = DocumentId(7)
SOURCE = SourceDocument(
    document_id=ID,
    uuid=None,
    patient_id=PatientId(1),
    category_ids=(2,),
    content_hash="a" * 128,
    size_bytes=10,
    media_type_claimed="application/pdf",
    stored_at=None,
    state=SourceState.ACTIVE,
)
KNOWN = KnownDocument(ID, PatientId(1), DocType.LAB_PDF, "a" * 128, KnownState.ACTIVE)
GONE = replace(KNOWN, state=KnownState.GONE)
DELETED = replace(SOURCE, state=SourceState.DELETED, category_ids=())
LAB = DocType.LAB_PDF


@pytest.mark.parametrize(
    ("known", "source", "doc_type", "kind", "enqueue", "retract"),
    [
        (None, SOURCE, LAB, ChangeKind.APPEARED, LAB, False),
        (KNOWN, DELETED, None, ChangeKind.DELETED, None, True),
        (KNOWN, replace(SOURCE, state=SourceState.DELETED), LAB, ChangeKind.DELETED, None, True),
        (KNOWN, None, None, ChangeKind.DELETED, None, True),
        (KNOWN, replace(SOURCE, category_ids=(9,)), None, ChangeKind.LEFT_CATEGORY, None, True),
        (KNOWN, replace(SOURCE, patient_id=PatientId(2)), LAB, ChangeKind.MOVED_PATIENT, LAB, True),
        (KNOWN, replace(SOURCE, content_hash="b" * 128), LAB, ChangeKind.CONTENT_CHANGED, LAB, True),
        (KNOWN, SOURCE, DocType.INTAKE_FORM, ChangeKind.TYPE_CHANGED, DocType.INTAKE_FORM, True),
        (GONE, SOURCE, LAB, ChangeKind.RESTORED, LAB, False),
    ],
)
def test_a_change_has_its_outcome(
    known: KnownDocument | None,
    source: SourceDocument | None,
    doc_type: DocType | None,
    kind: ChangeKind,
    enqueue: DocType | None,
    retract: bool,
) -> None:
    change = decide_change(ID, known, source, doc_type)
    assert change is not None
    assert (change.kind, change.enqueue_type, change.retract) == (kind, enqueue, retract)


@pytest.mark.parametrize(
    ("known", "source", "doc_type"),
    [
        (KNOWN, SOURCE, LAB),  # nothing, or renamed: the name is not content
        (KNOWN, replace(SOURCE, category_ids=(2, 5)), LAB),  # a second category
        (None, SOURCE, None),  # not a mapped category
        (None, DELETED, LAB),
        (GONE, DELETED, None),
        (GONE, None, None),
        (None, None, None),
    ],
)
def test_nothing_happens_without_a_reason(
    known: KnownDocument | None, source: SourceDocument | None, doc_type: DocType | None
) -> None:
    assert decide_change(ID, known, source, doc_type) is None


def test_two_mapped_categories_give_the_type_of_the_lower_id() -> None:
    both = replace(SOURCE, category_ids=(8, 3))
    assert mapped_type(both, {3: DocType.INTAKE_FORM, 8: LAB}) is DocType.INTAKE_FORM
    assert mapped_type(both, {8: LAB}) is LAB
    assert mapped_type(both, {}) is None
