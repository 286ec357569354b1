"""One namespace of placeholders for a question."""

from __future__ import annotations

from typing import Any

from arbiter_fhir.domain.deid import IdentifierKind
from arbiter_fhir.domain.evidence import PlaceholderOrigin
from arbiter_fhir.domain.statement import Medication
from arbiter_fhir.domain.tenant import DocumentId
from arbiter_fhir.retrieval.cleaning import CleanPiece
from arbiter_fhir.retrieval.namespace import Namespace

ONE, TWO = DocumentId(5), DocumentId(6)


def test_labels_of_two_documents_never_meet_and_one_label_stays_one(build: Any) -> None:
    names = Namespace()
    first = names.of_document(build.clean("[PERSON_1] saw [PERSON_2] on [DATE_1]"), ONE)
    second = names.of_document(build.clean("[PERSON_1] wrote"), TWO)
    again = names.of_document(build.clean("[PERSON_2]"), ONE)
    assert first.value == "[PERSON_1] saw [PERSON_2] on [DATE_1]"
    assert second.value == "[PERSON_3] wrote"
    assert again.value == "[PERSON_2]"
    assert names.placeholders["[PERSON_3]"] == PlaceholderOrigin(TWO, "[PERSON_1]")


def test_labels_of_the_question_are_kept_clear_of(build: Any) -> None:
    names = Namespace()
    names.reserve([build.clean("did [PERSON_3] order it on [DATE_1]")])
    assert names.of_document(build.clean("[PERSON_1], [DATE_1]"), ONE).value == "[PERSON_4], [DATE_2]"


def test_what_only_looks_like_a_label_is_left_alone(build: Any) -> None:
    text = build.clean("result [H_1] and [1] and [PERSON]")
    assert Namespace().of_document(text, ONE) is not None
    assert Namespace().of_document(text, ONE).value == text.value


def test_every_kind_of_identifier_has_a_label(build: Any) -> None:
    for kind in IdentifierKind:
        names = Namespace()
        assert names.of_document(build.clean(f"x [{kind.value}_7] y"), ONE).value == f"x [{kind.value}_1] y"


def test_a_clinician_is_one_under_two_spellings_and_remembered(build: Any) -> None:
    sheets = {1: {"[PERSON_1]": "Dr. Ada Quinn"}, 2: {"[PERSON_1]": "Ben Ames"}}
    names = Namespace(sheets)
    assert names.person("Quinn, Ada, MD").value == "[PERSON_1]"
    assert names.of_piece(CleanPiece(build.clean("seen by [PERSON_1]"), 1)).value == "seen by [PERSON_1]"
    assert names.of_piece(CleanPiece(build.clean("seen by [PERSON_1]"), 2)).value == "seen by [PERSON_2]"
    assert names.values == {"[PERSON_1]": "Quinn, Ada, MD", "[PERSON_2]": "Ben Ames"}
    assert all(origin.document_id is None for origin in names.placeholders.values())


def test_a_label_of_two_cleaning_calls_without_a_value_is_two(build: Any) -> None:
    names = Namespace()
    first, second = (names.of_piece(CleanPiece(build.clean("[DATE_1]"), sheet)).value for sheet in (1, 2))
    assert (first, second) == ("[DATE_1]", "[DATE_2]")
    assert names.values == {}


def test_text_of_a_document_that_was_cleaned_once_more_keeps_its_own_labels(build: Any) -> None:
    names = Namespace({1: {"[PERSON_1]": "Ben Ames"}})
    printed = "asked [PERSON_2] and Ben Ames"
    made = names.of_piece(CleanPiece(build.clean("asked [PERSON_2] and [PERSON_1]"), 1), ONE, printed)
    assert made.value == "asked [PERSON_1] and [PERSON_2]"
    assert names.placeholders["[PERSON_1]"] == PlaceholderOrigin(ONE, "[PERSON_2]")
    assert names.values == {"[PERSON_2]": "Ben Ames"}


def test_the_texts_of_a_value_follow(build: Any) -> None:
    names = Namespace()
    names.of_document(build.clean("[PERSON_1]"), TWO)
    value = Medication("Metformin", indication="as [PERSON_1] said")
    assert names.value(value, ONE) == Medication("Metformin", indication="as [PERSON_2] said")
    untouched = Medication("Metformin")
    assert names.value(untouched, ONE) is untouched


def test_values_are_not_in_what_is_printed_of_it() -> None:
    names = Namespace({1: {"[PERSON_1]": "Ben Ames"}})
    names.person("Ada Quinn")
    assert "Quinn" not in repr(names)
    assert "Ames" not in repr(names)
