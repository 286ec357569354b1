"""Facts and citations survive the way to JSON and back."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, time
from decimal import Decimal
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_fhir.domain.citation import Citation, SourceType, citation_to_json
from arbiter_fhir.domain.clinical_date import ClinicalDate, DatePrecision
from arbiter_fhir.domain.deid import DeidentifiedText
from arbiter_fhir.domain.document import BoundingBox, DocType
from arbiter_fhir.domain.fact import Certainty, CitedFact, FactType, LabResult
from arbiter_fhir.domain.promotion import OrderSlot, PromotedRecord, PromotionOutcome
from arbiter_fhir.domain.seal import DEID_SEAL, FACT_SEAL
from arbiter_fhir.store.row_codecs import (
    citation_from_json,
    fact_from_row,
    fact_to_columns,
    parents_to_json,
    promotion_from_row,
)

UNIT = st.floats(0.001, 0.5, allow_nan=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
DATES = st.builds(
    ClinicalDate,
    st.dates(date(1900, 1, 1), date(2100, 1, 1)),
    st.none(),
    st.just(DatePrecision.DAY),
    st.booleans(),
)
BOXES = st.builds(BoundingBox, UNIT, UNIT, UNIT, UNIT)


def clean(text: str) -> DeidentifiedText:
    return DeidentifiedText(text, DEID_SEAL)


def through_json(value: object) -> object:
    return json.loads(json.dumps(value))


@given(TEXTS, st.none() | BOXES, st.none() | st.integers(1, 300))
def test_a_citation_comes_back(quote: str, box: BoundingBox | None, page: int | None) -> None:
    citation = Citation(SourceType.LAB_PDF, "documents:1", "page 1", "results[0]", clean(quote), page, box)
    assert citation_from_json(through_json(citation_to_json(citation))) == citation  # type: ignore[arg-type]


@given(
    TEXTS,
    st.none() | DATES,
    st.none() | DATES,
    st.none() | st.decimals(allow_nan=False, allow_infinity=False, places=4),
    st.floats(0, 1),
)
def test_a_fact_comes_back_with_exact_decimals_and_the_doubt_about_its_dates(
    name: str, collected: ClinicalDate | None, reported: ClinicalDate | None, number: Decimal | None, confidence: float
) -> None:
    fact = CitedFact(
        fact_type=FactType.LAB_RESULT,
        value=LabResult(test_name=name, value="7.20", collection_date=collected, report_date=reported, numeric=number),
        fact_text=clean(name),
        citation=Citation(SourceType.LAB_PDF, "documents:1", "page 1", "results[0]", clean(name), 1, None),
        certainty=Certainty.DOCUMENT_FACT,
        confidence=confidence,
        reasons=("unit_missing", "date_ambiguous"),
        seal=FACT_SEAL,
    )
    columns = fact_to_columns(fact)
    row = SimpleNamespace(
        **{key: through_json(value) for key, value in columns.items()},
        id=5,
        patient_id=7,
        document_id=1,
        job_id=3,
        doc_type="lab_pdf",
        fact_fingerprint="f",
        clinical_content_fingerprint="c",
        active=1,
        retracted_at=datetime(2026, 4, 10, tzinfo=UTC),
        promotion_status=None,
    )
    record = fact_from_row(row)  # type: ignore[arg-type]
    assert record.fact == fact
    assert (record.fact_id, record.doc_type, record.active) == (5, DocType.LAB_PDF, True)


def test_a_time_of_day_is_kept() -> None:
    when = ClinicalDate(date(2026, 4, 10), time(8, 30), DatePrecision.MINUTE)
    assert ClinicalDate.parse_iso(when.iso) == when


def promotion_row(**changes: object) -> SimpleNamespace:
    values: dict[str, object] = {
        "id": 1,
        "fact_id": 2,
        "document_id": 3,
        "outcome": "already_exists",
        "promoted_table": "procedure_result",
        "promoted_record_id": None,
        "promoted_pk_json": None,
        "values_digest": None,
        "duplicate_key": "procedure_result:41",
        "conflict_reason": "same_value_in_chart",
        "active": 1,
    }
    return SimpleNamespace(**(values | changes))


def test_a_promotion_without_a_row_in_the_chart_has_no_record() -> None:
    stored = promotion_from_row(promotion_row())  # type: ignore[arg-type]
    assert (stored.outcome, stored.record, stored.duplicate_key) == (
        PromotionOutcome.ALREADY_EXISTS,
        None,
        "procedure_result:41",
    )


def test_a_promotion_with_one_names_its_parents() -> None:
    row = promotion_row(promoted_record_id=55, promoted_pk_json={"procedure_order": 7}, values_digest="ab")
    record = promotion_from_row(row).record  # type: ignore[arg-type]
    assert record == PromotedRecord("procedure_result", 55, {"procedure_order": 7}, "ab")


def test_the_order_that_a_result_was_attached_to_survives() -> None:
    record = PromotedRecord("procedure_result", 55, {"procedure_order": 7}, "ab", OrderSlot(7, 2, "routed"))
    row = promotion_row(
        promoted_record_id=55, promoted_pk_json=json.loads(json.dumps(parents_to_json(record))), values_digest="ab"
    )
    assert promotion_from_row(row).record == record  # type: ignore[arg-type]


def test_a_word_that_this_version_does_not_know_is_an_error() -> None:
    with pytest.raises(ValueError, match="not a valid"):
        promotion_from_row(promotion_row(outcome="teleported"))  # type: ignore[arg-type]
