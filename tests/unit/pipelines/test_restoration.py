"""Placeholders of an answer become names again: only those that it shows, only from this patient's maps."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from arbiter_fhir.domain.answer import Claim, Draft, Section
from arbiter_fhir.domain.clinical_date import ClinicalDate
from arbiter_fhir.domain.deid import DeidentifiedText, PhiMap
from arbiter_fhir.domain.evidence import EvidenceBundle, EvidenceScope, PlaceholderOrigin
from arbiter_fhir.domain.question import Intent, RoutedQuestion
from arbiter_fhir.domain.record_view import OpenDocuments, RecordView
from arbiter_fhir.domain.seal import DEID_SEAL
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.pipelines.restoration import restore_labels
from arbiter_fhir.retrieval import GatheredEvidence

PATIENT = PatientId(7)


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


class Maps:
    """The maps of two documents; notes which were opened."""

    def __init__(self) -> None:
        self.opened: list[tuple[int, int]] = []

    def read(self, patient_id: PatientId, document_id: DocumentId) -> PhiMap:
        self.opened.append((patient_id, document_id))
        return PhiMap({"[PERSON_1]": (f"Person of {document_id}", "short"), "[PERSON_2]": ("Nobody asked",)})


VIEW = RecordView.whole(PATIENT)
GATHERED = GatheredEvidence(
    EvidenceBundle(
        RoutedQuestion(clean("x"), Intent.LIST, (), "test"),
        (),
        (),
        (),
        EvidenceScope(),
        placeholders={
            "[PERSON_4]": PlaceholderOrigin(DocumentId(5), "[PERSON_1]"),
            "[PERSON_5]": PlaceholderOrigin(DocumentId(6), "[PERSON_1]"),
            "[PERSON_6]": PlaceholderOrigin(None, "[PERSON_6]"),
            "[PERSON_7]": PlaceholderOrigin(DocumentId(5), "[PERSON_9]"),
        },
    ),
    {"[PERSON_6]": "Ben Ames"},
)


def answer(*sentences: str, **dates: ClinicalDate) -> Any:
    claims = tuple(Claim(Section.PATIENT_FINDINGS, clean(sentence), ()) for sentence in sentences)
    return SimpleNamespace(draft=Draft(claims, (), {f"[{name}]": when for name, when in dates.items()}))


def test_each_label_goes_back_to_where_it_came_from() -> None:
    maps = Maps()
    shown = answer("seen by [PERSON_4] and [PERSON_5]", "ordered by [PERSON_6]")
    assert restore_labels(shown, GATHERED, view=VIEW, maps=maps) == {
        "[PERSON_4]": "Person of 5",
        "[PERSON_5]": "Person of 6",
        "[PERSON_6]": "Ben Ames",
    }
    assert maps.opened == [(7, 5), (7, 6)]


def test_only_labels_that_are_shown_open_a_map() -> None:
    maps = Maps()
    assert restore_labels(answer("nobody is named"), GATHERED, view=VIEW, maps=maps) == {}
    assert restore_labels(answer("by [PERSON_6]"), GATHERED, view=VIEW, maps=maps) == {"[PERSON_6]": "Ben Ames"}
    assert maps.opened == []


def test_the_map_of_a_closed_document_is_not_opened() -> None:
    maps = Maps()
    view = RecordView(PATIENT, OpenDocuments.these([DocumentId(6)]))
    shown = answer("seen by [PERSON_4] and [PERSON_5]")
    assert restore_labels(shown, GATHERED, view=view, maps=maps) == {"[PERSON_5]": "Person of 6"}
    assert maps.opened == [(7, 6)]


def test_what_nobody_knows_stays_a_label() -> None:
    maps = Maps()
    shown = answer(
        "[PERSON_1] of the question, [PERSON_7] of no map, our own [DATE_1]", DATE_1=ClinicalDate.parse_iso("2026")
    )
    assert restore_labels(shown, GATHERED, view=VIEW, maps=maps) == {}
    assert restore_labels(answer("[PERSON_4]"), GATHERED, view=VIEW, maps=None) == {}
