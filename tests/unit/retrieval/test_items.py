"""Evidence items: clean words, citations of every place, review reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arbiter_fhir.domain.chart_record import ChartOrder
from arbiter_fhir.domain.citation import SourceType
from arbiter_fhir.domain.evidence import EvidenceItem, EvidenceKind, Passage, WordRole
from arbiter_fhir.domain.promotion import ChartLists, ListKind
from arbiter_fhir.domain.statement import Medication
from arbiter_fhir.domain.tenant import DocumentId, PatientId
from arbiter_fhir.retrieval.candidate import Candidate
from arbiter_fhir.retrieval.chart_candidates import candidate_of_order
from arbiter_fhir.retrieval.cleaning import ChartCleaner, CleanedText
from arbiter_fhir.retrieval.fact_candidates import candidate_of_fact
from arbiter_fhir.retrieval.items import ItemMaker
from arbiter_fhir.retrieval.lab_candidates import candidate_of_chart
from arbiter_fhir.retrieval.list_candidates import candidates_of_lists
from arbiter_fhir.retrieval.namespace import Namespace
from arbiter_fhir.retrieval.passages import passages_in_order


def item_of(candidate: Candidate | None, clean: Any, *, waiting: bool = False) -> EvidenceItem:
    assert candidate is not None
    cleaner = ChartCleaner(clean)
    (item,) = ItemMaker(cleaner, Namespace(cleaner.values)).items([candidate], waiting=waiting)
    return item


def words_of(item: EvidenceItem) -> tuple[str, ...]:
    words = item.words
    return tuple(part.value for part in (words.name, words.value, words.unit, words.reference_range))


def test_a_facts_words_are_cut_from_its_own_clean_text(build: Any) -> None:
    def never(text: str) -> CleanedText:
        raise AssertionError("a fact's words are clean already")

    item = item_of(candidate_of_fact(build.fact(), build.terms), never)
    assert words_of(item) == ("Hemoglobin A1c", "8.1", "%", "4.0-5.6")
    assert item.kind is EvidenceKind.DOCUMENT_FACT


def test_words_that_the_quote_lacks_come_from_the_facts_sentence_or_are_cleaned(build: Any) -> None:
    record = build.fact(quote="8.1")
    item = item_of(candidate_of_fact(record, build.terms), build.cleaned)
    assert words_of(item) == ("Hemoglobin A1c", "8.1", "%", "4.0-5.6")
    made = candidate_of_fact(record, build.terms)
    odd = replace(made, printed=replace(made.printed, unit="Quinn units"))
    assert words_of(item_of(odd, build.cleaned))[2] == "[PERSON_1] units"


def test_a_chart_rows_text_passes_de_identification_first(build: Any) -> None:
    seen = []

    def clean(text: str) -> CleanedText:
        seen.append(text)
        return build.cleaned(text)  # type: ignore[no-any-return]

    item = item_of(candidate_of_chart(build.row(value="see Quinn")), clean)
    assert words_of(item)[1] == "see [PERSON_1]"
    assert "Quinn" not in item.citation.quote.value
    assert seen[0] == "Hemoglobin A1c see Quinn % 4.0-5.6"


def test_a_chart_citation_names_the_row(build: Any) -> None:
    item = item_of(candidate_of_chart(build.row()), build.cleaned)
    assert item.citation.source_type is SourceType.CHART
    assert item.citation.source_id == "procedure_result:900"
    assert item.citation.quote.value == "8.1 %"
    assert item.observed is not None
    assert item.observed.iso == "2026-04-10"


def test_an_entry_of_a_list_is_quoted_with_its_details(build: Any) -> None:
    entry = build.entry(ListKind.ALLERGY, "Penicillin", reaction="Hives", severity="Severe")
    (candidate,) = candidates_of_lists(ChartLists((entry,)), entry.patient_id, build.terms)
    item = item_of(candidate, build.cleaned)
    assert (item.citation.source_id, item.citation.page_or_section) == ("lists:12", "allergies")
    assert item.citation.quote.value == "Penicillin Hives Severe"
    assert [(role, text.value) for role, text in item.words.details] == [
        (WordRole.REACTION, "Hives"),
        (WordRole.SEVERITY, "Severe"),
    ]


def test_a_candidate_stands_somewhere(build: Any) -> None:
    made = candidate_of_chart(build.row())
    assert made is not None
    with pytest.raises(ValueError, match="a stored fact, a text window or a chart row"):
        item_of(replace(made, place=None), build.cleaned)


def test_all_rows_are_cleaned_in_one_call_and_rows_of_one_test_once(build: Any) -> None:
    seen: list[str] = []

    def clean(text: str) -> CleanedText:
        seen.append(text)
        return build.cleaned(text)  # type: ignore[no-any-return]

    cleaner = ChartCleaner(clean)
    values = ["8.1", "7.60", "7.2", "see Quinn", "<5", "9001234", "900123", "9.9"]
    rows = [candidate_of_chart(build.row(value=value)) for value in values]
    items = ItemMaker(cleaner, Namespace(cleaner.values)).items([row for row in rows if row is not None])
    assert [words_of(item)[1] for item in items] == [
        "8.1",
        "7.60",
        "7.2",
        "see [PERSON_1]",
        "<5",
        "9001234",
        *values[6:],
    ]
    # The row whose text was changed is cleaned piece by piece once more; a long number never counts as a plain one.
    assert seen[0].split("\n") == [
        "Hemoglobin A1c 7 % 4.0-5.6",
        "Hemoglobin A1c see Quinn % 4.0-5.6",
        "Hemoglobin A1c <5 % 4.0-5.6",
        "Hemoglobin A1c 9001234 % 4.0-5.6",
    ]
    assert seen[1:] == ["see Quinn"]


def test_only_unsure_findings_carry_reasons(build: Any) -> None:
    candidate = candidate_of_fact(build.fact(reasons=("range_missing",)), build.terms)
    assert item_of(candidate, build.cleaned).review_reasons == ()
    review = item_of(candidate, build.cleaned, waiting=True)
    assert (review.kind, review.review_reasons) == (EvidenceKind.REVIEW_FINDING, ("range_missing",))


def test_a_facts_labels_are_renumbered_in_words_value_and_quote(build: Any) -> None:
    value = Medication("Metformin", "metformin", indication="as [PERSON_1] said")
    record = build.said(value, text="Metformin as [PERSON_1] said", document=5)
    cleaner = ChartCleaner(build.cleaned)
    namespace = Namespace(cleaner.values)
    namespace.reserve([build.clean("did [PERSON_4] say so")])
    (item,) = ItemMaker(cleaner, namespace).items([candidate_of_fact(record, build.terms)])
    assert isinstance(item.value, Medication)
    assert item.value.indication == "as [PERSON_5] said"
    assert item.citation.quote.value == "Metformin as [PERSON_5] said"
    assert dict(item.words.details)[WordRole.INDICATION].value == "as [PERSON_5] said"
    assert namespace.placeholders["[PERSON_5]"].document_id == 5


def test_a_text_window_is_quoted_with_its_page(build: Any) -> None:
    (candidate,) = passages_in_order([build.window("Seen by [PERSON_1] today.", document=6, page=2)])
    item = item_of(candidate, build.cleaned)
    assert item.kind is EvidenceKind.PASSAGE
    assert isinstance(item.value, Passage)
    assert (item.citation.source_id, item.citation.page, item.citation.box) == ("documents:6", 2, None)
    assert item.citation.quote.value == item.value.text.value == "Seen by [PERSON_1] today."
    assert item.document_id == DocumentId(6)


def test_nothing_raw_is_left_in_the_value_of_a_chart_row(build: Any) -> None:
    row = candidate_of_chart(build.row(name="A1c for Quinn", value="see Quinn"))
    assert "Quinn" not in repr(item_of(row, build.cleaned))
    entry = build.entry(ListKind.MEDICATION, "Metformin for Quinn", details="as Quinn said")
    (candidate,) = candidates_of_lists(ChartLists((entry,)), entry.patient_id, build.terms)
    item = item_of(candidate, build.cleaned)
    assert "Quinn" not in repr(item)
    assert isinstance(item.value, Medication)
    assert (item.value.name, item.value.ingredient) == ("Metformin for [PERSON_1]", "metformin")
    order = candidate_of_order(ChartOrder(9, PatientId(7), None, "pending", (("", "Quinn's panel"),), 0, "Ada Quinn"))
    assert "Quinn" not in repr(item_of(order, build.cleaned))
