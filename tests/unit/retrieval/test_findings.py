"""Evidence items: clean words, flags of chart rows, one item for what several sources say."""

from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest

from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.evidence import EvidenceItem, EvidenceKind
from arbiter_fhir.domain.fact import AbnormalFlag
from arbiter_fhir.retrieval.findings import (
    Candidate,
    ChartCleaner,
    Clean,
    candidate_of_chart,
    candidate_of_fact,
    merge,
    to_item,
)


def item_of(candidate: Candidate, clean: Clean) -> EvidenceItem:
    kind = EvidenceKind.CHART if candidate.record is None else EvidenceKind.DOCUMENT_FACT
    return to_item(candidate, kind=kind, score=1.0, clean=ChartCleaner(clean))


def words_of(item: Any) -> tuple[str, ...]:
    words = item.words
    return tuple(part.value for part in (words.name, words.value, words.unit, words.reference_range))


def test_a_facts_words_are_cut_from_its_own_clean_text(build: Any) -> None:
    def never(text: str) -> DeidentifiedText:
        raise AssertionError("a fact's words are clean already")

    item = to_item(
        candidate_of_fact(build.fact()), kind=EvidenceKind.DOCUMENT_FACT, score=1.0, clean=ChartCleaner(never)
    )
    assert words_of(item) == ("Hemoglobin A1c", "8.1", "%", "4.0-5.6")


def test_words_that_the_quote_lacks_come_from_the_facts_sentence_or_are_cleaned(build: Any) -> None:
    record = build.fact(quote="8.1")
    item = to_item(
        candidate_of_fact(record), kind=EvidenceKind.DOCUMENT_FACT, score=1.0, clean=ChartCleaner(build.clean)
    )
    assert words_of(item) == ("Hemoglobin A1c", "8.1", "%", "4.0-5.6")
    odd = Candidate(build.lab(unit="Quinn units"), candidate_of_fact(record).identity, record=record)
    item = item_of(odd, build.clean)
    assert words_of(item)[2] == "[PERSON_1] units"


def test_a_chart_rows_text_passes_de_identification_first(build: Any) -> None:
    seen = []

    def clean(text: str) -> DeidentifiedText:
        seen.append(text)
        return build.clean(text)

    row = build.row(value="see Quinn")
    item = item_of(candidate_of_chart(row), clean)
    assert words_of(item)[1] == "see [PERSON_1]"
    assert "Quinn" not in item.citation.quote.value
    assert seen[0] == "Hemoglobin A1c see Quinn % 4.0-5.6"


def test_a_chart_citation_names_the_row(build: Any) -> None:
    item = to_item(candidate_of_chart(build.row()), kind=EvidenceKind.CHART, score=1.0, clean=ChartCleaner(build.clean))
    assert item.citation.source_type.value == "chart"
    assert item.citation.source_id == "procedure_result:900"
    assert item.citation.quote.value == "8.1 %"
    assert item.observed is not None
    assert item.observed.iso == "2026-04-10"


@pytest.mark.parametrize(
    "abnormal, reference, flag, derived",
    [
        ("high", "4.0-5.6", AbnormalFlag.HIGH, False),
        ("no", "4.0-5.6", AbnormalFlag.NORMAL, False),
        ("LL", "", AbnormalFlag.CRITICAL_LOW, False),
        ("", "4.0-5.6", AbnormalFlag.HIGH, True),
        ("", "4.0-9.0", AbnormalFlag.NORMAL, True),
        ("", "", None, False),
        ("weird", "4.0-5.6", None, False),
    ],
)
def test_a_chart_rows_flag_is_stored_or_derived_and_marked(
    build: Any, abnormal: str, reference: str, flag: AbnormalFlag | None, derived: bool
) -> None:
    lab = candidate_of_chart(build.row(abnormal=abnormal, reference_range=reference)).lab
    assert (lab.abnormal_flag, lab.flag_derived) == (flag, derived)


def test_merging_keeps_every_place(build: Any) -> None:
    candidates = [
        candidate_of_chart(build.row()),
        candidate_of_chart(build.row(result_id=901, unit="")),
        candidate_of_fact(build.fact(fact_id=1, document=5)),
        candidate_of_fact(build.fact(fact_id=2, document=6)),
        candidate_of_chart(build.row(result_id=902, value="7.7")),
    ]
    one, other = merge(candidates)
    assert one.record is not None
    assert len(one.also) == 3
    assert other.lab.value == "7.7"


def test_a_candidate_is_a_fact_or_a_row(build: Any) -> None:
    nobody = Candidate(build.lab(), candidate_of_chart(build.row()).identity)
    with pytest.raises(ValueError, match="stored fact or a chart row"):
        item_of(nobody, build.clean)


def test_rows_of_one_test_are_cleaned_once_and_odd_values_always(build: Any) -> None:
    seen = []

    def clean(text: str) -> DeidentifiedText:
        seen.append(text)
        return build.clean(text)

    cleaner = ChartCleaner(clean)
    values = ["8.1", "7.60", "7.2", "see Quinn", "<5", "9001234", "900123", "9.9"]
    said = [cleaner.words(candidate_of_chart(build.row(value=value)).lab).value.value for value in values]
    assert said == ["8.1", "7.60", "7.2", "see [PERSON_1]", "<5", "9001234", "900123", "9.9"]
    lines = [text for text in seen if text.startswith("Hemoglobin")]
    assert [line.split(" ")[2] for line in lines] == ["8.1", "see", "<5", "9001234"]


def test_another_name_unit_or_range_is_cleaned_by_itself(build: Any) -> None:
    seen = []

    def clean(text: str) -> DeidentifiedText:
        seen.append(text)
        return build.clean(text)

    cleaner = ChartCleaner(clean)
    for change in ({}, {"name": "A1c of Quinn"}, {"unit": "mmol/mol"}, {"reference_range": "<7, Quinn"}):
        words = cleaner.words(candidate_of_chart(build.row(**change)).lab)
        assert "Quinn" not in words.name.value + words.reference_range.value
    assert len([text for text in seen if " 8.1 " in text]) == 4


def test_the_same_value_at_two_times_of_a_day_is_two_results(build: Any) -> None:
    morning, evening = (build.fact(build.lab(at=time(hour, 0)), fact_id=hour) for hour in (8, 18))
    assert len(merge([candidate_of_fact(morning), candidate_of_fact(evening)])) == 2
    assert len(merge([candidate_of_fact(morning), candidate_of_chart(build.row())])) == 1


def test_months_are_no_dates_to_merge_by(build: Any) -> None:
    month = ClinicalDate(date(2026, 4, 1), None, DatePrecision.MONTH)
    facts = [build.fact(build.lab(collection_date=month), fact_id=number) for number in (1, 2)]
    day = candidate_of_chart(build.row("2026-04-01"))
    assert len(merge([*(candidate_of_fact(fact) for fact in facts), day])) == 3


def test_only_unsure_findings_carry_reasons(build: Any) -> None:
    candidate = candidate_of_fact(build.fact(reasons=("range_missing",)))
    assert item_of(candidate, build.clean).review_reasons == ()
    review = to_item(candidate, kind=EvidenceKind.REVIEW_FINDING, score=1.0, clean=ChartCleaner(build.clean))
    assert review.review_reasons == ("range_missing",)
